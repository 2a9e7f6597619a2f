/* What the variants come to, for each pool and GPU.  model 11. */
#include "predict/predict.h"

#include "fleet/alike.h"
#include "predict/board.h"

struct tally {
	bool all_ok, all_bad, any_bad, any_unknown;
};

static struct tally tally_stack(const struct board *b, size_t s)
{
	struct tally t = {.all_ok = true, .all_bad = true};

	for (unsigned m = 0; m < MASKS; m++) {
		const struct result *r = board_at(b, s, m);

		if (!r->played)
			continue;
		t.all_ok &= r->outcome == OUT_OK;
		t.all_bad &= result_is_bad(r);
		t.any_bad |= result_is_bad(r);
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
		bool maintained = board_is_live(b, s);

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
		p->decided_by = variants_decided_by(b, a);
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
	b.open = board_questions(&b);
	b.result = arena_array(&scratch, struct result, b.stacks.n * MASKS);
	board_play_all(&b);
	variants_of(&b, a, &out->variants);
	summarize(&b, a, out);
	arena_free(&scratch);
}

void predict_pool(const struct predict_input *in, const struct pool *pool,
                  struct arena *a, struct predictions *out)
{
	struct predict_input with = *in;
	struct consumers consumers;

	if (!in->consumers) {
		predict_consumers(in->facts, in->know, a, &consumers);
		with.consumers = &consumers;
	}
	slice_for (struct fleet_gpu, g, pool->gpus)
		predict_gpu(&with, pool, g, a, arena_push(a, out));
}

/* Pools that were predicted, by what decides about them. */
struct known_pool {
	const struct pool *pool;
	size_t from; /* its first prediction */
	struct known_pool *next;
};

static size_t heads_for(size_t pools)
{
	size_t n = 16;

	while (n < pools)
		n *= 2;
	return n;
}

static const struct known_pool *find_known(struct known_pool *const *head,
                                           const struct pool *pool)
{
	for (const struct known_pool *k = *head; k; k = k->next)
		if (pool_is_alike(k->pool, pool))
			return k;
	return NULL;
}

/* What was predicted for another pool, under this one's name. */
static void repeat(const struct known_pool *k, const struct pool *pool,
                   struct arena *a, struct predictions *out)
{
	for (size_t i = 0; i < pool->gpus.n; i++) {
		struct prediction p = out->v[k->from + i];

		p.pool = pool;
		p.gpu = &pool->gpus.v[i];
		*arena_push(a, out) = p;
	}
}

void predict_fleet(const struct predict_input *in, const struct fleet *fleet,
                   struct arena *a, struct predictions *out)
{
	struct predict_input with = *in;
	struct consumers consumers;
	struct arena scratch = {0};
	size_t n = heads_for(fleet->pools.n);
	struct known_pool **heads =
		arena_array(&scratch, struct known_pool *, n);

	if (!in->consumers) {
		predict_consumers(in->facts, in->know, a, &consumers);
		with.consumers = &consumers;
	}
	slice_for (struct pool, pool, fleet->pools) {
		struct known_pool **head = &heads[pool_hash(pool) & (n - 1)];
		const struct known_pool *k = find_known(head, pool);
		struct known_pool *own;

		if (k) {
			repeat(k, pool, a, out);
			continue;
		}
		own = arena_new(&scratch, struct known_pool);
		*own = (struct known_pool){pool, out->n, *head};
		*head = own;
		predict_pool(&with, pool, a, out);
	}
	arena_free(&scratch);
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
