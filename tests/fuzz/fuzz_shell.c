/* First byte: which shell.  Rest: a RUN text.  V is known, X is not. */
#include "dockerfile/shell.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_text(const struct text *t, size_t size)
{
	size_t at = 0;

	for (size_t i = 0; i < t->runs.n; i++) {
		const struct text_run *r = &t->runs.v[i];

		assert(r->at == at && r->n > 0);
		at += r->n;
		assert(r->from != TEXT_FILE || r->offset + r->n <= size);
	}
	assert(at == t->s.n);
}

static void check_value(const struct value *v, size_t size)
{
	assert(v->any.n <= SHELL_VALUES_MAX);
	slice_for (struct text, t, v->any) {
		check_text(t, size);
		assert(value_can_be(v, t->s));
	}
	check_text(&v->lead, size);
}

/* Bytes that are said to be the file's are. */
static void check_origin(const struct text *t, struct str file)
{
	slice_for (struct text_run, r, t->runs)
		if (r->from == TEXT_FILE)
			assert(str_eq((struct str){t->s.p + r->at, r->n},
			              (struct str){file.p + r->offset, r->n}));
}

static void check_command(const struct shell_command *c, struct str file)
{
	assert(c->argv_sure <= c->argv.n);
	check_text(&c->source, file.n);
	slice_for (struct value, v, c->argv) {
		check_value(v, file.n);
		slice_for (struct text, t, v->any)
			check_origin(t, file);
	}
	slice_for (struct redirect, r, c->redirects)
		check_value(&r->target, file.n);
	slice_for (struct assign, e, c->env)
		check_value(&e->value, file.n);
	check_value(&c->input, file.n);
	check_value(&c->output, file.n);
	check_value(&c->cwd, file.n);
}

static void set(struct scope *s, struct str name, struct str value)
{
	struct binding *b = scope_put(s, name);

	b->value = text_of(s->arena, TEXT_BASE, value);
	b->unknown = value.n == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str file = {(const char *)data + 1, size - 1};
	struct arena a = {0};
	struct texts words = {0};
	struct shell_result r;
	struct scope s;
	struct text script;

	if (size == 0)
		return 0;
	scope_init(&s, &a);
	set(&s, STR("V"), STR("12.1.1"));
	set(&s, STR("X"), STR(""));
	script = text_of_file(&a, file, 0, file.n);
	*arena_push(&a, &words) =
		text_of(&a, TEXT_MADE, data[0] & 1 ? STR("bash") : STR("sh"));
	*arena_push(&a, &words) =
		text_of(&a, TEXT_MADE, data[0] & 2 ? STR("-ec") : STR("-c"));
	shell_read(&(struct shell_input){.shell = words,
	                                 .env = &s,
	                                 .cwd = STR("/w")},
	           &script, &a, &r);
	assert(r.commands.n <= SHELL_COMMANDS_MAX);
	assert(!r.unreadable || r.problems.n > 0);
	assert(r.unreadable || !r.cut);
	slice_for (struct shell_command, c, r.commands) {
		check_command(c, file);
		assert(!r.unreadable || c->certainty == SHELL_MAYBE);
	}
	slice_for (struct shell_problem, p, r.problems)
		assert(p->what.n && (!p->placed || p->offset < file.n));
	arena_free(&a);
	return 0;
}
