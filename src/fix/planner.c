#include "fix/planner.h"

#include "fix/after.h"

#include <stdlib.h>

struct planner {
	const struct fix_input *in;
	struct arena *arena;
	struct actions actions;
	struct plans all;
	size_t failing;
	size_t read, predicted; /* so far, in all */
};

static int rank(enum verdict v)
{
	switch (v) {
	case VERDICT_PASS:
		return 0;
	case VERDICT_UNKNOWN:
		return 1;
	case VERDICT_WARN:
		return 2;
	case VERDICT_FAIL:
	case VERDICT_N:
		break;
	}
	return 3;
}

/* An open choice of torch is today's, and today it fails. */
static bool is_open_failure(const struct fix_input *in,
                            const struct prediction *p)
{
	if (p->verdict != VERDICT_UNKNOWN)
		return false;
	slice_for (const struct finding, f, *in->findings) {
		if (f->rule != &rule_torch_unpinned)
			continue;
		slice_for (const struct str, name, f->pools)
			if (str_eq(*name, p->pool->name))
				return true;
	}
	return false;
}

static bool is_bad(const struct fix_input *in, const struct prediction *p)
{
	return p->verdict == VERDICT_FAIL || p->verdict == VERDICT_WARN ||
	       is_open_failure(in, p);
}

/* The better of two builds: whoever runs it takes the one that works. */
static const struct prediction *better(const struct plan *p, size_t i)
{
	const struct prediction *first = &p->predictions.v[i];

	if (i < p->second.n &&
	    rank(p->second.v[i].verdict) < rank(first->verdict))
		return &p->second.v[i];
	return first;
}

/* All lists come from the same fleet in the same order. */
static void compare(struct planner *pl, struct plan *p)
{
	const struct predictions *before = pl->in->before;

	for (size_t i = 0; i < before->n && i < p->predictions.n; i++) {
		struct flip f = {&before->v[i], better(p, i), false, false};

		f.cured = is_bad(pl->in, f.before) &&
		          f.after->verdict == VERDICT_PASS;
		f.broken = rank(f.after->verdict) > rank(f.before->verdict);
		p->cured += f.cured;
		p->broken += f.broken;
		*arena_push(pl->arena, &p->flips) = f;
	}
}

static struct predictions predict(struct planner *pl,
                                  const struct image_facts *f)
{
	struct predict_input in = {.facts = f, .know = pl->in->know};
	struct predictions all = {0};

	predict_fleet(&in, pl->in->fleet, pl->arena, &all);
	return all;
}

/* With an argument that is not set, the image is what it was. */
static void predict_builds(struct planner *pl, struct plan *p,
                           const struct image_facts *f)
{
	for (size_t i = 0; i < p->actions_n; i++)
		if (p->action[i]->setting.key.n)
			p->setting = p->action[i]->setting;
	p->after = f;
	if (p->setting.key.n) {
		p->after = pl->in->facts;
		p->second = predict(pl, f);
	}
	p->predictions = predict(pl, p->after);
	compare(pl, p);
}

static struct str broken_pools(struct planner *pl, const struct plan *p)
{
	struct str list = {0};

	slice_for (struct flip, f, p->flips)
		if (f->broken)
			list = arena_fmt(pl->arena, STR_F "%s" STR_F,
			                 STR_A(list), list.n ? ", " : "",
			                 STR_A(f->after->pool->name));
	return list;
}

/* Files and fleets may be large; what is tried is bounded by their size. */
static bool is_spent(struct planner *pl, const struct plan *p)
{
	for (size_t i = 0; i < p->actions_n; i++)
		if (!p->action[i]->effect) {
			pl->read += pl->in->docker_input->file->bytes.n;
			break;
		}
	pl->predicted += pl->in->before->n;
	return pl->read > PLAN_READ_MAX || pl->predicted > PLAN_PREDICTIONS_MAX;
}

static bool becomes_unknown(const struct plan *p)
{
	slice_for (struct flip, f, p->flips)
		if (f->before->verdict != VERDICT_UNKNOWN &&
		    f->after->verdict == VERDICT_UNKNOWN)
			return true;
	return false;
}

static void judge(struct planner *pl, struct plan *p)
{
	const struct image_facts *f;
	struct err err = {0};

	if (is_spent(pl, p)) {
		p->refused = STR("not tried: a file or fleet of this size "
		                 "would take too long");
		return;
	}
	if (facts_after(pl->in, p, pl->arena, &f, &err)) {
		p->refused = arena_str(pl->arena, str_c(err.msg));
		return;
	}
	predict_builds(pl, p, f);
	if (p->broken)
		p->refused = arena_fmt(pl->arena, "worse for " STR_F,
		                       STR_A(broken_pools(pl, p)));
	else if (p->cured == 0)
		p->refused =
			becomes_unknown(p) ?
				STR("whether it cures a pool is not known; "
		                    "`cudalint dockerfile` says what could "
		                    "not be seen") :
				STR("it cures no pool");
}

