/* Plays every scenario that pool and image leave open, and groups what comes
 * out.  model 11. */
#include "predict/predict.h"

#include "base/path.h"
#include "predict/trial.h"

enum { MASKS = 1 << OPEN_N };

/* What a scenario came to, without its reasons. */
struct result {
	bool played;
	enum outcome outcome;
	bool fails;
	enum route route;
};

/* All scenarios of one pool and GPU. */
struct board {
	const struct predict_input *in;
	const struct pool *pool;
	const struct fleet_gpu *gpu;
	struct stack_refs stacks;
	struct gpu_refs one, all;
	unsigned open;         /* questions to ask at all */
	struct result *result; /* [stack * MASKS + answers] */
};

/* A stack out of support counts for less, unless the pool says it has it. */
static bool is_live(const struct board *b, size_t stack)
{
	return b->stacks.v[stack]->supported ||
	       version_lead(b->pool->container.toolkit).n;
}

static struct result *at(const struct board *b, size_t stack, unsigned mask)
{
	return &b->result[stack * MASKS + mask];
}

static bool same(const struct result *x, const struct result *y)
{
	return x->outcome == y->outcome && x->fails == y->fails &&
	       x->route == y->route;
}

static bool is_bad(const struct result *r)
{
	return r->fails || (r->outcome != OUT_OK && r->outcome != OUT_UNKNOWN);
}

/* Neither the image's libcuda was sure to be taken nor the host's. */
static void ngc_unsure(struct trial *t)
{
	trial_say(t, "runtime", RESULT_UNSURE, "T", STR("model 8, 14.11"),
	          STR("the host's libcuda would fail, and whether the image's "
	              "entrypoint finds its own to work is not known"));
	trial_end(t, OUT_UNKNOWN, STAGE_RUNTIME, STR(""));
}

static void play(const struct board *b, size_t stack, unsigned mask,
                 struct arena *a, struct run *out)
{
	struct scenario sc = {
		.pool = b->pool,
		.stack = b->stacks.v[stack],
		.visible = mask & (1u << OPEN_VISIBLE) ? b->all : b->one,
	};
	struct trial t = {
		.facts = b->in->facts,
		.know = b->in->know,
		.sc = &sc,
		.arena = a,
		.run.libcuda.layer = -1,
	};

	for (unsigned q = 0; q < OPEN_N; q++)
		sc.answer[q] = mask & (1u << q);
	trial_start(&t);
	trial_compat(&t);
	trial_loader(&t);
	trial_driver(&t);
	trial_runtime(&t);
	trial_device(&t);
	if (!t.ended)
		t.run.outcome = t.doubtful ? OUT_UNKNOWN : OUT_OK;
	if (t.maybe_compat &&
	    (t.run.outcome == OUT_35 || t.run.outcome == OUT_222))
		ngc_unsure(&t);
	if (t.run.outcome != OUT_OK)
		t.run.route = ROUTE_NONE;
	*out = t.run;
}

static bool brand_is_open(const struct board *b, const struct fleet_gpu *g)
{
	struct version k = version_lead(b->pool->driver);

	slice_for (struct brand_shift, s, b->in->know->brand_shifts)
		if ((k.n == 0 ||
		     (k.part[0] > s->until && k.part[0] < s->from)) &&
		    s->gpu_class == g->gpu_class &&
		    str_eq(s->now, g->table_brand) && !g->brand.n)
			return true;
	return false;
}

/* What one GPU leaves open. */
static unsigned open_of_gpu(const struct board *b, const struct fleet_gpu *g)
{
	unsigned open = 0;

	if (brand_is_open(b, g))
		open |= 1u << OPEN_BRAND;
	if (know_fc_class(b->in->know, g->gpu_class) == FCS_SELECT)
		open |= 1u << OPEN_SKU;
	return open;
}

/* model 14.1: a same-branch library that is newer to the patch. */
static bool equal_is_open(const struct board *b)
{
	struct version k = version_lead(b->pool->driver);

	if (know_fc_class(b->in->know, b->gpu->gpu_class) != FCS_NO)
		return false;
	slice_for (struct umd, u, b->in->facts->umd) {
		struct version v = version_lead(u->version);

		if (str_eq(path_dir(u->resolved),
		           b->in->facts->loader.compat_dir) &&
		    v.n >= 2 && v.part[0] == k.part[0] && version_cmp(v, k) > 0)
			return true;
	}
	return false;
}

/* Is the nvidia runtime in play, and may the variable that it reads come from
 * elsewhere than the image?  Where nothing is said of engine and request, GPUs
 * are taken as asked for. */
