#include "know/check.h"
#include "know/key.h"

static struct check *at(struct check *c, const char *table, const char *list)
{
	c->table = table;
	c->list = list;
	return c;
}

static struct str number(struct check *c, int64_t n)
{
	return arena_fmt(c->a, "%lld", (long long)n);
}

static void is_of_branch(struct check *c, struct str driver, int64_t branch)
{
	struct version v = version_lead(driver);

	check_version(c, "driver", driver);
	if (v.n && v.part[0] != branch)
		check_say(c, STR_F " is not of R%lld", STR_A(driver),
		          (long long)branch);
}

static void branch_row(struct check *c, const struct branch *b,
                       const struct branch *last)
{
	check_row(c, (size_t)(b - c->k->branches.v), number(c, b->branch),
	          b->confidence, b->source);
	check_order(c, last ? (last->branch > b->branch) -
	                               (last->branch < b->branch) :
	                      0);
	check_version(c, "cuda", b->cuda);
	is_of_branch(c, b->first, b->branch);
	is_of_branch(c, b->last, b->branch);
	check_range(c, b->first, b->last);
	check_range(c, b->min_cc, b->max_cc);
	check_version(c, "min_cc", b->min_cc);
	check_version(c, "max_cc", b->max_cc);
	check_date(c, b->eol);
	if (last && version_cmp_str(last->cuda, b->cuda) > 0)
		check_say(c, "its CUDA is older than that of R%lld",
		          (long long)last->branch);
}

void check_branches(struct check *c)
{
	const struct branch *last = NULL;

	at(c, "branches", "branches");
	slice_for (const struct branch, b, c->k->branches) {
		branch_row(c, b, last);
		last = b;
	}
	at(c, "branches", "driver_versions");
	slice_for (const struct driver_version, d, c->k->driver_versions) {
		const struct branch *b = know_branch_of(c->k, d->version);

		check_row(c, (size_t)(d - c->k->driver_versions.v), d->version,
		          CONF_HIGH, d->source);
		check_version(c, "version", d->version);
		check_version(c, "cuda", d->cuda);
		if (!b)
			check_say(c, "its branch is not in branches.json");
		else if (str_eq(b->cuda, d->cuda))
			check_say(c, "it is as its branch, so no exception");
	}
}

/* The branch that a toolkit asks for has that CUDA. */
static void toolkit_driver(struct check *c, const struct toolkit *t)
{
	struct str source, cuda = know_driver_cuda(c->k, t->driver, &source);
	struct version v = version_minor(version_lead(t->cuda));

	if (cuda.n == 0)
		check_say(c,
		          "the branch of driver " STR_F
		          " is not in branches.json",
		          STR_A(t->driver));
	else if (version_cmp(version_lead(cuda), v) < 0)
		check_say(c, "driver " STR_F " has CUDA " STR_F " only",
		          STR_A(t->driver), STR_A(cuda));
}

static void toolkit_row(struct check *c, const struct toolkit *t,
                        const struct toolkit *last)
{
	check_row(c, (size_t)(t - c->k->toolkits.v), t->cuda, t->confidence,
	          t->source);
	check_order(c, last ? version_cmp_str(last->cuda, t->cuda) : 0);
	check_version(c, "cuda", t->cuda);
	check_version(c, "cudart", t->cudart);
	check_version(c, "driver", t->driver);
	check_version(c, "windows", t->windows);
	check_version(c, "floor", t->floor);
	check_version(c, "ptx", t->ptx);
	check_version(c, "compat", t->compat);
	check_range(c, t->floor, t->driver);
	toolkit_driver(c, t);
	if (last && version_cmp_str(last->ptx, t->ptx) > 0)
		check_say(c, "its PTX ISA is older than that of " STR_F,
		          STR_A(last->cuda));
	if (t->cudart.n &&
	    version_lead(t->cudart).part[0] != version_lead(t->cuda).part[0])
		check_say(c, "cudart " STR_F " is of another major version",
		          STR_A(t->cudart));
}

