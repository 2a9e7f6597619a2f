#include "facts/sizes.h"

bool component_is_library(enum component c)
{
	return c >= COMPONENT_CUDART && c <= COMPONENT_TENSORRT;
}

/* With a tenth where that is one of the first two digits. */
static struct str in_unit(int64_t bytes, int64_t unit, const char *name,
                          struct arena *a)
{
	long long whole = bytes / unit, tenth = bytes % unit / (unit / 10);

	if (whole < 10)
		return arena_fmt(a, "%lld.%lld %s", whole, tenth, name);
	return arena_fmt(a, "%lld %s", whole, name);
}

struct str size_text(int64_t bytes, struct arena *a)
{
	const int64_t kb = 1000, mb = 1000 * kb, gb = 1000 * mb;

	if (bytes >= gb)
		return in_unit(bytes, gb, "GB", a);
	if (bytes >= mb)
		return in_unit(bytes, mb, "MB", a);
	return arena_fmt(a, "%lld kB", (long long)((bytes + kb - 1) / kb));
}
