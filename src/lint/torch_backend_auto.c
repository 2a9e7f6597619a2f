#include "lint/example.h"
#include "lint/where.h"

static void check(const struct lint_input *in, struct findings *out)
{
	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects) {
		struct finding *f;

		if (e->kind != EFFECT_TORCH || !e->auto_backend)
			continue;
		f = finding_add(
			in, out, &rule_torch_backend_auto,
			arena_fmt(in->arena,
		                  "line %zu lets uv choose torch's "
		                  "build by the GPU of the machine that "
		                  "builds the image",
		                  e->instr->first));
		finding_effect(f, e);
		f->cure = (struct cure){
			.grade = GRADE_REVIEW,
			.action = STR("name-backend"),
			.text = STR("name the build, such as "
		                    "--torch-backend=cu126"),
		};
	}
}

const struct rule rule_torch_backend_auto = {
	.id = "CL055",
	.name = "torch-backend-auto",
	.severity = SEV_WARNING,
	.title = "uv --torch-backend=auto in a Dockerfile",
	.why = "uv looks at the machine it runs on.  A build has no GPU, so it "
	       "gets the CPU build; on a machine with one it gets whatever "
	       "fits there, not where the image will run.",
	.cure = "Name the build: --torch-backend=cu126, or an index.",
	.source = "model 16.6; uv documentation, \"Using uv with PyTorch\"",
	.bad_file = "FROM python:3.11-slim\n"
		    "RUN uv pip install --system torch==2.7.0 "
		    "--torch-backend=auto\n",
	.good_file = "FROM python:3.11-slim\n"
		     "RUN uv pip install --system torch==2.7.0 "
		     "--torch-backend=cu126\n",
	.check = check,
};
