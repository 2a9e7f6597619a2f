/* Which GPU it is whose name nvidia-smi cut short. */
#include "base/version.h"
#include "know/know.h"

/* What is printed lacks what the driver keeps for itself; a card may be let
 * draw more than it is specified for, and be held to less. */
enum { GIB = 1024, PRINTED_PERCENT = 96, POWER_PERCENT = 125 };

static bool fits_name(struct str name, struct str cut)
{
	static const struct str vendor = {"NVIDIA ", 7};

	if (str_has_prefix(name, cut))
		return true;
	return str_has_prefix(name, vendor) &&
	       str_has_prefix(str_from(name, vendor.n), cut);
}

static bool fits_card(const struct gpu_memory *m, uint64_t memory,
                      uint64_t power)
{
	uint64_t all = (uint64_t)m->gib * GIB;
	uint64_t most = (uint64_t)m->power * POWER_PERCENT / 100;

	return memory <= all && memory >= all * PRINTED_PERCENT / 100 &&
	       power <= most;
}

static bool is_driven(const struct know *k, struct str name, struct str driver)
{
	const struct branch *b = know_branch_of(k, driver);

	slice_for (const struct gpu, g, k->gpus) {
		if (!str_eq(g->name, name))
			continue;
		return !b || ((b->max_cc.n == 0 ||
		               version_cmp_str(g->cc, b->max_cc) <= 0) &&
		              (b->min_cc.n == 0 ||
		               version_cmp_str(g->cc, b->min_cc) >= 0));
	}
	return true;
}

struct strs know_gpu_cut(const struct know *k, struct str product,
                         uint64_t memory, uint64_t power, struct str driver,
                         struct arena *a)
{
	struct strs out = {0};

	if (!str_has_suffix(product, STR("...")) || memory == 0)
		return out;
	product.n -= 3;
	slice_for (const struct gpu_memory, m, k->memories)
		if (fits_name(m->name, product) &&
		    fits_card(m, memory, power) &&
		    is_driven(k, m->name, driver))
			*arena_push(a, &out) = m->name;
	return out;
}
