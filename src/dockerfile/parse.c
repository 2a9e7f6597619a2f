#include "dockerfile/parse.h"

#include "dockerfile/directive.h"
#include "dockerfile/gochar.h"
#include "dockerfile/heredoc.h"

struct parser {
	struct reader r;
	struct directive_state directives;
	struct tokens comments; /* for the instruction to come */
	struct err *err;
};

/* An instruction before it is read: its lines as one. */
struct logical {
	size_t first; /* line */
	size_t at;    /* of the first byte that is not blank */
	struct text joined;
	struct spans inner;
	bool has_blank; /* an empty line inside */
};

/* Bytes in front of an escape that continues the line; all of them, and false,
 * if nothing does: an escape behind an escape is none. */
static bool is_continued(struct str line, char escape, size_t *n)
{
	size_t end = line.n;

	*n = line.n;
	while (end && (line.p[end - 1] == ' ' || line.p[end - 1] == '\t'))
		end--;
	if (end == 0 || line.p[end - 1] != escape ||
	    (end > 1 && line.p[end - 2] == escape))
		return false;
	*n = end - 1;
	return true;
}

/* A line with the mark of a comment only makes those above it stand alone. */
static void add_comment(struct parser *p, const struct line *l)
{
	struct str text = {p->r.d->bytes.p + l->at, l->n};

	if (comment_text(text).n == 0)
		p->comments = (struct tokens){0};
	else
		*arena_push(p->r.arena, &p->comments) =
			(struct token){TOKEN_COMMENT, {l->at, l->n}};
}

/* A directive, a comment, or nothing: 1; 0 the line is an instruction's. */
static int read_outside(struct parser *p, const struct line *l)
{
	struct str text = line_trimmed(&p->r, l);
	enum token_kind kind = TOKEN_BLANK;
	int directive = directive_line(&p->directives, &p->r, l, p->err);

	if (directive < 0)
		return -1;
	if (text.n && *text.p != '#')
		return 0;
	if (directive) {
		kind = TOKEN_DIRECTIVE;
	} else if (text.n) {
		kind = TOKEN_COMMENT;
		add_comment(p, l);
	}
	reader_line_token(&p->r, kind, l);
	return 1;
}

/* One more line of it; 0 it goes on, 1 that was the last. */
static int join_line(struct parser *p, const struct line *l,
                     struct text_maker *m, struct logical *out)
{
	struct reader *r = &p->r;
	struct str text = line_trimmed(r, l);
	bool goes_on;
	size_t n;

	if (text.n && *text.p == '#') {
		reader_line_token(r, TOKEN_COMMENT, l);
		*arena_push(r->arena, &out->inner) = (struct span){l->at, l->n};
		return 0;
	}
	if (text.n == 0) {
		reader_line_token(r, TOKEN_BLANK, l);
		out->has_blank = true;
		return 0;
	}
	goes_on = is_continued(line_text(r, l), r->d->escape, &n);
	reader_text_tokens(r, l, n, goes_on ? TOKEN_CONTINUATION : TOKEN_EOL);
	text_add_file(m, r->d->bytes, l->at, n);
	return !goes_on;
}

/* The lines that l begins, as one. */
static int read_logical(struct parser *p, struct line l, struct logical *out)
{
	struct reader *r = &p->r;
	struct text_maker m = {.arena = r->arena};
	struct str text = line_trimmed(r, &l);
	size_t n, indent = l.text - text.n;
	bool goes_on = is_continued(text, r->d->escape, &n);
	int rc = 0;

	*out = (struct logical){.first = r->line, .at = l.at + indent};
	reader_text_tokens(r, &l, indent + n,
	                   goes_on ? TOKEN_CONTINUATION : TOKEN_EOL);
	if (!goes_on) {
		out->joined = text_of_file(r->arena, r->d->bytes, out->at, n);
		return 0;
	}
	text_add_file(&m, r->d->bytes, out->at, n);
	while (rc == 0 && (rc = reader_next(r, &l, p->err)) > 0)
		rc = join_line(p, &l, &m, out);
	if (rc < 0)
		return -1;
	out->joined = text_take(&m);
	return 0;
}

static void set_lines(struct instr *in, const struct logical *from,
                      const struct reader *r)
{
	for (; in; in = in->nested) {
		in->first = from->first;
		in->last = r->line;
		in->span = (struct span){from->at, r->at - from->at};
	}
}

static int read_instr(struct parser *p, const struct logical *from)
{
	struct reader *r = &p->r;
	struct instr in;

	if (from->has_blank)
		*arena_push(r->arena, &r->d->warnings) =
			arena_fmt(r->arena, "line %zu: empty continuation line",
		                  r->line);
	if (instr_parse(&from->joined, r->d->escape, r->arena, &in, p->err) ||
	    heredocs_announced(&in, r->arena, p->err))
		return err_wrap(p->err, "line %zu", from->first);
	if (heredocs_read(r, &in.heredocs, from->first, p->err))
		return -1;
	set_lines(&in, from, r);
	in.inner = from->inner;
	in.comments = p->comments;
	p->comments = (struct tokens){0};
	*arena_push(r->arena, &r->d->instrs) = in;
	return 0;
}

static int parse(struct parser *p)
{
	struct logical logical;
	struct line l;
	int rc;

	while ((rc = reader_next(&p->r, &l, p->err)) > 0) {
		rc = read_outside(p, &l);
		if (rc < 0)
			return -1;
		if (rc == 0 &&
		    (read_logical(p, l, &logical) || read_instr(p, &logical)))
			return -1;
	}
	return rc;
}

static bool is_crlf(struct str bytes)
{
	struct str line, rest;

	return str_cut(bytes, '\n', &line, &rest) &&
	       str_has_suffix(line, STR("\r"));
}

int dockerfile_parse(struct str bytes, struct arena *a, struct dockerfile *out,
                     struct err *err)
{
	struct parser p = {.r = {.d = out, .arena = a}, .err = err};

	*out = (struct dockerfile){.bytes = bytes, .escape = '\\'};
	if (bytes.n > DOCKERFILE_MAX)
		return err_set(err, ERR_LIMIT,
		               "a Dockerfile of more than %d bytes",
		               DOCKERFILE_MAX);
	out->bom = str_has_prefix(bytes, STR("\xef\xbb\xbf"));
	out->crlf = is_crlf(bytes);
	if (out->bom) {
		reader_token(&p.r, TOKEN_BOM, 0, 3);
		p.r.at = 3;
	}
	if (parse(&p))
		return -1;
	if (out->instrs.n == 0)
		return err_set(err, ERR_FORMAT,
		               "line %zu: the file ends without an "
		               "instruction: begin it with FROM",
		               p.r.line ? p.r.line : 1);
	directives_find(out, a);
	return 0;
}

struct str comment_text(struct str token)
{
	return gochar_trim(str_from(token, 1));
}

void dockerfile_place(const struct dockerfile *d, size_t offset, size_t *line,
                      size_t *column)
{
	size_t lo = 0, hi = d->lines.n;

	while (hi - lo > 1) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->lines.v[mid] <= offset)
			lo = mid;
		else
			hi = mid;
	}
	*line = lo + 1;
	*column = offset > d->lines.v[lo] ? offset - d->lines.v[lo] + 1 : 1;
}
