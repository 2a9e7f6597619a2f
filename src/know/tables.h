/*
 * tables.h - the files of rules/ and what their rows look like.
 *
 * Shape:   every file has a head and one to three lists of rows; each list
 *          goes to one member of struct know, or of struct know_lazy.
 * Owner:   static tables.
 * Errors:  none.
 * Source:  know.h.
 */
#ifndef KNOW_TABLES_H
#define KNOW_TABLES_H

#include "base/sha256.h"
#include "know/know.h"

enum { LISTS_MAX = 3, TABLES_N = 15 };

/* Any {v, n} slice of rows. */
struct rows {
	void *v;
	size_t n;
};

struct file {
	struct str schema;    /* "cudalint/know/NAME/1" */
	struct str as_of;     /* YYYY-MM-DD */
	int64_t stale_days;   /* 0: KNOW_STALE_DAYS */
	struct str source;    /* of rows that name none */
	struct pairs sources; /* short key to text */
	struct rows rows[LISTS_MAX];
};

struct list {
	size_t off;    /* of the slice in the struct it goes to */
	size_t size;   /* of a row */
	size_t source; /* of the row's source in the row */
};

struct table {
	const char *name; /* rules/NAME.json */
	const struct schema *schema;
	const char *bytes; /* compiled in */
	const size_t *bytes_size;
	bool lazy;                    /* goes to struct know_lazy */
	struct list lists[LISTS_MAX]; /* size 0: none */
};

/* In order of name. */
extern const struct table *const table_list[TABLES_N];
extern const struct table table_arches, table_bases, table_frameworks,
	table_gates, table_images, table_libraries, table_packages,
	table_symptoms;

struct loaded { /* of one table */
	bool parsed;
	struct str origin; /* "" compiled in */
	struct str as_of, source;
	int64_t stale_days;
	size_t rows, bytes;
	struct digest digest; /* of --knowledge only */
};

struct know_lazy {
	struct arena *arena; /* where late tables go */
	struct loaded loaded[TABLES_N];
	struct gpu_archs archs;
	struct gates gates;
	struct nvidia_images nvidia_images;
	struct gate_revisions gate_revisions;
	struct framework_images framework_images;
	struct frameworks frameworks;
	struct cudart_wheels cudart_wheels;
	struct known_libraries libraries;
	struct library_limits library_limits;
	struct size_limits size_limits;
	struct known_packages packages;
	struct plain_images plain_images;
	struct distros distros;
	struct parts parts;
	struct spellings spellings;
	struct error_codes error_codes;
};

/* Its rows to *k, and what is known of the file to *l. */
int know_parse(struct know *k, const struct table *t, struct str json,
               struct loaded *l, struct err *err);

/* Parse the compiled-in one, unless that is done. */
const struct know_lazy *know_lazy(const struct know *k, const struct table *t);

/* clang-format off */
#define ROWS(T, fields) \
	static const struct schema T##_row = SCHEMA(struct T, fields)
#define HEAD \
	FIELD(struct file, schema, REQUIRED, ""), \
	FIELD(struct file, as_of, REQUIRED, ""), \
	FIELD(struct file, stale_days, OPTIONAL, ""), \
	FIELD(struct file, source, REQUIRED, ""), \
	FIELD(struct file, sources, OPTIONAL, "")
#define ROWS_AS(i, key, T) \
	FIELD_LIST_AS(struct file, rows[i], key, REQUIRED, &T##_row, "")
#define FILE_OF(sym, ...) \
	static const struct field sym##_fields[] = {HEAD, __VA_ARGS__}; \
	static const struct schema sym##_file = SCHEMA(struct file, sym##_fields); \
	extern const char embedded_##sym[]; \
	extern const size_t embedded_##sym##_size
#define LIST_IN(S, m, T) \
	{ offsetof(struct S, m), sizeof(struct T), offsetof(struct T, source) }
#define LIST(m, T) LIST_IN(know, m, T)
#define LAZY(m, T) LIST_IN(know_lazy, m, T)
#define TABLE(name, sym, is_lazy) \
	name, &sym##_file, embedded_##sym, &embedded_##sym##_size, is_lazy
/* clang-format on */

#endif
