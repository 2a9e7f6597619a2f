/*
 * formats.h - the writers behind the table of formats.
 *
 * Shape:   one function and one file for each.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  architecture.md 6.2, 7.
 */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

void report_write_text(const struct report *r, const struct report_style *style,
                       struct buf *out);
void report_write_json(const struct report *r, const struct report_style *style,
                       struct buf *out);

#endif
