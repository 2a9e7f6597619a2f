/*
 * manual.h - manual pages from the program's own tables.
 *
 * Shape:   mdoc source; pages that `make man` writes and a test compares.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  mdoc(7).
 */
#ifndef REPORT_MANUAL_H
#define REPORT_MANUAL_H

#include "base/record.h"

/* The members of a record and of all records in it, as lists; head is the
 * title of the record's own section.  Those of `known` (NULL: none) are told
 * somewhere else. */
void manual_schema(const struct schema *sc, const char *head,
                   const struct schema *known, struct buf *out);

void manual_rules(struct buf *out);  /* cudalint-rules(7) */
void manual_fleet(struct buf *out);  /* cudalint-fleet(5) */
void manual_report(struct buf *out); /* cudalint-report(5) */
void manual_policy(struct buf *out); /* cudalint-policy(5) */

#endif
