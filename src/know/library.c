#include "know/check.h"
#include "know/tables.h"

const char *const code_role_names[ROLE_N] = {
	[ROLE_CORE] = "core",
	[ROLE_PLUGIN] = "plugin",
	[ROLE_LIBRARY] = "library",
	[ROLE_TOOL] = "tool",
};

static const struct field known_library_fields[] = {
	FIELD(struct known_library, pattern, REQUIRED, ""),
	FIELD(struct known_library, name, REQUIRED, ""),
	FIELD_ENUM(struct known_library, role, REQUIRED, code_role_names, ""),
	FIELD_ENUM(struct known_library, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct known_library, source, OPTIONAL, ""),
};
ROWS(known_library, known_library_fields);

static const struct field library_limit_fields[] = {
	FIELD(struct library_limit, name, REQUIRED, ""),
	FIELD(struct library_limit, major, REQUIRED, ""),
	FIELD(struct library_limit, max_cc, REQUIRED, ""),
	FIELD_ENUM(struct library_limit, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct library_limit, source, OPTIONAL, ""),
};
ROWS(library_limit, library_limit_fields);

static const struct field size_limit_fields[] = {
	FIELD(struct size_limit, rule, REQUIRED, ""),
	FIELD(struct size_limit, bytes, REQUIRED, ""),
	FIELD_ENUM(struct size_limit, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct size_limit, source, OPTIONAL, ""),
};
ROWS(size_limit, size_limit_fields);
FILE_OF(libraries, ROWS_AS(0, "libraries", known_library),
        ROWS_AS(1, "limits", library_limit), ROWS_AS(2, "sizes", size_limit));

const struct table table_libraries = {TABLE("libraries", libraries, true),
                                      {LAZY(libraries, known_library),
                                       LAZY(library_limits, library_limit),
                                       LAZY(size_limits, size_limit)}};

int64_t know_size_limit(const struct know *k, struct str rule)
{
	slice_for (const struct size_limit, l,
	           know_lazy(k, &table_libraries)->size_limits)
		if (str_eq(l->rule, rule))
			return l->bytes;
	return INT64_MAX;
}

struct library_limits know_library_limits(const struct know *k)
{
	return know_lazy(k, &table_libraries)->library_limits;
}

struct known_libraries know_libraries(const struct know *k)
{
	return know_lazy(k, &table_libraries)->libraries;
}

const struct known_library *know_library(const struct know *k, struct str path)
{
	struct known_libraries rows = know_libraries(k);

	slice_for (const struct known_library, r, rows)
		if (str_glob(r->pattern, path))
			return r;
	return NULL;
}

/* A row below one that takes all its paths would never count. */
static bool is_covered(const struct known_libraries *rows,
                       const struct known_library *r)
{
	for (const struct known_library *o = rows->v; o < r; o++)
		if (str_glob(o->pattern, r->pattern))
			return true;
	return false;
}

static bool is_named(const struct known_libraries *rows, struct str name)
{
	slice_for (const struct known_library, r, *rows)
		if (str_eq(r->name, name))
			return true;
	return false;
}

static void check_limits(struct check *c, const struct known_libraries *rows)
{
	struct library_limits limits = know_library_limits(c->k);

	c->list = "limits";
	slice_for (const struct library_limit, l, limits) {
		check_row(c, (size_t)(l - limits.v), l->name, l->confidence,
		          l->source);
		check_version(c, "max_cc", l->max_cc);
		if (!is_named(rows, l->name))
			check_say(c, "no library has that name");
		if (l->major <= 0)
			check_say(c, "major %lld", (long long)l->major);
	}
}

static void check_sizes(struct check *c)
{
	struct size_limits rows =
		know_lazy(c->k, &table_libraries)->size_limits;

	c->list = "sizes";
	slice_for (const struct size_limit, l, rows) {
		check_row(c, (size_t)(l - rows.v), l->rule, l->confidence,
		          l->source);
		if (l->bytes <= 0)
			check_say(c, "%lld bytes", (long long)l->bytes);
	}
}

void check_libraries(struct check *c)
{
	struct known_libraries rows = know_libraries(c->k);

	c->table = "libraries";
	c->list = "libraries";
	slice_for (const struct known_library, r, rows) {
		check_row(c, (size_t)(r - rows.v), r->pattern, r->confidence,
		          r->source);
		if (r->name.n == 0)
			check_say(c, "it has no name");
		if (r->role == ROLE_OWN)
			check_say(c, "it has no role");
		if (is_covered(&rows, r))
			check_say(c, "a row above it takes its paths");
	}
	check_limits(c, &rows);
	check_sizes(c);
}
