#include "fleet/sight.h"

struct sight_gpu *sight_add_gpu(struct sight *s, struct arena *a)
{
	return s->gpus.n < SIGHT_GPUS ? arena_push(a, &s->gpus) : NULL;
}

struct str sight_arch(struct str machine)
{
	static const struct {
		struct str prefix, arch;
	} known[] = {
		{{"x86_64", 6}, {"amd64", 5}},
		{{"amd64", 5}, {"amd64", 5}},
		{{"aarch64", 7}, {"arm64", 5}},
		{{"arm64", 5}, {"arm64", 5}},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_has_prefix(machine, known[i].prefix))
			return known[i].arch;
	return (struct str){0};
}
