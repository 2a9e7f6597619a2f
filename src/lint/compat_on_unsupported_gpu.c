#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	const struct libcuda *lib = &batch_run(b)->libcuda;
	struct finding *f = finding_add(
		in, out, &rule_compat_on_unsupported_gpu,
		arena_fmt(
			in->arena,
			"the image's libcuda " STR_F " replaces the host's on "
			"GPUs that do not support forward compatibility: CUDA "
			"error 804 on " STR_F STR_F,
			STR_A(lib->version), STR_A(batch_where(in, b)),
			STR_A(batch_stacks(in, b))));

	blame_compat(in, f, b);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_COMPAT_GPU, hit_libcuda, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_compat_on_unsupported_gpu = {
	.id = "CL001",
	.name = "compat-on-unsupported-gpu",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The image's compat libcuda meets a GPU that may not use it",
	.why = "The NVIDIA container toolkit puts /usr/local/cuda/compat in "
	       "front of the host's libcuda when its version is newer, without "
	       "a look at the GPU.  The library then refuses to run on "
	       "GeForce, TITAN and other consumer cards: every CUDA call "
	       "answers 804, although the same image without the compat "
	       "package would work.",
	.cure = "Remove the cuda-compat package or its directory from the "
		"image; or set cuda-compat-mode to \"disabled\" on hosts with "
		"such GPUs (toolkit 1.17.7 and later).",
	.source = "model 3.3, 6#3; NVIDIA/nvidia-docker#1515",
	.bad = FACTS(CONFIG LAYER("RUN apt-get install -y cuda-compat-11-3")
                             COMPAT("11.3", "465.19.01")),
	.good = FACTS(CONFIG COMPAT("11.2", "460.32.03")),
	.pool = POOL_3090,
	.check = check,
};
