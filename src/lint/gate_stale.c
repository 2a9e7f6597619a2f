#include "know/minor.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

/* With minor-version compatibility, a driver of the same major is enough. */
static bool is_too_low(const struct know *k, struct str gate,
                       struct str runtime)
{
	struct version g = version_lead(gate), r = version_lead(runtime);

	if (g.n == 0 || r.n == 0)
		return false;
	if (g.part[0] != r.part[0] || know_minor_compat(k, r.part[0]))
		return g.part[0] < r.part[0];
	return r.n > 1 && version_cmp(version_minor(g), version_minor(r)) < 0;
}

static void check_gate(const struct lint_input *in, struct findings *out)
{
	struct str gate, cuda;
	struct consumer newest;
	struct finding *f;

	if (!look_env(in, STR("NVIDIA_REQUIRE_CUDA"), &gate) ||
	    !look_newest(in, &newest))
		return;
	cuda = look_gate_cuda(gate);
	if (!is_too_low(in->know, cuda, newest.cuda))
		return;
	f = finding_add(in, out, &rule_gate_stale,
	                arena_fmt(in->arena,
	                          "NVIDIA_REQUIRE_CUDA asks for CUDA " STR_F
	                          ", but " STR_F " needs " STR_F
	                          ": hosts are let in that cannot run it",
	                          STR_A(cuda), STR_A(newest.name),
	                          STR_A(newest.cuda)));
	/* The hosts that are known do run it. */
	if (!in->fleet->embedded &&
	    predict_worst(in->predictions) == VERDICT_PASS)
		f->severity = SEV_NOTE;
	finding_env(in, f, STR("NVIDIA_REQUIRE_CUDA"));
	finding_at(in, f, newest.layer, newest.path);
	f->cure = cure_make(GRADE_REVIEW, STR("edit-env"),
	                    arena_fmt(in->arena,
	                              "build on a base image of CUDA " STR_F
	                              ", or set NVIDIA_REQUIRE_CUDA anew",
	                              STR_A(look_minor(in, newest.cuda))));
}

/* The system's own runtime, not one that a framework brings. */
static const struct cudart *system_cudart(const struct lint_input *in)
{
	const struct cudart *best = NULL;

	slice_for (struct cudart, c, in->facts->cudart)
		if (c->consumer.n == 0 && c->from == CUDART_FILE &&
		    c->minor_known &&
		    (!best || version_cmp_str(c->version, best->version) > 0))
			best = c;
	return best;
}

static void check_version(const struct lint_input *in, struct findings *out)
{
	const struct cudart *c = system_cudart(in);
	struct str value;
	struct finding *f;

	if (!c || !look_env(in, STR("CUDA_VERSION"), &value) ||
	    !look_minor_differs(value, c->version))
		return;
	f = finding_add(in, out, &rule_gate_stale,
	                arena_fmt(in->arena,
	                          "CUDA_VERSION says " STR_F
	                          ", but the image's libcudart is " STR_F,
	                          STR_A(value), STR_A(c->version)));
	finding_env(in, f, STR("CUDA_VERSION"));
	finding_at(in, f, c->layer, c->path);
	f->cure = cure_make(
		GRADE_REVIEW, STR("edit-env"),
		STR("let CUDA_VERSION and NVIDIA_REQUIRE_CUDA name the "
	            "toolkit that is installed"));
}

static void check(const struct lint_input *in, struct findings *out)
{
	check_gate(in, out);
	check_version(in, out);
}

const struct rule rule_gate_stale = {
	.id = "CL006",
	.name = "gate-stale",
	.severity = SEV_WARNING,
	.title = "The gate is for another CUDA than the image uses",
	.why = "NVIDIA_REQUIRE_CUDA and CUDA_VERSION come from the base image. "
	       " When a later layer installs a framework with a newer CUDA "
	       "major, or another toolkit, they let hosts in that cannot run "
	       "it.  A lower minor of the same major is fine from CUDA 11 on.",
	.cure = "Build on the base image of the CUDA that is used, or set the "
		"variables anew.",
	.source = "model 2.2, 7",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.8\"")
                             TORCH("2.4.1", "cu121", "12.1")),
	.good = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.2\"")
                              TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL_A100,
	.check = check,
};
