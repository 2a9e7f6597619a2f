#include "fleet/narrow.h"

bool narrow_is_same(const struct sight_gpu *a, const struct sight_gpu *b)
{
	return str_eq(a->product, b->product) && str_eq(a->brand, b->brand) &&
	       str_eq(a->cc, b->cc) && a->memory == b->memory &&
	       a->power == b->power;
}

/* In all that a prediction depends on. */
static bool are_alike(const struct know *k, struct strs names, struct arena *a,
                      const struct gpu **first)
{
	*first = NULL;
	slice_for (const struct str, name, names) {
		const struct gpu *g = know_gpu(k, *name, a).gpu;

		if (!*first)
			*first = g;
		if (!g || !str_eq(g->cc, (*first)->cc) ||
		    g->gpu_class != (*first)->gpu_class ||
		    !str_eq(g->brand, (*first)->brand) ||
		    !str_eq(g->arch, (*first)->arch))
			return false;
	}
	return *first != NULL;
}

static void complete(const struct know *k, struct strs names, struct arena *a,
                     struct fleet_gpu *out)
{
	const struct gpu *alike;

	if (names.n == 1)
		out->product = names.v[0];
	else if (are_alike(k, names, a, &alike)) {
		out->compute_capability = alike->cc;
		out->gpu_class = alike->gpu_class;
	} else
		out->candidates = names;
}

struct fleet_gpu narrow_gpu(const struct know *k, const struct sight_gpu *g,
                            struct str driver, struct arena *a)
{
	struct fleet_gpu out = {.product = g->product};
	struct gpu_lookup found = know_gpu(k, g->product, a);

	if (found.gpu) /* what the tables say, it need not */
		return out;
	complete(k, know_gpu_cut(k, g->product, g->memory, g->power, driver, a),
	         a, &out);
	if (g->cc.n && out.compute_capability.n == 0)
		out.compute_capability = g->cc;
	return out;
}
