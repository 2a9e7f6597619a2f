#include "dockerfile/shell_filter.h"

#include <string.h>

/* ---- cut */

struct range {
	uint64_t from, to;
};

struct cut {
	struct {
		struct range *v;
		size_t n;
	} list;
	char sep;
	bool fields, bytes, only;
};

static bool read_list(struct filter *f, struct str s, struct cut *c)
{
	struct str piece;

	while (str_next(&s, ',', &piece)) {
		struct range r = {1, UINT64_MAX};
		struct str from, to;
		bool dash = str_cut(piece, '-', &from, &to);

		if ((from.n && !str_uint(from, &r.from)) ||
		    (dash && to.n && !str_uint(to, &r.to)) ||
		    (!from.n && !to.n) || r.from == 0)
			return false;
		if (!dash)
			r.to = r.from;
		*arena_push(f->s->arena, &c->list) = r;
	}
	return c->list.n > 0;
}

static bool cut_option(struct filter *f, size_t *i, struct cut *c)
{
	struct str s = f->args.v[*i].s, v;

	if (str_has_prefix(s, STR("--delimiter=")))
		v = str_from(s, strlen("--delimiter="));
	else if (!sh_option(f, i, 'd', &v))
		v = STR("");
	if (v.n) {
		c->sep = v.p[0];
		return v.n == 1 && (unsigned char)v.p[0] < 128;
	}
	if (str_eq(s, STR("-s"))) {
		c->only = true;
		return true;
	}
	if (str_has_prefix(s, STR("--fields="))) {
		c->fields = true;
		return read_list(f, str_from(s, strlen("--fields=")), c);
	}
	c->fields |= sh_option(f, i, 'f', &v);
	if (!c->fields || !v.n)
		c->bytes |=
			sh_option(f, i, 'c', &v) || sh_option(f, i, 'b', &v);
	return v.n && read_list(f, v, c);
}

static bool is_listed(const struct cut *c, uint64_t n)
{
	for (size_t i = 0; i < c->list.n; i++)
		if (n >= c->list.v[i].from && n <= c->list.v[i].to)
			return true;
	return false;
}

static void cut_fields(const struct cut *c, struct lines *l, size_t at,
                       size_t end)
{
	uint64_t n = 1;
	bool first = true;

	if (!memchr(l->in->s.p + at, c->sep, end - at)) {
		if (!c->only)
			text_add(&l->m, l->in, at, end - at + 1);
		return;
	}
	for (size_t from = at; from <= end; n++) {
		size_t to = from;

		while (to < end && l->in->s.p[to] != c->sep)
			to++;
		if (is_listed(c, n)) {
			/* The separator in front, where it is the line's. */
			bool sep = !first;

			text_add(&l->m, l->in, from - sep, to - from + sep);
			first = false;
		}
		from = to + 1;
	}
	text_add_made(&l->m, STR("\n"));
}

static void cut_bytes(const struct cut *c, struct lines *l, size_t at,
                      size_t end)
{
	for (size_t i = at; i < end; i++)
		if (is_listed(c, i - at + 1))
			text_add(&l->m, l->in, i, 1);
	text_add_made(&l->m, STR("\n"));
}

static bool is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 128)
			return false;
	return true;
}

bool sh_cut(struct filter *f, const struct text *in, struct text *out)
{
	struct lines l = sh_lines(f, in);
	struct cut c = {.sep = '\t'};
	size_t at, end;

	for (size_t i = 0; i < f->args.n; i++)
		if (!cut_option(f, &i, &c))
			return false;
	if (c.fields == c.bytes || c.list.n == 0 || c.list.n > 64 ||
	    (c.bytes && !is_ascii(in->s)))
		return false;
	while (sh_line(&l, &at, &end)) {
		size_t before = l.m.n;

		if (c.fields)
			cut_fields(&c, &l, at, end);
		else
			cut_bytes(&c, &l, at, end);
		if (l.m.n > before && l.m.p[l.m.n - 1] != '\n')
			text_add_made(&l.m, STR("\n"));
	}
	return sh_lines_end(f, &l, out);
}

/* ---- head and tail */

/* -n N, -nN, -N, or the ten that are the default; from: +N of tail. */
static bool line_count(struct filter *f, uint64_t *n, bool *from)
{
	struct str v = STR("10");
	size_t i = 0;

	*from = false;
	if (f->args.n) {
		struct str s = f->args.v[0].s;

		if (str_has_prefix(s, STR("--lines=")))
			v = str_from(s, strlen("--lines="));
		else if (!sh_option(f, &i, 'n', &v))
			v = str_from(s, 1);
		if (!str_has_prefix(s, STR("-")) || i + 1 != f->args.n)
			return false;
	}
	*from = str_has_prefix(v, STR("+"));
	return str_uint(str_from(v, *from), n);
}

bool sh_head(struct filter *f, const struct text *in, struct text *out)
{
	struct lines l = sh_lines(f, in);
	uint64_t n;
	bool from;
	size_t at, end = 0;

	if (!line_count(f, &n, &from) || from)
		return false;
	while (n-- && sh_line(&l, &at, &end))
		;
	*out = text_slice(f->s->arena, in, 0, l.at < in->s.n ? l.at : in->s.n);
	return true;
}

