#include "dockerfile/shell_expand.h"

#include <string.h>

struct pattern_bytes {
	struct text_maker m;
	bool *quoted;
	size_t cap;
};

static void add_pattern_text(struct shell *s, struct pattern_bytes *b,
                             const struct text *t, bool quoted)
{
	size_t at = b->m.n;

	text_add(&b->m, t, 0, t->s.n);
	if (b->m.n > b->cap) {
		bool *wider = arena_array(s->arena, bool, 2 * b->m.n);

		for (size_t i = 0; i < at; i++)
			wider[i] = b->quoted[i];
		b->quoted = wider;
		b->cap = 2 * b->m.n;
	}
	for (; at < b->m.n; at++)
		b->quoted[at] = quoted;
}

/* In a regular expression what is quoted is escaped. */
static struct sh_pattern regex_of(struct shell *s, struct str p,
                                  const bool *quoted)
{
	char *bytes = arena_array(s->arena, char, 2 * p.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < p.n; i++) {
		if (quoted[i] && strchr(".*[]^$\\+?(){}|", p.p[i]))
			bytes[n++] = '\\';
		bytes[n++] = p.p[i];
	}
	return sh_regex_of(s->arena, (struct str){bytes, n}, true);
}

struct sh_pattern sh_expand_pattern(struct shell *s, const struct sh_word *w,
                                    struct sh_ctx c, bool regex)
{
	struct pattern_bytes b = {.m.arena = s->arena};
	struct str all;

	for (size_t i = 0; i < w->n; i++) {
		const struct sh_part *p = &w->v[i];
		struct sh_pieces v;
		struct text t;

		v = sh_part_value(s, p, c);
		if (v.array || v.v.n != 1 || !value_one(&v.v.v[0], &t) ||
		    b.m.n + t.s.n > SH_ATOMS_MAX)
			return (struct sh_pattern){0};
		add_pattern_text(s, &b, &t, p->quoted);
	}
	all = (struct str){b.m.p, b.m.n};
	return regex ? regex_of(s, all, b.quoted) :
	               sh_glob_of(s->arena, all, b.quoted);
}
