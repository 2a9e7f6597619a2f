#include "lint/example.h"
#include "lint/where.h"

static bool is_compat(const struct effect *e)
{
	return str_contains(e->name.s, STR("cuda-compat"));
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct effect *e)
{
	struct finding *f = finding_add(
		in, out, &rule_purge_fragile,
		arena_fmt(in->arena,
	                  "line %zu purges " STR_F
	                  " with a command that fails when it is not there",
	                  e->instr->first, STR_A(e->name.s)));

	finding_effect(f, e);
	f->cure = (struct cure){
		.grade = GRADE_REVIEW,
		.action = STR("harden-purge"),
		.package = e->name.s,
		.text = STR("pkgs=$(dpkg-query -W -f '${Package}\\n' "
	                    "'cuda-compat*' 2>/dev/null || :); "
	                    "[ -z \"$pkgs\" ] || dpkg --purge $pkgs"),
	};
}

static void check(const struct lint_input *in, struct findings *out)
{
	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects)
		if (e->kind == EFFECT_REMOVE && e->fragile && !e->guarded &&
		    is_compat(e))
			report(in, out, e);
}

const struct rule rule_purge_fragile = {
	.id = "CL052",
	.name = "purge-fragile",
	.severity = SEV_NOTE,
	.title = "the purge of a compat package fails when it is absent",
	.why = "NVIDIA's base images have empty package lists, and apt-get "
	       "purge of a name that is neither installed nor listed exits "
	       "100.  So the build breaks as soon as the package is not there: "
	       "another base, another CPU, a second purge.",
	.cure = "Ask dpkg first, and purge what it lists.",
	.source = "model 16.4",
	.bad_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
		    "RUN apt-get purge -y 'cuda-compat-*'\n",
	.good_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
		     "RUN rm -rf /usr/local/cuda/compat\n",
	.check = check,
};
