#include "lint/weights.h"

#include <stdlib.h>

enum { PLACES_MAX = 4 };

static int by_bytes(const void *a, const void *b)
{
	const struct size_row *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	if (x->layer != y->layer)
		return x->layer < y->layer ? -1 : 1;
	return str_cmp(x->place, y->place);
}

struct weights weights_of(const struct lint_input *in, size_want *want)
{
	struct weights w = {0};

	slice_for (const struct size_row, r, in->facts->sizes.rows) {
		if (!want(r))
			continue;
		*arena_push(in->arena, &w.rows) = *r;
		w.bytes += r->bytes;
	}
	if (w.rows.n)
		qsort(w.rows.v, w.rows.n, sizeof *w.rows.v, by_bytes);
	return w;
}

bool weights_count(const struct lint_input *in, const struct rule *rule,
                   int64_t bytes)
{
	return bytes && bytes >= know_size_limit(in->know, str_c(rule->name));
}

void weights_at(const struct lint_input *in, struct finding *f,
                const struct weights *w)
{
	for (size_t i = 0; i < w->rows.n && i < PLACES_MAX; i++)
		finding_at(in, f, w->rows.v[i].layer, w->rows.v[i].place);
}
