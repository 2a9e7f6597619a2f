#include "fix/action.h"

static bool is_refused(const struct fix_input *in)
{
	slice_for (struct prediction, p, *in->before)
		slice_for (struct variant, v, p->variants)
			if (v->run.outcome == OUT_REFUSED)
				return true;
	return false;
}

/* It only skips the check; what the check is for may still fail. */
void action_disable_require(const struct fix_input *in, struct arena *a,
                            struct actions *out)
{
	if (!is_refused(in))
		return;
	*arena_push(a, out) = (struct action){
		.kind = ACTION_DISABLE_REQUIRE,
		.grade = GRADE_MANUAL,
		.title = STR("set NVIDIA_DISABLE_REQUIRE=1"),
		.refused = STR("never done by itself: it skips the check of "
	                       "NVIDIA_REQUIRE_CUDA and cures nothing that the "
	                       "check is for"),
	};
}
