#include "know/card.h"

/* Toolkits of this API's major that ask for no newer driver. */
static void add_minor(const struct know *k, struct card *c, struct str driver,
                      struct str api)
{
	struct version last = {0};

	slice_for (const struct toolkit, t, k->toolkits) {
		bool same = version_lead(t->cuda).part[0] ==
		            version_lead(api).part[0];

		if (same && t->floor.n && version_cmp_str(t->cuda, api) > 0 &&
		    version_cmp_str(t->driver, driver) > 0 &&
		    version_cmp_str(t->floor, driver) <= 0)
			last = version_lead(t->cuda);
	}
	if (last.n)
		card_add(c, "minor",
		         "CUDA %u.%u and older of that major, by minor-version "
		         "compatibility",
		         last.part[0], last.part[1]);
}

static struct str package_name(struct arena *a, struct str cuda)
{
	struct version v = version_lead(cuda);

	return arena_fmt(a, "cuda-compat-%u-%u", v.part[0], v.part[1]);
}

/* The compat packages whose verdict on this branch is want. */
static struct strs packages_on(const struct know *k, const struct card *c,
                               int64_t branch, enum fc_verdict want)
{
	struct strs out = {0};

	slice_for (const struct fc_cell, cell, k->fc)
		if (cell->branch == branch && cell->compatible == want)
			*arena_push(c->arena, &out) =
				package_name(c->arena, cell->cuda);
	return out;
}

static void add_branch(const struct know *k, struct card *c,
                       const struct branch *b)
{
	card_add(c, "branch", "R%lld, " STR_F " to " STR_F,
	         (long long)b->branch, STR_A(b->first), STR_A(b->last));
	if (b->eol.n)
		card_add(c, "end of life", STR_F, STR_A(b->eol));
	if (b->min_cc.n)
		card_add(c, "GPUs", "compute capability " STR_F " to " STR_F,
		         STR_A(b->min_cc), STR_A(b->max_cc));
	card_add_list(c, "forward", packages_on(k, c, b->branch, FC_YES));
	card_add_list(c, "not forward", packages_on(k, c, b->branch, FC_NO));
	card_add(c, "confidence", "%s", confidence_names[b->confidence]);
}

static const struct driver_version *exception(const struct know *k,
                                              struct version v)
{
	slice_for (const struct driver_version, d, k->driver_versions)
		if (v.n > 1 && version_cmp(v, version_lead(d->version)) == 0)
			return d;
	return NULL;
}

/* No branch of that number: what its neighbours leave open. */
static void say_range(const struct know *k, struct card *c, struct str driver)
{
	struct cuda_range r = know_driver_range(k, driver);

	if (r.low.n && r.high.n)
		c->why = arena_fmt(c->arena,
		                   "not in the tables; by the branches around "
		                   "it CUDA " STR_F " to " STR_F,
		                   STR_A(r.low), STR_A(r.high));
	else if (r.low.n)
		c->why = arena_fmt(c->arena,
		                   "not in the tables; newer than all in them, "
		                   "so CUDA " STR_F " or newer",
		                   STR_A(r.low));
}

/* A branch says first and last; its CUDA holds for all. */
static void say_outside(struct card *c, struct str driver,
                        const struct branch *b)
{
	bool newer = version_cmp_str(driver, b->last) > 0;

	if (version_lead(driver).n < 2 ||
	    (!newer && version_cmp_str(driver, b->first) >= 0))
		return;
	card_interpolate(c,
	                 STR_F " is %s known of R%lld; what is said is that of "
	                       "the branch",
	                 STR_A(driver),
	                 newer ? "newer than the last" : "older than the first",
	                 (long long)b->branch);
}

