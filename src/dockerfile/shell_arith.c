#include "dockerfile/shell_expand.h"

#include <string.h>

/* XCU 2.6.4, without assignments: these are not computed. */
struct expr {
	struct shell *s;
	struct str rest;
	unsigned depth;
	bool bad;
};

static int64_t fail(struct expr *e)
{
	e->bad = true;
	return 0;
}

static bool is_name(char c, bool first)
{
	return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (!first && c >= '0' && c <= '9');
}

static size_t name_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_name(s.p[n], n == 0))
		n++;
	return n;
}

static bool take(struct expr *e, const char *sign)
{
	e->rest = str_trim(e->rest);
	if (!str_has_prefix(e->rest, str_c(sign)))
		return false;
	e->rest = str_from(e->rest, strlen(sign));
	return true;
}

static int64_t number(struct expr *e)
{
	size_t n = 0;
	uint64_t value;
	struct str digits;

	while (n < e->rest.n && is_name(e->rest.p[n], false))
		n++;
	digits = (struct str){e->rest.p, n};
	e->rest = str_from(e->rest, n);
	if (!str_uint(digits, &value) || value > INT32_MAX ||
	    (n > 1 && digits.p[0] == '0'))
		return fail(e); /* octal and hexadecimal too */
	return (int64_t)value;
}

static int64_t name(struct expr *e)
{
	size_t n = name_length(e->rest);
	struct str word = {e->rest.p, n};
	struct value v = sh_get_value(&e->s->vars, word);
	struct text t;
	uint64_t value;

	e->rest = str_from(e->rest, n);
	if (v.absent && v.any.n == 0 && !v.unknown)
		return 0;
	if (!value_one(&v, &t) || !str_uint(t.s, &value) || value > INT32_MAX ||
	    (t.s.n > 1 && t.s.p[0] == '0'))
		return fail(e);
	return (int64_t)value;
}

static int64_t sum(struct expr *e);

static int64_t primary(struct expr *e)
{
	int64_t v;

	e->rest = str_trim(e->rest);
	if (e->bad || e->rest.n == 0 || ++e->depth > SHELL_DEPTH_MAX)
		return fail(e);
	if (take(e, "(")) {
		v = sum(e);
		return take(e, ")") ? v : fail(e);
	}
	if (take(e, "-"))
		return -primary(e);
	if (take(e, "+"))
		return primary(e);
	return name_length(e->rest) ? name(e) : number(e);
}

static int64_t product(struct expr *e)
{
	int64_t v = primary(e), w;

	e->rest = str_trim(e->rest);
	while (!e->bad && e->rest.n && e->rest.p[0] &&
	       strchr("*/%", e->rest.p[0])) {
		char op = e->rest.p[0];

		e->rest = str_from(e->rest, 1);
		w = primary(e);
		if ((w == 0 && op != '*') || v > INT32_MAX || v < INT32_MIN)
			return fail(e);
		v = op == '*' ? v * w : op == '/' ? v / w : v % w;
		e->rest = str_trim(e->rest);
	}
	return v;
}

static int64_t sum(struct expr *e)
{
	int64_t v = product(e);

	while (!e->bad) {
		if (take(e, "+"))
			v += product(e);
		else if (take(e, "-"))
			v -= product(e);
		else
			break;
		if (v > INT32_MAX || v < INT32_MIN)
			return fail(e);
	}
	return v;
}

bool sh_arith(struct shell *s, struct str expr, int64_t *out)
{
	struct expr e = {.s = s, .rest = expr};

	*out = sum(&e);
	return !e.bad && str_trim(e.rest).n == 0 && *out <= INT32_MAX &&
	       *out >= INT32_MIN;
}

/* An = that is no comparison, or ++, or --. */
static bool assigns_at(struct str s, size_t i)
{
	const char *c = s.p + i;
	bool first = i == 0, last = i + 1 == s.n;

	if (*c == '+' || *c == '-')
		return !last && c[1] == *c;
	if (*c != '=' || (!last && c[1] == '=') || first)
		return false;
	if (c[-1] == '<' || c[-1] == '>')
		return i > 1 && c[-2] == c[-1]; /* <<= */
	return c[-1] != '=' && c[-1] != '!';
}

static bool assigns(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (assigns_at(s, i))
			return true;
	return false;
}

void sh_arith_assigns(struct shell *s, struct str expr)
{
	if (!assigns(expr))
		return;
	for (size_t i = 0; i < expr.n;) {
		size_t n = name_length(str_from(expr, i));

		if (n)
			sh_set_value(&s->vars, (struct str){expr.p + i, n},
			             value_unknown((struct text){0}));
		i += n ? n : 1;
	}
}
