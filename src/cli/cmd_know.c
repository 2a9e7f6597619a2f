#include "cli/cli.h"
#include "cli/formats.h"
#include "know/card.h"
#include "report/paper.h"

enum { WIDTH = 80, DIGEST_SHORT = 12 };

/* What one answer is, in either format. */
struct answer {
	const struct card *card;          /* of `know KIND KEY` */
	const struct know_tables *tables; /* of `know` */
	const struct pairs *stale;
};

static struct str short_digest(struct str digest)
{
	struct str head, hex;

	if (!str_cut(digest, ':', &head, &hex))
		return digest;
	hex.n = hex.n < DIGEST_SHORT ? hex.n : DIGEST_SHORT;
	return hex;
}

static bool is_stale(const struct answer *a, struct str name)
{
	slice_for (struct pair, p, *a->stale)
		if (str_eq(p->key, name))
			return true;
	return false;
}

static void list_text(const struct answer *a, struct buf *out)
{
	buf_printf(out, "%-16s %-10s %6s  %-12s  %s\n", "TABLE", "AS OF",
	           "ROWS", "DIGEST", "ORIGIN");
	slice_for (struct know_table, t, *a->tables)
		buf_printf(out, "%-16.*s %-10.*s %6zu  %-12.*s  " STR_F "%s\n",
		           STR_A(t->name), STR_A(t->as_of), t->rows,
		           STR_A(short_digest(t->digest)), STR_A(t->origin),
		           is_stale(a, t->name) ? " (old)" : "");
}

struct table_row {
	struct str table, as_of, origin, digest, source;
	int64_t rows;
	bool stale;
};
struct table_rows {
	struct table_row *v;
	size_t n;
};
struct list_rows {
	struct table_rows tables;
};

static const struct field table_fields[] = {
	FIELD(struct table_row, table, ALWAYS, ""),
	FIELD(struct table_row, as_of, ALWAYS, ""),
	FIELD(struct table_row, rows, ALWAYS, ""),
	FIELD(struct table_row, origin, ALWAYS, ""),
	FIELD(struct table_row, digest, ALWAYS, ""),
	FIELD(struct table_row, source, ALWAYS, ""),
	FIELD(struct table_row, stale, ALWAYS, ""),
};
static const struct schema table_schema =
	SCHEMA(struct table_row, table_fields);
static const struct field list_fields[] = {
	FIELD_LIST(struct list_rows, tables, ALWAYS, &table_schema, ""),
};
static const struct schema list_schema = SCHEMA(struct list_rows, list_fields);

static void list_json(const struct answer *a, struct buf *out)
{
	struct arena arena = {0};
	struct list_rows rows = {0};

	slice_for (struct know_table, t, *a->tables)
		*arena_push(&arena, &rows.tables) = (struct table_row){
			.table = t->name,
			.as_of = t->as_of,
			.rows = (int64_t)t->rows,
			.origin = t->origin,
			.digest = t->digest,
			.source = t->source,
			.stale = is_stale(a, t->name),
		};
	record_write(&list_schema, &rows, out);
	arena_free(&arena);
}

static void put_line(struct paper *p, unsigned left, const char *key,
                     struct str value)
{
	if (!value.n)
		return;
	paper_put(p, INK_PLAIN, str_c(key));
	paper_put(p, INK_PLAIN, STR(":"));
	paper_tab(p, left);
	paper_wrap(p, left, paper_safe(p->arena, value));
}

/* Keys to the left, values to the right, where it comes from at the end. */
static void card_text(const struct answer *a, struct buf *out)
{
	struct arena arena = {0};
	struct paper p = {.out = out, .arena = &arena, .width = WIDTH};
	unsigned left = sizeof "interpolated:";

	if (!a->card->row) {
		struct str s = paper_safe(&arena, a->card->key);

		buf_printf(out, STR_F ": " STR_F "\n", STR_A(s),
		           STR_A(a->card->why));
		arena_free(&arena);
		return;
	}
	slice_for (struct pair, l, a->card->lines) {
		unsigned cols = paper_cols(l->key) + 2;

		left = cols > left ? cols : left;
	}
	slice_for (struct pair, l, a->card->lines)
		put_line(&p, left, arena_cstr(&arena, l->key), l->value);
	put_line(&p, left, "interpolated", a->card->interpolated);
	put_line(&p, left, "table", str_c(a->card->table));
	put_line(&p, left, "source", a->card->source);
	arena_free(&arena);
}

