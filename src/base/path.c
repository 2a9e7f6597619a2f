#include "base/path.h"

#include <string.h>

static void drop_last(const char *out, size_t *n)
{
	while (*n && out[*n - 1] != '/')
		--*n;
	if (*n)
		--*n;
}

enum path_verdict path_clean(struct str raw, char out[PATH_MAX_BYTES],
                             struct str *clean)
{
	struct str rest = raw, part;
	size_t n = 0;

	while (str_next(&rest, '/', &part)) {
		if (part.n == 0 || str_eq(part, STR(".")))
			continue;
		if (str_eq(part, STR(".."))) {
			if (n == 0)
				return PATH_ESCAPES;
			drop_last(out, &n);
			continue;
		}
		if (part.n + 1 > PATH_MAX_BYTES - n)
			return PATH_TOO_LONG;
		if (n)
			out[n++] = '/';
		memcpy(out + n, part.p, part.n);
		n += part.n;
	}
	*clean = (struct str){out, n};
	return PATH_OK;
}

struct str path_base(struct str path)
{
	size_t n = path.n;

	if (n == 0)
		return (struct str){"", 0};
	while (n && path.p[n - 1] != '/')
		n--;
	return (struct str){path.p + n, path.n - n};
}

struct str path_dir(struct str path)
{
	struct str base = path_base(path);

	if (base.n == path.n)
		return (struct str){"", 0};
	return (struct str){path.p, path.n - base.n - 1};
}

bool path_is_under(struct str path, struct str dir)
{
	return dir.n == 0 || (str_has_prefix(path, dir) &&
	                      (path.n == dir.n || path.p[dir.n] == '/'));
}

struct str path_rel(struct str path)
{
	while (path.n && path.p[0] == '/')
		path = str_from(path, 1);
	return path;
}
