#include "know/tables.h"
#include "know/template.h"

struct known_packages know_packages(const struct know *k)
{
	return know_lazy(k, &table_packages)->packages;
}

/* "12-4" and "12.4" are CUDA 12.4; anything else is no version. */
static struct str cuda_of(struct str s, struct arena *a)
{
	char joint = str_contains(s, STR("-")) ? '-' : '.';
	struct str major, minor;
	uint64_t number;

	if (!str_cut(s, joint, &major, &minor) || !str_uint(major, &number) ||
	    !str_uint(minor, &number))
		return (struct str){0};
	return arena_fmt(a, STR_F "." STR_F, STR_A(major), STR_A(minor));
}

static bool is_package(const struct known_package *p, struct str name,
                       struct package_lookup *out, struct arena *a)
{
	struct captures c;
	uint64_t branch = 0;

	if (!template_match(p->pattern, name, &c))
		return false;
	if (c.cuda.n) {
		out->cuda = cuda_of(c.cuda, a);
		if (out->cuda.n == 0)
			return false;
	}
	if (c.branch.n && !str_uint(c.branch, &branch))
		return false;
	out->branch = (int64_t)branch;
	out->package = p;
	return true;
}

struct package_lookup know_package(const struct know *k, struct str name,
                                   struct arena *a)
{
	struct known_packages packages = know_packages(k);
	struct package_lookup out = {0};

	slice_for (const struct known_package, p, packages) {
		if (!is_package(p, name, &out, a))
			continue;
		if (out.cuda.n)
			out.toolkit = know_toolkit(k, out.cuda);
		return out;
	}
	return (struct package_lookup){0};
}