void card_driver(const struct know *k, struct card *c)
{
	struct str driver =
		str_has_prefix(c->key, STR("R")) ? str_from(c->key, 1) : c->key;
	const struct branch *b = know_branch_of(k, driver);
	const struct driver_version *d = exception(k, version_lead(driver));
	struct str source, api = know_driver_cuda(k, driver, &source);

	if (!b) {
		say_range(k, c, driver);
		return;
	}
	if (d)
		card_row(c, "driver_versions", d, d->source);
	else
		card_row(c, "branches", b, b->source);
	card_add(c, "native", "CUDA " STR_F " and older%s", STR_A(api),
	         d ? ", unlike the rest of its branch" : "");
	add_minor(k, c, driver, api);
	add_branch(k, c, b);
	if (!d)
		say_outside(c, driver, b);
}

static struct strs branches_of(const struct know *k, const struct card *c,
                               struct str cuda, enum fc_verdict want)
{
	struct version minor = version_minor(version_lead(cuda));
	struct strs out = {0};

	slice_for (const struct fc_cell, cell, k->fc)
		if (cell->compatible == want &&
		    version_cmp(version_lead(cell->cuda), minor) == 0)
			*arena_push(c->arena, &out) =
				arena_fmt(c->arena, "R%lld",
			                  (long long)cell->branch);
	return out;
}

static void add_compat(const struct know *k, struct card *c,
                       const struct toolkit *t)
{
	if (t->compat.n)
		card_add(c, "compat", STR_F ", libcuda " STR_F " at release",
		         STR_A(package_name(c->arena, t->cuda)),
		         STR_A(t->compat));
	card_add_list(c, "forward", branches_of(k, c, t->cuda, FC_YES));
	card_add_list(c, "not forward", branches_of(k, c, t->cuda, FC_NO));
	card_add_list(c, "not needed",
	              branches_of(k, c, t->cuda, FC_NOT_NEEDED));
}

static struct strs releases(const struct know *k, const struct card *c,
                            struct str cuda)
{
	struct version minor = version_minor(version_lead(cuda));
	struct strs out = {0};

	slice_for (const struct toolkit, t, k->toolkits)
		if (version_cmp(version_minor(version_lead(t->cuda)), minor) ==
		    0)
			*arena_push(c->arena, &out) = t->cuda;
	return out;
}

void card_cuda(const struct know *k, struct card *c)
{
	const struct toolkit *t = know_toolkit(k, c->key);
	struct version asked = version_lead(c->key);
	struct strs all;

	if (!t)
		return;
	all = releases(k, c, t->cuda);
	card_row(c, "toolkits", t, t->source);
	card_add(c, "release", STR_F, STR_A(t->cuda));
	if (all.n > 1)
		card_add_list(c, "releases", all);
	card_add(c, "native", "driver " STR_F " or newer (Linux)",
	         STR_A(t->driver));
	if (t->windows.n)
		card_add(c, "Windows", "driver " STR_F " or newer",
		         STR_A(t->windows));
	if (t->floor.n)
		card_add(c, "minor",
		         "driver " STR_F
		         " or newer, by minor-version compatibility",
		         STR_A(t->floor));
	card_add(c, "PTX ISA", STR_F, STR_A(t->ptx));
	if (t->cudart.n)
		card_add(c, "cudart", STR_F, STR_A(t->cudart));
	add_compat(k, c, t);
	card_add(c, "confidence", "%s", confidence_names[t->confidence]);
	if (asked.n > 2 && version_cmp(asked, version_lead(t->cuda)) != 0)
		card_interpolate(c,
		                 STR_F " is not in the tables; this is " STR_F,
		                 STR_A(c->key), STR_A(t->cuda));
}

void card_compat(const struct know *k, struct card *c)
{
	struct str cuda, branch;
	const struct fc_cell *cell;

	(void)str_cut(c->key, ' ', &cuda, &branch);
	if (str_has_prefix(branch, STR("R")))
		branch = str_from(branch, 1);
	cell = know_fc(k, cuda, (int64_t)version_lead(branch).part[0]);
	if (!cell)
		return;
	card_row(c, "cells", cell, cell->source);
	card_add_members(c);
}

void card_class(const struct know *k, struct card *c)
{
	slice_for (const struct fc_class, f, k->fc_classes)
		if (str_eq(str_c(gpu_class_names[f->gpu_class]), c->key)) {
			card_row(c, "classes", f, f->source);
			card_add_members(c);
			return;
		}
}
