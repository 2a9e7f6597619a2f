#include "dockerfile/shell_filter.h"

#include <string.h>

enum { SED_COMMANDS_MAX = 32 };

struct substitution {
	struct sh_pattern pattern;
	struct text with;
	bool all;
};

struct sed {
	struct filter *f;
	bool extended;
	struct {
		struct substitution *v;
		size_t n;
	} todo;
};

/* Up to the separator, which \ takes back; at is behind it then. */
static bool take_part(struct sed *sed, const struct text *script, size_t *at,
                      char sep, struct text *out)
{
	struct text_maker m = {.arena = sed->f->s->arena};
	struct str s = script->s;

	for (; *at < s.n && s.p[*at] != sep; ++*at) {
		if (s.p[*at] == '\n')
			return false;
		if (s.p[*at] == '\\' && *at + 1 < s.n) {
			if (s.p[*at + 1] == sep)
				++*at;
			else
				text_add(&m, script, (*at)++, 1);
		}
		text_add(&m, script, *at, 1);
	}
	*out = text_take(&m);
	return (*at)++ < s.n;
}

/* The same for a pattern, where a separator in [] is none; it is left to
 * separators that no set has. */
static bool take_pattern(struct sed *sed, const struct text *script, size_t *at,
                         char sep, struct str *out)
{
	struct arena *a = sed->f->s->arena;
	struct str s = script->s;
	size_t from = *at;

	while (*at < s.n && s.p[*at] != sep) {
		const bool *set;
		size_t n = 1;

		if (s.p[*at] == '[')
			n = sh_set_of(a, str_from(s, *at), "^", false, &set);
		else if (s.p[*at] == '\\')
			n = 2;
		if (n == 0)
			return false;
		*at += n;
	}
	if (*at >= s.n)
		return false;
	*out = (struct str){s.p + from, *at - from};
	++*at;
	/* \ before a separator that means something else without it */
	return !strchr(".*[]^$+?(){}|\\", sep) ||
	       !str_contains(*out, arena_fmt(a, "\\%c", sep));
}

static bool take_flags(const struct text *script, size_t *at, bool *all)
{
	for (; *at < script->s.n; ++*at) {
		char c = script->s.p[*at];

		if (c == 'g') {
			*all = true;
		} else if (c == ';' || c == '\n') {
			++*at;
			return true;
		} else if (c != ' ' && c != '\t') {
			return false;
		}
	}
	return true;
}

static bool take_command(struct sed *sed, const struct text *script, size_t *at)
{
	struct substitution sub = {0};
	struct str pattern;
	char sep;

	if (script->s.p[*at] != 's' || *at + 1 >= script->s.n)
		return false;
	sep = script->s.p[*at + 1];
	*at += 2;
	if (sep == '\\' || sep == '\n' || !sep ||
	    !take_pattern(sed, script, at, sep, &pattern) ||
	    !take_part(sed, script, at, sep, &sub.with) ||
	    !take_flags(script, at, &sub.all))
		return false;
	sub.pattern = sh_regex_of(sed->f->s->arena, pattern, sed->extended);
	*arena_push(sed->f->s->arena, &sed->todo) = sub;
	return sub.pattern.known && sub.pattern.n &&
	       sed->todo.n < SED_COMMANDS_MAX;
}

static bool take_script(struct sed *sed, const struct text *script)
{
	size_t at = 0;

	while (at < script->s.n) {
		char c = script->s.p[at];

		if (c == ' ' || c == ';' || c == '\n')
			at++;
		else if (!take_command(sed, script, &at))
			return false;
	}
	return true;
}

static bool take_args(struct sed *sed)
{
	struct filter *f = sed->f;
	bool any = false;

	for (size_t i = 0; i < f->args.n; i++) {
		struct str s = f->args.v[i].s;

		if (str_eq(s, STR("-E")) || str_eq(s, STR("-r"))) {
			sed->extended = true;
		} else if (str_eq(s, STR("-e")) && i + 1 < f->args.n) {
			any = true;
			if (!take_script(sed, &f->args.v[++i]))
				return false;
		} else if (any || str_has_prefix(s, STR("-")) ||
		           i + 1 != f->args.n) {
			return false;
		} else {
			any = true;
			if (!take_script(sed, &f->args.v[i]))
				return false;
		}
	}
	return any;
}

/* & and \1; XCU sed, the replacement. */
static bool add_with(struct text_maker *m, const struct text *in,
                     const struct substitution *sub, const struct sh_found *f)
{
	struct str w = sub->with.s;

	for (size_t i = 0; i < w.n; i++) {
		unsigned char group = 0;

		if (w.p[i] == '&') {
			text_add(m, in, f->at, f->end - f->at);
			continue;
		}
		if (w.p[i] != '\\') {
			text_add(m, &sub->with, i, 1);
			continue;
		}
		if (++i >= w.n)
			return false;
		if (strchr("&\\/.-_:", w.p[i])) {
			text_add(m, &sub->with, i, 1);
			continue;
		}
		group = (unsigned char)(w.p[i] - '0');
		if (group < 1 || group > sub->pattern.groups)
			return false;
		text_add(m, in, f->open[group],
		         f->close[group] - f->open[group]);
	}
	return true;
}

static bool substitute(struct sed *sed, const struct substitution *sub,
                       const struct text *in, struct text *out)
{
	struct text_maker m = {.arena = sed->f->s->arena};
	struct sh_found f;
	enum sh_match found = MATCH_NO;
	size_t at = 0;

	while (at <= in->s.n) {
		found = sh_match_in(&sub->pattern, in->s, at, &f);
		if (found != MATCH_YES)
			break;
		if (f.end == f.at) /* empty matches have rules of their own */
			return false;
		text_add(&m, in, at, f.at - at);
		if (!add_with(&m, in, sub, &f) || m.n > SHELL_TEXT_MAX)
			return false;
		at = f.end;
		if (!sub->all)
			break;
	}
	text_add(&m, in, at, in->s.n - at);
	*out = text_take(&m);
	return found != MATCH_UNKNOWN && sh_spend(sed->f->s, out->s.n);
}

bool sh_sed(struct filter *f, const struct text *in, struct text *out)
{
	struct sed sed = {.f = f};
	struct lines l = sh_lines(f, in);
	size_t at, end;

	if (!take_args(&sed))
		return false;
	while (sh_line(&l, &at, &end)) {
		struct text line = text_slice(f->s->arena, in, at, end - at);

		for (size_t i = 0; i < sed.todo.n; i++)
			if (!substitute(&sed, &sed.todo.v[i], &line, &line))
				return false;
		text_add(&l.m, &line, 0, line.s.n);
		if (end < in->s.n)
			text_add(&l.m, in, end, 1);
	}
	return sh_lines_end(f, &l, out);
}
