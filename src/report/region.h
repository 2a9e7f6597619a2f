/*
 * region.h - places in files, as other programs count them.
 *
 * Shape:   lines end with LF; a CR in front of it is part of its line.
 * Units:   lines and columns from 1; the end is behind the last.
 * Owner:   region_uri() allocates in the arena.
 * Errors:  none.
 * Source:  SARIF 2.1.0, 3.30 "region object"; RFC 3986; reviewdog, rdf.proto.
 */
#ifndef REPORT_REGION_H
#define REPORT_REGION_H

#include "dockerfile/parse.h"
#include "report/report.h"

struct region {
	int64_t line, column, end_line, end_column;
};

/* Columns in bytes. */
struct region region_bytes(const struct dockerfile *d, struct span at);

/* Columns in UTF-16 code units; a mark of byte order is none. */
struct region region_utf16(const struct dockerfile *d, struct span at);

/* UTF-8 without NUL. */
bool region_is_text(struct str bytes);

/* File and edits are text: columns and bytes mean the same to all readers. */
bool region_is_edit(const struct dockerfile *d, const struct report_fix *fix);

/* A reference relative to the working directory; file:/// when absolute. */
struct str region_uri(struct arena *a, struct str path);

#endif
