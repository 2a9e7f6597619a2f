/*
 * rows.h - the report as plain rows, in the shape that is written.
 *
 * Shape:   one struct per JSON object of cudalint-report(5); the schemas in
 *          schema.c give names, order and doc.
 * Units:   layers are indices, base first; -1 is no layer.
 * Owner:   views into the report, lists in the given arena.
 * Errors:  none.
 * Source:  architecture.md 6.2.
 */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H

#include "report/report.h"
#include "report/rows_finding.h"
#include "report/rows_layer.h"

struct tool_row {
	struct str name;
	struct str version;
	struct str knowledge;
	struct pairs stale;
};

struct variant_row {
	enum outcome outcome;
	enum route route;
	struct strs stacks;
	struct str decided_by;
	struct str when;
	struct libcuda libcuda;
};

struct variant_rows {
	struct variant_row *v;
	size_t n;
};

struct prediction_row {
	struct str pool;
	int64_t nodes;
	struct str gpu;
	enum verdict verdict;
	enum outcome outcome;
	enum run_stage stage;
	enum route route;
	enum mechanism mechanism;
	struct libcuda libcuda;
	struct str message;
	struct steps because;
	struct variant_rows variants;
};

struct prediction_rows {
	struct prediction_row *v;
	size_t n;
};

struct code_row {
	struct str by; /* "files", "table"; "" nothing is known */
	struct strs sass;
	struct strs ptx;
};

struct image_row {
	struct str ref;
	struct str digest;
	struct str manifest_digest;
	struct str platform;
	struct str depth;
	enum verdict verdict;
	struct prediction_rows predictions;
	struct requirements requires_;
	struct code_row code;
	struct str gate;
	struct layer_rows layers;
	struct finding_rows findings;
	struct ignored_rows ignored;
	struct gaps gaps;
	struct what_ifs what_if;
	struct str error;
};

struct image_rows {
	struct image_row *v;
	size_t n;
};

struct report_rows {
	struct str schema;
	struct tool_row tool;
	struct image_rows images;
	struct strs notes;
};

struct report_rows rows_of(const struct report *r, struct arena *a);
void image_row_of(const struct report_image *im, const struct know *k,
                  struct arena *a, struct image_row *out);
extern const struct schema report_image_schema;

#endif
