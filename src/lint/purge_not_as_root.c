#include "lint/example.h"
#include "lint/where.h"

/* rm below /usr/local/cuda, or a package manager. */
static bool takes_compat_out(const struct effect *e)
{
	if (e->certainty != SHELL_RUNS)
		return false;
	return (e->kind == EFFECT_REMOVE &&
	        str_contains(e->name.s, STR("cuda-compat"))) ||
	       (e->kind == EFFECT_DELETE &&
	        str_contains(e->name.s, STR("/compat")));
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct effect *e, struct str user)
{
	struct finding *f = finding_add(
		in, out, &rule_purge_not_as_root,
		arena_fmt(in->arena,
	                  "line %zu takes compat libraries out as user " STR_F
	                  ", who may not",
	                  e->instr->first, STR_A(user)));

	finding_effect(f, e);
	f->cure = (struct cure){
		.grade = GRADE_REVIEW,
		.action = STR("purge-as-root"),
		.text = arena_fmt(in->arena,
	                          "USER root in front of it, USER " STR_F
	                          " behind it",
	                          STR_A(user)),
	};
}

static void check(const struct lint_input *in, struct findings *out)
{
	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects) {
		struct docker_state state;

		if (!takes_compat_out(e))
			continue;
		docker_state_at(in->docker, e->instr, in->arena, &state);
		if (state.user_known && !state.root &&
		    !str_contains(e->source.s, STR("sudo")))
			report(in, out, e, state.user.s);
	}
}

const struct rule rule_purge_not_as_root = {
	.id = "CL056",
	.name = "purge-not-as-root",
	.severity = SEV_ERROR,
	.title = "compat libraries are taken out by a user who may not",
	.why = "The files belong to root.  As another user dpkg, rpm and rm "
	       "fail, and with them the build.",
	.cure = "Switch to root for the step, and back.",
	.source = "model 16.4",
	.bad_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
		    "USER 1000\n"
		    "RUN dpkg --purge cuda-compat-12-4\n",
	.good_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
		     "RUN dpkg --purge cuda-compat-12-4\n"
		     "USER 1000\n",
	.check = check,
};
