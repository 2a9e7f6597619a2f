/*
 * mdoc.h - text as mdoc wants it.
 *
 * Shape:   a new line for each sentence, what roff would act on escaped.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  mdoc(7), roff(7), "MACRO SYNTAX", "Escape sequences".
 */
#ifndef REPORT_MDOC_H
#define REPORT_MDOC_H

#include "base/buf.h"

/* Sentences, each on its own line; no newline behind the last. */
void mdoc_text(struct buf *out, const char *text);

/* From .Dd to the line of .Nd. */
void mdoc_head(struct buf *out, const char *name, int section,
               const char *what);

#endif
