#include "know/minor.h"

bool know_minor_compat(const struct know *k, uint32_t major)
{
	slice_for (const struct toolkit, t, k->toolkits)
		if (t->floor.n && version_lead(t->cuda).part[0] <= major)
			return true;
	return false;
}
