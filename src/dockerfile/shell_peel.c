#include "dockerfile/shell_expand.h"

#include "base/path.h"

#include <string.h>

/* Programs that run another: options with a value, words in front of the
 * command, whether NAME=VALUE may stand there. */
static const struct wrapper {
	const char *name;
	const char *values; /* letters of options that take a word */
	size_t words;
	bool assigns;
	bool shells; /* the shell's own: runs builtins */
} wrappers[] = {
	{"sudo", "CDghpRrtTUu", 0, true, false},
	{"doas", "Cu", 0, false, false},
	{"env", "uCS", 0, true, false},
	{"command", "", 0, false, true},
	{"builtin", "", 0, false, true},
	{"exec", "a", 0, false, false},
	{"time", "fo", 0, false, true},
	{"nice", "n", 0, false, false},
	{"ionice", "cnp", 0, false, false},
	{"nohup", "", 0, false, false},
	{"setsid", "", 0, false, false},
	{"stdbuf", "ioe", 0, false, false},
	{"timeout", "ks", 1, false, false},
	{"gosu", "", 1, false, false},
	{"su-exec", "", 1, false, false},
	{"xargs", "aEILnPsd", 0, false, false},
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

static const struct wrapper *wrapper_of(struct str name)
{
	struct str base = path_base(name);

	for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
		if (str_eq(base, str_c(wrappers[i].name)))
			return &wrappers[i];
	return NULL;
}

/* The first word behind w's options; false: not known. */
static bool skip_options(const struct sh_call *call, const struct wrapper *w,
                         size_t *i)
{
	struct text t;

	for (*i = 1; *i < call->argv.n; ++*i) {
		if (!sh_arg(call, *i, &t))
			return false;
		if (str_eq(t.s, STR("--"))) {
			++*i;
			return true;
		}
		if (t.s.n < 2 || t.s.p[0] != '-')
			return true;
		/* "command -v x" runs nothing, "env -S" splits */
		if ((strcmp(w->name, "command") == 0 &&
		     !str_eq(t.s, STR("-p"))) ||
		    (strcmp(w->name, "env") == 0 &&
		     str_has_prefix(t.s, STR("-S"))))
			return false;
		if (t.s.n == 2 && strchr(w->values, t.s.p[1]))
			++*i;
	}
	return true;
}

static void take_assigns(struct shell *s, struct sh_call *call, size_t *i)
{
	struct text t;
	size_t n;

	for (; sh_arg(call, *i, &t) && (n = sh_name_length(t.s)); ++*i) {
		struct text v = text_slice(s->arena, &t, n + 1, t.s.n - n - 1);

		*arena_push(s->arena, &call->env) =
			(struct assign){{t.s.p, n}, value_of(s->arena, v)};
	}
}

/* Words that xargs reads; false: how they are split isn't known. */
static bool add_read(struct shell *s, struct sh_call *call)
{
	struct text in;
	size_t at = 0;

	if (!call->in || !value_one(call->in, &in) ||
	    str_contains(in.s, STR("\\")) || str_contains(in.s, STR("'")) ||
	    str_contains(in.s, STR("\"")))
		return false;
	while (at < in.s.n) {
		size_t end = at;

		while (end < in.s.n && !is_blank(in.s.p[end]))
			end++;
		if (end > at)
			*arena_push(s->arena, &call->argv) =
				value_of(s->arena, text_slice(s->arena, &in, at,
			                                      end - at));
		at = end + 1;
	}
	return true;
}

/* What the options of xargs say of how often and with what it runs. */
struct xargs {
	bool replaces; /* -I: a word may stand for what is read */
	bool plain;    /* once, with all that is read behind the words */
	bool needs;    /* -r: not without input */
};

static struct xargs xargs_of(const struct sh_call *call, size_t end)
{
	struct xargs x = {.plain = true};
	struct text t;

	for (size_t i = 1; i < end; i++) {
		if (!sh_arg(call, i, &t))
			continue;
		if (str_eq(t.s, STR("-r")) ||
		    str_eq(t.s, STR("--no-run-if-empty")))
			x.needs = true;
		else if (!str_eq(t.s, STR("-t")))
			x.plain = false;
		x.replaces |= str_has_prefix(t.s, STR("-I")) ||
		              str_has_prefix(t.s, STR("-i")) ||
		              str_has_prefix(t.s, STR("--rep"));
	}
	return x;
}

static void run_xargs(struct shell *s, struct sh_call *call, struct xargs x,
                      struct sh_ctx *c)
{
	struct values argv = {0};
	size_t words = call->argv.n;

	slice_for (struct value, v, call->argv)
		*arena_push(s->arena, &argv) = *v;
	call->argv = argv;
	if (!x.plain || !add_read(s, call)) {
		call->sure = call->more ? call->sure : call->argv.n;
		call->more = true;
		c->certain &= !x.needs;
	} else if (x.needs && call->argv.n == words) {
		c->certain = false;
	}
	for (size_t i = 1; x.replaces && i < words; i++)
		value_add_unknown(s->arena, &call->argv.v[i], (struct text){0});
	call->in = NULL;
}

static bool peel_wrapper(struct shell *s, const struct wrapper *w,
                         struct sh_call *call, struct sh_ctx *c)
{
	struct texts peeled = {0};
	struct xargs x;
	struct text t;
	size_t i, options;

	if (!skip_options(call, w, &i))
		return false;
	options = i;
	i += w->words;
	if (w->assigns)
		take_assigns(s, call, &i);
	if (i >= call->argv.n || call->argv.v[i].absent ||
	    (call->more && i >= call->sure))
		return false;
	slice_for (struct text, p, c->peeled)
		*arena_push(s->arena, &peeled) = *p;
	for (size_t k = 0; k < i && sh_arg(call, k, &t); k++)
		*arena_push(s->arena, &peeled) = t;
	x = xargs_of(call, options);
	c->peeled = peeled;
	call->argv.v += i;
	call->argv.n -= i;
	*call->there = 0;
	call->sure -= call->more ? i : 0;
	call->program = !w->shells;
	call->no_function = true;
	if (strcmp(w->name, "xargs") == 0)
		run_xargs(s, call, x, c);
	return true;
}

/* ---- sh -c */

bool sh_is_shell(struct str name)
{
	static const char *const names[] = {"sh", "bash", "dash", "ash"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(path_base(name), str_c(names[i])))
			return true;
	return false;
}

/* Its options; *script: what -c runs. */
static bool shell_words(struct shell *s, const struct sh_call *call,
                        struct texts *options, struct text *script,
                        size_t *args)
{
	bool c = false;
	struct text t;
	size_t i = 0;

	for (; i < call->argv.n && sh_arg(call, i, &t); i++) {
		bool option = i == 0 || (t.s.n > 1 && strchr("-+", t.s.p[0]));

		if (!option)
			break;
		*arena_push(s->arena, options) = t;
		c |= i && t.s.n > 1 && t.s.p[1] != '-' &&
		     str_contains(t.s, STR("c"));
		if (i && str_has_suffix(t.s, STR("o")) && t.s.p[1] != '-' &&
		    sh_arg(call, i + 1, &t)) {
			*arena_push(s->arena, options) = t;
			i++;
		}
	}
	*args = i + 1;
	if (c)
		return sh_arg(call, i, script);
	return i == call->argv.n && call->in && value_one(call->in, script);
}

static bool run_shell(struct shell *s, struct sh_call *call, struct sh_ctx c,
                      enum sh_status *status)
{
	struct sh_script script = {.env = call->env};
	struct text name;
	size_t i;

	if (!sh_arg(call, 0, &name) || !sh_is_shell(name.s) || call->more ||
	    !shell_words(s, call, &script.options, &script.text, &i))
		return false;
	for (i++; i < call->argv.n; i++)
		*arena_push(s->arena, &script.args) = call->argv.v[i];
	c.redirs = call->redirs;
	*status = sh_eval_script(s, &script, c);
	return true;
}

bool sh_peel(struct shell *s, struct sh_call *call, struct sh_ctx c,
             enum sh_status *status)
{
	const struct wrapper *w = NULL;
	struct text name;
	bool exec;

	if (run_shell(s, call, c, status))
		return true;
	if (sh_arg(call, 0, &name))
		w = wrapper_of(name.s);
	if (!w)
		return false;
	exec = strcmp(w->name, "exec") == 0;
	if (exec && call->argv.n == 1)
		return *status = STATUS_OK, true;
	if (!peel_wrapper(s, w, call, &c))
		return false;
	if (exec)
		c.must = s->shell_must;
	*status = sh_run_call(s, call, c);
	if (exec && !s->dry && s->vars.flow == FLOW_ON)
		s->vars.flow = FLOW_EXIT;
	return true;
}
