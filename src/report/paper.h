/*
 * paper.h - lines of text for a terminal.
 *
 * Shape:   words are wrapped between two margins; what comes from an image
 *          goes through paper_safe() first.
 * Units:   columns, one per code point.
 * Owner:   paper_safe() allocates in the paper's arena.
 * Errors:  none.
 * Source:  ECMA-48 (colours, control characters); Unicode TR 36 (direction
 *          marks that make text lie).
 */
#ifndef REPORT_PAPER_H
#define REPORT_PAPER_H

#include "base/arena.h"
#include "base/buf.h"

enum ink { INK_PLAIN, INK_RED, INK_YELLOW, INK_GREEN, INK_BOLD, INK_N };

struct paper {
	struct buf *out;
	struct arena *arena;
	unsigned width;
	bool color;
	unsigned col; /* where the next byte goes */
};

/* Control characters and what is not UTF-8 as \xNN; "\x" itself too. */
struct str paper_safe(struct arena *a, struct str s);

unsigned paper_cols(struct str s);

/* As it is, on this line. */
void paper_put(struct paper *p, enum ink ink, struct str s);

/* Blanks up to this column. */
void paper_tab(struct paper *p, unsigned col);

/* Padded or cut to n columns. */
void paper_cell(struct paper *p, enum ink ink, struct str s, unsigned n);

/* Words from here on, further lines from column `left` on; ends the line. */
void paper_wrap(struct paper *p, unsigned left, struct str s);

void paper_end(struct paper *p);

#endif
