#include "facts/pyname.h"

#include "base/path.h"

static bool is_separator(char c)
{
	return c == '-' || c == '_' || c == '.';
}

struct str py_normal(struct py_space *space, struct str name)
{
	size_t n = 0;

	for (size_t i = 0; i < name.n && n < PY_NAME_MAX; i++) {
		char c = name.p[i];

		if (is_separator(c) && n && space->bytes[n - 1] == '-')
			continue;
		if (is_separator(c))
			c = '-';
		else if (c >= 'A' && c <= 'Z')
			c = (char)(c + ('a' - 'A'));
		space->bytes[n++] = c;
	}
	return (struct str){space->bytes, n};
}

bool py_info_split(struct str base, struct str *name, struct str *version)
{
	struct str tail;

	if (str_has_suffix(base, STR(".dist-info")))
		base.n -= STR(".dist-info").n;
	else if (str_has_suffix(base, STR(".egg-info")))
		base.n -= STR(".egg-info").n;
	else
		return false;
	(void)str_cut(base, '-', name, &tail);
	(void)str_cut(tail, '-', version, &tail);
	return name->n > 0;
}

bool py_site(struct str path, struct str *site)
{
	for (struct str at = path_dir(path); at.n; at = path_dir(at)) {
		struct str base = path_base(at);

		if (str_eq(base, STR("site-packages")) ||
		    str_eq(base, STR("dist-packages"))) {
			*site = at;
			return true;
		}
	}
	return false;
}
