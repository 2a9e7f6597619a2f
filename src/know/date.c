#include "know/know.h"

/* YYYY-MM-DD as days since 1970-01-01; a year begins in March. */
static bool date_parse(struct str s, int64_t *days)
{
	uint64_t y, m, d;

	if (s.n != 10 || s.p[4] != '-' || s.p[7] != '-' ||
	    !str_uint((struct str){s.p, 4}, &y) ||
	    !str_uint((struct str){s.p + 5, 2}, &m) ||
	    !str_uint((struct str){s.p + 8, 2}, &d) || m < 1 || m > 12 ||
	    d < 1 || d > 31 || y == 0)
		return false;
	y -= m <= 2;
	m = m <= 2 ? m + 9 : m - 3;
	*days = (int64_t)(365 * y + y / 4 - y / 100 + y / 400 +
	                  (153 * m + 2) / 5 + d) -
	        719469;
	return true;
}

bool know_days(struct str from, struct str to, int64_t *days)
{
	int64_t a, b;

	if (!date_parse(from, &a) || !date_parse(to, &b))
		return false;
	*days = b - a;
	return true;
}
