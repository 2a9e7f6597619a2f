/*
 * text.h - what importers of text share.
 *
 * Shape:   looking for words, values and dates in lines that people paste.
 * Owner:   views into the text given.
 * Errors:  an empty str: it is not there.
 * Source:  -
 */
#ifndef FLEET_TEXT_H
#define FLEET_TEXT_H

#include "base/arena.h"

/* Where part begins in s, or SIZE_MAX. */
size_t text_find(struct str s, struct str part);

/* s when it is a dotted number, else empty: "N/A", "ERR!". */
struct str text_version(struct str s);

/* The dotted number at the beginning of s: of "1.17.8-1" 1.17.8. */
struct str text_lead_version(struct str s);

/* The first run of bytes that are no blanks, frames or commas. */
struct str text_word(struct str s);

/* The first line of s, without its end. */
struct str text_line(struct str s);

/* Behind "key :" where that stands first, the rest of the line. */
struct str text_value(struct str text, struct str key);

/* "key : value"; false when the line has no colon. */
bool text_pair(struct str line, struct str *key, struct str *value);

/* Without what quoting, numbering and frames put around a line. */
struct str text_unframe(struct str s);

/* The number at the beginning, blanks before it; false when there is none. */
bool text_number(struct str s, uint64_t *out);

/* The JSON object that begins with the first byte; n == 0: it has no end. */
struct str text_json_object(struct str text);

/* The first "Jun  7 08:16:57 2026" in s, as 2026-06-07. */
struct str text_date(struct str s, struct arena *a);

#endif
