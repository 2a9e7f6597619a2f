#include "dockerfile/shell_expand.h"

#include <string.h>

/* ---- redirections */

struct streams {
	struct redirects redirs;
	struct value in;
	bool has_in, to_file;
};

static bool is_output(struct str op)
{
	return op.n && (op.p[0] == '>' || op.p[0] == '&');
}

static void add_redirect(struct shell *s, const struct sh_redir *r,
                         struct sh_ctx c, struct streams *out)
{
	const struct value eol = value_made(s->arena, STR("\n"));
	struct redirect one = {.fd = r->fd, .op = r->op};
	bool here = str_has_prefix(r->op, STR("<<"));

	c.must = false;
	one.target = sh_expand_value(s, r->target, c);
	if (is_output(r->op) && (r->fd == 1 || r->op.p[0] == '&'))
		out->to_file = true;
	if (!is_output(r->op) && r->fd == 0) {
		out->has_in = true;
		out->in = here ? one.target : value_unknown((struct text){0});
		if (str_eq(r->op, STR("<<<")))
			out->in = value_then(s->arena, &out->in, &eol);
	}
	*arena_push(s->arena, &out->redirs) = one;
}

static struct streams streams_of(struct shell *s, const struct sh_node *n,
                                 struct sh_ctx c)
{
	struct streams out = {0};

	slice_for (struct sh_redir, r, n->redirs)
		add_redirect(s, r, c, &out);
	return out;
}

static struct redirects both(struct shell *s, struct redirects x,
                             struct redirects y)
{
	struct redirects out = {0};

	if (x.n == 0 || y.n == 0)
		return x.n ? x : y;
	slice_for (struct redirect, r, x)
		*arena_push(s->arena, &out) = *r;
	slice_for (struct redirect, r, y)
		*arena_push(s->arena, &out) = *r;
	return out;
}

void sh_add_redirects(struct shell *s, const struct sh_node *n,
                      struct sh_ctx *c)
{
	struct streams st = streams_of(s, n, *c);

	c->redirs = both(s, st.redirs, c->redirs);
	if (st.to_file)
		s->sink = STR("");
	if (st.has_in)
		c->in = NULL;
}

/* ---- assignments */

static bool is_keyed(const struct sh_word *w)
{
	return w->n && w->v[0].kind == PART_TEXT && !w->v[0].quoted &&
	       str_has_prefix(w->v[0].text.s, STR("["));
}

static void set_array(struct shell *s, const struct sh_assign *g,
                      struct sh_ctx c)
{
	struct sh_content now = {.array = true}, old;

	if (g->append) {
		old = sh_get(&s->vars, g->name);
		now.more = old.more;
		if (!sh_spend(s, old.elems.n * sizeof *old.elems.v))
			return;
		slice_for (struct value, v, old.elems) {
			now.more |= v->absent && (v->any.n || v->unknown);
			if (v->any.n || v->unknown)
				*arena_push(s->arena, &now.elems) = *v;
		}
	}
	slice_for (struct sh_word, w, g->elems) {
		now.more |= is_keyed(w);
		now.more |= sh_expand_fields(s, w, c, &now.elems);
	}
	if (now.more)
		now.elems = (struct values){0};
	sh_set(&s->vars, g->name, now);
}

/* a[i]=v: the elements aren't followed one by one. */
static void set_element(struct shell *s, const struct sh_assign *g,
                        struct sh_ctx c)
{
	struct sh_content now = {.array = true, .more = true};

	(void)sh_expand_value(s, &g->value, c);
	sh_set(&s->vars, g->name, now);
}

static struct value assigned(struct shell *s, const struct sh_assign *g,
                             struct sh_ctx c)
{
	struct value v = sh_expand_value(s, &g->value, c), old;

	if (!g->append)
		return v;
	old = sh_get_value(&s->vars, g->name);
	if (old.absent)
		value_add(s->arena, &old, (struct text){0});
	return sh_spend(s, old.any.n ? old.any.v[0].s.n : 0) ?
	               value_then(s->arena, &old, &v) :
	               v;
}

/* The word's only $(…) says how the assignment went. */
static bool has_one_command(const struct sh_word *w)
{
	size_t n = 0;

	for (size_t i = 0; i < w->n; i++) {
		const struct sh_part *p = &w->v[i];

		n += p->kind == PART_COMMAND;
		if (p->kind == PART_ARITH || p->kind == PART_PROCESS ||
		    (p->kind == PART_PARAM && p->param->op != OP_NONE))
			return false;
	}
	return n == 1;
}

