#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static struct str hint(const struct lint_input *in, struct strs candidates)
{
	if (candidates.n == 0)
		return STR("");
	return arena_fmt(in->arena, "; it may be " STR_F,
	                 STR_A(words_list(in->arena, candidates, "")));
}

static void check_pool(const struct lint_input *in, struct findings *out,
                       const struct pool *pool)
{
	slice_for (struct fleet_gpu, g, pool->gpus) {
		struct finding *f;

		if (g->known)
			continue;
		f = finding_add(in, out, &rule_gpu_unknown,
		                arena_fmt(in->arena,
		                          "the GPU \"" STR_F "\" of pool " STR_F
		                          " is not in the tables" STR_F,
		                          STR_A(g->product), STR_A(pool->name),
		                          STR_A(hint(in, g->candidates))));
		finding_pool(in, f, pool);
		f->cure = cure_make(GRADE_MANUAL, STR("complete-fleet"),
		                    STR("give compute_capability and class "
		                        "in the fleet profile"));
	}
}

static void check(const struct lint_input *in, struct findings *out)
{
	slice_for (struct pool, p, in->fleet->pools)
		check_pool(in, out, p);
}

const struct rule rule_gpu_unknown = {
	.id = "CL025",
	.name = "gpu-unknown",
	.severity = SEV_NOTE,
	.fleet = true,
	.title = "A GPU of the fleet is not in the tables",
	.why = "Without its compute capability and class it is not known "
	       "whether the image has device code for it, nor whether it "
	       "supports forward compatibility; predictions that need those "
	       "are unknown.",
	.cure = "Write the product as nvidia-smi -L prints it, or give "
		"compute_capability and class.",
	.source = "model 11.3; rules/gpus.json",
	.bad = FACTS(CONFIG),
	.good = FACTS(CONFIG),
	.pool = POOL("550.54.15", "NVIDIA Q9999 Imaginary", GPUS_MOUNT),
	.good_pool = POOL_A100,
	.check = check,
};
