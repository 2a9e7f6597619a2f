#include "facts/extract.h"

/* os-release(5): shell-like assignments; a value may stand in quotes. */
static struct str unquote(struct str value)
{
	value = str_trim(value);
	if (value.n >= 2 && (value.p[0] == '"' || value.p[0] == '\'') &&
	    value.p[value.n - 1] == value.p[0])
		return (struct str){value.p + 1, value.n - 2};
	return value;
}

void extract_os_release(struct str bytes, struct arena *a, struct said *out)
{
	struct str line, key, value;

	while (str_next(&bytes, '\n', &line)) {
		if (!str_cut(str_trim(line), '=', &key, &value))
			continue;
		value = unquote(value);
		if (str_eq(key, STR("ID")))
			out->os.id = arena_str(a, value);
		if (str_eq(key, STR("VERSION_ID")))
			out->os.version = arena_str(a, value);
		if (str_eq(key, STR("PRETTY_NAME")))
			out->os.pretty = arena_str(a, value);
	}
}

void extract_ld_conf(struct str bytes, struct arena *a, struct said *out)
{
	struct str line, comment;

	while (str_next(&bytes, '\n', &line)) {
		(void)str_cut(line, '#', &line, &comment);
		line = str_trim(line);
		out->cut |= line.n && out->lines.n >= SAID_LIST_MAX;
		if (line.n && !out->cut)
			*arena_push(a, &out->lines) = arena_str(a, line);
	}
}
