#include "facts/extract.h"

#include "base/path.h"

/* One stanza's fields; views. */
struct stanza {
	struct str package, version, arch, status;
};

static void take_field(struct stanza *st, struct str key, struct str value)
{
	value = str_trim(value);
	if (str_eq_nocase(key, STR("Package")))
		st->package = value;
	else if (str_eq_nocase(key, STR("Version")))
		st->version = value;
	else if (str_eq_nocase(key, STR("Architecture")))
		st->arch = value;
	else if (str_eq_nocase(key, STR("Status")))
		st->status = value;
}

/* "install ok installed"; "deinstall ok config-files" is not. */
static bool is_installed(struct str status)
{
	return str_eq(status, STR("installed")) ||
	       str_has_suffix(status, STR(" installed"));
}

static void end_stanza(const struct stanza *st, bool needs_status,
                       struct arena *a, struct said *out)
{
	if (st->package.n == 0 || !interest_package(st->package))
		return;
	if ((needs_status || st->status.n) && !is_installed(st->status))
		return;
	extract_package((struct package){.name = arena_str(a, st->package),
	                                 .version = arena_str(a, st->version),
	                                 .arch = arena_str(a, st->arch)},
	                a, out);
}

void extract_dpkg(struct str bytes, bool needs_status, struct arena *a,
                  struct said *out)
{
	struct stanza st = {0};
	struct str line, key, value;

	while (str_next(&bytes, '\n', &line)) {
		if (str_trim(line).n == 0) {
			end_stanza(&st, needs_status, a, out);
			st = (struct stanza){0};
		} else if (line.p[0] != ' ' && line.p[0] != '\t' &&
		           str_cut(line, ':', &key, &value)) {
			take_field(&st, key, value);
		}
	}
	end_stanza(&st, needs_status, a, out);
}

/* md5sums has "<32 hex>  usr/lib/x", a list has "/usr/lib/x". */
static struct str listed_path(struct str line)
{
	struct str sum, path;

	line = str_trim(line);
	if (line.n && line.p[0] == '/')
		return path_rel(line);
	if (str_cut(line, ' ', &sum, &path))
		return path_rel(str_trim(path));
	return line;
}

void extract_dpkg_list(struct str bytes, struct arena *a, struct said *out)
{
	struct str line;

	while (str_next(&bytes, '\n', &line))
		extract_library(listed_path(line), a, out);
}
