#include "facts/extract.h"
#include "facts/pyname.h"

void extract_metadata(struct str bytes, struct arena *a, struct said *out)
{
	struct py_space space;
	struct str line, key, value;

	while (str_next(&bytes, '\n', &line)) {
		if (str_trim(line).n == 0)
			return; /* the body follows */
		if (!str_cut(line, ':', &key, &value))
			continue;
		value = str_trim(value);
		if (str_eq_nocase(key, STR("Name")) && out->name.n == 0)
			out->name = arena_str(a, py_normal(&space, value));
		if (str_eq_nocase(key, STR("Version")) && out->version.n == 0)
			out->version = arena_str(a, value);
	}
}

/* The text between quotes; "" for None and all else. */
static struct str python_string(struct str value)
{
	struct str text, rest;

	value = str_trim(value);
	if (value.n < 2 || (value.p[0] != '\'' && value.p[0] != '"'))
		return STR("");
	if (!str_cut(str_from(value, 1), value.p[0], &text, &rest))
		return STR("");
	return text;
}

/* "cuda: Optional[str] = '12.1'" gives cuda and '12.1'. */
static bool assignment(struct str line, struct str *name, struct str *value)
{
	struct str hint;

	if (!str_cut(line, '=', name, value))
		return false;
	(void)str_cut(*name, ':', name, &hint);
	*name = str_trim(*name);
	*value = str_trim(*value);
	return true;
}

void extract_torch_version(struct str bytes, struct arena *a, struct said *out)
{
	struct str line, name, value;

	while (str_next(&bytes, '\n', &line)) {
		if (!assignment(line, &name, &value))
			continue;
		if (str_eq(name, STR("__version__")))
			out->version = arena_str(a, python_string(value));
		if (str_eq(name, STR("hip")))
			out->hip = arena_str(a, python_string(value));
		if (str_eq(name, STR("cuda"))) {
			out->cuda = arena_str(a, python_string(value));
			out->no_cuda = str_has_prefix(value, STR("None"));
		}
	}
}
