#include "base/record.h"
#include "dockerfile/parse.h"

struct heredoc_row {
	struct str name;
	int64_t fd;
	bool expand, chomp;
	struct str body;
};

struct heredoc_rows {
	struct heredoc_row *v;
	size_t n;
};

struct nested_row {
	struct str name;
	struct strs flags;
	bool json;
	struct strs args;
};

struct nested_rows {
	struct nested_row *v;
	size_t n;
};

struct instr_row {
	struct nested_row own;
	int64_t first, last;
	struct heredoc_rows heredocs;
	struct nested_rows nested;
};

struct instr_rows {
	struct instr_row *v;
	size_t n;
};

struct file_row {
	struct str schema;
	struct str escape;
	struct pairs directives;
	struct instr_rows instrs;
	struct strs warnings;
};

static const struct field heredoc_fields[] = {
	FIELD(struct heredoc_row, name, ALWAYS, "terminator, quotes undone"),
	FIELD(struct heredoc_row, fd, OPTIONAL, "number in front of <<"),
	FIELD(struct heredoc_row, expand, ALWAYS, "the name was not quoted"),
	FIELD(struct heredoc_row, chomp, ALWAYS, "<<-"),
	FIELD(struct heredoc_row, body, ALWAYS, "with its line ends"),
};
static const struct schema heredoc_schema =
	SCHEMA(struct heredoc_row, heredoc_fields);

static const struct field nested_fields[] = {
	FIELD_AS(struct nested_row, name, "instruction", ALWAYS, "as written"),
	FIELD(struct nested_row, flags, ALWAYS, "quotes undone"),
	FIELD(struct nested_row, json, ALWAYS, "exec form"),
	FIELD_AS(struct nested_row, args, "arguments", ALWAYS,
                 "words, or one string"),
};
static const struct schema nested_schema =
	SCHEMA(struct nested_row, nested_fields);

static const struct field instr_fields[] = {
	FIELD_AS(struct instr_row, own.name, "instruction", ALWAYS,
                 "as written"),
	FIELD_AS(struct instr_row, first, "start_line", ALWAYS, "from 1"),
	FIELD_AS(struct instr_row, last, "end_line", ALWAYS,
                 "heredocs included"),
	FIELD_AS(struct instr_row, own.flags, "flags", ALWAYS, "quotes undone"),
	FIELD_AS(struct instr_row, own.json, "json", ALWAYS, "exec form"),
	FIELD_AS(struct instr_row, own.args, "arguments", ALWAYS,
                 "words, or one string; ENV and LABEL: key, value, \"=\""),
	FIELD_LIST(struct instr_row, heredocs, ALWAYS, &heredoc_schema,
                   "in order"),
	FIELD_LIST(struct instr_row, nested, OPTIONAL, &nested_schema,
                   "what ONBUILD has, outermost first"),
};
static const struct schema instr_schema =
	SCHEMA(struct instr_row, instr_fields);

static const struct field file_fields[] = {
	FIELD(struct file_row, schema, REQUIRED, "\"cudalint.dockerfile/1\""),
	FIELD(struct file_row, escape, REQUIRED, "\\ or `"),
	FIELD(struct file_row, directives, OPTIONAL, "those that count"),
	FIELD_LIST_AS(struct file_row, instrs, "instructions", REQUIRED,
                      &instr_schema, "in order"),
	FIELD(struct file_row, warnings, OPTIONAL, "of BuildKit's parser"),
};
static const struct schema file_schema = SCHEMA(struct file_row, file_fields);

static struct strs strs_of(const struct texts *t, struct arena *a)
{
	struct strs out = {arena_array(a, struct str, t->n), t->n};

	for (size_t i = 0; i < t->n; i++)
		out.v[i] = t->v[i].s;
	return out;
}

static struct nested_row own_row(const struct instr *in, struct arena *a)
{
	return (struct nested_row){in->name.s, strs_of(&in->flags, a), in->json,
	                           strs_of(&in->args, a)};
}

static struct heredoc_row heredoc_row(const struct heredoc *h)
{
	return (struct heredoc_row){h->name.s,
	                            h->fd > INT64_MAX ? INT64_MAX :
	                                                (int64_t)h->fd,
	                            h->expand, h->chomp, h->body.s};
}

static struct instr_row instr_row(const struct instr *in, struct arena *a)
{
	struct instr_row row = {.own = own_row(in, a),
	                        .first = (int64_t)in->first,
	                        .last = (int64_t)in->last};

	slice_for (const struct heredoc, h, in->heredocs)
		*arena_push(a, &row.heredocs) = heredoc_row(h);
	for (in = in->nested; in; in = in->nested)
		*arena_push(a, &row.nested) = own_row(in, a);
	return row;
}

void dockerfile_dump_json(const struct dockerfile *d, struct buf *out)
{
	struct arena a = {0};
	struct file_row row = {.schema = STR("cudalint.dockerfile/1"),
	                       .escape = {&d->escape, 1},
	                       .warnings = d->warnings};

	slice_for (const struct directive, x, d->directives)
		*arena_push(&a, &row.directives) =
			(struct pair){x->key, x->value};
	slice_for (const struct instr, in, d->instrs)
		*arena_push(&a, &row.instrs) = instr_row(in, &a);
	record_write(&file_schema, &row, out);
	arena_free(&a);
}
