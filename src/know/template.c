#include "know/template.h"

enum { HOLES_N = 4 };
static const struct str holes[HOLES_N] = {{"{version}", 9},
                                          {"{cuda}", 6},
                                          {"{branch}", 8},
                                          {"{major}", 7}};

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits, and what joins them; ends with a digit. */
static size_t run(struct str s, bool joined)
{
	size_t n = 0;

	while (n < s.n && (digit(s.p[n]) ||
	                   (joined && n && (s.p[n] == '.' || s.p[n] == '-'))))
		n++;
	while (n && !digit(s.p[n - 1]))
		n--;
	return n;
}

static size_t hole_at(struct str tmpl)
{
	size_t i = 0;

	while (i < HOLES_N && !str_has_prefix(tmpl, holes[i]))
		i++;
	return i;
}

/* One {name}; false when no version stands there. */
static bool fill(size_t hole, struct str *s, struct captures *out)
{
	struct str *const to[HOLES_N] = {&out->version, &out->cuda,
	                                 &out->branch, &out->major};
	size_t n = run(*s, hole < 2);

	*to[hole] = (struct str){s->p, n};
	*s = str_from(*s, n);
	return n > 0;
}

bool template_match(struct str tmpl, struct str s, struct captures *out)
{
	*out = (struct captures){0};
	while (tmpl.n && tmpl.p[0] != '*') {
		size_t hole = tmpl.p[0] == '{' ? hole_at(tmpl) : HOLES_N;

		if (hole < HOLES_N) {
			if (!fill(hole, &s, out))
				return false;
			tmpl = str_from(tmpl, holes[hole].n);
			continue;
		}
		if (s.n == 0 || s.p[0] != tmpl.p[0])
			return false;
		s = str_from(s, 1);
		tmpl = str_from(tmpl, 1);
	}
	return str_glob(tmpl, s);
}

bool template_is_valid(struct str tmpl)
{
	bool star = false;

	while (tmpl.n) {
		size_t hole = tmpl.p[0] == '{' ? hole_at(tmpl) : HOLES_N;

		if (hole < HOLES_N && star)
			return false;
		if (hole == HOLES_N && (tmpl.p[0] == '{' || tmpl.p[0] == '}'))
			return false;
		star |= tmpl.p[0] == '*';
		tmpl = str_from(tmpl, hole < HOLES_N ? holes[hole].n : 1);
	}
	return true;
}
