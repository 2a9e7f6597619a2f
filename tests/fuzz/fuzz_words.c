/* A Dockerfile: its stages, and every word of it expanded.  First line, if it
 * begins with "#!": build arguments, by blanks, as NAME=VALUE; "*" alone: the
 * base may set more variables. */
#include "dockerfile/pragma.h"
#include "dockerfile/stages.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_opts(struct arena *a, struct str line, struct build_opts *o)
{
	struct str one, key, value;
	bool open = false;

	while (str_next(&line, ' ', &one)) {
		open |= str_eq(one, STR("*"));
		if (str_cut(one, '=', &key, &value))
			*arena_push(a, &o->args) = (struct pair){key, value};
	}
	return open;
}

/* Runs without holes, and every byte of the file is the file's. */
static void check(const struct text *t, struct str file)
{
	size_t at = 0;

	slice_for (const struct text_run, r, t->runs) {
		assert(r->at == at && r->n > 0);
		at += r->n;
		if (r->from != TEXT_FILE)
			continue;
		assert(r->offset <= file.n && r->n <= file.n - r->offset);
		assert(memcmp(t->s.p + r->at, file.p + r->offset, r->n) == 0);
	}
	assert(at == t->s.n);
}

/* What is known must not depend on what more may be set. */
static void compare(const struct text *word, char escape, const struct scope *s,
                    struct arena *a, const struct expansion *closed)
{
	struct scope open = *s;
	struct expansion ex;
	struct err err;

	open.open = true;
	if (expand_word(word, escape, &open, a, &ex, &err) < 0 ||
	    ex.unknown.n || closed->unknown.n)
		return;
	assert(str_eq(ex.text.s, closed->text.s));
}

static void expand(const struct text *word, struct str file, char escape,
                   const struct scope *s, struct arena *a)
{
	struct expansion ex;
	struct expansions words;
	struct err err;

	check(word, file);
	if (expand_word(word, escape, s, a, &ex, &err) < 0) {
		assert(expand_words(word, escape, s, a, &words, &err) < 0);
		return;
	}
	check(&ex.text, file);
	compare(word, escape, s, a, &ex);
	if (expand_words(word, escape, s, a, &words, &err) == 0)
		slice_for (const struct expansion, it, words)
			check(&it->text, file);
	if (expand_heredoc(word, s, a, &ex, &err) == 0)
		check(&ex.text, file);
}

static void walk(const struct stages *s, const struct dockerfile *d,
                 struct scope *scope, struct arena *a)
{
	struct stage_refs chain;
	struct err err;

	stages_chain(s->target, a, &chain);
	for (size_t i = 0; i < chain.n; i++) {
		if (i)
			scope_next_stage(scope);
		slice_for (const struct instr, it, chain.v[i]->body) {
			slice_for (const struct text, word, it->args)
				expand(word, d->bytes, d->escape, scope, a);
			if (scope_apply(scope, s, it, d->escape, &err) < 0)
				return;
		}
	}
	slice_for (const struct binding, b, scope->all)
		check(&b->value, d->bytes);
}

static void check_pragmas(const struct dockerfile *d, struct arena *a)
{
	struct pragmas p;

	pragmas_of(d, a, &p);
	slice_for (const struct pragma, it, p) {
		assert(it->first >= 1 && it->last >= it->first);
		assert(it->ids.n > 0 && d->bytes.p[it->span.offset] == '#');
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str all = {(const char *)data, size}, line = {0}, rest;
	struct arena a = {0};
	struct dockerfile d;
	struct build_opts o = {0};
	struct stages s;
	struct scope scope;
	struct err err;

	scope_init(&scope, &a);
	if (str_has_prefix(all, STR("#!")) &&
	    str_cut(all, '\n', &line, &rest)) {
		scope.open = read_opts(&a, str_from(line, 2), &o);
		all = rest;
	}
	if (dockerfile_parse(all, &a, &d, &err) == 0) {
		check_pragmas(&d, &a);
		if (stages_of(&d, &o, &a, &s, &err) == 0)
			walk(&s, &d, &scope, &a);
	}
	arena_free(&a);
	return 0;
}
