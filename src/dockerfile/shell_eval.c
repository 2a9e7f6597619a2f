#include "dockerfile/shell_expand.h"

enum { EVAL_DEPTH_MAX = 256, PROBLEMS_MAX = 16 };

void sh_problem(struct shell *s, const struct text *at, const char *what)
{
	struct shell_problem p = {.what = str_c(what)};

	if (s->dry || s->out->problems.n >= PROBLEMS_MAX)
		return;
	p.placed = text_where(at, 0, &p.offset);
	*arena_push(s->arena, &s->out->problems) = p;
}

void sh_stop(struct shell *s, const struct text *at, const char *what)
{
	if (!s->stop) {
		s->dry = false;
		sh_problem(s, at, what);
	}
	s->stop = true;
	s->out->unreadable = true;
}

void sh_limit(struct shell *s, const struct text *at, const char *what)
{
	sh_stop(s, at, what);
	s->out->cut = true;
}

bool sh_spend(struct shell *s, size_t bytes)
{
	const struct text nowhere = {0};

	s->bytes += bytes;
	if (s->bytes > SHELL_BYTES_MAX)
		sh_limit(s, &nowhere, "it puts too many bytes together");
	else if (s->arena->used - s->used > SHELL_MEMORY_MAX)
		sh_limit(s, &nowhere, "it takes too much memory to follow");
	return !s->stop;
}

static bool option(struct shell *s, const char *name)
{
	return value_can_be(
		&(struct value){.any = sh_get_value(&s->vars, str_c(name)).any},
		STR("on"));
}

static bool option_for_sure(struct shell *s, const char *name)
{
	struct value v = sh_get_value(&s->vars, str_c(name));
	struct text t;

	return value_one(&v, &t) && str_eq(t.s, STR("on"));
}

static bool option_off(struct shell *s, const char *name)
{
	struct value v = sh_get_value(&s->vars, str_c(name));

	return !v.unknown && !option(s, name);
}

/* What a branch left open may not run. */
enum sh_status sh_in_branch(struct shell *s, const struct sh_node *n,
                            struct sh_ctx c, struct sh_branch *out)
{
	struct sh_mark m = sh_branch_begin(&s->vars);
	enum sh_status status;

	c.certain = false;
	status = sh_eval(s, n, c);
	sh_branch_end(&s->vars, m, out);
	return status;
}

bool sh_is_going(const struct shell *s)
{
	return !s->stop && s->vars.flow == FLOW_ON;
}

/* ---- lists */

/* Of a && b, a's failure ends no shell; nor does what ! turns into one. */
static bool ends_shell(const struct sh_node *n)
{
	return n->kids.n == 1 && !n->kids.v[0]->negated;
}

/* A failure here ends this shell, or may. */
static void after_command(struct shell *s, const struct sh_node *n,
                          struct sh_ctx c, bool must, enum sh_status status)
{
	if (s->dry || !sh_is_going(s) || status == STATUS_OK)
		return;
	if (must && status == STATUS_FAIL) {
		s->vars.flow = FLOW_DEAD;
		return;
	}
	if (c.ignore || s->shell_must || option_off(s, "\1errexit"))
		return;
	if (status == STATUS_FAIL && ends_shell(n) &&
	    option_for_sure(s, "\1errexit"))
		s->vars.flow = FLOW_EXIT;
	else
		s->vars.maybe |= 1U << FLOW_EXIT;
}

static enum sh_status eval_item(struct shell *s, const struct sh_node *n,
                                bool last, struct sh_ctx c)
{
	enum sh_status status;
	struct sh_ctx in = c;

	if (n->back) {
		in.must = false;
		in.ignore = true;
		(void)sh_eval_subshell(s, n, in);
		return STATUS_OK;
	}
	in.must = last && c.must;
	status = sh_eval(s, n, in);
	after_command(s, n, c, in.must, status);
	return status;
}

static enum sh_status eval_list(struct shell *s, const struct sh_node *n,
                                size_t from, struct sh_ctx c)
{
	unsigned maybe = s->vars.maybe;
	enum sh_status status = STATUS_OK;

	for (size_t i = from; i < n->kids.n && sh_is_going(s); i++) {
		struct sh_branch rest;
		struct sh_mark m;

		if (s->vars.maybe == maybe) {
			status = eval_item(s, n->kids.v[i], i + 1 == n->kids.n,
			                   c);
			continue;
		}
		/* The shell may have gone elsewhere. */
		c.certain = false;
		m = sh_branch_begin(&s->vars);
		(void)eval_list(s, n, i, c);
		sh_branch_end(&s->vars, m, &rest);
		sh_join(&s->vars, &rest, 1, true);
		return STATUS_ANY;
	}
	return status;
}

/* ---- && and || */

static bool is_fatal(const struct sh_node *n)
{
	while (n->kids.n == 1 && !n->negated && !n->back &&
	       (n->kind == NODE_PIPE || n->kind == NODE_ANDOR ||
	        n->kind == NODE_GROUP))
		n = n->kids.v[0];
	if (n->kind == NODE_LIST)
		return n->kids.n > 0 && !n->kids.v[n->kids.n - 1]->back &&
		       is_fatal(n->kids.v[n->kids.n - 1]);
	return n->kind == NODE_SIMPLE && n->words.n == 2 &&
	       sh_word_is(&n->words.v[0], "exit") &&
	       sh_word_is(&n->words.v[1], "1");
}

