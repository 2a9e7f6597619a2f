#include "dockerfile/shell_expand.h"

enum { CALLS_MAX = 16 }; /* functions in functions */

bool sh_arg(const struct sh_call *call, size_t i, struct text *out)
{
	if (i >= call->argv.n || (call->more && i >= call->sure))
		return false;
	for (; *call->there < i; ++*call->there)
		if (call->argv.v[*call->there].absent)
			return false;
	return value_one(&call->argv.v[i], out);
}

struct value sh_joined(struct shell *s, const struct sh_call *call, size_t i)
{
	struct value_maker m = value_maker_new(s->arena);

	for (size_t k = i; k < call->argv.n && sh_spend(s, 0); k++) {
		if (k > i)
			value_put_made(&m, STR(" "));
		value_put(&m, &call->argv.v[k]);
	}
	return value_take(&m);
}

static void list_exports(struct shell *s)
{
	const struct text nowhere = {0};

	if (s->exports_of == s->vars.exports_changed)
		return;
	s->exports_of = s->vars.exports_changed;
	s->exports = (struct assigns){0};
	if (s->vars.exported.n > SHELL_EXPORTS_MAX)
		sh_limit(s, &nowhere, "it exports more than is followed");
	for (size_t i = 0; i < s->vars.exported.n && !s->stop; i++) {
		struct str name = s->vars.exported.v[i];

		if (sh_is_exported(&s->vars, name))
			*arena_push(s->arena, &s->exports) =
				(struct assign){name,
			                        sh_get_value(&s->vars, name)};
	}
}

static struct assigns env_of(struct shell *s, const struct sh_call *call)
{
	struct assigns out = {0};

	list_exports(s);
	if (call->env.n == 0 || s->exports.n == 0)
		return call->env.n ? call->env : s->exports;
	slice_for (struct assign, e, s->exports)
		*arena_push(s->arena, &out) = *e;
	slice_for (struct assign, e, call->env)
		*arena_push(s->arena, &out) = *e;
	return out;
}

void sh_emit(struct shell *s, const struct sh_call *call, struct sh_ctx c,
             const struct value *output)
{
	const struct value unknown = {.unknown = true};

	if (s->dry || s->stop)
		return;
	if (s->out->commands.n == SHELL_COMMANDS_MAX) {
		sh_limit(s, &call->source, "more commands than are read");
		return;
	}
	*arena_push(s->arena, &s->out->commands) = (struct shell_command){
		.certainty = c.certain ? SHELL_RUNS : SHELL_MAYBE,
		.may_fail = !c.must,
		.piped = c.piped,
		.in_subst = c.subst,
		.argv = call->argv,
		.argv_unknown = call->more,
		.argv_sure = call->more ? call->sure : call->argv.n,
		.peeled = c.peeled,
		.env = env_of(s, call),
		.redirects = call->redirs,
		.input = call->in ? *call->in : unknown,
		.output = output ? *output : unknown,
		.cwd = sh_get_value(&s->vars, STR("\1cwd")),
		.source = call->source,
	};
}

void sh_add_output(struct shell *s, const struct value *v)
{
	struct value old;

	if (s->sink.n == 0)
		return;
	old = sh_get_value(&s->vars, s->sink);
	if (sh_spend(s, old.any.n ? old.any.v[0].s.n : 0))
		sh_set_value(&s->vars, s->sink, value_then(s->arena, &old, v));
}

static enum sh_status run_body(struct shell *s, const struct sh_node *body,
                               const struct sh_call *call, struct sh_ctx c)
{
	struct sh_content args = {.array = true, .more = call->more};
	struct sh_content old = sh_get(&s->vars, STR("@"));
	unsigned maybe = s->vars.maybe, bit = 1U << FLOW_RETURN;
	size_t locals = s->locals.n;
	enum sh_status status;

	if (s->calls >= CALLS_MAX) {
		sh_limit(s, &call->source,
		         "functions call each other too deep");
		return STATUS_ANY;
	}
	for (size_t i = 1; i < call->argv.n; i++)
		*arena_push(s->arena, &args.elems) = call->argv.v[i];
	sh_set(&s->vars, STR("@"), args);
	slice_for (struct assign, e, call->env)
		sh_set_value(&s->vars, e->name, e->value);
	s->calls++;
	c.redirs = call->redirs;
	c.in = NULL;
	status = sh_eval(s, body, c);
	s->calls--;
	if (s->vars.flow == FLOW_RETURN) {
		s->vars.flow = FLOW_ON;
		status = s->last;
	}
	if (s->vars.maybe & ~maybe & bit)
		status = STATUS_ANY;
	s->vars.maybe = (s->vars.maybe & ~bit) | (maybe & bit);
	while (s->locals.n > locals) {
		const struct sh_local *l = &s->locals.v[--s->locals.n];

		sh_set(&s->vars, l->name, l->content);
	}
	sh_set(&s->vars, STR("@"), old);
	return status;
}

/* A function that is one for sure is followed; one that may be is, too, beside
 * the command that it may not be. */
static bool run_function(struct shell *s, const struct sh_call *call,
                         struct sh_ctx c, enum sh_status *status)
{
	struct text name, index;
	struct value v;
	uint64_t i;

	if (!sh_arg(call, 0, &name))
		return false;
	v = sh_get_value(&s->vars,
	                 arena_fmt(s->arena, "\2" STR_F, STR_A(name.s)));
	if (value_one(&v, &index) && str_uint(index.s, &i)) {
		*status = run_body(s, s->functions.v[i].body, call, c);
		return true;
	}
	c.certain = false;
	for (size_t k = 0; k < v.any.n; k++) {
		struct sh_mark m = sh_branch_begin(&s->vars);
		struct sh_branch b;

		if (str_uint(v.any.v[k].s, &i))
			(void)run_body(s, s->functions.v[i].body, call, c);
		sh_branch_end(&s->vars, m, &b);
		sh_join(&s->vars, &b, 1, true);
	}
	*status = STATUS_ANY;
	if (v.any.n)
		sh_emit(s, call, c, NULL);
	return v.any.n > 0;
}

enum sh_status sh_run_call(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	const struct value unknown = {.unknown = true};
	enum sh_status status = STATUS_ANY;
	struct value output;
	bool known;

	if (call->to_file)
		s->sink = STR("");
	if ((!call->no_function && run_function(s, call, c, &status)) ||
	    (!call->program && sh_builtin(s, call, c, &status)) ||
	    sh_peel(s, call, c, &status))
		return status;
	known = sh_filter(s, call, &output);
	sh_emit(s, call, c, known ? &output : NULL);
	sh_add_output(s, known ? &output : &unknown);
	return known ? STATUS_OK : STATUS_ANY;
}