static int write_one(const struct answer *a, struct str spec, struct err *err)
{
	struct str name, file;
	bool to_file = str_cut(spec, '=', &name, &file);
	bool json = str_eq(name, STR("json"));
	struct buf out = {0};
	int rc;

	if (a->card && json)
		card_json(a->card, &out);
	else if (a->card)
		card_text(a, &out);
	else if (json)
		list_json(a, &out);
	else
		list_text(a, &out);
	rc = to_file ? file_write(file, buf_str(&out), err) :
	               print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

static int write_answer(const struct context *c, const struct answer *a,
                        struct err *err)
{
	if (!c->opts.format.n)
		return write_one(a, STR("text"), err);
	slice_for (struct str, spec, c->opts.format)
		if (write_one(a, *spec, err))
			return -1;
	return 0;
}

static int run_list(struct context *c, struct err *err)
{
	struct know_age age;
	struct pairs stale;
	struct know_tables tables;
	struct answer a = {.tables = &tables, .stale = &stale};

	if (context_age(c, &age, err))
		return -1;
	age.all = true;
	stale = know_stale(&c->know, &age, &c->arena);
	tables = know_tables(&c->know, &c->arena);
	return write_answer(c, &a, err) ? -1 : STATUS_CLEAN;
}

static int run_check(struct context *c, struct err *err)
{
	struct strs complaints = {0};
	struct buf out = {0};
	int rc;

	if (c->opts.args.n > 1)
		return err_set(err, ERR_USAGE, "know check takes no argument");
	(void)know_check(&c->know, &c->arena, &complaints);
	slice_for (struct str, s, complaints)
		buf_printf(&out, STR_F "\n", STR_A(*s));
	if (complaints.n == 0)
		buf_add(&out, STR("ok\n"));
	rc = print(buf_str(&out), err);
	buf_free(&out);
	if (rc)
		return rc;
	return complaints.n ? STATUS_FOUND : STATUS_CLEAN;
}

/* "vllm 0.6.4" may be one argument or two. */
static struct str key_of(struct context *c)
{
	struct str key = {0};

	for (size_t i = 1; i < c->opts.args.n; i++)
		key = arena_fmt(&c->arena, STR_F "%s" STR_F, STR_A(key),
		                i > 1 ? " " : "", STR_A(c->opts.args.v[i]));
	return str_trim(key);
}

static int no_kind(struct str word, struct err *err)
{
	struct buf all = {.max = 300};

	for (size_t i = 0; i < card_kinds_n; i++)
		buf_printf(&all, "%s%s", i ? ", " : "", card_kinds[i].word);
	(void)err_set(err, ERR_USAGE,
	              "know has no '" STR_F "'; there are " STR_F " and check",
	              STR_A(word), STR_A(buf_str(&all)));
	buf_free(&all);
	return -1;
}

static int run_card(struct context *c, struct err *err)
{
	const struct card_kind *kind = card_kind_get(c->opts.args.v[0]);
	struct str key = key_of(c);
	struct card card;
	struct answer a = {.card = &card};

	if (!kind)
		return no_kind(c->opts.args.v[0], err);
	if (!key.n)
		return err_set(err, ERR_USAGE,
		               "know %s wants %s: cudalint know %s %s",
		               kind->word, kind->key, kind->word,
		               kind->example);
	card = card_make(&c->know, kind, key, &c->arena);
	if (write_answer(c, &a, err))
		return -1;
	return card.row ? STATUS_CLEAN : STATUS_FOUND;
}

int run_know(struct context *c, struct err *err)
{
	if (formats_check(c, FORMATS_PLAIN, err) || context_know(c, err))
		return -1;
	if (!c->opts.args.n)
		return run_list(c, err);
	if (str_eq(c->opts.args.v[0], STR("check")))
		return run_check(c, err);
	return run_card(c, err);
}
