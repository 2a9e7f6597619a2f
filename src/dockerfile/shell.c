#include "dockerfile/shell.h"

#include "base/path.h"
#include "dockerfile/shell_expand.h"

#include <string.h>

enum { PARSE_COST = 8 }; /* a tree is larger than its text */

static struct shell new_shell(const struct shell_input *in, struct arena *a,
                              struct shell_result *out)
{
	*out = (struct shell_result){0};
	return (struct shell){
		.in = in,
		.out = out,
		.arena = a,
		.used = in->used,
		.vars = {.arena = a, .scope = in->env},
		.shell_must = true,
		.exports_of = SIZE_MAX,
	};
}

static void set_made(struct shell *s, const char *name, struct str value)
{
	sh_set_value(&s->vars, str_c(name), value_made(s->arena, value));
}

/* ---- which shell, and how it is called */

static void set_option(struct shell *s, struct str word)
{
	if (word.n < 2 || !strchr("-+", word.p[0]) || word.p[1] == '-')
		return;
	if (str_contains(word, STR("e")))
		set_made(s, "\1errexit",
		         word.p[0] == '-' ? STR("on") : STR("off"));
}

static void set_options(struct shell *s, const struct texts *words)
{
	s->bash = words->n && str_eq(path_base(words->v[0].s), STR("bash"));
	set_made(s, "\1errexit", STR("off"));
	set_made(s, "\1pipefail", STR("off"));
	for (size_t i = 1; i < words->n; i++) {
		set_option(s, words->v[i].s);
		if (str_eq(words->v[i].s, STR("pipefail")))
			set_made(s, "\1pipefail", STR("on"));
		if (str_eq(words->v[i].s, STR("errexit")))
			set_made(s, "\1errexit", STR("on"));
	}
}

static bool has_c(const struct texts *words)
{
	slice_for (struct text, w, *words)
		if (w->s.n > 1 && w->s.p[0] == '-' && w->s.p[1] != '-' &&
		    str_contains(w->s, STR("c")))
			return true;
	return false;
}

/* SHELL's words from the shell's name on; none: it is something else. */
static struct texts shell_of(const struct texts *words)
{
	for (size_t i = words->n; i-- > 0;)
		if (sh_is_shell(words->v[i].s))
			return (struct texts){words->v + i, words->n - i};
	return (struct texts){0};
}

static bool is_windows(const struct texts *words)
{
	static const char *const names[] = {"cmd", "powershell", "pwsh"};
	struct str name = words->n ? words->v[0].s : STR("");

	for (size_t i = name.n; i-- > 0;)
		if (name.p[i] == '\\' || name.p[i] == '/') {
			name = str_from(name, i + 1);
			break;
		}
	if (name.n > 4 &&
	    str_eq_nocase(str_from(name, name.n - 4), STR(".exe")))
		name.n -= 4;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq_nocase(name, str_c(names[i])))
			return true;
	return false;
}

/* ---- scripts */

/* A shell that runs what can't be read runs nothing that is known. */
static enum sh_status eval_list(struct shell *s, const struct text *script,
                                struct sh_ctx c)
{
	struct sh_syntax syntax = {0};

	if (script->s.n > SHELL_SCRIPT_MAX)
		sh_limit(s, script, "a longer text than is read");
	if (sh_spend(s, PARSE_COST * script->s.n) &&
	    sh_parse(s->arena, script, s->bash, &syntax))
		return sh_eval(s, syntax.list, c);
	if (!s->stop && syntax.error) {
		sh_problem(s, &syntax.near, syntax.error);
		s->out->unreadable |= !s->dry;
		c.certain = false;
		c.must = false;
		(void)sh_eval(s, syntax.list, c);
	}
	return STATUS_ANY;
}

enum sh_status sh_eval_text(struct shell *s, const struct text *script,
                            struct sh_ctx c)
{
	return eval_list(s, script, c);
}

enum sh_status sh_eval_script(struct shell *s, const struct sh_script *script,
                              struct sh_ctx c)
{
	struct sh_content args = {.array = true, .elems = script->args};
	struct sh_mark m = sh_branch_begin(&s->vars);
	bool bash = s->bash, shell_must = s->shell_must;
	struct sh_branch b;
	enum sh_status status;

	s->steps += s->vars.all.n;
	s->vars.flow = FLOW_ON;
	s->vars.maybe = 0;
	s->shell_must = c.must;
	c.ignore = false;
	c.in = NULL;
	sh_hide(&s->vars);
	slice_for (struct assign, e, script->env) {
		sh_set_value(&s->vars, e->name, e->value);
		sh_export(&s->vars, e->name);
	}
	sh_set(&s->vars, STR("@"), args);
	set_options(s, &script->options);
	status = eval_list(s, &script->text, c);
	if (s->vars.flow == FLOW_EXIT)
		status = s->last;
	s->bash = bash;
	s->shell_must = shell_must;
	sh_branch_end(&s->vars, m, &b);
	sh_apply(&s->vars, &b, s->sink);
	if (b.flow == FLOW_DEAD)
		s->vars.flow = FLOW_DEAD;
	return b.maybe & (1U << FLOW_EXIT) ? STATUS_ANY : status;
}

