#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"
#include "lint/where.h"

static const struct umd *first_compat(const struct lint_input *in)
{
	slice_for (const struct umd, u, in->facts->umd)
		if (u->kind == UMD_COMPAT && look_is_libcuda(u))
			return u;
	return NULL;
}

/* Some pool needs them; or one fails, and then another rule speaks. */
static bool is_moot(const struct lint_input *in)
{
	if (predict_worst(in->predictions) != VERDICT_PASS)
		return true;
	slice_for (const struct prediction, p, *in->predictions)
		slice_for (const struct variant, v, p->variants)
			if (v->run.route == ROUTE_FORWARD)
				return true;
	return false;
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct umd *u = in->docker ? first_compat(in) : NULL;
	struct finding *f;

	if (!u || in->fleet->embedded || is_moot(in))
		return;
	f = finding_add(in, out, &rule_compat_unused,
	                arena_fmt(in->arena,
	                          "no pool of the fleet uses the compat "
	                          "libraries (libcuda " STR_F ")",
	                          STR_A(u->version)));
	finding_at(in, f, u->layer, look_file(u));
	f->cure = cure_purge_compat(in, u);
	f->cure.grade = GRADE_REVIEW;
}

const struct rule rule_compat_unused = {
	.id = "CL053",
	.name = "compat-unused",
	.severity = SEV_NOTE,
	.fleet = true,
	.title = "compat libraries are kept though no pool can use them",
	.why = "Forward compatibility is for data-centre GPUs on older "
	       "drivers.  A fleet without them gains nothing from the "
	       "libraries, and a host that comes later may fail by them: "
	       "one with a GeForce, or with a newer driver.",
	.cure = "Leave the package out, or purge it in the stage that ships.",
	.source = "model 5, 6",
	.bad_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n",
	.good_file = "FROM ubuntu:22.04\n",
	.pool = POOL("550.54.15", "NVIDIA A100-SXM4-40GB", GPUS_MOUNT),
	.check = check,
};
