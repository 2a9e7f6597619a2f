/*
 * rows_finding.h - findings as rows of the report.
 *
 * Shape:   as rows.h: one struct per JSON object of cudalint-report(5).
 * Units:   lines, columns and offsets of a Dockerfile in bytes.
 * Owner:   as rows.h.
 * Errors:  none.
 * Source:  architecture.md 6.2.
 */
#ifndef REPORT_ROWS_FINDING_H
#define REPORT_ROWS_FINDING_H

#include "lint/finding.h"

struct fix_row {
	enum grade grade;
	struct str action;
	struct str package;
	struct str text;
};

/* In a Dockerfile; lines and columns from 1, the end is behind. */
struct place_row {
	int64_t line, column, end_line, end_column;
	int64_t offset, size;
};

struct finding_row {
	struct str id;
	struct str name;
	enum severity severity;
	bool lowered;
	struct str message;
	struct strs pools;
	struct place_row place;
	struct evidences evidence;
	struct fix_row fix;
	struct str fingerprint;
};

struct finding_rows {
	struct finding_row *v;
	size_t n;
};

struct ignored_row {
	struct finding_row finding;
	enum ignored_by by;
	struct str where;
	struct str reason;
	struct str expires;
};

struct ignored_rows {
	struct ignored_row *v;
	size_t n;
};

#endif
