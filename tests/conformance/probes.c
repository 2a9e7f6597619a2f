/* Edge cases with BuildKit's answers: each field of these must be ours. */
#include "base/record.h"
#include "conformance.h"
#include "dockerfile/gochar.h"
#include "dockerfile/parse.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

struct o_heredoc {
	struct str name;
	int64_t fd;
	bool expand, chomp;
	struct str content;
};

struct o_heredocs {
	struct o_heredoc *v;
	size_t n;
};

struct o_node {
	struct str cmd;
	int64_t start, end;
	struct strs flags;
	bool json;
	struct str original;
	struct strs args;
	struct str dump;
	struct o_heredocs heredocs;
	struct strs comments;
};

struct o_nodes {
	struct o_node *v;
	size_t n;
};

struct oracle {
	struct str error, escape;
	int64_t start, end;
	struct o_nodes nodes;
	struct strs warnings;
	struct ints warn_lines;
	struct str syntax, check;
};

static const struct field heredoc_fields[] = {
	FIELD(struct o_heredoc, name, REQUIRED, ""),
	FIELD(struct o_heredoc, fd, REQUIRED, ""),
	FIELD(struct o_heredoc, expand, REQUIRED, ""),
	FIELD(struct o_heredoc, chomp, REQUIRED, ""),
	FIELD(struct o_heredoc, content, REQUIRED, ""),
};
static const struct schema heredoc_schema =
	SCHEMA(struct o_heredoc, heredoc_fields);

static const struct field node_fields[] = {
	FIELD(struct o_node, cmd, REQUIRED, ""),
	FIELD(struct o_node, start, REQUIRED, ""),
	FIELD(struct o_node, end, REQUIRED, ""),
	FIELD(struct o_node, flags, NULLABLE, ""),
	FIELD(struct o_node, json, REQUIRED, ""),
	FIELD(struct o_node, original, REQUIRED, ""),
	FIELD(struct o_node, args, NULLABLE, ""),
	FIELD(struct o_node, dump, REQUIRED, ""),
	FIELD_LIST(struct o_node, heredocs, NULLABLE, &heredoc_schema, ""),
	FIELD(struct o_node, comments, NULLABLE, ""),
};
static const struct schema node_schema = SCHEMA(struct o_node, node_fields);

static const struct field oracle_fields[] = {
	FIELD(struct oracle, error, OPTIONAL, ""),
	FIELD(struct oracle, escape, OPTIONAL, ""),
	FIELD(struct oracle, start, REQUIRED, ""),
	FIELD(struct oracle, end, REQUIRED, ""),
	FIELD_LIST(struct oracle, nodes, NULLABLE, &node_schema, ""),
	FIELD(struct oracle, warnings, NULLABLE, ""),
	FIELD(struct oracle, warn_lines, NULLABLE, ""),
	FIELD(struct oracle, syntax, OPTIONAL, ""),
	FIELD(struct oracle, check, OPTIONAL, ""),
};
static const struct schema oracle_schema = SCHEMA(struct oracle, oracle_fields);

/* What their error is, and a word that ours says it by. */
static const struct {
	const char *theirs, *ours;
} errors[] = {
	{"invalid escape token", "the escape can't be"},
	{"only one escape parser directive", "a second escape directive"},
	{"unterminated heredoc", "the heredoc never ends"},
	{"arrays must be comprised of strings only", "may hold only strings"},
	{"greater than max allowed size", "longer than"},
};

/* A probe, and where it differs. */
struct probe {
	struct run *r;
	const struct oracle *o;
	struct str file;
	struct buf why;
};

static void differ(struct probe *p, bool same, const char *what, size_t i)
{
	if (!same)
		buf_printf(&p->why, " %s of %zu;", what, i + 1);
}

/* As encoding/json wrote it: bad bytes as U+FFFD. */
static bool is_same(struct str ours, struct str theirs)
{
	struct buf b = {0};
	uint32_t cp;
	bool same;

	for (size_t at = 0; at < ours.n;) {
		at += gochar_at(ours, at, &cp);
		gochar_add(&b, cp);
	}
	same = str_eq(buf_str(&b), theirs);
	buf_free(&b);
	return same;
}

static bool are_same(const struct texts *ours, const struct strs *theirs)
{
	if (ours->n != theirs->n)
		return false;
	for (size_t i = 0; i < ours->n; i++)
		if (!is_same(ours->v[i].s, theirs->v[i]))
			return false;
	return true;
}

/* Theirs has names and arguments of what is nested in one list. */
static struct texts flat_args(struct run *r, const struct instr *in)
{
	struct texts out = {0};

	for (; in; in = in->nested) {
		slice_for (struct text, t, in->args)
			*arena_push(&r->arena, &out) = *t;
		if (in->nested)
			*arena_push(&r->arena, &out) = in->nested->name;
	}
	return out;
}

static bool same_heredocs(const struct heredocs *ours,
                          const struct o_heredocs *theirs)
{
	if (ours->n != theirs->n)
		return false;
	for (size_t i = 0; i < ours->n; i++) {
		const struct heredoc *x = &ours->v[i];
		const struct o_heredoc *y = &theirs->v[i];

		if (!is_same(x->name.s, y->name) || x->fd != (uint64_t)y->fd ||
		    x->expand != y->expand || x->chomp != y->chomp ||
		    !is_same(x->body.s, y->content))
			return false;
	}
	return true;
}

static bool same_comments(const struct probe *p, const struct tokens *ours,
                          const struct strs *theirs)
{
	if (ours->n != theirs->n)
		return false;
	for (size_t i = 0; i < ours->n; i++) {
		struct span at = ours->v[i].span;
		struct str token = {p->file.p + at.offset, at.n};

		if (!is_same(comment_text(token), theirs->v[i]))
			return false;
	}
	return true;
}

