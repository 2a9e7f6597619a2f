/*
 * buf.h - a growing byte buffer with a ceiling.
 *
 * Shape:   bytes, always NUL-terminated behind the last one.
 * Units:   max in bytes; 0 means "no ceiling" and is for our own output only.
 * Owner:   the buf; buf_str() borrows until the next call, buf_free() ends it.
 * Errors:  none while writing: past max the bytes are dropped and
 *          buf.truncated is set.  Check it once, at the end.
 * Source:  -
 */
#ifndef BASE_BUF_H
#define BASE_BUF_H

#include "base/str.h"

struct buf {
	char *p;
	size_t n, cap, max;
	bool truncated;
};

void buf_add(struct buf *b, struct str s);
void buf_addc(struct buf *b, char c, size_t times);
void buf_printf(struct buf *b, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
struct str buf_str(const struct buf *b);
void buf_free(struct buf *b);
/* The bytes become the caller's, for arena_adopt(); NULL: there are none. */
char *buf_take(struct buf *b);

#endif
