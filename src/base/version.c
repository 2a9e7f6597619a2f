#include "base/version.h"

bool version_parse(struct str s, struct version *out)
{
	struct version v = {0};
	struct str rest = s, piece;
	uint64_t part;

	if (s.n == 0)
		return false;
	while (str_next(&rest, '.', &piece)) {
		if (v.n == 4 || !str_uint(piece, &part) || part > UINT32_MAX)
			return false;
		v.part[v.n++] = (uint32_t)part;
	}
	*out = v;
	return true;
}

struct version version_lead(struct str s)
{
	struct version v = {0};
	size_t n = 0;

	while (n < s.n && ((s.p[n] >= '0' && s.p[n] <= '9') || s.p[n] == '.'))
		n++;
	while (n && s.p[n - 1] == '.')
		n--;
	(void)version_parse((struct str){s.p, n}, &v);
	return v;
}

int version_cmp(struct version a, struct version b)
{
	for (size_t i = 0; i < 4; i++) {
		uint32_t x = i < a.n ? a.part[i] : 0;
		uint32_t y = i < b.n ? b.part[i] : 0;

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

int version_cmp_str(struct str a, struct str b)
{
	return version_cmp(version_lead(a), version_lead(b));
}

struct version version_minor(struct version v)
{
	if (v.n > 2)
		v.n = 2;
	return v;
}