bool sh_tail(struct filter *f, const struct text *in, struct text *out)
{
	struct lines l = sh_lines(f, in);
	uint64_t n, total = 0;
	bool from;
	size_t at, end, start = 0;

	if (!line_count(f, &n, &from))
		return false;
	while (sh_line(&l, &at, &end))
		total++;
	if (from)
		n = n ? n - 1 : 0;
	else
		n = n < total ? total - n : 0;
	l.at = 0;
	for (; n && sh_line(&l, &at, &end); n--)
		start = l.at < in->s.n ? l.at : in->s.n;
	*out = text_slice(f->s->arena, in, start, in->s.n - start);
	return true;
}

/* ---- tr */

enum { SET_MAX = 256 };

struct tr_set {
	unsigned char v[SET_MAX];
	size_t n;
};

static bool add_byte(struct tr_set *set, unsigned c)
{
	if (set->n == SET_MAX)
		return false;
	set->v[set->n++] = (unsigned char)c;
	return true;
}

/* The byte that s begins with, \ undone; its length, 0: not followed. */
static size_t set_byte(struct str s, unsigned *c)
{
	static const char from[] = "nt\\-", to[] = "\n\t\\-";
	const char *at;

	*c = (unsigned char)s.p[0];
	if (s.p[0] != '\\')
		return *c < 128;
	at = s.n > 1 && s.p[1] ? strchr(from, s.p[1]) : NULL;
	if (!at)
		return 0;
	*c = (unsigned char)to[at - from];
	return 2;
}

static size_t add_range(struct tr_set *set, struct str s)
{
	unsigned from, to;
	size_t n = set_byte(s, &from), m = 0;

	to = from;
	if (n && n + 1 < s.n && s.p[n] == '-') {
		m = set_byte(str_from(s, n + 1), &to);
		if (m == 0 || to < from)
			return 0;
		m++;
	}
	for (unsigned c = from; n && c <= to; c++)
		if (!add_byte(set, c))
			return 0;
	return n + m;
}

/* [:digit:] at s; its length, 0: none that is followed. */
static size_t add_class(struct filter *f, struct tr_set *set, struct str s)
{
	const bool *members;
	size_t end = 2;

	while (end + 1 < s.n && s.p[end] != ':')
		end++;
	end += 2;
	if (end > s.n ||
	    !sh_set_of(f->s->arena,
	               arena_fmt(f->s->arena, "[%.*s]", (int)end, s.p), "",
	               false, &members))
		return 0;
	for (unsigned c = 0; c < SET_MAX; c++)
		if (members[c] && !add_byte(set, c))
			return 0;
	return end;
}

static bool read_set(struct filter *f, struct str s, struct tr_set *set)
{
	*set = (struct tr_set){0};
	while (s.n) {
		size_t n = str_has_prefix(s, STR("[:")) ? add_class(f, set, s) :
		                                          add_range(set, s);

		if (n == 0)
			return false;
		s = str_from(s, n);
	}
	return set->n > 0;
}

static bool is_in(const struct tr_set *set, char c)
{
	for (size_t i = 0; i < set->n; i++)
		if (set->v[i] == (unsigned char)c)
			return true;
	return false;
}

struct tr {
	bool complement, erase, squeeze;
	struct tr_set from, to;
};

static bool tr_options(struct filter *f, size_t *i, struct tr *t)
{
	for (*i = 0; *i < f->args.n; ++*i) {
		struct str s = f->args.v[*i].s;

		if (s.n < 2 || s.p[0] != '-')
			return true;
		for (size_t k = 1; k < s.n; k++) {
			t->complement |= s.p[k] == 'c' || s.p[k] == 'C';
			t->erase |= s.p[k] == 'd';
			t->squeeze |= s.p[k] == 's';
			if (!s.p[k] || !strchr("cCds", s.p[k]))
				return false;
		}
	}
	return true;
}

static char mapped(const struct tr *t, char c)
{
	for (size_t i = t->to.n ? t->from.n : 0; i-- > 0;)
		if (t->from.v[i] == (unsigned char)c)
			return (char)t->to.v[i < t->to.n ? i : t->to.n - 1];
	return c;
}

static void tr_bytes(const struct tr *t, const struct text *in,
                     struct text_maker *m)
{
	for (size_t i = 0; i < in->s.n; i++) {
		char c = in->s.p[i], d = mapped(t, c);
		bool member = is_in(&t->from, c) != t->complement;

		if (t->erase && member)
			continue;
		if (t->squeeze && member && i && in->s.p[i - 1] == c)
			continue;
		if (c == d)
			text_add(m, in, i, 1);
		else
			text_add_made(m, (struct str){&d, 1});
	}
}

bool sh_tr(struct filter *f, const struct text *in, struct text *out)
{
	struct lines l = sh_lines(f, in);
	struct tr t = {0};
	size_t i, sets;

	if (!tr_options(f, &i, &t) || !is_ascii(in->s))
		return false;
	sets = f->args.n - i;
	if ((t.erase && t.squeeze) || sets != (t.erase || t.squeeze ? 1 : 2) ||
	    (t.complement && sets == 2))
		return false;
	if (!read_set(f, f->args.v[i].s, &t.from) ||
	    (sets == 2 && !read_set(f, f->args.v[i + 1].s, &t.to)))
		return false;
	tr_bytes(&t, in, &l.m);
	return sh_lines_end(f, &l, out);
}
