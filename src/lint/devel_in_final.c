#include "lint/cure.h"
#include "lint/example.h"
#include "lint/weights.h"

static bool is_devel(const struct size_row *r)
{
	return (r->component == COMPONENT_COMPILER ||
	        r->component == COMPONENT_HEADERS ||
	        r->component == COMPONENT_NSIGHT) &&
	       !r->hidden_by;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct weights w = weights_of(in, is_devel);
	struct finding *f;

	if (!weights_count(in, &rule_devel_in_final, w.bytes))
		return;
	f = finding_add(in, out, &rule_devel_in_final,
	                arena_fmt(in->arena,
	                          "CUDA's compiler, headers and profilers "
	                          "take " STR_F,
	                          STR_A(size_text(w.bytes, in->arena))));
	weights_at(in, f, &w);
	f->cure = cure_make(GRADE_MANUAL, STR("use-runtime-base"),
	                    STR("build in a stage on the -devel image and ship "
	                        "one on -runtime or -base, unless programs "
	                        "compile CUDA when they run"));
}

const struct rule rule_devel_in_final = {
	.id = "CL061",
	.name = "devel-in-final",
	.severity = SEV_NOTE,
	.title = "What CUDA programs are built with is in the image",
	.why = "nvcc, its headers and the Nsight profilers are needed to build "
	       "programs and to look into them.  An image that only runs them "
	       "is smaller without.  Programs that compile when they run "
	       "(torch's cpp_extension, DeepSpeed, CuPy with nvcc) do need "
	       "the compiler; Triton and NVRTC bring their own.",
	.cure = "Use two stages: build on the -devel image, ship on -runtime "
		"or -base.",
	.source = "model 17.2",
	.bad = FACTS(CONFIG LAYER("x") SIZES(
		SIZE("compiler", "usr/local/cuda-12.4/bin", "220000000"))),
	.good = FACTS(CONFIG LAYER("x") SIZES(
		SIZE("cublas", "usr/local/cuda-12.4/lib64", "220000000"))),
	.check = check,
};
