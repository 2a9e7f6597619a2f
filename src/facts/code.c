#include "facts/code.h"

const char *const code_kind_names[CODE_KIND_N] = {
	[CODE_PTX] = "ptx",
	[CODE_SASS] = "sass",
};

const char *const code_variant_names[VARIANT_N] = {
	[VARIANT_ARCH] = "a",
	[VARIANT_FAMILY] = "f",
};

struct str code_target_name(const struct code_target *t, struct arena *a)
{
	const char *variant = code_variant_names[t->variant];

	return arena_fmt(a, "%s_%lld%s", t->kind == CODE_PTX ? "compute" : "sm",
	                 (long long)t->arch, variant ? variant : "");
}
