#include "fleet/alike.h"

bool gpu_is_alike(const struct fleet_gpu *a, const struct fleet_gpu *b)
{
	return str_eq(a->product, b->product) && str_eq(a->brand, b->brand) &&
	       a->gpu_class == b->gpu_class &&
	       str_eq(a->compute_capability, b->compute_capability);
}

bool pool_is_alike(const struct pool *a, const struct pool *b)
{
	const struct container *x = &a->container, *y = &b->container;

	if (a->gpus.n != b->gpus.n || a->os != b->os ||
	    a->cuda_given != b->cuda_given || !str_eq(a->driver, b->driver) ||
	    !str_eq(a->cuda, b->cuda) || !str_eq(a->arch, b->arch) ||
	    a->fabric != b->fabric || a->visible != b->visible)
		return false;
	for (size_t i = 0; i < a->gpus.n; i++)
		if (a->gpus.v[i].count != b->gpus.v[i].count ||
		    !gpu_is_alike(&a->gpus.v[i], &b->gpus.v[i]))
			return false;
	return x->engine == y->engine && str_eq(x->docker, y->docker) &&
	       str_eq(x->toolkit, y->toolkit) && x->request == y->request &&
	       x->mode == y->mode && x->compat_mode == y->compat_mode &&
	       x->host_family == y->host_family;
}

uint64_t pool_hash(const struct pool *p)
{
	uint64_t h = str_hash(p->driver) ^ str_hash(p->cuda) << 1 ^
	             str_hash(p->container.toolkit) << 2;

	slice_for (struct fleet_gpu, g, p->gpus)
		h = h * 31 + str_hash(g->product) + (uint64_t)g->count;
	return h;
}
