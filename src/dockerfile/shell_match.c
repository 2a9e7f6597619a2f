#include "dockerfile/shell_match.h"

#include <string.h>

struct run {
	const struct sh_pattern *p;
	struct str s;
	enum sh_want want;
	size_t tries;
	bool found;
	struct sh_found now, best;
};

static bool takes(const struct sh_atom *a, char c)
{
	if (a->kind == ATOM_SET)
		return a->set[(unsigned char)c];
	return a->kind == ATOM_ANY || a->byte == (unsigned char)c;
}

static bool is_done(const struct run *r)
{
	if (r->tries > SH_TRIES_MAX)
		return true;
	return r->found && (r->want == WANT_ALL ||
	                    (r->want == WANT_LONGEST && r->best.end == r->s.n));
}

static void end_at(struct run *r, size_t at)
{
	if (r->want == WANT_ALL && at != r->s.n)
		return;
	if (r->found &&
	    (r->want == WANT_SHORTEST ? at >= r->best.end : at <= r->best.end))
		return;
	r->found = true;
	r->best = r->now;
	r->best.end = at;
}

static void match(struct run *r, size_t i, size_t at);

static void match_repeated(struct run *r, size_t i, size_t at)
{
	const struct sh_atom *a = &r->p->v[i];
	size_t n = 0;

	while (n < a->max && at + n < r->s.n && takes(a, r->s.p[at + n]))
		n++;
	r->tries += n / 16;
	for (; n >= a->min && !is_done(r); n--) {
		match(r, i + 1, at + n);
		if (n == 0)
			break;
	}
}

/* Recursion is bounded by atoms that repeat and marks; plain ones loop. */
static void match(struct run *r, size_t i, size_t at)
{
	r->tries++;
	for (; i < r->p->n && !is_done(r); i++) {
		const struct sh_atom *a = &r->p->v[i];

		if (a->kind == ATOM_OPEN) {
			r->now.open[a->byte] = at;
		} else if (a->kind == ATOM_CLOSE) {
			r->now.close[a->byte] = at;
		} else if (a->kind == ATOM_START || a->kind == ATOM_END) {
			if (at != (a->kind == ATOM_START ? 0 : r->s.n))
				return;
		} else if (a->min != 1 || a->max != 1) {
			match_repeated(r, i, at);
			return;
		} else if (at >= r->s.n || !takes(a, r->s.p[at++])) {
			return;
		}
	}
	if (i == r->p->n)
		end_at(r, at);
}

enum sh_match sh_match_at(const struct sh_pattern *p, struct str s, size_t at,
                          enum sh_want want, struct sh_found *out)
{
	struct run r = {.p = p, .s = s, .want = want};

	if (!p->known)
		return MATCH_UNKNOWN;
	r.now.at = at;
	match(&r, 0, at);
	if (r.tries > SH_TRIES_MAX)
		return MATCH_UNKNOWN;
	*out = r.best;
	return r.found ? MATCH_YES : MATCH_NO;
}

enum sh_match sh_match_in(const struct sh_pattern *p, struct str s, size_t at,
                          struct sh_found *out)
{
	for (; at <= s.n; at++) {
		enum sh_match m = sh_match_at(p, s, at, WANT_LONGEST, out);

		if (m != MATCH_NO)
			return m;
		if (p->n && p->v[0].kind == ATOM_START)
			break;
	}
	return MATCH_NO;
}

/* ---- making them */