static size_t last_or(const struct sh_node *n)
{
	size_t at = 0;

	for (size_t i = 0; i < n->kids.n; i++)
		if (n->kids.v[i]->by_or)
			at = i;
	return at;
}

/* Where kid i runs, must it succeed? */
static bool kid_must(struct shell *s, const struct sh_node *n, size_t i,
                     size_t or_at, struct sh_ctx c)
{
	bool last = i + 1 == n->kids.n;

	if (c.must && i >= or_at)
		return true;
	if (last && !c.ignore && s->shell_must && !s->dry &&
	    option_for_sure(s, "\1errexit"))
		return true;
	return !last && n->kids.v[i + 1]->by_or && s->shell_must &&
	       is_fatal(n->kids.v[i + 1]);
}

static enum sh_status together(bool by_or, enum sh_status before,
                               enum sh_status now)
{
	if (by_or)
		return now == STATUS_OK || before == STATUS_OK ? STATUS_OK :
		                                                 STATUS_ANY;
	return now == STATUS_FAIL  ? STATUS_FAIL :
	       before == STATUS_OK ? now :
	                             STATUS_ANY;
}

/* A kid of which it isn't known whether it runs. */
static enum sh_status eval_maybe(struct shell *s, const struct sh_node *kid,
                                 struct sh_ctx c, enum sh_status before)
{
	struct sh_branch b;
	enum sh_status status = sh_in_branch(s, kid, c, &b);

	if (b.flow == FLOW_DEAD || b.flow == FLOW_EXIT)
		status = kid->by_or ? STATUS_OK : STATUS_FAIL;
	else
		status = together(kid->by_or, before, status);
	sh_join(&s->vars, &b, 1, true);
	return s->dry ? STATUS_ANY : status;
}

static enum sh_status eval_andor(struct shell *s, const struct sh_node *n,
                                 struct sh_ctx c)
{
	size_t or_at = last_or(n);
	unsigned maybe = s->vars.maybe;
	enum sh_status status = STATUS_OK;

	for (size_t i = 0; i < n->kids.n && sh_is_going(s); i++) {
		const struct sh_node *kid = n->kids.v[i];
		struct sh_ctx in = c;
		bool runs = i == 0 || (kid->by_or ? status == STATUS_FAIL :
		                                    status == STATUS_OK);

		if (!runs && status != STATUS_ANY)
			continue;
		runs |= !kid->by_or && c.must && i > or_at;
		in.must = kid_must(s, n, i, or_at, c);
		in.ignore |= i + 1 < n->kids.n;
		if (runs && s->vars.maybe == maybe)
			status = sh_eval(s, kid, in);
		else
			status = eval_maybe(s, kid, in, status);
	}
	return status;
}

/* ---- pipes */

static enum sh_status negated(enum sh_status s)
{
	return s == STATUS_ANY ? s : s == STATUS_OK ? STATUS_FAIL : STATUS_OK;
}

static struct str new_sink(struct shell *s)
{
	struct str name = arena_fmt(s->arena, "\1out%u", ++s->sinks);

	sh_set_value(&s->vars, name, value_of(s->arena, (struct text){0}));
	return name;
}

/* One of several: each in a shell of its own. */
static enum sh_status eval_piped(struct shell *s, const struct sh_node *kid,
                                 struct sh_ctx c, bool last, struct value *io)
{
	struct str sink = s->sink;
	enum sh_status status;
	struct value in = *io;

	c.in = c.piped ? &in : c.in;
	if (!last)
		s->sink = new_sink(s);
	status = sh_eval_subshell(s, kid, c);
	if (!last) {
		*io = sh_get_value(&s->vars, s->sink);
		s->sink = sink;
		s->sinks--;
	}
	return status;
}

static enum sh_status eval_pipe(struct shell *s, const struct sh_node *n,
                                struct sh_ctx c)
{
	bool sure = option_for_sure(s, "\1pipefail");
	bool off = option_off(s, "\1pipefail");
	enum sh_status all = STATUS_OK, status = STATUS_ANY;
	struct value io = value_unknown((struct text){0});

	if (n->negated) {
		c.must = false;
		c.ignore = true;
	}
	if (n->kids.n == 1) {
		status = sh_eval(s, n->kids.v[0], c);
		return n->negated ? negated(status) : status;
	}
	for (size_t i = 0; i < n->kids.n && sh_is_going(s); i++) {
		bool last = i + 1 == n->kids.n;
		struct sh_ctx in = c;

		in.must = c.must && (last || sure);
		in.piped = c.piped || i > 0;
		status = eval_piped(s, n->kids.v[i], in, last, &io);
		if (status != STATUS_OK)
			all = STATUS_ANY;
	}
	if (!off)
		status = status == STATUS_OK           ? all :
		         status == STATUS_FAIL && sure ? status :
		                                         STATUS_ANY;
	return n->negated ? negated(status) : status;
}

