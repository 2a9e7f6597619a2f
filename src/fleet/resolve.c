#include "fleet/profile.h"

/* What the product line alone tells when the model is not known. */
static void by_line(struct fleet_gpu *gpu, const struct know *k)
{
	if ((gpu->gpu_class == CLASS_UNKNOWN ||
	     gpu->gpu_class == CLASS_GEFORCE) &&
	    str_contains(gpu->product, STR("GeForce"))) {
		gpu->gpu_class = CLASS_GEFORCE;
		gpu->table_brand = know_class_brand(k, CLASS_GEFORCE);
		gpu->table_source = STR("the product line in its name");
	}
}

static void by_row(struct fleet_gpu *gpu, const struct gpu *row)
{
	gpu->table_brand = row->brand;
	gpu->table_source = row->source;
	if (!gpu->cc_given)
		gpu->compute_capability = row->cc;
	if (!gpu->class_given)
		gpu->gpu_class = row->gpu_class;
}

static struct str described(const struct fleet_gpu *gpu, struct arena *a)
{
	return arena_fmt(a, "%s GPU of compute capability " STR_F,
	                 gpu_class_names[gpu->gpu_class],
	                 STR_A(gpu->compute_capability));
}

/* Says in *arch what CPU the GPU is soldered to, if any. */
static void resolve_gpu(struct fleet_gpu *gpu, const struct know *k,
                        struct arena *a, struct str *arch)
{
	struct gpu_lookup found = know_gpu(k, gpu->product, a);

	gpu->name = gpu->product;
	gpu->candidates = found.candidates;
	if (found.gpu) {
		by_row(gpu, found.gpu);
		if (found.match == GPU_EXACT) /* else one of several */
			gpu->name = found.gpu->name;
		if (found.gpu->arch.n)
			*arch = found.gpu->arch;
	} else {
		by_line(gpu, k);
	}
	if (gpu->gpu_class == CLASS_JETSON || gpu->gpu_class == CLASS_SPARK)
		*arch = STR("arm64");
	if (gpu->name.n == 0)
		gpu->name = described(gpu, a);
	gpu->known = gpu->gpu_class != CLASS_UNKNOWN &&
	             gpu->compute_capability.n > 0;
}

static void resolve_pool(struct pool *p, const struct know *k, struct arena *a)
{
	struct str arch = STR("amd64");

	slice_for (struct fleet_gpu, gpu, p->gpus)
		resolve_gpu(gpu, k, a, &arch);
	if (!p->arch_given)
		p->arch = arch;
	if (p->cuda_given)
		p->cuda_source = STR("the fleet profile");
	else
		p->cuda = know_driver_cuda(k, p->driver, &p->cuda_source);
}

void profile_resolve(struct fleet *f, const struct know *k, struct arena *a)
{
	slice_for (struct pool, p, f->pools)
		resolve_pool(p, k, a);
}
