/*
 * gochar.h - characters as Go's unicode package sorts them.
 *
 * Shape:   one character at a time; bytes that are no UTF-8 are U+FFFD, one
 *          byte each, as for Go's range over a string.
 * Owner:   nobody.
 * Errors:  none.
 * Source:  Unicode 15.0 (UnicodeData.txt: categories, simple lower case),
 *          White_Space of PropList.txt; which of these Go asks for.
 */
#ifndef DOCKERFILE_GOCHAR_H
#define DOCKERFILE_GOCHAR_H

#include "base/buf.h"

enum { GOCHAR_BAD = 0xfffd }; /* U+FFFD: what bad bytes are read as */

/* Bytes of the character at s[at], at < s.n; a bad byte is GOCHAR_BAD. */
size_t gochar_at(struct str s, size_t at, uint32_t *cp);
/* That byte is none of a character. */
bool gochar_is_bad(struct str s, size_t at);

bool gochar_is_space(uint32_t cp);  /* unicode.IsSpace */
bool gochar_is_letter(uint32_t cp); /* unicode.IsLetter */
bool gochar_is_digit(uint32_t cp);  /* unicode.IsDigit: Nd, not only 0-9 */
bool gochar_is_print(uint32_t cp);  /* strconv.IsPrint */
uint32_t gochar_lower(uint32_t cp); /* unicode.ToLower */

/* As UTF-8. */
void gochar_add(struct buf *b, uint32_t cp);

/* Leading, or leading and trailing, unicode.IsSpace away. */
struct str gochar_trim_left(struct str s);
struct str gochar_trim(struct str s);

/* strings.ToLower and strconv.Quote. */
void gochar_add_lower(struct buf *b, struct str s);
void gochar_add_quoted(struct buf *b, struct str s);

#endif