static bool env_is_open(const struct board *b)
{
	const struct container *c = &b->pool->container;

	if (b->in->assume.n)
		return false;
	if (c->request == REQUEST_RUNTIME)
		return c->engine == ENGINE_UNKNOWN && !trial_is_docker(c);
	return c->request == REQUEST_UNKNOWN && trial_is_docker(c);
}

static unsigned open_questions(const struct board *b)
{
	unsigned open = 0;

	slice_for (struct fleet_gpu, g, b->pool->gpus)
		if (g == b->gpu || b->pool->visible != VISIBLE_ONE)
			open |= open_of_gpu(b, g);
	if (b->in->facts->loader.ngc_compat)
		open |= 1u << OPEN_ENTRY;
	if (b->pool->container.host_family == FAMILY_UNKNOWN)
		open |= 1u << OPEN_FAMILY;
	if (equal_is_open(b))
		open |= 1u << OPEN_EQUAL;
	if (b->pool->gpus.n > 1 && b->pool->visible == VISIBLE_UNKNOWN)
		open |= 1u << OPEN_VISIBLE;
	if (env_is_open(b))
		open |= 1u << OPEN_ENV;
	return open;
}

/* Questions that cannot matter under a stack are not asked. */
static unsigned asked(const struct board *b, size_t stack)
{
	const struct stack *s = b->stacks.v[stack];
	unsigned open = b->open;

	if (s->mechanism == MECH_LEGACY || s->mechanism == MECH_WSL ||
	    s->mechanism == MECH_HOSTPATH)
		open &= ~(1u << OPEN_FAMILY);
	if (s->compat != COMPAT_MOUNT && s->compat != COMPAT_LDCONFIG)
		open &= ~(1u << OPEN_EQUAL);
	if (s->request != REQUEST_RUNTIME &&
	    b->pool->container.request != REQUEST_RUNTIME)
		open &= ~(1u << OPEN_ENV);
	if (b->in->facts->umd.n == 0)
		open &= ~(1u << OPEN_SKU);
	return open;
}

static void play_all(const struct board *b)
{
	struct arena scratch = {0};
	struct run run;

	for (size_t s = 0; s < b->stacks.n; s++)
		for (unsigned m = 0; m < MASKS; m++) {
			if (m & ~asked(b, s))
				continue;
			play(b, s, m, &scratch, &run);
			*at(b, s, m) = (struct result){true, run.outcome,
			                               run.fails, run.route};
			arena_free(&scratch);
		}
}

/* Does the answer to a question change anything under this stack? */
static bool matters(const struct board *b, size_t stack, unsigned q)
{
	for (unsigned m = 0; m < MASKS; m++) {
		const struct result *x = at(b, stack, m);
		const struct result *y = at(b, stack, m ^ (1u << q));

		if (x->played && y->played && !same(x, y))
			return true;
	}
	return false;
}

static const char *const question_fact[OPEN_N] = {
	[OPEN_BRAND] = "gpus[].brand",
	[OPEN_SKU] = "the card's support for forward compatibility",
	[OPEN_ENTRY] = "the entrypoint",
	[OPEN_FAMILY] = "container.host_family",
	[OPEN_EQUAL] = "the compat library's patch level",
	[OPEN_VISIBLE] = "visible",
	[OPEN_ENV] = "container.request and engine",
};

static const char *const question_when[OPEN_N][2] = {
	[OPEN_BRAND] = {"NVML names the card's newer brand",
                        "NVML names the card's older brand"},
	[OPEN_SKU] = {"the card is an SKU that supports forward compatibility",
                      "the card is no such SKU"},
	[OPEN_ENTRY] = {"the image's entrypoint runs",
                        "the entrypoint is overridden"},
	[OPEN_FAMILY] = {"the host keeps libraries where Debian does",
                         "the host keeps libraries where RHEL does"},
	[OPEN_EQUAL] = {"compat of the same branch is dropped, as the rule is",
                        "compat of the same branch is loaded, as reported"},
	[OPEN_VISIBLE] = {"one GPU is visible", "all GPUs are visible"},
	[OPEN_ENV] = {"NVIDIA_VISIBLE_DEVICES is set from outside, as "
                      "Kubernetes does",
                      "only the image sets NVIDIA_VISIBLE_DEVICES"},
};

static void add_text(struct buf *b, const char *sep, const char *text)
{
	buf_printf(b, "%s%s", b->n ? sep : "", text);
}

static struct str take_text(struct buf *b, struct arena *a)
{
	struct str s = arena_str(a, buf_str(b));

	buf_free(b);
	return s;
}

