#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static void check(const struct lint_input *in, struct findings *out)
{
	const struct config *c = &in->facts->config;
	struct finding *f;

	if (!in->facts->loader.ngc_compat)
		return;
	f = finding_add(
		in, out, &rule_ngc_entrypoint,
		arena_fmt(
			in->arena,
			"an NVIDIA NGC image: forward compatibility is chosen "
			"by its entrypoint%s" STR_F
			"%s, and is off where that is overridden",
			c->entrypoint.n ? " (" : "",
			STR_A(c->entrypoint.n ? c->entrypoint.v[0] : STR("")),
			c->entrypoint.n ? ")" : ""));
	finding_at(in, f, -1, STR("config.Entrypoint"));
	f->cure = cure_make(GRADE_MANUAL, STR("keep-entrypoint"),
	                    STR("keep the entrypoint: in Kubernetes set args, "
	                        "not command"));
}

const struct rule rule_ngc_entrypoint = {
	.id = "CL024",
	.name = "ngc-entrypoint",
	.severity = SEV_NOTE,
	.title = "An NGC image chooses its libcuda in the entrypoint",
	.why = "NGC images keep the compat libraries in compat/lib.real, where "
	       "the toolkit does not see them.  Their entrypoint tries them on "
	       "the host and enables them if they work.  With --entrypoint, a "
	       "Kubernetes command, or a shell that does not read the image's "
	       "start-up file, the host's libcuda is used, and a driver that "
	       "is too old answers 35 or 222.",
	.cure = "Keep the entrypoint and give the command as arguments.",
	.source = "model 8",
	.bad = FACTS(CONFIG ", \"loader\": {\"cuda_dir\":"
                            " \"usr/local/cuda-12.4\", \"ngc_compat\": true}"),
	.good = FACTS(CONFIG COMPAT("12.4", "550.54.15")),
	.check = check,
};
