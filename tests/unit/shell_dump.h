/*
 * shell_dump.h - what was read of a shell text, on one line.
 *
 * "?" in front: possible only.  "~": may fail.  {a|b}: a set, in which % is
 * what isn't known (behind what it begins with) and - no word at all.  "...":
 * there may be more words.
 */
#ifndef TESTS_SHELL_DUMP_H
#define TESTS_SHELL_DUMP_H

#include "dockerfile/shell.h"

#include "base/buf.h"

static inline void dump_value(const struct value *v, struct buf *b)
{
	size_t n = v->any.n + v->unknown + v->absent;

	if (n != 1)
		buf_addc(b, '{', 1);
	for (size_t i = 0, k = 0; i < v->any.n; i++, k++) {
		struct str s = v->any.v[i].s;
		bool quote = s.n == 0 || str_contains(s, STR(" ")) ||
		             str_contains(s, STR("\n"));

		buf_printf(b, "%s%s" STR_F "%s", k ? "|" : "", quote ? "'" : "",
		           STR_A(s), quote ? "'" : "");
	}
	if (v->unknown)
		buf_printf(b, "%s" STR_F "%%", v->any.n ? "|" : "",
		           STR_A(v->lead.s));
	if (v->absent)
		buf_printf(b, "%s-", n > 1 ? "|" : "");
	if (n != 1)
		buf_addc(b, '}', 1);
}

static inline void dump_command(const struct shell_command *c, struct buf *b)
{
	buf_printf(b, "%s%s", c->certainty == SHELL_MAYBE ? "?" : "",
	           c->may_fail ? "~" : "");
	for (size_t i = 0; i < c->argv.n; i++) {
		buf_printf(b, "%s", i ? " " : "");
		dump_value(&c->argv.v[i], b);
	}
	buf_printf(b, "%s", c->argv_unknown ? " ..." : "");
}

static inline void dump_result(const struct shell_result *r, struct buf *b)
{
	for (size_t i = 0; i < r->commands.n; i++) {
		buf_printf(b, "%s", i ? "; " : "");
		dump_command(&r->commands.v[i], b);
	}
	buf_printf(b, "%s", r->unreadable ? " !" : "");
}

/* "A=1,B=2" */
static inline void scope_of(struct scope *s, struct arena *a, const char *env)
{
	struct str rest = str_c(env), piece, name, value;

	scope_init(s, a);
	while (str_next(&rest, ',', &piece)) {
		struct binding *b;
		bool set = str_cut(piece, '=', &name, &value);

		b = scope_put(s, name);
		b->unknown = !set;
		b->env = true;
		if (set)
			b->value = text_of(a, TEXT_BASE, value);
	}
}

#endif
