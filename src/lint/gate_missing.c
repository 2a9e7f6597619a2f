#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static void check(const struct lint_input *in, struct findings *out)
{
	struct consumer newest;
	struct finding *f;
	struct str value, floor;

	if (look_env(in, STR("NVIDIA_REQUIRE_CUDA"), &value) ||
	    look_env(in, STR("CUDA_VERSION"), &value) ||
	    !look_newest(in, &newest))
		return;
	f = finding_add(in, out, &rule_gate_missing,
	                arena_fmt(in->arena,
	                          STR_F " uses CUDA " STR_F
	                                ", but the image has no "
	                                "NVIDIA_REQUIRE_CUDA: it starts on "
	                                "any driver and fails later",
	                          STR_A(newest.name), STR_A(newest.cuda)));
	finding_at(in, f, newest.layer, newest.path);
	floor = cure_floor(in, newest.cuda);
	if (floor.n)
		f->cure = cure_make(
			GRADE_REVIEW, STR("add-gate"),
			arena_fmt(in->arena,
		                  "ENV NVIDIA_REQUIRE_CUDA=driver>=" STR_F,
		                  STR_A(floor)));
}

const struct rule rule_gate_missing = {
	.id = "CL005",
	.name = "gate-missing",
	.severity = SEV_NOTE,
	.title = "The image uses CUDA but says nothing about the driver",
	.why = "NVIDIA's base images carry NVIDIA_REQUIRE_CUDA, so that a host "
	       "whose driver is too old refuses them with a clear message.  "
	       "An image without it (and without CUDA_VERSION) starts anywhere "
	       "and fails inside CUDA, often much later.",
	.cure = "Set NVIDIA_REQUIRE_CUDA to the lowest driver that works.",
	.source = "model 2.1, 7",
	.bad = FACTS(CONFIG TORCH("2.0.0", "cu117", "11.7")),
	.good = FACTS(
		CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.7 driver>=450\"")
			TORCH("2.0.0", "cu117", "11.7")),
	.pool = POOL_A100,
	.check = check,
};
