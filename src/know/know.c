#include "know/know.h"

#include "base/cleanup.h"
#include "know/tables.h"

#include <assert.h>
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

/* Hand the rows to the struct at base, each with its source in full. */
static size_t take_rows(const struct file *f, size_t i, const struct list *list,
                        char *base)
{
	struct rows rows = f->rows[i];

	for (size_t r = 0; r < rows.n; r++) {
		char *at = (char *)rows.v + r * list->size + list->source;
		struct str source;

		memcpy(&source, at, sizeof source);
		source = source_of(f, source);
		memcpy(at, &source, sizeof source);
	}
	memcpy(base + list->off, &rows, sizeof rows);
	return rows.n;
}

static int check_head(const struct table *t, const struct file *f,
                      struct arena *a, struct err *err)
{
	struct str want = arena_fmt(a, "cudalint/know/%s/1", t->name);

	if (!str_eq(f->schema, want))
		return err_set(err, ERR_FORMAT,
		               "/schema: want '" STR_F "', got '%.60s'",
		               STR_A(want), arena_cstr(a, f->schema));
	if (!know_days(f->as_of, f->as_of, &(int64_t){0}))
		return err_set(err, ERR_FORMAT, "/as_of: want YYYY-MM-DD");
	if (f->source.n == 0)
		return err_set(err, ERR_FORMAT, "/source: empty");
	if (f->stale_days < 0)
		return err_set(err, ERR_FORMAT, "/stale_days: negative");
	return 0;
}

int know_parse(struct know *k, const struct table *t, struct str json,
               struct loaded *l, struct err *err)
{
	struct arena *a = k->lazy->arena;
	struct file f = {0};
	char *base = t->lazy ? (char *)k->lazy : (char *)k;

	if (record_parse(t->schema, json, RECORD_STRICT, a, &f, err) ||
	    check_head(t, &f, a, err))
		return -1;
	for (size_t i = 0; i < LISTS_MAX; i++)
		if (t->lists[i].size)
			l->rows += take_rows(&f, i, &t->lists[i], base);
	l->parsed = true;
	l->as_of = f.as_of;
	l->source = f.source;
	l->stale_days = f.stale_days ? f.stale_days : KNOW_STALE_DAYS;
	l->bytes = json.n;
	if (!t->lazy && (k->as_of.n == 0 || str_cmp(f.as_of, k->as_of) < 0))
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
                     struct loaded *l, struct err *err)
{
	CLEANUP(buf_free) struct buf json = {.max = TABLE_MAX};

	if (read_all(in, &json, err) ||
	    know_parse(k, t, buf_str(&json), l, err))
		return -1;
	l->digest = sha256_of(buf_str(&json));
	return 0;
}

static int load_builtin(const struct table *t, struct know *k, struct loaded *l,
                        struct err *err)
{
	struct str builtin = {t->bytes, *t->bytes_size};

	if (know_parse(k, t, builtin, l, err))
		return err_wrap(err, "rules/%s.json", t->name);
	return 0;
}

/* From dir when the file is there, else the compiled-in one when it is due. */
static int load_table(const struct table *t, struct str dir, struct know *k,
                      struct loaded *l, struct err *err)
{
	if (dir.n) {
		struct str path = arena_fmt(k->lazy->arena, STR_F "/%s.json",
		                            STR_A(dir), t->name);
		CLEANUP(close_file_p) FILE *in = fopen(path.p, "rb");

		if (in) {
			l->origin = path;
			if (load_file(t, in, k, l, err))
				return err_wrap(err, STR_F, STR_A(path));
			return 0;
		}
		if (errno != ENOENT)
			return err_set(err, ERR_IO, STR_F ": %s", STR_A(path),
			               strerror(errno));
	}
	return t->lazy ? 0 : load_builtin(t, k, l, err);
}

int know_load(struct know *k, struct str dir, struct arena *a, struct err *err)
{
	bool found = false;

	*k = (struct know){.lazy = arena_new(a, struct know_lazy)};
	k->lazy->arena = a;
	for (size_t i = 0; i < TABLES_N; i++) {
		struct loaded *l = &k->lazy->loaded[i];

		if (load_table(table_list[i], dir, k, l, err))
			return -1;
		found |= l->origin.n > 0;
	}
	if (dir.n && !found)
		return err_set(err, ERR_NOT_FOUND,
		               STR_F ": no knowledge table in it", STR_A(dir));
	return 0;
}

/* Only compiled-in ones are late; a test parses them all. */
const struct know_lazy *know_lazy(const struct know *k, const struct table *t)
{
	struct know late = {.lazy = k->lazy};
	struct err err = {0};
	size_t i = 0;

	while (table_list[i] != t)
		i++;
	if (!k->lazy->loaded[i].parsed &&
	    load_builtin(t, &late, &k->lazy->loaded[i], &err))
		assert(!"a compiled-in table cannot be parsed");
	return k->lazy;
}

static struct know_table describe(const struct know *k, size_t i,
                                  struct arena *a)
{
	const struct table *t = table_list[i];
	const struct loaded *l = &k->lazy->loaded[i];
	struct digest digest = l->digest;

	if (t->lazy)
		(void)know_lazy(k, t);
	if (l->origin.n == 0)
		digest = sha256_of((struct str){t->bytes, *t->bytes_size});
	return (struct know_table){
		.name = str_c(t->name),
		.file = arena_fmt(a, "%s.json", t->name),
		.schema = arena_fmt(a, "cudalint/know/%s/1", t->name),
		.as_of = l->as_of,
		.rows = l->rows,
		.bytes = l->bytes,
		.origin = l->origin.n ? l->origin : STR("built-in"),
		.digest = arena_str(a, digest_str(&digest)),
		.source = l->source,
		.stale_days = l->stale_days,
	};
}

struct know_tables know_tables(const struct know *k, struct arena *a)
{
	struct know_tables out = {arena_array(a, struct know_table, TABLES_N),
	                          TABLES_N};

	for (size_t i = 0; i < TABLES_N; i++)
		out.v[i] = describe(k, i, a);
	return out;
}