void check_toolkits(struct check *c)
{
	const struct toolkit *last = NULL;

	at(c, "toolkits", "toolkits");
	slice_for (const struct toolkit, t, c->k->toolkits) {
		toolkit_row(c, t, last);
		last = t;
	}
}

static int fc_order(const struct fc_cell *a, const struct fc_cell *b)
{
	int order = version_cmp_str(a->cuda, b->cuda);

	return order ? order :
	               (a->branch > b->branch) - (a->branch < b->branch);
}

static void fc_row(struct check *c, const struct fc_cell *f,
                   const struct fc_cell *last)
{
	const struct branch *b = know_branch(c->k, f->branch);
	bool newer = b && version_cmp_str(b->cuda, f->cuda) >= 0;

	check_row(c, (size_t)(f - c->k->fc.v),
	          arena_fmt(c->a, STR_F " on R%lld", STR_A(f->cuda),
	                    (long long)f->branch),
	          f->confidence, f->source);
	check_order(c, last ? fc_order(last, f) : 0);
	check_toolkit(c, f->cuda);
	check_branch(c, f->branch);
	if (f->compatible == FC_UNKNOWN)
		check_say(c, "says nothing");
	if (f->compatible == FC_YES && newer)
		check_say(c, "yes, but the branch has CUDA " STR_F " itself",
		          STR_A(b->cuda));
}

void check_forward_compat(struct check *c)
{
	const struct fc_cell *last = NULL;
	unsigned seen = 0;

	at(c, "forward-compat", "cells");
	slice_for (const struct fc_cell, f, c->k->fc) {
		fc_row(c, f, last);
		last = f;
	}
	at(c, "forward-compat", "classes");
	slice_for (const struct fc_class, f, c->k->fc_classes) {
		bool consumer = f->gpu_class == CLASS_GEFORCE ||
		                f->gpu_class == CLASS_TITAN ||
		                f->gpu_class == CLASS_NVS ||
		                f->gpu_class == CLASS_MINING;

		check_row(c, (size_t)(f - c->k->fc_classes.v),
		          str_c(gpu_class_names[f->gpu_class]), CONF_HIGH,
		          f->source);
		if (seen & 1U << f->gpu_class)
			check_say(c, "stands there twice");
		seen |= 1U << f->gpu_class;
		if (consumer && f->support != FCS_NO)
			check_say(c, "no consumer GPU runs a compat libcuda");
	}
}

static void gpu_facts(struct check *c, struct str cc, enum gpu_class gpu_class,
                      struct str arch)
{
	if (!know_arch(c->k, cc))
		check_say(c,
		          "compute capability " STR_F " is not in arches.json",
		          STR_A(cc));
	if (gpu_class == CLASS_UNKNOWN)
		check_say(c, "class is unknown");
	if (arch.n && !str_eq(arch, STR("arm64")) &&
	    !str_eq(arch, STR("amd64")))
		check_say(c, "arch '" STR_F "' is none", STR_A(arch));
}

/* The same key twice would make one of the rows unreachable. */
static void gpu_key(struct check *c, const struct gpu *g)
{
	struct key mine, other;

	if (!key_parse(g->name, &mine))
		check_say(c, "the name is too long");
	for (const struct gpu *o = c->k->gpus.v; o < g; o++)
		if (str_eq(o->cc, g->cc) && key_parse(o->name, &other) &&
		    str_eq(key_str(&mine), key_str(&other)))
			check_say(c, "stands there twice");
}

static bool is_gpu(const struct know *k, struct str name)
{
	slice_for (const struct gpu, g, k->gpus)
		if (str_eq(g->name, name))
			return true;
	return false;
}

static void check_memories(struct check *c)
{
	at(c, "gpus", "memories");
	slice_for (const struct gpu_memory, m, c->k->memories) {
		check_row(c, (size_t)(m - c->k->memories.v), m->name,
		          m->confidence, m->source);
		if (!is_gpu(c->k, m->name))
			check_say(c, "no such GPU");
		if (m->gib < 10 || m->power < 1)
			check_say(c, "want 10 GiB or more, and some power");
	}
}

