#include "report/rows_layer.h"

#include <stdlib.h>

static int by_weight(const void *a, const void *b)
{
	const struct component_row *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return (int)x->name - (int)y->name;
}

struct component_rows component_rows_of(const struct image_facts *f,
                                        int64_t layer, struct arena *a)
{
	struct component_row sums[COMPONENT_N] = {0};
	struct component_rows out = {0};

	slice_for (const struct size_row, r, f->sizes.rows) {
		if (layer != EVERY_LAYER && r->layer != layer)
			continue;
		sums[r->component].bytes += r->bytes;
		sums[r->component].hidden += r->hidden_by ? r->bytes : 0;
	}
	for (int c = COMPONENT_NONE + 1; c < COMPONENT_N; c++) {
		sums[c].name = (enum component)c;
		if (sums[c].bytes)
			*arena_push(a, &out) = sums[c];
	}
	if (out.n)
		qsort(out.v, out.n, sizeof *out.v, by_weight);
	return out;
}

static int64_t hidden_of(const struct image_facts *f, int64_t layer)
{
	int64_t sum = 0;

	slice_for (const struct size_row, r, f->sizes.rows)
		if (r->layer == layer && r->hidden_by)
			sum += r->bytes;
	return sum;
}

struct layer_rows layer_rows_of(const struct image_facts *f, struct arena *a)
{
	struct layer_rows out = {0};

	slice_for (const struct layer_fact, l, f->layers) {
		int64_t i = l - f->layers.v;

		*arena_push(a, &out) = (struct layer_row){
			.index = i,
			.diff_id = l->diff_id,
			.created_by = l->created_by,
			.bytes = l->bytes,
			.files = l->files,
			.hidden = hidden_of(f, i),
			.components = component_rows_of(f, i, a),
		};
	}
	return out;
}
