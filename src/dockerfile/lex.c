#include "dockerfile/lex.h"

#include "dockerfile/gochar.h"

struct part part_of(const struct text *t)
{
	return (struct part){t, 0, t->s.n};
}

struct str part_str(const struct part *p)
{
	return p->end == p->at ?
	               (struct str){0} :
	               (struct str){p->text->s.p + p->at, p->end - p->at};
}

struct text part_text(struct arena *a, const struct part *p)
{
	return text_slice(a, p->text, p->at, p->end - p->at);
}

struct part part_trim(struct part p)
{
	struct str s = part_str(&p);
	size_t left = s.n - gochar_trim_left(s).n;

	p.at += left;
	p.end = p.at + gochar_trim(s).n;
	return p;
}

static bool is_separator(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f' || c == '\r';
}

bool part_cut(struct part p, struct part *head, struct part *rest)
{
	const char *s = p.text->s.p;
	size_t at = p.at;

	while (at < p.end && !is_separator(s[at]))
		at++;
	*head = (struct part){p.text, p.at, at};
	*rest = (struct part){p.text, p.end, p.end};
	if (at == p.end)
		return false;
	while (at < p.end && is_separator(s[at]))
		at++;
	rest->at = at;
	return true;
}

struct lex_char part_char(const struct part *p)
{
	struct str s = {p->text->s.p, p->end};
	struct lex_char c = {.at = p->at};

	c.n = gochar_at(s, p->at, &c.cp);
	c.bad = c.cp == GOCHAR_BAD && c.n == 1;
	return c;
}

void copy_begin(struct copy *c, struct arena *a, const struct text *from)
{
	*c = (struct copy){.to = {.arena = a}, .from = from};
}

static void flush(struct copy *c)
{
	text_add(&c->to, c->from, c->at, c->end - c->at);
	c->at = c->end = 0;
}

void copy_bytes(struct copy *c, size_t at, size_t n)
{
	if (c->end != at || c->at == c->end) {
		flush(c);
		c->at = at;
	}
	c->end = at + n;
}

void copy_char(struct copy *c, struct lex_char ch)
{
	if (ch.bad)
		copy_made(c, STR("\xef\xbf\xbd"));
	else
		copy_bytes(c, ch.at, ch.n);
}

void copy_made(struct copy *c, struct str s)
{
	flush(c);
	text_add_made(&c->to, s);
}

void copy_text(struct copy *c, const struct text *t, size_t at, size_t n)
{
	flush(c);
	text_add(&c->to, t, at, n);
}

struct str copy_str(struct copy *c)
{
	flush(c);
	return (struct str){c->to.p, c->to.n};
}

void copy_clear(struct copy *c)
{
	c->at = c->end = 0;
	text_cut(&c->to, 0);
}

struct text copy_take(struct copy *c)
{
	flush(c);
	return text_take(&c->to);
}
