#include "lint/cure.h"
#include "lint/example.h"
#include "lint/kernels.h"
#include "lint/look.h"

static bool works(const struct prediction *p)
{
	slice_for (struct variant, v, p->variants)
		if (v->run.outcome == OUT_OK)
			return true;
	return false;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct unit *u, struct batch *b)
{
	struct finding *f = finding_add(
		in, out, &rule_jit_at_start,
		arena_fmt(in->arena,
	                  STR_F " has PTX only for the GPU of " STR_F
	                        ": the driver compiles it at the first start",
	                  STR_A(kernels_name(in, u)),
	                  STR_A(batch_where(in, b))));

	finding_batch(in, f, b);
	kernels_at(in, f, u);
	f->cure = cure_make(GRADE_MANUAL, STR("install-build"),
	                    STR("install a build with machine code for the "
	                        "GPU, or keep ~/.nv/ComputeCache on a volume"));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct units units = look_consumers(in).units;

	slice_for (struct unit, u, units) {
		struct batch b = {.severity = SEV_NOTE};

		if (u->role != ROLE_CORE && u->role != ROLE_OWN)
			continue;
		slice_for (struct prediction, p, *in->predictions)
			if (works(p) && kernels_fit(in, u, p->gpu) == FITS_PTX)
				*arena_push(in->arena, &b.hits) =
					(struct hit){p, p->variants.v};
		if (b.hits.n)
			report(in, out, u, &b);
	}
}

const struct rule rule_jit_at_start = {
	.id = "CL041",
	.name = "jit-at-start",
	.severity = SEV_NOTE,
	.fleet = true,
	.title = "The driver has to compile PTX at the first start",
	.why = "Without machine code for the GPU the driver compiles the PTX "
	       "that is there.  That works, but takes from seconds to many "
	       "minutes at the first start, and again in every new container: "
	       "the result is cached in a home directory that is not kept.",
	.cure = "Ship machine code for the GPU, or keep the cache "
		"(CUDA_CACHE_PATH) on a volume.",
	.source = "model 15.4",
	.bad = FACTS(CONFIG CUDARTS(
		CUDART("usr/lib/libcudart.so.12.4.127", "12.4.127"))
                             CODE(CODE_FILE("opt/app/serve",
                                            CODE_PTX("70", "8.4")))),
	.good = FACTS(
		CONFIG CUDARTS(
			CUDART("usr/lib/libcudart.so.12.4.127", "12.4.127"))
			CODE(CODE_FILE("opt/app/serve", CODE_SASS("80")))),
	.pool = POOL_A100,
	.check = check,
};
