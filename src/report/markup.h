/*
 * markup.h - XML, written front to back.
 *
 * Shape:   elements are opened, get attributes, then text or children, and
 *          are closed; indented by two, except where there is text.
 * Owner:   the caller's buf.
 * Errors:  none; what XML can't have is written as U+FFFD.
 * Source:  XML 1.0, fifth edition, 2.2 "Characters", 3.1 "Start-Tags".
 */
#ifndef REPORT_MARKUP_H
#define REPORT_MARKUP_H

#include "base/buf.h"

struct markup {
	struct buf *out;
	unsigned depth;
	bool in_tag;   /* attributes may follow */
	bool has_text; /* the element that is open */
};

/* The declaration in front of it all. */
void markup_begin(struct markup *x, struct buf *out);
void markup_open(struct markup *x, const char *name);
void markup_attr(struct markup *x, const char *name, struct str value);
void markup_attr_n(struct markup *x, const char *name, int64_t value);
void markup_text(struct markup *x, struct str text);
void markup_close(struct markup *x, const char *name);

#endif
