#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static struct str reason(const struct lint_input *in)
{
	struct str value;

	if (look_env(in, STR("NVIDIA_VISIBLE_DEVICES"), &value))
		return arena_fmt(in->arena, "NVIDIA_VISIBLE_DEVICES=" STR_F,
		                 STR_A(value));
	return STR("no NVIDIA_VISIBLE_DEVICES");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_NO_GPU, NULL, &all);
	slice_for (struct batch, b, all) {
		struct finding *f = finding_add(
			in, out, &rule_gpu_not_visible,
			arena_fmt(in->arena,
		                  "with " STR_F
		                  " the container gets no GPU on " STR_F STR_F,
		                  STR_A(reason(in)), STR_A(batch_where(in, b)),
		                  STR_A(batch_stacks(in, b))));

		finding_batch(in, f, b);
		finding_env(in, f, STR("NVIDIA_VISIBLE_DEVICES"));
		f->cure = cure_make(GRADE_REVIEW, STR("edit-env"),
		                    STR("ENV NVIDIA_VISIBLE_DEVICES=all, or "
		                        "start it with --gpus all"));
	}
}

const struct rule rule_gpu_not_visible = {
	.id = "CL027",
	.name = "gpu-not-visible",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The container gets no GPU",
	.why = "Under --runtime=nvidia the GPUs are those that "
	       "NVIDIA_VISIBLE_DEVICES names.  Where the image does not set "
	       "it, or sets it to void or none, the container starts without "
	       "any and CUDA answers 100.  --gpus and CDI requests override "
	       "the image.",
	.cure = "Set NVIDIA_VISIBLE_DEVICES=all, as NVIDIA's base images do.",
	.source = "model 2.1, 6#10",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_VISIBLE_DEVICES=void\"")
                             TORCH("1.12.1", "cu113", "11.3")),
	.good = FACTS(CONFIG_ENV("\"NVIDIA_VISIBLE_DEVICES=all\"")
                              TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL(
		"550.54.15", "NVIDIA A100-SXM4-40GB",
		"\"engine\": \"docker\", \"toolkit\": \"1.14.0\", \"request\": \"runtime\", "
		"\"mode\": \"legacy\""),
	.check = check,
};