/* Between which stacks does it differ?  Names the member of the profile. */
static const char *stack_fact(const struct board *b)
{
	bool request = false, toolkit = false, compat = false;

	for (size_t i = 0; i < b->stacks.n; i++)
		for (size_t j = 0; j < i; j++) {
			const struct stack *x = b->stacks.v[i];
			const struct stack *y = b->stacks.v[j];

			if (same(at(b, i, 0), at(b, j, 0)))
				continue;
			if (x->request != y->request)
				request = true;
			else if (!str_eq(x->toolkit_min, y->toolkit_min))
				toolkit = true;
			else
				compat = true;
		}
	if (request && (toolkit || compat))
		return "container.toolkit and container.request";
	if (toolkit)
		return "container.toolkit";
	if (compat)
		return "container.compat_mode";
	return request ? "container.request" : NULL;
}

static struct str decided_by(const struct board *b, struct arena *a)
{
	struct buf text = {0};
	const char *stack = stack_fact(b);

	if (stack)
		add_text(&text, ", ", stack);
	for (unsigned q = 0; q < OPEN_N; q++)
		for (size_t s = 0; s < b->stacks.n; s++)
			if (matters(b, s, q)) {
				add_text(&text, ", ", question_fact[q]);
				break;
			}
	return take_text(&text, a);
}

/* The answers that a variant's results have in common, where they matter. */
static void describe(const struct board *b, const struct result *key,
                     struct arena *a, struct variant *v)
{
	struct buf when = {0}, by = {0};
	unsigned yes[OPEN_N] = {0}, no[OPEN_N] = {0};

	for (size_t s = 0; s < b->stacks.n; s++)
		for (unsigned m = 0; m < MASKS; m++)
			for (unsigned q = 0; q < OPEN_N; q++)
				if (at(b, s, m)->played &&
				    same(at(b, s, m), key) && matters(b, s, q))
					*(m & (1u << q) ? &yes[q] : &no[q]) +=
						1;
	for (unsigned q = 0; q < OPEN_N; q++) {
		if (!yes[q] == !no[q])
			continue;
		add_text(&when, ", and ", question_when[q][yes[q] > 0]);
		add_text(&by, ", ", question_fact[q]);
	}
	v->conditional = when.n > 0;
	v->when = take_text(&when, a);
	v->decided_by = take_text(&by, a);
}

static void add_variant(const struct board *b, size_t stack, unsigned mask,
                        struct arena *a, struct variants *out)
{
	const struct result *key = at(b, stack, mask);
	struct variant *v = arena_push(a, out);
	const char *fact = stack_fact(b);

	*v = (struct variant){0};
	play(b, stack, mask, a, &v->run);
	describe(b, key, a, v);
	if (v->decided_by.n == 0 && fact)
		v->decided_by = str_c(fact);
	for (size_t s = 0; s < b->stacks.n; s++) {
		bool holds = false;

		for (unsigned m = 0; m < MASKS; m++)
			holds |= at(b, s, m)->played && same(at(b, s, m), key);
		if (!holds)
			continue;
		*arena_push(a, &v->stacks) = b->stacks.v[s]->label;
		v->supported |= is_live(b, s);
	}
}

static bool has_variant(const struct variants *vs, const struct result *r)
{
	slice_for (struct variant, v, *vs)
		if (v->run.outcome == r->outcome && v->run.fails == r->fails &&
		    v->run.route == r->route)
			return true;
	return false;
}

/* Maintained stacks first, so that they are what a group shows. */
static void group(const struct board *b, struct arena *a, struct variants *out)
{
	for (int supported = 1; supported >= 0; supported--)
		for (size_t s = 0; s < b->stacks.n; s++)
			for (unsigned m = 0; m < MASKS; m++)
				if (is_live(b, s) == supported &&
				    at(b, s, m)->played &&
				    !has_variant(out, at(b, s, m)))
					add_variant(b, s, m, a, out);
}

struct tally {
	bool all_ok, all_bad, any_bad, any_unknown;
};

static struct tally tally_stack(const struct board *b, size_t s)
{
	struct tally t = {.all_ok = true, .all_bad = true};

	for (unsigned m = 0; m < MASKS; m++) {
		const struct result *r = at(b, s, m);

		if (!r->played)
			continue;
		t.all_ok &= r->outcome == OUT_OK;
		t.all_bad &= is_bad(r);
		t.any_bad |= is_bad(r);
		t.any_unknown |= r->outcome == OUT_UNKNOWN && !r->fails;
	}
	return t;
}

/* architecture.md 6.2, "verdict". */
static enum verdict judge(const struct board *b)
{
	bool ok = true, bad = true, supported_bad = false, open = false;
	bool old_bad = false;

