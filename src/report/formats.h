/*
 * formats.h - the writers behind the table of formats.
 *
 * Shape:   one function for each; those of a brief can tell of a scan too.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  architecture.md 6.2, 7; dockerfile.md E.
 */
#ifndef REPORT_FORMATS_H
#define REPORT_FORMATS_H

#include "report/report.h"

void report_write_text(const struct report *r, const struct report_style *style,
                       struct buf *out);
void report_write_json(const struct report *r, const struct report_style *style,
                       struct buf *out);
void report_write_html(const struct report *r, const struct report_style *style,
                       struct buf *out);
void report_write_metrics(const struct report *r,
                          const struct report_style *style, struct buf *out);

void report_write_sarif(const struct brief *b, struct buf *out);
void report_write_github(const struct brief *b, struct buf *out);
void report_write_summary(const struct brief *b, struct buf *out);
void report_write_gitlab(const struct brief *b, struct buf *out);
void report_write_junit(const struct brief *b, struct buf *out);
void report_write_checkstyle(const struct brief *b, struct buf *out);
void report_write_rdjson(const struct brief *b, struct buf *out);
void report_write_rdjsonl(const struct brief *b, struct buf *out);
void report_write_markdown(const struct brief *b, struct buf *out);
void report_write_csv(const struct brief *b, struct buf *out);
void report_write_diff(const struct brief *b, struct buf *out);
void report_write_kubernetes(const struct brief *b, struct buf *out);
void report_write_cyclonedx(const struct brief *b, struct buf *out);

#endif
