#include "fix/action.h"

const char *const action_names[ACTION_N] = {
	[ACTION_DROP_PACKAGE] = "drop-package",
	[ACTION_PURGE_COMPAT] = "purge-compat",
	[ACTION_DROP_PATH] = "drop-path",
	[ACTION_RETAG_BASE] = "retag-base",
	[ACTION_RETAG_TORCH] = "retag-torch",
	[ACTION_COMPAT_BY_ARG] = "compat-by-arg",
	[ACTION_DISABLE_REQUIRE] = "disable-require",
};

/* From the smallest change to the largest. */
void actions_of(const struct fix_input *in, struct arena *a,
                struct actions *out)
{
	action_drop_package(in, a, out);
	action_purge(in, a, out);
	action_drop_path(in, a, out);
	action_retag_torch(in, a, out);
	action_retag_base(in, a, out);
	action_compat_by_arg(in, a, out);
	action_disable_require(in, a, out);
}
