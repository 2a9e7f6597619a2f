#include "facts/sizes.h"

bool component_is_library(enum component c)
{
	return c >= COMPONENT_CUDART && c <= COMPONENT_TENSORRT;
}

struct str size_text(int64_t bytes, struct arena *a)
{
	const int64_t kb = 1000, mb = 1000 * kb, gb = 1000 * mb;

	if (bytes >= gb)
		return arena_fmt(a, "%lld.%lld GB", (long long)(bytes / gb),
		                 (long long)(bytes % gb / (gb / 10)));
	if (bytes >= mb)
		return arena_fmt(a, "%lld MB", (long long)(bytes / mb));
	return arena_fmt(a, "%lld kB", (long long)((bytes + kb - 1) / kb));
}
