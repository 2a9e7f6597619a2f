#include "cli/cli.h"

#include <time.h>

enum { DAY = 86400 };

int context_age(const struct context *c, struct know_age *out, struct err *err)
{
	const struct options *o = &c->opts;
	uint64_t max;

	*out = (struct know_age){(int64_t)time(NULL) / DAY, -1, false};
	if (o->now.n && !know_days(STR("1970-01-01"), o->now, &out->today))
		return err_set(err, ERR_USAGE,
		               "--now wants YYYY-MM-DD, not " STR_F,
		               STR_A(o->now));
	if (!o->max_age.n)
		return 0;
	if (!str_uint(o->max_age, &max) || max > INT32_MAX)
		return err_set(err, ERR_USAGE,
		               "--max-age wants a number of days, not " STR_F,
		               STR_A(o->max_age));
	out->max = (int64_t)max;
	return 0;
}
