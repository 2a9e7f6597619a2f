#include "know/know.h"

#include "base/cleanup.h"
#include "know/tables.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { TABLE_MAX = 16 << 20 }; /* bytes of one file of --knowledge DIR */

static void close_file(FILE *f)
{
	(void)fclose(f);
}
CLEANUP_FN(FILE *, close_file)

static struct str source_of(const struct file *f, struct str key)
{
	if (key.n == 0)
		return f->source;
	slice_for (struct pair, p, f->sources)
		if (str_eq(p->key, key))
			return p->value;
	return key;
}

/* Hand the rows to *k, each with its source in full. */
static void take_rows(const struct file *f, size_t i, const struct list *list,
                      struct know *k)
{
	struct rows rows = f->rows[i];

	for (size_t r = 0; r < rows.n; r++) {
		char *at = (char *)rows.v + r * list->size + list->source;
		struct str source;

		memcpy(&source, at, sizeof source);
		source = source_of(f, source);
		memcpy(at, &source, sizeof source);
	}
	memcpy((char *)k + list->off, &rows, sizeof rows);
}

/* YYYY-MM-DD: dates are compared as texts. */
static bool is_date(struct str s)
{
	struct version v;

	for (size_t i = 0; i < s.n; i++)
		if ((s.p[i] == '-') != (i == 4 || i == 7))
			return false;
	return s.n == 10 && version_parse((struct str){s.p, 4}, &v) &&
	       version_parse((struct str){s.p + 5, 2}, &v) &&
	       version_parse((struct str){s.p + 8, 2}, &v);
}

static int parse_table(const struct table *t, struct str json, struct know *k,
                       struct arena *a, struct err *err)
{
	struct str want = arena_fmt(a, "cudalint/know/%s/1", t->name);
	struct file f = {0};

	if (record_parse(t->schema, json, RECORD_STRICT, a, &f, err))
		return -1;
	if (!str_eq(f.schema, want))
		return err_set(err, ERR_FORMAT,
		               "/schema: want '" STR_F "', got '%.60s'",
		               STR_A(want), arena_cstr(a, f.schema));
	if (!is_date(f.as_of))
		return err_set(err, ERR_FORMAT, "/as_of: want YYYY-MM-DD");
	if (f.source.n == 0)
		return err_set(err, ERR_FORMAT, "/source: empty");
	for (size_t i = 0; i < 2; i++)
		if (t->lists[i].size)
			take_rows(&f, i, &t->lists[i], k);
	if (k->as_of.n == 0 || str_cmp(f.as_of, k->as_of) < 0)
		k->as_of = f.as_of;
	return 0;
}

static int read_all(FILE *in, struct buf *out, struct err *err)
{
	char block[8192];
	size_t n;

	while ((n = fread(block, 1, sizeof block, in)) > 0)
		buf_add(out, (struct str){block, n});
	if (ferror(in))
		return err_set(err, ERR_IO, "%s", strerror(errno));
	if (out->truncated)
		return err_set(err, ERR_LIMIT, "larger than %d bytes",
		               TABLE_MAX);
	return 0;
}

static int load_file(const struct table *t, FILE *in, struct know *k,
                     struct arena *a, struct err *err)
{
	CLEANUP(buf_free) struct buf json = {.max = TABLE_MAX};

	if (read_all(in, &json, err))
		return -1;
	return parse_table(t, buf_str(&json), k, a, err);
}

/* From dir when the file is there, else the compiled-in one. */
static int load_table(const struct table *t, struct str dir, struct know *k,
                      struct arena *a, bool *found, struct err *err)
{
	struct str builtin = {t->bytes, *t->bytes_size};

	if (dir.n) {
		struct str path =
			arena_fmt(a, STR_F "/%s.json", STR_A(dir), t->name);
		CLEANUP(close_file_p) FILE *in = fopen(path.p, "rb");

		if (in) {
			*found = true;
			if (load_file(t, in, k, a, err))
				return err_wrap(err, STR_F, STR_A(path));
			return 0;
		}
		if (errno != ENOENT)
			return err_set(err, ERR_IO, STR_F ": %s", STR_A(path),
			               strerror(errno));
	}
	if (parse_table(t, builtin, k, a, err))
		return err_wrap(err, "rules/%s.json", t->name);
	return 0;
}

int know_load(struct know *k, struct str dir, struct arena *a, struct err *err)
{
	bool found = false;

	*k = (struct know){0};
	for (size_t i = 0; i < TABLES_N; i++)
		if (load_table(&know_tables[i], dir, k, a, &found, err))
			return -1;
	if (dir.n && !found)
		return err_set(err, ERR_NOT_FOUND,
		               STR_F ": no knowledge table in it", STR_A(dir));
	return 0;
}