enum sh_status sh_eval_subshell(struct shell *s, const struct sh_node *n,
                                struct sh_ctx c)
{
	struct sh_mark m = sh_branch_begin(&s->vars);
	bool shell_must = s->shell_must;
	struct sh_branch b;
	enum sh_status status;

	s->vars.flow = FLOW_ON;
	s->vars.maybe = 0;
	s->shell_must = c.must;
	status = sh_eval(s, n, c);
	if (s->vars.flow == FLOW_EXIT)
		status = s->last;
	sh_branch_end(&s->vars, m, &b);
	s->shell_must = shell_must;
	sh_apply(&s->vars, &b, s->sink);
	if (b.flow == FLOW_DEAD)
		s->vars.flow = FLOW_DEAD;
	return b.maybe & (1U << FLOW_EXIT) ? STATUS_ANY : status;
}

static bool cut_line_ends(void *ctx, const struct text *in, struct text *out)
{
	struct shell *s = ctx;
	size_t n = in->s.n;

	while (n && in->s.p[n - 1] == '\n')
		n--;
	*out = text_slice(s->arena, in, 0, n);
	return true;
}

struct value sh_capture(struct shell *s, const struct sh_node *list,
                        struct sh_ctx c)
{
	const struct value off = value_made(s->arena, STR("off"));
	struct value e = sh_get_value(&s->vars, STR("\1errexit"));
	struct str sink = s->sink;
	struct value v, out;

	/* bash takes -e back in $(…), other shells do not. */
	sh_set_value(&s->vars, STR("\1errexit"),
	             s->bash ? off : value_or(s->arena, &e, &off));
	s->sink = new_sink(s);
	c.subst = true;
	c.piped = false;
	c.in = NULL;
	c.redirs = (struct redirects){0};
	s->substituted = sh_eval_subshell(s, list, c);
	v = sh_get_value(&s->vars, s->sink);
	s->sink = sink;
	s->sinks--;
	sh_set_value(&s->vars, STR("\1errexit"), e);
	out = value_map(s->arena, &v, cut_line_ends, s);
	if (v.unknown)
		out.lead = v.lead;
	return out;
}

static enum sh_status define(struct shell *s, const struct sh_node *n)
{
	struct str name = arena_fmt(s->arena, "\2" STR_F, STR_A(n->name));
	struct str index = arena_fmt(s->arena, "%zu", s->functions.n);

	*arena_push(s->arena, &s->functions) =
		(struct sh_function){n->kids.v[0]};
	sh_set_value(&s->vars, name, value_made(s->arena, index));
	return STATUS_OK;
}

static enum sh_status eval_math(struct shell *s, const struct sh_node *n,
                                struct sh_ctx c)
{
	struct value v = sh_expand_value(s, &n->words.v[0], c);
	struct text t;
	int64_t number;
	bool known = value_one(&v, &t) && sh_arith(s, t.s, &number);

	if (v.any.n)
		sh_arith_assigns(s, v.any.v[0].s);
	if (!known || !s->bash)
		return STATUS_ANY;
	return number ? STATUS_OK : STATUS_FAIL;
}

static enum sh_status eval_kind(struct shell *s, const struct sh_node *n,
                                struct sh_ctx c)
{
	switch (n->kind) {
	case NODE_SIMPLE:
		return sh_eval_simple(s, n, c);
	case NODE_LIST:
		return eval_list(s, n, 0, c);
	case NODE_ANDOR:
		return eval_andor(s, n, c);
	case NODE_PIPE:
		return eval_pipe(s, n, c);
	case NODE_SHELL:
		return sh_eval_subshell(s, n->kids.v[0], c);
	case NODE_GROUP:
		return sh_eval(s, n->kids.v[0], c);
	case NODE_IF:
		return sh_eval_if(s, n, c);
	case NODE_WHILE:
		return sh_eval_while(s, n, c);
	case NODE_FOR:
		return sh_eval_for(s, n, c);
	case NODE_CASE:
		return sh_eval_case(s, n, c);
	case NODE_FUNC:
		return define(s, n);
	case NODE_COND:
		return sh_cond(s, &n->words, c);
	case NODE_MATH:
		return eval_math(s, n, c);
	}
	return STATUS_ANY;
}

enum sh_status sh_eval(struct shell *s, const struct sh_node *n,
                       struct sh_ctx c)
{
	struct str sink = s->sink;
	enum sh_status status;

	if (!sh_spend(s, 0))
		return STATUS_ANY;
	if (++s->steps > SHELL_STEPS_MAX || s->depth >= EVAL_DEPTH_MAX) {
		sh_limit(s, &n->source, "longer or deeper than is followed");
		return STATUS_ANY;
	}
	s->depth++;
	if (n->kind != NODE_SIMPLE && n->redirs.n)
		sh_add_redirects(s, n, &c);
	status = eval_kind(s, n, c);
	s->sink = sink;
	s->depth--;
	s->last = s->dry ? STATUS_ANY : status;
	return s->last;
}
