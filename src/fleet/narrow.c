#include "fleet/narrow.h"

bool narrow_is_same(const struct sight_gpu *a, const struct sight_gpu *b)
{
	return str_eq(a->product, b->product) && str_eq(a->brand, b->brand) &&
	       str_eq(a->cc, b->cc) && a->memory == b->memory &&
	       a->power == b->power;
}

/* What the tables say of it, it need not say itself. */
struct fleet_gpu narrow_gpu(const struct know *k, const struct sight_gpu *g,
                            struct arena *a)
{
	struct fleet_gpu out = {.product = g->product};

	if (g->cc.n && !know_gpu(k, g->product, a).gpu)
		out.compute_capability = g->cc;
	return out;
}
