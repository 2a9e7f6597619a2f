/*
 * rows_layer.h - layers as rows of the report.
 *
 * Shape:   as rows.h: one struct per JSON object of cudalint-report(5).
 * Units:   bytes of files, unpacked; layers are indices, base first.
 * Owner:   as rows.h.
 * Errors:  none.
 * Source:  architecture.md 6.2; model 17.
 */
#ifndef REPORT_ROWS_LAYER_H
#define REPORT_ROWS_LAYER_H

#include "facts/facts.h"

/* A component, in a layer or in the whole image. */
struct component_row {
	enum component name;
	int64_t bytes;
	int64_t hidden; /* of these */
};

struct component_rows {
	struct component_row *v;
	size_t n;
};

struct layer_row {
	int64_t index;
	struct str diff_id;
	struct str created_by;
	int64_t bytes, files;
	int64_t hidden; /* of the bytes */
	struct component_rows components;
};

struct layer_rows {
	struct layer_row *v;
	size_t n;
};

enum { EVERY_LAYER = -1 };

/* What that layer brought, the heaviest first. */
struct component_rows component_rows_of(const struct image_facts *f,
                                        int64_t layer, struct arena *a);
struct layer_rows layer_rows_of(const struct image_facts *f, struct arena *a);

#endif
