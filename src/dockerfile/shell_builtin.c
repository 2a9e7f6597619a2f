#include "dockerfile/shell_expand.h"

#include "base/path.h"

#include <string.h>

typedef enum sh_status builtin_fn(struct shell *s, struct sh_call *call,
                                  struct sh_ctx c);

static struct value unknown(void)
{
	return value_unknown((struct text){0});
}

static enum sh_status succeed(struct shell *s, struct sh_call *call,
                              struct sh_ctx c)
{
	(void)s;
	(void)call;
	(void)c;
	return STATUS_OK;
}

static enum sh_status fail(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	(void)s;
	(void)call;
	(void)c;
	return STATUS_FAIL;
}

/* Nothing is known of how it went. */
static enum sh_status ignored(struct shell *s, struct sh_call *call,
                              struct sh_ctx c)
{
	(void)s;
	(void)call;
	(void)c;
	return STATUS_ANY;
}

static enum sh_status test(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	struct values args = {call->argv.v + 1, call->argv.n - 1};
	struct text name, end;

	(void)c;
	if (call->more)
		return STATUS_ANY;
	if (sh_arg(call, 0, &name) && str_eq(name.s, STR("["))) {
		if (args.n == 0 || !value_one(&args.v[args.n - 1], &end) ||
		    !str_eq(end.s, STR("]")))
			return STATUS_ANY;
		args.n--;
	}
	return sh_test(s, &args);
}

/* ---- where the shell is */

struct place {
	struct shell *s;
	struct text base;
};

static bool go(void *ctx, const struct text *in, struct text *out)
{
	struct place *p = ctx;
	struct arena *a = p->s->arena;
	const struct text slash = text_of(a, TEXT_MADE, STR("/"));
	char buf[PATH_MAX_BYTES];
	struct str clean;
	struct text t;

	if (str_eq(in->s, STR("-")) || in->s.n == 0)
		return false;
	if (in->s.p[0] == '/') {
		*out = *in;
	} else {
		if (p->base.s.n == 0)
			return false;
		t = text_cat(a, &p->base, &slash);
		*out = text_cat(a, &t, in);
	}
	if (path_clean(out->s, buf, &clean) != PATH_OK)
		return false;
	if (clean.n + 1 != out->s.n)
		*out = text_of(a, TEXT_MADE,
		               arena_fmt(a, "/" STR_F, STR_A(clean)));
	return true;
}

static enum sh_status cd(struct shell *s, struct sh_call *call, struct sh_ctx c)
{
	const struct str name = STR("\1cwd");
	struct value old = sh_get_value(&s->vars, name), now = unknown();
	struct place p = {.s = s};
	bool known = value_one(&old, &p.base);

	if (call->argv.n == 2 && !call->more &&
	    (known || !call->argv.v[1].unknown))
		now = value_map(s->arena, &call->argv.v[1], go, &p);
	if (now.absent)
		now = unknown();
	if (!c.must)
		now = value_or(s->arena, &now, &old);
	sh_set_value(&s->vars, name, now);
	sh_set_value(&s->vars, STR("PWD"), now);
	return STATUS_ANY;
}

static enum sh_status wander(struct shell *s, struct sh_call *call,
                             struct sh_ctx c)
{
	(void)call;
	(void)c;
	sh_set_value(&s->vars, STR("\1cwd"), unknown());
	sh_set_value(&s->vars, STR("PWD"), unknown());
	return STATUS_ANY;
}

/* ---- variables */

static void keep_local(struct shell *s, struct str name)
{
	*arena_push(s->arena, &s->locals) =
		(struct sh_local){name, sh_get(&s->vars, name)};
}

static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] == '_' || (s.p[i] >= 'a' && s.p[i] <= 'z') ||
		      (s.p[i] >= 'A' && s.p[i] <= 'Z') ||
		      (i && s.p[i] >= '0' && s.p[i] <= '9')))
			return false;
	return s.n > 0;
}

static void declare_name(struct shell *s, struct str name, bool local,
                         bool exports)
{
	if (local)
		keep_local(s, name);
	if (exports)
		sh_export(&s->vars, name);
	else if (local)
		sh_set_value(&s->vars, name, (struct value){.absent = true});
}

/* export, declare, local, readonly: what is declared, and bare names. */
static enum sh_status declare(struct shell *s, struct sh_call *call,
                              struct sh_ctx c)
{
	struct text word;
	bool exports, local;

	(void)c;
	(void)sh_arg(call, 0, &word);
	exports = str_eq(word.s, STR("export"));
	local = s->calls && !exports && !str_eq(word.s, STR("readonly"));
	for (size_t i = 1; i < call->argv.n; i++) {
		if (!sh_arg(call, i, &word)) {
			sh_problem(s, &call->source,
			           "it declares a name that isn't known");
			sh_havoc(&s->vars);
		} else if (str_eq(word.s, STR("-x"))) {
			exports = true;
		} else if (is_name(word.s)) {
			declare_name(s, word.s, local, exports);
		}
	}
	slice_for (struct assign, d, call->declared) {
		if (local)
			keep_local(s, d->name);
		sh_set_value(&s->vars, d->name, d->value);
		if (exports)
			sh_export(&s->vars, d->name);
	}
	return call->declared.n && (local || exports) ? STATUS_OK : STATUS_ANY;
}

