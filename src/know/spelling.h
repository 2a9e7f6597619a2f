/*
 * spelling.h - finding known sentences in text that people pasted.
 *
 * Shape:   a pattern is text, compared without regard to case, in which ' ' is
 *          any blanks, also line ends and what quoting makes of them; ' is any
 *          quotation mark, or none; * is any bytes of one line, not many; and
 *          {word} takes a detail of symptom.h.  It begins with a letter or a
 *          digit, a dash or a quote, where a word begins.
 * Units:   bytes; what a pattern may skip is bounded, so time is linear.
 * Owner:   details are views into the text.
 * Errors:  spelling_fault() says what is wrong with a pattern.
 * Source:  -
 */
#ifndef KNOW_SPELLING_H
#define KNOW_SPELLING_H

#include "know/symptom.h"

enum {
	SPELLING_DETAILS = 4, /* in one pattern */
	SPELLING_GAP = 240,   /* bytes that a * may be */
	SPELLING_BLANKS = 64, /* bytes of one blank, of one number */
	SPELLING_REST = 400,  /* bytes of other details */
};

struct detail_at {
	enum detail detail;
	struct str value;
};

struct spelled {
	size_t end; /* behind it */
	struct detail_at v[SPELLING_DETAILS];
	size_t n;
};

/* Does the pattern fit at this byte? */
bool spelling_at(struct str pattern, struct str text, size_t at,
                 struct spelled *out);

/* May a pattern begin at this byte: does a word? */
bool spelling_begins(struct str text, size_t at);

/* NULL: it is well formed. */
const char *spelling_fault(struct str pattern);

#endif
