#include "know/know.h"

int know_check(const struct know *k, struct arena *a, struct strs *complaints)
{
	(void)k;
	(void)a;
	return complaints->n ? -1 : 0;
}