static void check_node(struct probe *p, const struct instr *in, size_t i)
{
	const struct o_node *o = &p->o->nodes.v[i];
	struct texts args = flat_args(p->r, in);

	differ(p, is_same(in->name.s, o->cmd), "name", i);
	differ(p, (int64_t)in->first == o->start, "first line", i);
	differ(p, (int64_t)in->last == o->end, "last line", i);
	differ(p, are_same(&in->flags, &o->flags), "flags", i);
	differ(p, in->json == o->json, "form", i);
	differ(p, is_same(in->joined.s, o->original), "line", i);
	differ(p, are_same(&args, &o->args), "arguments", i);
	differ(p, same_heredocs(&in->heredocs, &o->heredocs), "heredocs", i);
	differ(p, same_comments(p, &in->comments, &o->comments), "comments", i);
}

static struct str directive(const struct dockerfile *d, const char *key)
{
	slice_for (struct directive, x, d->directives)
		if (str_eq(x->key, str_c(key)))
			return x->value;
	return (struct str){0};
}

static void check_warnings(struct probe *p, const struct dockerfile *d)
{
	const struct oracle *o = p->o;

	differ(p, d->warnings.n == o->warn_lines.n, "warnings", d->warnings.n);
	for (size_t i = 0; i < d->warnings.n && i < o->warn_lines.n; i++) {
		struct str line =
			arena_fmt(&p->r->arena,
		                  "line %lld:", (long long)o->warn_lines.v[i]);

		differ(p, str_has_prefix(d->warnings.v[i], line), "warning", i);
	}
}

static void check_file(struct probe *p, const struct dockerfile *d)
{
	const struct oracle *o = p->o;

	differ(p, str_eq((struct str){&d->escape, 1}, o->escape), "escape", 0);
	differ(p, str_eq(directive(d, "syntax"), o->syntax), "syntax", 0);
	differ(p, str_eq(directive(d, "check"), o->check), "check", 0);
	differ(p, d->instrs.n == o->nodes.n, "count", d->instrs.n);
	if (d->instrs.n != o->nodes.n)
		return;
	differ(p, (int64_t)d->instrs.v[0].first == o->start, "first line", 0);
	differ(p, (int64_t)d->instrs.v[d->instrs.n - 1].last == o->end,
	       "last line", 0);
	for (size_t i = 0; i < d->instrs.n; i++)
		check_node(p, &d->instrs.v[i], i);
	check_warnings(p, d);
}

static void check_dump(struct probe *p, const struct dockerfile *d,
                       struct str name)
{
	struct buf got = {0};
	struct str want =
		path_read(p->r, arena_fmt(&p->r->arena, "probes/" STR_F ".dump",
	                                  STR_A(name))
	                                .p);

	dockerfile_dump(d, &got);
	differ(p, str_eq(buf_str(&got), want), "dump", 0);
	buf_free(&got);
}

static bool is_their_error(const char *ours, struct str theirs)
{
	for (size_t i = 0; i < COUNT(errors); i++)
		if (str_contains(theirs, str_c(errors[i].theirs)))
			return str_has_prefix(str_c(ours), STR("line ")) &&
			       str_contains(str_c(ours), str_c(errors[i].ours));
	return false;
}

/* U+0000 as record.h reads it, since jansson refuses it. */
static struct str without_nul(struct run *r, struct str json)
{
	struct str nul = STR("\\u0000");
	struct buf b = {0};
	struct str out;

	for (size_t at = 0; at < json.n;) {
		bool is = str_has_prefix(str_from(json, at), nul);

		buf_add(&b, is ? STR("\\uf700") : (struct str){json.p + at, 1});
		at += is ? nul.n : 1;
	}
	out = arena_str(&r->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static void check_probe(struct run *r, struct set *s, struct str name)
{
	struct oracle o = {0};
	struct probe p = {.r = r, .o = &o};
	struct dockerfile d;
	struct err err = {0};
	struct str json = path_read(r, arena_fmt(&r->arena,
	                                         "probes/" STR_F ".oracle.json",
	                                         STR_A(name))
	                                       .p);
	int rc;

	if (record_parse(&oracle_schema, without_nul(r, json), RECORD_BYTES,
	                 &r->arena, &o, &err)) {
		set_case(s, false, STR_F ": %s", STR_A(name), err.msg);
		return;
	}
	p.file =
		path_read(r, arena_fmt(&r->arena, "probes/" STR_F ".Dockerfile",
	                               STR_A(name))
	                             .p);
	rc = dockerfile_parse(p.file, &r->arena, &d, &err);
	differ(&p, (rc != 0) == (o.error.n > 0), "verdict", 0);
	if (rc && o.error.n)
		differ(&p, is_their_error(err.msg, o.error), err.msg, 0);
	if (!rc && !o.error.n) {
		check_file(&p, &d);
		check_dump(&p, &d, name);
	}
	set_case(s, p.why.n == 0, STR_F ":" STR_F, STR_A(name),
	         STR_A(buf_str(&p.why)));
	buf_free(&p.why);
}

void conform_probes(struct run *r)
{
	struct set s = {.name = "probes answered as BuildKit does", .want = 62};
	struct strs names = folder_names(r, "probes");

	slice_for (struct str, file, names) {
		struct str suffix = STR(".oracle.json");

		if (str_has_suffix(*file, suffix))
			check_probe(r, &s,
			            (struct str){file->p, file->n - suffix.n});
	}
	set_end(r, &s);
}
