#include "know/tables.h"

const struct branch *know_branch(const struct know *k, int64_t branch)
{
	slice_for (const struct branch, b, k->branches)
		if (b->branch == branch)
			return b;
	return NULL;
}

const struct branch *know_branch_of(const struct know *k, struct str driver)
{
	struct version v = version_lead(driver);

	return v.n ? know_branch(k, v.part[0]) : NULL;
}

static const struct driver_version *exception(const struct know *k,
                                              struct version v)
{
	if (v.n < 2)
		return NULL;
	slice_for (const struct driver_version, d, k->driver_versions)
		if (version_cmp(v, version_lead(d->version)) == 0)
			return d;
	return NULL;
}

/* The nearest known branches below and above. */
static struct cuda_range between(const struct know *k, int64_t branch)
{
	const struct branch *below = NULL, *above = NULL;
	struct cuda_range out = {.between = true};

	slice_for (const struct branch, b, k->branches) {
		if (b->branch <= branch &&
		    (!below || b->branch > below->branch))
			below = b;
		if (b->branch >= branch &&
		    (!above || b->branch < above->branch))
			above = b;
	}
	if (below) {
		out.low = below->cuda;
		out.source = below->source;
	}
	if (above)
		out.high = above->cuda;
	return out;
}

struct cuda_range know_driver_range(const struct know *k, struct str driver)
{
	struct version v = version_lead(driver);
	const struct driver_version *d = exception(k, v);
	const struct branch *b = know_branch_of(k, driver);

	if (d)
		return (struct cuda_range){d->cuda, d->cuda, false, d->source};
	if (b)
		return (struct cuda_range){b->cuda, b->cuda, false, b->source};
	return v.n ? between(k, v.part[0]) : (struct cuda_range){0};
}

struct str know_driver_cuda(const struct know *k, struct str driver,
                            struct str *source)
{
	struct cuda_range r = know_driver_range(k, driver);

	*source = (struct str){0};
	if (r.low.n == 0 || !str_eq(r.low, r.high))
		return (struct str){0};
	*source = r.source;
	if (r.between)
		*source = arena_fmt(k->lazy->arena,
		                    "the branches before and after it have "
		                    "CUDA " STR_F ": " STR_F,
		                    STR_A(r.low), STR_A(r.source));
	return r.low;
}

/* "12.8.1.012", as NGC writes it, is 12.8.1. */
static struct version release(struct str cuda)
{
	struct version v = version_lead(cuda);

	if (v.n > 3)
		v.n = 3;
	return v;
}

const struct toolkit *know_toolkit(const struct know *k, struct str cuda)
{
	struct version want = release(cuda);
	const struct toolkit *newest = NULL;

	if (want.n < 2)
		return NULL;
	slice_for (const struct toolkit, t, k->toolkits) {
		struct version v = release(t->cuda);

		if (want.n == 3 && version_cmp(v, want) == 0)
			return t;
		if (version_cmp(version_minor(v), version_minor(want)) == 0 &&
		    (!newest || version_cmp_str(t->cuda, newest->cuda) > 0))
			newest = t;
	}
	return newest;
}

struct str know_ptx_isa(const struct know *k, struct str cuda)
{
	struct version want = version_minor(release(cuda));
	struct str isa = {0};

	if (want.n < 2)
		return isa;
	slice_for (const struct toolkit, t, k->toolkits)
		if (version_cmp(version_minor(release(t->cuda)), want) <= 0 &&
		    (isa.n == 0 || version_cmp_str(t->ptx, isa) > 0))
			isa = t->ptx;
	return isa;
}

struct str know_cuda_of_ptx(const struct know *k, struct str isa)
{
	const struct toolkit *first = NULL, *newest = NULL;

	slice_for (const struct toolkit, t, k->toolkits) {
		if (!newest || version_cmp_str(t->cuda, newest->cuda) > 0)
			newest = t;
		if (version_cmp_str(t->ptx, isa) >= 0 &&
		    (!first || version_cmp_str(t->cuda, first->cuda) < 0))
			first = t;
	}
	if (first)
		return first->cuda;
	return newest ? newest->cuda : STR("");
}

/* Several releases may share one: then the oldest, which asks for least. */
const struct toolkit *know_toolkit_by_cudart(const struct know *k,
                                             struct str cudart)
{
	struct version want = release(cudart);

	if (want.n < 3)
		return NULL;
	slice_for (const struct toolkit, t, k->toolkits)
		if (t->cudart.n && version_cmp(release(t->cudart), want) == 0)
			return t;
	return NULL;
}

const struct fc_cell *know_fc(const struct know *k, struct str cuda,
                              int64_t branch)
{
	struct version want = version_minor(version_lead(cuda));

	if (want.n < 2)
		return NULL;
	slice_for (const struct fc_cell, c, k->fc)
		if (c->branch == branch &&
		    version_cmp(version_lead(c->cuda), want) == 0)
			return c;
	return NULL;
}

enum fc_support know_fc_class(const struct know *k, enum gpu_class gpu_class)
{
	slice_for (const struct fc_class, c, k->fc_classes)
		if (c->gpu_class == gpu_class)
			return c->support;
	return FCS_UNKNOWN;
}