static void try_one(struct planner *pl, const struct action *a)
{
	struct plan p = {.action = {a}, .actions_n = 1, .grade = a->grade};

	p.edits = a->edits;
	p.refused = a->refused;
	if (p.refused.n == 0)
		judge(pl, &p);
	*arena_push(pl->arena, &pl->all) = p;
}

/* Two cures of one kind are two ways to do the same. */
static bool fit(struct planner *pl, const struct action *a,
                const struct action *b, struct plan *p)
{
	*p = (struct plan){.action = {a, b}, .actions_n = 2};
	p->grade = a->grade > b->grade ? a->grade : b->grade;
	return a->kind != b->kind && a->refused.n == 0 && b->refused.n == 0 &&
	       a->setting.key.n == 0 && b->setting.key.n == 0 &&
	       edits_join(pl->arena, &a->edits, &b->edits, &p->edits);
}

static size_t cured_by(const struct planner *pl, const struct action *a)
{
	slice_for (struct plan, p, pl->all)
		if (p->actions_n == 1 && p->action[0] == a)
			return p->refused.n ? 0 : p->cured;
	return 0;
}

static void try_pairs(struct planner *pl)
{
	const struct actions *actions = &pl->actions;

	for (size_t i = 0; i < actions->n; i++)
		for (size_t j = i + 1; j < actions->n; j++) {
			const struct action *a = &actions->v[i];
			const struct action *b = &actions->v[j];
			size_t alone = cured_by(pl, a), other = cured_by(pl, b);
			struct plan p;

			if (other > alone)
				alone = other;
			if (pl->all.n >= PLANS_MAX || alone == pl->failing ||
			    !fit(pl, a, b, &p))
				continue;
			judge(pl, &p);
			if (p.refused.n == 0 && p.cured <= alone)
				p.refused = STR("one of the two does as much");
			*arena_push(pl->arena, &pl->all) = p;
		}
}

static size_t distance(const struct plan *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->actions_n; i++)
		n += p->action[i]->distance;
	return n;
}

/* Pools cured, grade, number of actions, how far they go, size. */
static int by_worth(const void *x, const void *y)
{
	const struct plan *a = x, *b = y;
	size_t as = edits_size(&a->edits), bs = edits_size(&b->edits);

	if (a->cured != b->cured)
		return a->cured > b->cured ? -1 : 1;
	if (a->grade != b->grade)
		return a->grade < b->grade ? -1 : 1;
	if (a->actions_n != b->actions_n)
		return a->actions_n < b->actions_n ? -1 : 1;
	if (distance(a) != distance(b))
		return distance(a) < distance(b) ? -1 : 1;
	return as < bs ? -1 : as > bs;
}

static void sort_out(struct planner *pl, struct advice *out)
{
	slice_for (struct plan, p, pl->all)
		*arena_push(pl->arena,
		            p->refused.n ? &out->dropped : &out->plans) = *p;
	if (out->plans.n)
		qsort(out->plans.v, out->plans.n, sizeof *out->plans.v,
		      by_worth);
}

static bool has_kind(const struct plan *p, enum action_kind kind)
{
	for (size_t i = 0; i < p->actions_n; i++)
		if (p->action[i]->kind == kind)
			return true;
	return false;
}

/* One action more, if that cures more. */
static bool extend(struct planner *pl, struct plan *best)
{
	slice_for (struct action, a, pl->actions) {
		struct plan p = {.actions_n = best->actions_n};

		if (a->refused.n || a->grade > pl->in->limit ||
		    a->setting.key.n || best->setting.key.n ||
		    p.actions_n == PLAN_ACTIONS_MAX ||
		    has_kind(best, a->kind) ||
		    !edits_join(pl->arena, &best->edits, &a->edits, &p.edits))
			continue;
		for (size_t i = 0; i < p.actions_n; i++)
			p.action[i] = best->action[i];
		p.action[p.actions_n++] = a;
		p.grade = a->grade > best->grade ? a->grade : best->grade;
		judge(pl, &p);
		if (p.refused.n || p.cured <= best->cured)
			continue;
		*best = p;
		return true;
	}
	return false;
}

