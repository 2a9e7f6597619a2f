#include "know/tables.h"

struct gpu_archs know_archs(const struct know *k)
{
	return know_lazy(k, &table_arches)->archs;
}

/* "90a" of "sm_90a" and "compute_90a". */
static struct str bare(struct str arch)
{
	static const struct str heads[] = {{"sm_", 3}, {"compute_", 8}};

	for (size_t i = 0; i < 2; i++)
		if (str_has_prefix(arch, heads[i]))
			return str_from(arch, heads[i].n);
	return arch;
}

const struct gpu_arch *know_arch(const struct know *k, struct str arch)
{
	struct gpu_archs archs = know_archs(k);

	arch = bare(arch);
	slice_for (const struct gpu_arch, a, archs)
		if (str_eq(bare(a->sm), arch) ||
		    (a->kind == ARCH_BASELINE && str_eq(a->cc, arch)))
			return a;
	return NULL;
}
