#include "lint/cure.h"
#include "lint/example.h"
#include "lint/kernels.h"
#include "lint/look.h"

static void report(const struct lint_input *in, struct findings *out,
                   const struct unit *u, struct batch *b)
{
	struct strs ccs = {0};
	struct finding *f;

	slice_for (struct hit, h, b->hits)
		kernels_add_capability(in, &ccs, h->p->gpu->compute_capability);
	f = finding_add(
		in, out, &rule_part_without_kernel,
		arena_fmt(in->arena,
	                  STR_F
	                  " has no kernel for compute capability " STR_F STR_F
	                  ": what uses it ends with CUDA error 209 on " STR_F,
	                  STR_A(kernels_name(in, u)),
	                  STR_A(kernels_capabilities(in, &ccs)),
	                  STR_A(kernels_list(in, &u->code.targets)),
	                  STR_A(batch_where(in, b))));
	finding_batch(in, f, b);
	kernels_at(in, f, u);
	f->cure = cure_make(GRADE_MANUAL, STR("install-build"),
	                    STR("install a build for that GPU, or make sure "
	                        "that nothing uses it there"));
}

static void check_unit(const struct lint_input *in, struct findings *out,
                       const struct unit *u)
{
	struct batch b = {.severity = u->role == ROLE_PLUGIN ? SEV_WARNING :
	                                                       SEV_NOTE};

	slice_for (struct prediction, p, *in->predictions) {
		const struct variant *v = kernels_working(p);

		if (v && kernels_fit(in, u, p->gpu) == FITS_NOT)
			*arena_push(in->arena, &b.hits) = (struct hit){p, v};
	}
	if (b.hits.n)
		report(in, out, u, &b);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct units units = look_consumers(in).units;

	slice_for (struct unit, u, units)
		if (!units.partial &&
		    (u->role == ROLE_PLUGIN || u->role == ROLE_LIBRARY))
			check_unit(in, out, u);
}

#define SITE "usr/lib/python3/dist-packages/"

const struct rule rule_part_without_kernel = {
	.id = "CL040",
	.name = "part-without-kernel",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "An extension or library has no device code for a GPU",
	.why = "The framework itself runs on the GPU, but an extension that was "
	       "built for fewer of them does not: the program starts, and ends "
	       "with 209 in the first call that reaches it.  Of NVIDIA's own "
	       "libraries this is a note: many leave out GPUs on purpose.",
	.cure = "Install a build of the extension for that GPU; building it "
		"yourself, name the GPU in TORCH_CUDA_ARCH_LIST.",
	.source = "model 15.3; vllm#20748",
	.bad = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1") CODE(CODE_FILE(
		SITE "torch/lib/libtorch_cuda.so",
		CODE_SASS("80")) ", " CODE_FILE(SITE "flash_attn_2_cuda.so",
                                                CODE_SASS("90")))),
	.good = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1") CODE(CODE_FILE(
		SITE "torch/lib/libtorch_cuda.so",
		CODE_SASS("80")) ", " CODE_FILE(SITE "flash_attn_2_cuda.so",
                                                CODE_SASS("80")))),
	.pool = POOL_A100,
	.check = check,
};
