/* Every scenario that pool and image leave open, played.  model 11. */
#include "predict/board.h"

#include "base/path.h"

/* A stack out of support counts for less, unless the pool says it has it. */
bool board_is_live(const struct board *b, size_t stack)
{
	return b->stacks.v[stack]->supported ||
	       version_lead(b->pool->container.toolkit).n;
}

struct result *board_at(const struct board *b, size_t stack, unsigned mask)
{
	return &b->result[stack * MASKS + mask];
}

bool result_same(const struct result *x, const struct result *y)
{
	return x->outcome == y->outcome && x->fails == y->fails &&
	       x->route == y->route;
}

bool result_is_bad(const struct result *r)
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

void board_play(const struct board *b, size_t stack, unsigned mask,
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
		.consumers = b->in->consumers,
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

unsigned board_questions(const struct board *b)
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

void board_play_all(const struct board *b)
{
	struct arena scratch = {0};
	struct run run;

	for (size_t s = 0; s < b->stacks.n; s++)
		for (unsigned m = 0; m < MASKS; m++) {
			if (m & ~asked(b, s))
				continue;
			board_play(b, s, m, &scratch, &run);
			*board_at(b, s, m) =
				(struct result){true, run.outcome, run.fails,
			                        run.route};
			arena_free(&scratch);
		}
}