/* Without a command they stay, and the last $(…) says how it went. */
static enum sh_status assign_all(struct shell *s, const struct sh_node *n,
                                 struct sh_ctx c)
{
	bool must = c.must;

	s->substituted = STATUS_OK;
	for (size_t i = 0; i < n->assigns.n; i++) {
		const struct sh_assign *g = &n->assigns.v[i];

		c.must = must && i + 1 == n->assigns.n && !g->array &&
		         has_one_command(&g->value);
		if (g->array)
			set_array(s, g, c);
		else if (g->indexed)
			set_element(s, g, c);
		else
			sh_set_value(&s->vars, g->name, assigned(s, g, c));
	}
	return s->substituted;
}

static void assign_for_call(struct shell *s, const struct sh_node *n,
                            struct sh_ctx c, struct sh_call *call)
{
	slice_for (struct sh_assign, g, n->assigns) {
		if (g->after || g->array)
			set_array(s, g, c);
		else
			*arena_push(s->arena, &call->env) =
				(struct assign){g->name, assigned(s, g, c)};
	}
}

/* ---- words */

static bool is_declaration(const struct sh_word *w)
{
	return sh_word_is(w, "export") || sh_word_is(w, "declare") ||
	       sh_word_is(w, "local") || sh_word_is(w, "readonly") ||
	       sh_word_is(w, "typeset");
}

static bool may_split(const struct value *v)
{
	slice_for (struct text, t, v->any)
		for (size_t i = 0; i < t->s.n; i++)
			if (strchr(" \t\n*?[", t->s.p[i]) && t->s.p[i])
				return true;
	return v->unknown;
}

static bool is_all_quoted(const struct sh_word *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (!w->v[i].quoted && w->v[i].kind != PART_TEXT &&
		    w->v[i].kind != PART_BRACE)
			return false;
	return true;
}

/* export A=$B: bash takes it as an assignment, dash splits what $B is. */
static bool declare(struct shell *s, const struct sh_word *w, struct sh_ctx c,
                    struct sh_call *call)
{
	struct text first =
		w->n && w->v[0].kind == PART_TEXT && !w->v[0].quoted ?
			w->v[0].text :
			(struct text){0};
	size_t n = sh_name_length(first.s);
	struct sh_assign g = {.name = {first.s.p, n}};
	struct value v;

	if (n == 0 || !first.s.p)
		return false;
	g.append = first.s.p[n] == '+';
	g.value = sh_word_from(s->arena, w, n + 1 + g.append);
	v = assigned(s, &g, c);
	if (!s->bash && !is_all_quoted(&g.value) && may_split(&v))
		value_add_unknown(s->arena, &v, (struct text){0});
	*arena_push(s->arena, &call->declared) = (struct assign){g.name, v};
	return true;
}

static void read_words(struct shell *s, const struct sh_node *n,
                       struct sh_ctx c, struct sh_call *call)
{
	bool declares = n->words.n && is_declaration(&n->words.v[0]);
	bool more;
	size_t at;

	slice_for (struct sh_word, w, n->words) {
		if (declares && declare(s, w, c, call))
			continue;
		at = call->argv.n;
		more = sh_expand_fields(s, w, c, &call->argv);
		if (more && !call->more)
			call->sure = at;
		call->more |= more;
	}
}

enum sh_status sh_eval_simple(struct shell *s, const struct sh_node *n,
                              struct sh_ctx c)
{
	size_t there = 0;
	struct sh_call call = {.source = n->source,
	                       .in = c.in,
	                       .there = &there};
	unsigned maybe = s->vars.maybe;
	struct sh_ctx in = c;
	struct streams st;

	in.must = false;
	read_words(s, n, in, &call);
	/* Words that can't be expanded end the command. */
	c.certain &= s->vars.maybe == maybe;
	st = streams_of(s, n, in);
	if (s->stop || s->vars.flow != FLOW_ON)
		return STATUS_ANY;
	call.redirs = both(s, st.redirs, c.redirs);
	call.to_file = st.to_file;
	if (st.has_in)
		call.in = &st.in;
	if (call.argv.n == 0 && call.declared.n == 0)
		return assign_all(s, n, c);
	assign_for_call(s, n, in, &call);
	return sh_run_call(s, &call, c);
}
