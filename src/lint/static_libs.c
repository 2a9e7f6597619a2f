#include "lint/cure.h"
#include "lint/example.h"
#include "lint/weights.h"

static bool is_static(const struct size_row *r)
{
	return r->component == COMPONENT_STATIC && !r->hidden_by;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct weights w = weights_of(in, is_static);
	struct finding *f;

	if (!weights_count(in, &rule_static_libs, w.bytes))
		return;
	f = finding_add(in, out, &rule_static_libs,
	                arena_fmt(in->arena,
	                          "static libraries of CUDA take " STR_F,
	                          STR_A(size_text(w.bytes, in->arena))));
	weights_at(in, f, &w);
	f->cure = cure_make(GRADE_MANUAL, STR("drop-static-libs"),
	                    STR("build in a stage of its own; in this one, "
	                        "remove lib*_static.a in the RUN that "
	                        "installs them"));
}

const struct rule rule_static_libs = {
	.id = "CL060",
	.name = "static-libs",
	.severity = SEV_NOTE,
	.title = "Static libraries of CUDA are in the image",
	.why = "They are for linking programs: nothing that runs reads them. "
	       "Those of cuBLAS, cuFFT, cuSOLVER and cuSPARSE weigh gigabytes "
	       "in a -devel image, pulled by every node.",
	.cure = "Build in a stage of its own and copy the result; or install "
		"only the -dev packages that the build needs.",
	.source = "model 17.2",
	.bad = FACTS(CONFIG LAYER("x") SIZES(SIZE(
		"static-libs", "usr/local/cuda-12.4/lib64", "2100000000"))),
	.good = FACTS(CONFIG LAYER("x") SIZES(
		SIZE("static-libs", "usr/local/cuda-12.4/lib64", "3000000"))),
	.check = check,
};