/* What is applied: the best that the limit allows, with all that helps. */
static void choose(struct planner *pl, struct advice *out)
{
	out->best = NULL;
	slice_for (struct plan, p, out->plans) {
		struct plan *best = arena_new(pl->arena, struct plan);

		if (p->grade > pl->in->limit || p->refused.n)
			continue;
		*best = *p;
		while (best->cured < pl->failing && extend(pl, best))
			;
		out->from = p;
		out->best = best;
		return;
	}
}

/* Left as it is, or by the best plan: does this pool still fail? */
static const struct prediction *left(const struct fix_input *in,
                                     const struct advice *out, size_t i)
{
	if (out->best)
		return i < out->best->flips.n ? out->best->flips.v[i].after :
		                                NULL;
	return i < in->before->n ? &in->before->v[i] : NULL;
}

static void add_name(struct arena *a, struct strs *names, struct str name)
{
	slice_for (struct str, n, *names)
		if (str_eq(*n, name))
			return;
	*arena_push(a, names) = name;
}

/* Pools that a plan serves out of those that are left; how many. */
static size_t serves(struct planner *pl, const struct advice *out,
                     const struct plan *p, struct strs *names)
{
	size_t n = 0;

	for (size_t i = 0; i < p->predictions.n; i++) {
		const struct prediction *now = left(pl->in, out, i);

		if (!now || !is_bad(pl->in, now) ||
		    p->predictions.v[i].verdict != VERDICT_PASS)
			continue;
		add_name(pl->arena, names, now->pool->name);
		n++;
	}
	return n;
}

/* What cures the rest may break what passes: then it takes two builds. */
static void split(struct planner *pl, struct advice *out)
{
	const struct plan *best = NULL;
	struct split first = {.plan = out->best};
	struct split second = {0};
	size_t most = 0;

	slice_for (struct plan, p, out->dropped) {
		struct strs names = {0};
		size_t n = serves(pl, out, p, &names);

		if (n <= most)
			continue;
		most = n;
		best = p;
		second.pools = names;
	}
	if (!best)
		return;
	second.plan = best;
	for (size_t i = 0; i < pl->in->before->n; i++) {
		const struct prediction *now = left(pl->in, out, i);

		if (now && now->verdict == VERDICT_PASS)
			add_name(pl->arena, &first.pools, now->pool->name);
	}
	*arena_push(pl->arena, &out->splits) = first;
	*arena_push(pl->arena, &out->splits) = second;
}

static bool raised(const struct advice *out, const struct pool *pool)
{
	slice_for (struct raise, r, out->raises)
		if (r->pool == pool)
			return true;
	return false;
}

static void raise_drivers(struct planner *pl, struct advice *out)
{
	struct predict_input in = {.facts = out->best ? out->best->after :
	                                                pl->in->facts,
	                           .know = pl->in->know};

	for (size_t i = 0; i < pl->in->before->n; i++) {
		const struct prediction *now = left(pl->in, out, i);
		struct raise r;

		if (!now || !is_bad(pl->in, now) || raised(out, now->pool))
			continue;
		r.pool = now->pool;
		r.to = predict_upgrade(&in, now->pool, pl->arena);
		if (r.to.driver.n)
			*arena_push(pl->arena, &out->raises) = r;
	}
}

static void advise(struct planner *pl, struct advice *out)
{
	out->splits = (struct splits){0};
	out->raises = (struct raises){0};
	choose(pl, out);
	if (!out->best || out->best->cured < pl->failing) {
		split(pl, out);
		raise_drivers(pl, out);
	}
}

static void find_actions(struct planner *pl)
{
	slice_for (struct prediction, p, *pl->in->before)
		pl->failing += is_bad(pl->in, p);
	if (pl->failing)
		actions_of(pl->in, pl->arena, &pl->actions);
}

void plan_next(const struct fix_input *in, struct arena *a,
               struct advice *advice, struct str failed)
{
	struct planner pl = {.in = in, .arena = a};

	advice->from->refused = failed;
	find_actions(&pl);
	advise(&pl, advice);
}

void plan_all(const struct fix_input *in, struct arena *a, struct advice *out)
{
	struct planner pl = {.in = in, .arena = a};

	*out = (struct advice){0};
	find_actions(&pl);
	out->failing = pl.failing;
	slice_for (struct prediction, p, *in->before)
		out->unknown += p->verdict == VERDICT_UNKNOWN && !is_bad(in, p);
	if (pl.failing == 0)
		return;
	slice_for (struct action, action, pl.actions)
		try_one(&pl, action);
	try_pairs(&pl);
	sort_out(&pl, out);
	advise(&pl, out);
}