/* Each word names a variable of which nothing is known then. */
static enum sh_status assign_names(struct shell *s, struct sh_call *call,
                                   struct sh_ctx c)
{
	struct text word;
	const struct value v = {.unknown = true, .absent = true};

	(void)c;
	sh_set_value(&s->vars, STR("REPLY"), v);
	if (call->more)
		sh_havoc(&s->vars);
	for (size_t i = 1; i < call->argv.n; i++) {
		const struct sh_content array = {.array = true, .more = true};

		if (!sh_arg(call, i, &word))
			sh_havoc(&s->vars);
		else if (is_name(word.s) && i && sh_arg(call, 0, &word) &&
		         str_has_suffix(word.s, STR("array")))
			sh_set(&s->vars, call->argv.v[i].any.v[0].s, array);
		else if (sh_arg(call, i, &word) && is_name(word.s))
			sh_set_value(&s->vars, word.s, v);
	}
	return STATUS_ANY;
}

static enum sh_status unset(struct shell *s, struct sh_call *call,
                            struct sh_ctx c)
{
	struct text word;
	bool functions = false;

	(void)c;
	for (size_t i = 1; i < call->argv.n || call->more; i++) {
		if (call->more || !sh_arg(call, i, &word)) {
			sh_havoc(&s->vars);
			break;
		}
		functions |= str_eq(word.s, STR("-f"));
		if (functions)
			sh_unset(&s->vars, arena_fmt(s->arena, "\2" STR_F,
			                             STR_A(word.s)));
		else
			sh_unset(&s->vars, word.s);
	}
	return STATUS_OK;
}

static void set_option(struct shell *s, const char *name, bool on)
{
	sh_set_value(&s->vars, str_c(name),
	             value_made(s->arena, on ? STR("on") : STR("off")));
}

static void set_flags(struct shell *s, struct str word)
{
	if (str_contains(word, STR("e")))
		set_option(s, "\1errexit", word.p[0] == '-');
}

static void set_args(struct shell *s, struct sh_call *call, size_t from)
{
	struct sh_content args = {.array = true, .more = call->more};

	for (size_t i = from; i < call->argv.n; i++)
		*arena_push(s->arena, &args.elems) = call->argv.v[i];
	sh_set(&s->vars, STR("@"), args);
}

static enum sh_status set(struct shell *s, struct sh_call *call,
                          struct sh_ctx c)
{
	struct text w, name;
	size_t i = 1;

	(void)c;
	for (; i < call->argv.n; i++) {
		if (!sh_arg(call, i, &w) || w.s.n < 2 ||
		    (w.s.p[0] != '-' && w.s.p[0] != '+') ||
		    str_eq(w.s, STR("--")))
			break;
		set_flags(s, w.s);
		if (!str_has_suffix(w.s, STR("o")) ||
		    !sh_arg(call, i + 1, &name))
			continue;
		i++;
		if (str_eq(name.s, STR("pipefail")))
			set_option(s, "\1pipefail", w.s.p[0] == '-');
		if (str_eq(name.s, STR("errexit")))
			set_option(s, "\1errexit", w.s.p[0] == '-');
	}
	if (i < call->argv.n && sh_arg(call, i, &w) && str_eq(w.s, STR("--")))
		set_args(s, call, i + 1);
	else if (i < call->argv.n || call->more)
		set_args(s, call, i);
	return STATUS_OK;
}

static enum sh_status shift(struct shell *s, struct sh_call *call,
                            struct sh_ctx c)
{
	struct sh_content args = sh_get(&s->vars, STR("@"));
	uint64_t n = 1;
	struct text t;

	(void)c;
	slice_for (struct value, v, args.elems)
		args.more |= v->absent;
	if (call->argv.n > 1 && (!sh_arg(call, 1, &t) || !str_uint(t.s, &n)))
		args.more = true;
	if (args.more) {
		args.elems = (struct values){0};
	} else if (n > args.elems.n) {
		return STATUS_FAIL;
	} else {
		struct values rest = {0};

		for (size_t i = n; i < args.elems.n; i++)
			*arena_push(s->arena, &rest) = args.elems.v[i];
		args.elems = rest;
	}
	sh_set(&s->vars, STR("@"), args);
	return STATUS_OK;
}

/* ---- where the commands go on */

static enum sh_status status_of(struct shell *s, const struct sh_call *call)
{
	struct text t;
	uint64_t n;

	if (call->argv.n < 2 && !call->more)
		return s->last;
	if (!sh_arg(call, 1, &t) || !str_uint(t.s, &n))
		return STATUS_ANY;
	return n % 256 ? STATUS_FAIL : STATUS_OK;
}

static enum sh_status leave(struct shell *s, struct sh_call *call,
                            struct sh_ctx c)
{
	enum sh_status status = status_of(s, call);