	for (size_t s = 0; s < b->stacks.n; s++) {
		struct tally t = tally_stack(b, s);
		bool maintained = is_live(b, s);

		ok &= t.all_ok;
		bad &= t.all_bad;
		supported_bad |= maintained && t.all_bad;
		open |= maintained && !t.all_ok && !t.all_bad;
		old_bad |= !maintained && t.any_bad;
	}
	if (ok)
		return VERDICT_PASS;
	if (bad || supported_bad)
		return VERDICT_FAIL;
	return open || !old_bad ? VERDICT_UNKNOWN : VERDICT_WARN;
}

/* The worse comes first: a sure failure of a maintained stack, then others. */
static int badness(const struct variant *v)
{
	bool bad = v->run.fails ||
	           (v->run.outcome != OUT_OK && v->run.outcome != OUT_UNKNOWN);

	if (bad)
		return 10 + 4 * !v->conditional + 2 * v->supported;
	if (v->run.outcome == OUT_UNKNOWN)
		return 5 + v->supported;
	return (int)v->run.route;
}

static void summarize(const struct board *b, struct arena *a,
                      struct prediction *p)
{
	p->verdict = judge(b);
	p->run = p->variants.v[0].run;
	p->outcome = p->run.outcome;
	slice_for (struct variant, v, p->variants)
		if (v->run.outcome != p->outcome)
			p->outcome = OUT_DEPENDS;
	for (size_t i = 1, worst = 0; i < p->variants.n; i++)
		if (badness(&p->variants.v[i]) >
		    badness(&p->variants.v[worst])) {
			worst = i;
			p->run = p->variants.v[i].run;
		}
	if (p->variants.n > 1)
		p->decided_by = decided_by(b, a);
}

/* A pool whose stack is none of those modelled. */
static void not_modelled(const struct board *b, struct arena *a,
                         struct prediction *p)
{
	enum engine e = b->pool->container.engine;
	struct step *s;

	p->verdict = VERDICT_UNKNOWN;
	p->outcome = OUT_UNKNOWN;
	s = arena_push(a, &p->run.because);
	p->run.libcuda.layer = -1;
	*s = (struct step){
		.step = STR("stack"),
		.result = RESULT_UNSURE,
		.tag = STR("?"),
		.source = STR("model 1.1b"),
		.detail = arena_fmt(a,
	                            "how %s with this toolkit, request and "
	                            "mode hands over GPUs is not modelled",
	                            e ? engine_names[e] : "a container"),
	};
	*arena_push(a, &p->variants) = (struct variant){.run = p->run};
}

static bool is_modelled(enum engine e)
{
	return e != ENGINE_APPTAINER && e != ENGINE_ENROOT;
}

static void add_gpu(struct arena *a, struct gpu_refs *list,
                    const struct fleet_gpu *g)
{
	*arena_push(a, list) = g;
}

static void predict_gpu(const struct predict_input *in, const struct pool *pool,
                        const struct fleet_gpu *gpu, struct arena *a,
                        struct prediction *out)
{
	struct board b = {.in = in, .pool = pool, .gpu = gpu};
	struct arena scratch = {0};

	*out = (struct prediction){.pool = pool, .gpu = gpu};
	stacks_of_pool(in->know, pool, in->assume, a, &b.stacks);
	if (b.stacks.n == 0 || !is_modelled(pool->container.engine)) {
		not_modelled(&b, a, out);
		return;
	}
	slice_for (struct fleet_gpu, g, pool->gpus)
		add_gpu(a, &b.all, g);
	if (pool->visible == VISIBLE_ALL)
		b.one = b.all;
	else
		add_gpu(a, &b.one, gpu);
	b.open = open_questions(&b);
	b.result = arena_array(&scratch, struct result, b.stacks.n * MASKS);
	play_all(&b);
	group(&b, a, &out->variants);
	summarize(&b, a, out);
	arena_free(&scratch);
}

void predict_pool(const struct predict_input *in, const struct pool *pool,
                  struct arena *a, struct predictions *out)
{
	slice_for (struct fleet_gpu, g, pool->gpus)
		predict_gpu(in, pool, g, a, arena_push(a, out));
}

enum verdict predict_worst(const struct predictions *p)
{
	static const int rank[VERDICT_N] = {[VERDICT_PASS] = 0,
	                                    [VERDICT_UNKNOWN] = 1,
	                                    [VERDICT_WARN] = 2,
	                                    [VERDICT_FAIL] = 3};
	enum verdict worst = p->n ? VERDICT_PASS : VERDICT_UNKNOWN;

	slice_for (struct prediction, x, *p)
		if (rank[x->verdict] > rank[worst])
			worst = x->verdict;
	return worst;
}
