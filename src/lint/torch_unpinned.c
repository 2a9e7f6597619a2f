#include "lint/example.h"
#include "lint/look.h"
#include "lint/where.h"

/* The gap that an open choice leaves is what is settled here. */
static struct gaps without_choice(const struct lint_input *in)
{
	struct gaps gaps = {0};

	slice_for (const struct gap, g, in->facts->gaps)
		if (g->group != GROUP_PYTHON && g->group != GROUP_CODE)
			*arena_push(in->arena, &gaps) = *g;
	return gaps;
}

/* The facts of an image that is built today. */
static struct image_facts today(const struct lint_input *in,
                                const struct torch_build *b)
{
	struct image_facts f = *in->facts;
	struct torch t = {.version = b->version,
	                  .tag = b->tag,
	                  .cuda = b->cuda,
	                  .path = STR("usr/lib/python3/dist-packages")};

	if (f.torch.n)
		t.path = f.torch.v[0].path;
	f.torch = (struct torches){0};
	*arena_push(in->arena, &f.torch) = t;
	f.gaps = without_choice(in);
	return f;
}

static bool fails(const struct prediction *p)
{
	return p->verdict == VERDICT_FAIL &&
	       (p->outcome == OUT_35 || p->outcome == OUT_209 ||
	        p->outcome == OUT_DEPENDS);
}

static struct strs failing_pools(const struct lint_input *in,
                                 const struct torch_build *b)
{
	struct image_facts f = today(in, b);
	struct predict_input with = {.facts = &f, .know = in->know};
	struct predictions all = {0};
	struct strs pools = {0};

	predict_fleet(&with, in->fleet, in->arena, &all);
	slice_for (const struct prediction, p, all)
		if (fails(p) && !strs_has(pools, p->pool->name))
			*arena_push(in->arena, &pools) = p->pool->name;
	return pools;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct effect *e, const struct torch_build *b)
{
	struct strs pools = failing_pools(in, b);
	struct finding *f;

	if (pools.n == 0)
		return;
	f = finding_add(
		in, out, &rule_torch_unpinned,
		arena_fmt(in->arena,
	                  "line %zu leaves torch's version open: today "
	                  "that is " STR_F " for CUDA " STR_F ", which " STR_F
	                  " can't run",
	                  e->instr->first, STR_A(b->version), STR_A(b->cuda),
	                  STR_A(words_list(in->arena, pools, " pools"))));
	f->pools = pools;
	finding_effect(f, e);
	f->cure = (struct cure){
		.grade = GRADE_REVIEW,
		.action = STR("retag-torch"),
		.package = STR("torch"),
		.text = STR("pin a version and a build that the fleet runs; "
	                    "`cudalint fix --fix-review` says which"),
	};
}

static void check(const struct lint_input *in, struct findings *out)
{
	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects) {
		const struct torch_build *b;

		if (e->kind != EFFECT_TORCH || !e->open || e->build.n == 0)
			continue;
		b = know_torch(in->know, e->build, STR(""));
		if (b && b->cuda.n)
			report(in, out, e, b);
	}
}

const struct rule rule_torch_unpinned = {
	.id = "CL050",
	.name = "torch-unpinned",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "an open torch version brings a CUDA the fleet can't run",
	.why = "`pip install torch` takes the newest release, and each "
	       "release's default CUDA is newer than the last.  The next build "
	       "of the same file then needs a driver that the fleet has not "
	       "got, or has no kernels for its GPUs.",
	.cure = "Pin version and build: torch==2.4.1 with --index-url "
		"https://download.pytorch.org/whl/cu118.",
	.source = "rules/torch.json; model 7, 8",
	.bad_file = "FROM python:3.11-slim\nRUN pip install torch\n",
	.good_file = "FROM python:3.11-slim\n"
		     "RUN pip install torch==2.4.1 --index-url "
		     "https://download.pytorch.org/whl/cu118\n",
	.pool = POOL("470.223.02", "Tesla T4", GPUS_MOUNT),
	.check = check,
};
