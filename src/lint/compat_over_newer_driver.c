#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	const struct run *run = batch_run(b);
	struct finding *f = finding_add(
		in, out, &rule_compat_over_newer_driver,
		arena_fmt(
			in->arena,
			"the image's libcuda " STR_F " is loaded over a kernel "
			"driver that it does not fit: CUDA error 803 on " STR_F
				STR_F,
			STR_A(run->libcuda.version), STR_A(batch_where(in, b)),
			STR_A(batch_stacks(in, b))));

	blame_compat(in, f, b);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_COMPAT_MIX, hit_libcuda, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_compat_over_newer_driver = {
	.id = "CL002",
	.name = "compat-over-newer-driver",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The image's compat libcuda is loaded over a newer driver",
	.why = "A user-mode driver never works with a kernel module newer than "
	       "itself, on any GPU.  Where LD_LIBRARY_PATH or ld.so.conf.d "
	       "lists the compat directory, the loader takes the image's "
	       "libcuda although the host's is newer, and every CUDA call "
	       "answers 803.",
	.cure = "Take the compat directory out of LD_LIBRARY_PATH and "
		"ld.so.conf.d, and let the container toolkit decide; or remove "
		"the cuda-compat package.",
	.source = "model 5.2, 6#5; gpustack#4678, vllm#34821",
	.bad = FACTS(CONFIG UMDS(
		UMD_FILE("usr/local/cuda-12.4/compat/libcuda.so.550.54.15", "compat", "550.54.15") ", " UMD_LINK(
			"usr/local/cuda-12.4/compat/libcuda.so.1",
			"usr/local/cuda-12.4/compat/libcuda.so.550.54.15",
			"compat",
			"550.54.15")) ", \"loader\": {\"env\": [{\"dir\": "
                                      "\"/usr/local/cuda-12.4/compat\", \"resolved\": "
                                      "\"usr/local/cuda-12.4/compat\", \"file\": "
                                      "\"LD_LIBRARY_PATH\", \"layer\": -1}], " COMPAT_LOADER(
					      "12.4", "550.54.15") "}"),
	.good = FACTS(CONFIG COMPAT("12.4", "550.54.15")),
	.pool = POOL("580.82.07", "NVIDIA A100-SXM4-40GB", GPUS_LDCONFIG),
	.check = check,
};
