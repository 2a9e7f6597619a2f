#include "dockerfile/pragma.h"

#include "know/know.h"

/* What is left of a comment, and where a problem goes. */
struct reader {
	struct str rest;
	const char *problem;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void skip_blanks(struct reader *r)
{
	while (r->rest.n && is_blank(r->rest.p[0]))
		r->rest = str_from(r->rest, 1);
}

/* The word is next, and ends there or at a blank. */
static bool take_word(struct reader *r, struct str word)
{
	struct str tail = str_from(r->rest, word.n);

	if (!str_has_prefix(r->rest, word) || (tail.n && !is_blank(tail.p[0])))
		return false;
	r->rest = tail;
	skip_blanks(r);
	return true;
}

static bool take(struct reader *r, struct str prefix)
{
	if (!str_has_prefix(r->rest, prefix))
		return false;
	r->rest = str_from(r->rest, prefix.n);
	return true;
}

static bool fail(struct reader *r, const char *why)
{
	r->problem = why;
	return false;
}

/* Up to a comma, a blank or the end. */
static struct str take_id(struct reader *r)
{
	size_t n = 0;
	struct str id;

	while (n < r->rest.n && r->rest.p[n] != ',' && !is_blank(r->rest.p[n]))
		n++;
	id = (struct str){r->rest.p, n};
	r->rest = str_from(r->rest, n);
	skip_blanks(r);
	return id;
}

static bool read_ids(struct reader *r, struct arena *a, struct pragma *out)
{
	do {
		struct str id;

		skip_blanks(r);
		id = take_id(r);
		if (id.n == 0)
			return fail(r, "ignore= wants rules, like CL001,CL002");
		*arena_push(a, &out->ids) = id;
	} while (take(r, STR(",")));
	return true;
}

static bool read_reason(struct reader *r, struct pragma *out)
{
	struct str reason, rest;

	if (out->reason.p)
		return fail(r, "one reason is enough");
	if (!str_cut(r->rest, '"', &reason, &rest))
		return fail(r, "the reason has no closing quote");
	out->reason = reason;
	r->rest = rest;
	return true;
}

static bool read_until(struct reader *r, struct pragma *out)
{
	int64_t day;

	out->until = take_id(r);
	return know_days(out->until, out->until, &day) ||
	       fail(r, "until= wants YYYY-MM-DD");
}

static bool read_rest(struct reader *r, struct pragma *out)
{
	while (r->rest.n) {
		if (take(r, STR("reason=\""))) {
			if (!read_reason(r, out))
				return false;
		} else if (take(r, STR("until="))) {
			if (!read_until(r, out))
				return false;
		} else {
			return fail(r, "only reason=\"…\" and until=YYYY-MM-DD "
			               "may follow the rules");
		}
		skip_blanks(r);
	}
	return true;
}

/* Behind "# cudalint".  False without a problem: that is prose. */
static bool read_pragma(struct reader *r, struct arena *a, struct pragma *out)
{
	if (take_word(r, STR("global")))
		out->scope = PRAGMA_GLOBAL;
	else if (take_word(r, STR("stage")))
		out->scope = PRAGMA_STAGE;
	else if (!str_has_prefix(r->rest, STR("ignore")))
		return false;
	if (!take(r, STR("ignore=")))
		return fail(r, "must be ignore=RULE,RULE reason=\"…\", with "
		               "stage or global before it if it is for more");
	return read_ids(r, a, out) && read_rest(r, out);
}

/* The comment from its # on, without its line end. */
static struct span comment_of(const struct dockerfile *d, const struct token *t)
{
	struct str line = {d->bytes.p + t->span.offset, t->span.n};
	struct str rest, head;

	while (line.n &&
	       (line.p[line.n - 1] == '\n' || line.p[line.n - 1] == '\r'))
		line.n--;
	if (!str_cut(line, '#', &head, &rest))
		return (struct span){t->span.offset, 0};
	return (struct span){t->span.offset + head.n, line.n - head.n};
}

/* Lines of a stage; first 0: before the first of them. */
struct stage_lines {
	size_t first, last;
};

/* The walk over comments and instructions, both in order of the file. */
struct walk {
	const struct dockerfile *d;
	struct arena *arena;
	struct pragmas *out;
	size_t next; /* instruction that ends behind the comment */
	struct stage_lines *stages; /* of each instruction */
};

static void add_problem(struct walk *w, size_t line, const char *why)
{
	*arena_push(w->arena, &w->out->problems) =
		arena_fmt(w->arena, "line %zu: # cudalint: %s", line, why);
}

/* Its lines, by the instruction that it is for. */
static const char *place(const struct walk *w, struct pragma *p)
{
	const struct instrs *all = &w->d->instrs;
	size_t i = w->next;

	if (p->scope == PRAGMA_GLOBAL) {
		p->first = 1;
		p->last = SIZE_MAX;
		return NULL;
	}
	if (p->scope == PRAGMA_STAGE) {
		i -= i == all->n;
		p->first = w->stages[i].first;
		p->last = w->stages[i].last;
		return p->first ? NULL :
		                  "no FROM stands before that; use global";
	}
	if (i == all->n)
		return "no instruction follows";
	p->first = all->v[i].first;
	p->last = all->v[i].last;
	return NULL;
}

static void read_comment(struct walk *w, const struct token *t)
{
	struct pragma p = {.span = comment_of(w->d, t)};
	struct reader r = {.rest = {w->d->bytes.p + p.span.offset, p.span.n}};
	size_t column;

	(void)take(&r, STR("#"));
	skip_blanks(&r);
	if (!take_word(&r, STR("cudalint")))
		return;
	dockerfile_place(w->d, p.span.offset, &p.line, &column);
	if (read_pragma(&r, w->arena, &p))
		r.problem = place(w, &p);
	else if (!r.problem)
		return;
	if (r.problem)
		add_problem(w, p.line, r.problem);
	else
		*arena_push(w->arena, w->out) = p;
}

static struct stage_lines *stage_lines(const struct instrs *all,
                                       struct arena *a)
{
	struct stage_lines *v = arena_array(a, struct stage_lines, all->n);
	size_t first = 0, last = SIZE_MAX;

	for (size_t i = 0; i < all->n; i++) {
		if (all->v[i].keyword == KW_FROM)
			first = all->v[i].first;
		v[i].first = first;
	}
	for (size_t i = all->n; i-- > 0;) {
		v[i].last = last;
		if (all->v[i].keyword == KW_FROM)
			last = all->v[i].first - 1;
	}
	return v;
}

void pragmas_of(const struct dockerfile *d, struct arena *a,
                struct pragmas *out)
{
	struct walk w = {d, a, out, 0, stage_lines(&d->instrs, a)};

	*out = (struct pragmas){0};
	slice_for (const struct token, t, d->tokens) {
		if (t->kind != TOKEN_COMMENT)
			continue;
		while (w.next < d->instrs.n) {
			const struct span *s = &d->instrs.v[w.next].span;

			if (s->offset + s->n > t->span.offset)
				break;
			w.next++;
		}
		read_comment(&w, t);
	}
}
