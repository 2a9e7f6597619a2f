#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

/* What else in the image says that it is for CUDA; "" nothing. */
static struct str sign_of_cuda(const struct lint_input *in)
{
	static const char *const names[] = {"CUDA_VERSION",
	                                    "NVIDIA_REQUIRE_CUDA",
	                                    "NVIDIA_VISIBLE_DEVICES"};
	struct str value;

	if (in->facts->cudart.n)
		return arena_fmt(in->arena, "a CUDA runtime (" STR_F ")",
		                 STR_A(in->facts->cudart.v[0].version));
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (look_env(in, str_c(names[i]), &value))
			return arena_fmt(in->arena, "%s set", names[i]);
	return STR("");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str sign = sign_of_cuda(in);

	slice_for (struct torch, t, in->facts->torch) {
		struct finding *f;

		if (!t->cpu_only || sign.n == 0)
			continue;
		f = finding_add(in, out, &rule_torch_cpu_only,
		                arena_fmt(in->arena,
		                          "torch " STR_F " is built without "
		                          "CUDA, but the image has " STR_F,
		                          STR_A(t->version), STR_A(sign)));
		finding_at(in, f, t->layer, t->path);
		f->cure = cure_make(
			GRADE_MANUAL, STR("install-build"),
			arena_fmt(in->arena,
		                  "install a CUDA build of torch " STR_F
		                  " (https://download.pytorch.org/whl), or a "
		                  "base image without CUDA",
		                  STR_A(t->version)));
	}
}

const struct rule rule_torch_cpu_only = {
	.id = "CL017",
	.name = "torch-cpu-only",
	.severity = SEV_WARNING,
	.title = "PyTorch in a CUDA image is built without CUDA",
	.why = "A CPU build never sees the GPU: torch.cuda.is_available() is "
	       "False on every host, whatever the driver, and the job runs "
	       "slowly or not at all.  It comes from the cpu index, from a "
	       "conda solve without a GPU, or from PyPI on a platform whose "
	       "default build is the CPU's.",
	.cure = "Install from the index of a CUDA version, as "
		"https://download.pytorch.org/whl/cu121.",
	.source = "model 7; rules/torch.json",
	.bad = FACTS(CONFIG_ENV(
		"\"CUDA_VERSION=12.1.1\"") ", \"torch\": [{\"version\": \"2.4.1\", \"tag\": \"cpu\","
                                           " \"cpu_only\": true, \"path\":"
                                           " \"usr/lib/python3/dist-packages\", \"layer\": 0}]"),
	.good = FACTS(CONFIG
                      ", \"torch\": [{\"version\": \"2.4.1\", \"tag\": \"cpu\","
                      " \"cpu_only\": true, \"path\":"
                      " \"usr/lib/python3/dist-packages\", \"layer\": 0}]"),
	.check = check,
};