/* ---- from outside */

static bool start(struct shell *s, const struct text *at)
{
	struct texts words = shell_of(&s->in->shell);
	const struct value none = {.unknown = true};

	if (s->in->escape == '`' || is_windows(&s->in->shell)) {
		sh_stop(s, at, "a shell of Windows is not read");
		return false;
	}
	if (s->in->shell.n && (words.n == 0 || !has_c(&words))) {
		sh_stop(s, at, "what SHELL says is no shell that is read");
		return false;
	}
	set_options(s, &words);
	if (s->in->cwd.n)
		set_made(s, "\1cwd", s->in->cwd);
	else
		sh_set_value(&s->vars, STR("\1cwd"), none);
	if (!scope_get(s->in->env, STR("PWD")) && s->in->cwd.n)
		set_made(s, "PWD", s->in->cwd);
	return true;
}

static const struct sh_ctx outside = {.certain = true, .must = true};

/* What could not be read to its end is not certain to run at all. */
static void doubt_all(struct shell_result *out)
{
	if (!out->unreadable)
		return;
	slice_for (struct shell_command, c, out->commands)
		c->certainty = SHELL_MAYBE;
}

void shell_read(const struct shell_input *in, const struct text *script,
                struct arena *a, struct shell_result *out)
{
	struct shell s = new_shell(in, a, out);

	if (start(&s, script))
		(void)eval_list(&s, script, outside);
	doubt_all(out);
}

/* ---- RUN */

static struct str first_line(struct str s)
{
	struct str line, rest;

	(void)str_cut(s, '\n', &line, &rest);
	return line;
}

/* The words of "#!/bin/bash -e". */
static void shebang(struct arena *a, struct str line, struct texts *out)
{
	struct str rest = str_trim(str_from(line, 2)), word;

	while (str_next(&rest, ' ', &word))
		if (word.n)
			*arena_push(a, out) = text_of(a, TEXT_MADE, word);
}

/* The script that BuildKit writes to a file and runs by its first line. */
static void read_file(const struct shell_input *in, const struct text *body,
                      struct arena *a, struct shell_result *out)
{
	struct shell s = new_shell(in, a, out);
	struct sh_script script = {.text = *body};

	shebang(a, first_line(body->s), &script.options);
	script.options = shell_of(&script.options);
	if (!start(&s, body))
		return;
	if (script.options.n)
		(void)sh_eval_script(&s, &script, outside);
	else
		sh_stop(&s, body, "a script that is not for a shell");
	doubt_all(out);
}

/* BuildKit strips the tabs of <<- itself where the body is the script. */
static struct text body_of(const struct heredoc *h, struct arena *a)
{
	struct text_maker m = {.arena = a};
	size_t at = 0, n = h->body.s.n;

	while (at < n) {
		const char *eol = memchr(h->body.s.p + at, '\n', n - at);
		size_t end = eol ? (size_t)(eol - h->body.s.p) + 1 : n;

		while (h->chomp && at < end && h->body.s.p[at] == '\t')
			at++;
		text_add(&m, &h->body, at, end - at);
		at = end;
	}
	return text_take(&m);
}

/* The line with its heredocs behind it, as the shell gets it. */
static struct text with_bodies(const struct instr *run, struct arena *a)
{
	struct text_maker m = {.arena = a};

	text_add(&m, &run->args.v[0], 0, run->args.v[0].s.n);
	slice_for (struct heredoc, h, run->heredocs) {
		text_add_made(&m, STR("\n"));
		text_add(&m, &h->body, 0, h->body.s.n);
		text_add(&m, &h->name, 0, h->name.s.n);
	}
	return text_take(&m);
}

static void read_exec(const struct shell_input *in, const struct instr *run,
                      struct arena *a, struct shell_result *out)
{
	struct shell s = new_shell(in, a, out);
	size_t there = 0;
	struct sh_call call = {.source = run->joined,
	                       .program = true,
	                       .there = &there};

	if (run->args.n == 0 || !start(&s, &run->args.v[0]))
		return;
	slice_for (struct text, w, run->args)
		*arena_push(a, &call.argv) = value_of(a, *w);
	(void)sh_run_call(&s, &call, outside);
	doubt_all(out);
}

void shell_read_run(const struct shell_input *in, const struct instr *run,
                    struct arena *a, struct shell_result *out)
{
	const struct heredoc *only =
		run->heredocs.n == 1 ? run->heredocs.v : NULL;
	struct text script;

	*out = (struct shell_result){0};
	if (run->json) {
		read_exec(in, run, a, out);
		return;
	}
	if (run->args.n == 0)
		return;
	if (only &&
	    str_eq(str_trim(run->args.v[0].s), str_trim(only->word.s))) {
		script = body_of(only, a);
		if (str_has_prefix(script.s, STR("#!")))
			read_file(in, &script, a, out);
		else
			shell_read(in, &script, a, out);
		return;
	}
	script = run->heredocs.n ? with_bodies(run, a) : run->args.v[0];
	shell_read(in, &script, a, out);
}