	(void)c;
	if (s->dry)
		return STATUS_ANY;
	s->vars.flow =
		status == STATUS_FAIL && s->shell_must ? FLOW_DEAD : FLOW_EXIT;
	return status;
}

static enum sh_status come_back(struct shell *s, struct sh_call *call,
                                struct sh_ctx c)
{
	enum sh_status status = status_of(s, call);

	if (s->dry)
		return STATUS_ANY;
	s->vars.flow =
		status == STATUS_FAIL && c.must ? FLOW_DEAD : FLOW_RETURN;
	return status;
}

static enum sh_status jump(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	struct text word;

	(void)c;
	if (s->dry)
		return STATUS_ANY;
	if (call->argv.n > 1 || call->more) {
		sh_problem(s, &call->source,
		           "a way out of several loops is not followed");
		s->vars.maybe |= 1U << FLOW_EXIT | 1U << FLOW_BREAK;
		return STATUS_OK;
	}
	(void)sh_arg(call, 0, &word);
	s->vars.flow =
		str_eq(word.s, STR("break")) ? FLOW_BREAK : FLOW_CONTINUE;
	return STATUS_OK;
}

/* ---- text that is run */

static enum sh_status eval(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	struct value v = sh_joined(s, call, 1);
	struct text script;

	if (!call->more && value_one(&v, &script))
		return sh_eval_text(s, &script, c);
	sh_problem(s, &call->source, "eval of a text that isn't known");
	sh_havoc(&s->vars);
	sh_emit(s, call, c, NULL);
	return STATUS_ANY;
}

static enum sh_status source(struct shell *s, struct sh_call *call,
                             struct sh_ctx c)
{
	const struct value nothing = {.unknown = true};

	sh_problem(s, &call->source,
	           "a file that is sourced can set any variable");
	sh_havoc(&s->vars);
	sh_emit(s, call, c, NULL);
	sh_add_output(s, &nothing);
	return STATUS_ANY;
}

/* What a trap does happens at some time, or not at all. */
static enum sh_status trap(struct shell *s, struct sh_call *call,
                           struct sh_ctx c)
{
	struct text script;
	struct sh_mark m = sh_branch_begin(&s->vars);
	struct sh_branch b;

	c.certain = c.must = false;
	if (sh_arg(call, 1, &script) && call->argv.n > 2 &&
	    !str_has_prefix(script.s, STR("-")))
		(void)sh_eval_text(s, &script, c);
	sh_branch_end(&s->vars, m, &b);
	return STATUS_OK;
}

static enum sh_status alias(struct shell *s, struct sh_call *call,
                            struct sh_ctx c)
{
	(void)c;
	sh_problem(s, &call->source, "an alias is not followed");
	return STATUS_ANY;
}

static enum sh_status let(struct shell *s, struct sh_call *call,
                          struct sh_ctx c)
{
	struct text t;

	(void)c;
	for (size_t i = 1; i < call->argv.n; i++) {
		if (sh_arg(call, i, &t))
			sh_arith_assigns(s, t.s);
		else
			sh_havoc(&s->vars);
	}
	return STATUS_ANY;
}

static const struct {
	const char *name;
	builtin_fn *run;
} builtins[] = {
	{":", succeed},
	{"true", succeed},
	{"false", fail},
	{"[", test},
	{"test", test},
	{"cd", cd},
	{"chdir", cd},
	{"pushd", wander},
	{"popd", wander},
	{"export", declare},
	{"declare", declare},
	{"typeset", declare},
	{"local", declare},
	{"readonly", declare},
	{"unset", unset},
	{"set", set},
	{"shift", shift},
	{"exit", leave},
	{"return", come_back},
	{"break", jump},
	{"continue", jump},
	{"eval", eval},
	{".", source},
	{"source", source},
	{"read", assign_names},
	{"mapfile", assign_names},
	{"readarray", assign_names},
	{"getopts", assign_names},
	{"trap", trap},
	{"alias", alias},
	{"let", let},
	{"wait", ignored},
	{"umask", succeed},
	{"ulimit", ignored},
	{"hash", ignored},
	{"shopt", ignored},
	{"unalias", ignored},
};

/* printf -v NAME. */
static bool print_to(struct shell *s, const struct sh_call *call)
{
	struct text t;

	if (!sh_arg(call, 1, &t) || !str_eq(t.s, STR("-v")))
		return false;
	if (sh_arg(call, 2, &t))
		sh_set_value(&s->vars, t.s, unknown());
	else
		sh_havoc(&s->vars);
	return true;
}

bool sh_builtin(struct shell *s, struct sh_call *call, struct sh_ctx c,
                enum sh_status *status)
{
	struct text name;

	if (!sh_arg(call, 0, &name))
		return false;
	*status = STATUS_ANY;
	if (str_eq(name.s, STR("printf")) && print_to(s, call))
		return true;
	for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
		if (str_eq(name.s, str_c(builtins[i].name))) {
			*status = builtins[i].run(s, call, c);
			return true;
		}
	return false;
}