void check_gpus(struct check *c)
{
	at(c, "gpus", "gpus");
	slice_for (const struct gpu, g, c->k->gpus) {
		check_row(c, (size_t)(g - c->k->gpus.v), g->name, g->confidence,
		          g->source);
		gpu_facts(c, g->cc, g->gpu_class, g->arch);
		gpu_key(c, g);
		if (!know_brand(c->k, g->brand))
			check_say(c, "brand '" STR_F "' is not in brands.json",
			          STR_A(g->brand));
		if (g->gpu_class == CLASS_GEFORCE &&
		    !know_class_may_have(c->k, g->gpu_class, g->brand))
			check_say(c, "a GeForce of brand '" STR_F "'",
			          STR_A(g->brand));
	}
	at(c, "gpus", "vgpu_boards");
	slice_for (const struct vgpu_board, b, c->k->vgpu_boards) {
		check_row(c, (size_t)(b - c->k->vgpu_boards.v), b->name,
		          b->confidence, b->source);
		gpu_facts(c, b->cc, b->gpu_class, b->arch);
	}
	check_memories(c);
}

static void sold(struct check *c)
{
	at(c, "brands", "sold");
	slice_for (const struct sold, s, c->k->sold) {
		check_row(c, (size_t)(s - c->k->sold.v),
		          str_c(gpu_class_names[s->gpu_class]), CONF_HIGH,
		          s->source);
		if (s->words.n == 0)
			check_say(c, "no words");
		slice_for (const struct str, w, s->words)
			if (!know_brand(c->k, *w))
				check_say(c, "'" STR_F "' is no brand",
				          STR_A(*w));
	}
}

void check_brands(struct check *c)
{
	sold(c);
	at(c, "brands", "brands");
	slice_for (const struct brand, b, c->k->brands) {
		check_row(c, (size_t)(b - c->k->brands.v), b->word, CONF_HIGH,
		          b->source);
		if (know_brand(c->k, b->word) != b ||
		    know_brand_by_value(c->k, b->value) != b)
			check_say(c, "stands there twice");
		if (b->value < 0)
			check_say(c, "value is negative");
	}
	at(c, "brands", "shifts");
	slice_for (const struct brand_shift, s, c->k->brand_shifts) {
		check_row(c, (size_t)(s - c->k->brand_shifts.v), s->now,
		          CONF_HIGH, s->source);
		if (!know_brand(c->k, s->now) || !know_brand(c->k, s->then))
			check_say(c, "a word that is not in the table");
		check_branch(c, s->until);
		check_branch(c, s->from);
		if (s->until >= s->from)
			check_say(c, "until is not before from");
	}
}

/* In the order of the program's own list, none left out. */
static void changes(struct check *c)
{
	at(c, "stacks", "changes");
	slice_for (const struct change, ch, c->k->changes) {
		check_row(c, (size_t)(ch - c->k->changes.v),
		          str_c(change_names[ch->what]), CONF_HIGH, ch->source);
		check_version(c, "version", ch->version);
		if (c->row != (size_t)ch->what)
			check_say(c, "out of order, or one before is missing");
	}
	if (c->k->changes.n < CHANGE_N)
		check_say(c, "%s is missing", change_names[c->k->changes.n]);
}

void check_stacks(struct check *c)
{
	changes(c);
	at(c, "stacks", "stacks");
	slice_for (const struct stack, s, c->k->stacks) {
		check_row(c, (size_t)(s - c->k->stacks.v), s->id, CONF_HIGH,
		          s->source);
		check_version(c, "toolkit_min", s->toolkit_min);
		check_version(c, "toolkit_max", s->toolkit_max);
		check_range(c, s->toolkit_min, s->toolkit_max);
		if (s->mechanism == MECH_UNKNOWN)
			check_say(c, "mechanism is unknown");
		for (const struct stack *o = c->k->stacks.v; o < s; o++)
			if (str_eq(o->id, s->id))
				check_say(c, "stands there twice");
	}
}
