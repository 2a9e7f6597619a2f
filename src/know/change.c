#include "know/know.h"

const char *const change_names[CHANGE_N] = {
	[CHANGE_STRICT_CUDA_VERSION] = "strict-cuda-version",
	[CHANGE_JETPACK_UNREAD] = "jetpack-unread",
	[CHANGE_DISABLED_UNREAD] = "disabled-unread",
	[CHANGE_COMPAT_MODE] = "compat-mode",
	[CHANGE_JIT_CDI] = "jit-cdi",
	[CHANGE_CDI_SPECS] = "cdi-specs",
	[CHANGE_DOCKER_CDI] = "docker-cdi",
};

struct str know_change(const struct know *k, enum change_kind what)
{
	slice_for (const struct change, c, k->changes)
		if (c->what == what)
			return c->version;
	return STR("");
}

bool know_changed(const struct know *k, enum change_kind what,
                  struct str version)
{
	return version_cmp_str(version, know_change(k, what)) >= 0;
}