static const struct {
	const char *name, *members;
} classes[] = {
	{"[:digit:]", "0123456789"},
	{"[:lower:]", "abcdefghijklmnopqrstuvwxyz"},
	{"[:upper:]", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"},
	{"[:alpha:]", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
	{"[:alnum:]", "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                      "0123456789"},
	{"[:space:]", " \t\n\v\f\r"},
	{"[:blank:]", " \t"},
	{"[:xdigit:]", "0123456789abcdefABCDEF"},
	{"[:punct:]", "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
};

static size_t add_class(struct str s, bool *set)
{
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
		if (!str_has_prefix(s, str_c(classes[i].name)))
			continue;
		for (const char *c = classes[i].members; *c; c++)
			set[(unsigned char)*c] = true;
		return strlen(classes[i].name);
	}
	return 0;
}

static size_t add_member(struct str s, bool *set, bool escapes)
{
	bool escaped = escapes && s.p[0] == '\\' && s.n > 1;
	unsigned char from = (unsigned char)s.p[escaped], to = from;
	size_t n = 1 + escaped;

	if (n + 1 < s.n && s.p[n] == '-' && s.p[n + 1] != ']') {
		to = (unsigned char)s.p[n + 1];
		n += 2;
	}
	for (unsigned c = from; c <= to; c++)
		set[c] = true;
	return n;
}

size_t sh_set_of(struct arena *a, struct str s, const char *nots, bool escapes,
                 const bool **out)
{
	bool *set = arena_array(a, bool, 256);
	bool negated = s.n > 1 && s.p[1] && strchr(nots, s.p[1]);
	size_t first = 1 + negated, at = first;

	while (at < s.n && (at == first || s.p[at] != ']')) {
		size_t n = add_class(str_from(s, at), set);

		if (n == 0 && s.p[at] == '[' && at + 1 < s.n && s.p[at + 1] &&
		    strchr(".=:", s.p[at + 1]))
			return 0;
		at += n ? n : add_member(str_from(s, at), set, escapes);
	}
	for (size_t i = 0; negated && i < 256; i++)
		set[i] = !set[i];
	*out = set;
	return at < s.n ? at + 1 : 0;
}

static struct sh_atom *add(struct arena *a, struct sh_pattern *p,
                           enum sh_atom_kind kind, char byte)
{
	struct sh_atom *atom = arena_push(a, p);

	*atom = (struct sh_atom){.kind = kind,
	                         .byte = (unsigned char)byte,
	                         .min = 1,
	                         .max = 1};
	return atom;
}

struct sh_pattern sh_glob_of(struct arena *a, struct str s, const bool *quoted)
{
	struct sh_pattern p = {.known = s.n <= SH_ATOMS_MAX};

	for (size_t i = 0; i < s.n && p.known; i++) {
		const bool *set;
		size_t n;

		if (!quoted[i] && s.p[i] == '*') {
			struct sh_atom *any = add(a, &p, ATOM_ANY, 0);

			any->min = 0;
			any->max = SIZE_MAX;
		} else if (!quoted[i] && s.p[i] == '?') {
			(void)add(a, &p, ATOM_ANY, 0);
		} else if (!quoted[i] && s.p[i] == '[' &&
		           (n = sh_set_of(a, str_from(s, i), "!^", true,
		                          &set))) {
			add(a, &p, ATOM_SET, 0)->set = set;
			i += n - 1;
		} else if ((unsigned char)s.p[i] >= 128) {
			p.known = false; /* ? is a character, not a byte */
		} else {
			(void)add(a, &p, ATOM_BYTE, s.p[i]);
		}
	}
	return p;
}

static bool repeat(struct sh_pattern *p, size_t min, size_t max)
{
	struct sh_atom *last = p->n ? &p->v[p->n - 1] : NULL;

	if (!last || last->kind > ATOM_SET || last->min != 1 || last->max != 1)
		return false;
	last->min = min;
	last->max = max;
	return true;
}

static bool close_group(struct arena *a, struct sh_pattern *p)
{
	for (size_t i = p->n; i-- > 0;) {
		bool closed = false;

		if (p->v[i].kind != ATOM_OPEN)
			continue;
		for (size_t k = i; k < p->n; k++)
			closed |= p->v[k].kind == ATOM_CLOSE &&
			          p->v[k].byte == p->v[i].byte;
		if (closed)
			continue;
		(void)add(a, p, ATOM_CLOSE, (char)p->v[i].byte);
		return true;
	}
	return false;
}

/* An operator, with or without the \ that makes it one or takes it back. */
static bool add_operator(struct arena *a, struct sh_pattern *p, char c,
                         bool first)
{
	switch (c) {
	case '*':
		if (first)
			(void)add(a, p, ATOM_BYTE, c);
		return first || repeat(p, 0, SIZE_MAX);
	case '+':
		return repeat(p, 1, SIZE_MAX);
	case '?':
		return repeat(p, 0, 1);
	case '(':
		if (++p->groups >= SH_GROUPS)
			return false;
		(void)add(a, p, ATOM_OPEN, (char)p->groups);
		return true;
	case ')':
		return close_group(a, p);
	case '.':
		(void)add(a, p, ATOM_ANY, 0);
		return true;
	case '^':
		(void)add(a, p, ATOM_START, 0);
		return true;
	case '$':
		(void)add(a, p, ATOM_END, 0);
		return true;
	}
	return false; /* { | and escapes like \w */
}

/* Whether c, escaped or not, is an operator there. */
static bool is_operator(struct str s, size_t i, char c, bool escaped,
                        bool extended)
{
	size_t next = i + 1;

	if (strchr(".*", c))
		return !escaped;
	if (c == '^')
		return !escaped && (extended || i == 0);
	if (c == '$')
		return !escaped && (extended || next == s.n);
	return strchr("+?(){|", c) && escaped != extended;
}

/* One thing of s at i; its length, 0: not understood. */
static size_t add_regex(struct arena *a, struct sh_pattern *p, struct str s,
                        size_t i, bool extended)
{
	bool escaped = s.p[i] == '\\' && i + 1 < s.n;
	char c = s.p[i + escaped];
	const bool *set;
	size_t n;

	if (!c || (unsigned char)c >= 128)
		return 0;
	if (!escaped && c == '[') {
		n = sh_set_of(a, str_from(s, i), "^", false, &set);
		if (n)
			add(a, p, ATOM_SET, 0)->set = set;
		return n;
	}
	if (is_operator(s, i, c, escaped, extended)) {
		bool first = p->n == 0 || p->v[p->n - 1].kind == ATOM_OPEN ||
		             p->v[p->n - 1].kind == ATOM_START;

		return add_operator(a, p, c, first && !extended) ?
		               1 + (size_t)escaped :
		               0;
	}
	if (escaped && !strchr(".*[]^$/\\+?(){}|-_:\"' ", c))
		return 0;
	(void)add(a, p, ATOM_BYTE, c);
	return 1 + (size_t)escaped;
}

struct sh_pattern sh_regex_of(struct arena *a, struct str s, bool extended)
{
	struct sh_pattern p = {.known = s.n <= SH_ATOMS_MAX};

	for (size_t i = 0; i < s.n && p.known;) {
		size_t n = add_regex(a, &p, s, i, extended);

		p.known = n > 0;
		i += n;
	}
	for (size_t i = 0, open = 0; i < p.n && p.known; i++) {
		open += p.v[i].kind == ATOM_OPEN;
		open -= p.v[i].kind == ATOM_CLOSE;
		if (i + 1 == p.n)
			p.known = open == 0;
	}
	return p;
}
