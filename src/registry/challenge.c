#include "registry/challenge.h"

#include <string.h>

static bool is_token_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') ||
	       (c && strchr("!#$%&'*+-.^_`|~", c) != NULL);
}

static void skip(struct str *s, const char *set)
{
	while (s->n && s->p[0] && strchr(set, s->p[0]))
		*s = str_from(*s, 1);
}

static struct str take_token(struct str *s)
{
	struct str token = {s->p, 0};

	while (token.n < s->n && is_token_char(s->p[token.n]))
		token.n++;
	*s = str_from(*s, token.n);
	return token;
}

/* Behind the opening quote, up to the closing one or the end. */
static size_t quoted_size(struct str s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] != '"')
		n += s.p[n] == '\\' && n + 1 < s.n ? 2 : 1;
	return n;
}

static struct str take_quoted(struct str *s, struct arena *a)
{
	size_t size = quoted_size(str_from(*s, 1)), n = 0;
	char *out = arena_array(a, char, size + 1);

	for (size_t i = 1; i <= size; i++) {
		i += s->p[i] == '\\' && i < size;
		out[n++] = s->p[i];
	}
	*s = str_from(*s, size + 2);
	return (struct str){out, n};
}

static struct str take_value(struct str *s, struct arena *a)
{
	skip(s, " \t");
	if (s->n && s->p[0] == '"')
		return take_quoted(s, a);
	return arena_str(a, take_token(s));
}

/* The value of token68 ends with what isn't one of its characters. */
static void skip_token68(struct str *s)
{
	while (s->n && s->p[0] != ',' && s->p[0] != ' ')
		*s = str_from(*s, 1);
}

static bool is_param(struct str rest)
{
	skip(&rest, " \t");
	if (rest.n == 0 || rest.p[0] != '=')
		return false;
	rest = str_from(rest, 1);
	skip(&rest, " \t");
	return rest.n && rest.p[0] != '=' && rest.p[0] != ',';
}

static void add_param(struct challenge *c, struct str name, struct str value,
                      struct arena *a)
{
	if (c->params.n < CHALLENGE_PARAMS_MAX)
		*arena_push(a, &c->params) = (struct pair){name, value};
}

static bool add_scheme(struct challenges *out, struct str scheme,
                       struct arena *a)
{
	if (out->n == CHALLENGES_MAX)
		return false;
	*arena_push(a, out) = (struct challenge){.scheme = scheme};
	return true;
}

void challenges_parse(struct str line, struct arena *a, struct challenges *out)
{
	struct challenge *last = NULL;

	for (skip(&line, ", \t"); line.n; skip(&line, ", \t")) {
		struct str token = take_token(&line);

		if (token.n == 0) {
			skip_token68(&line);
		} else if (!is_param(line)) {
			if (!add_scheme(out, token, a))
				return;
			last = &out->v[out->n - 1];
			skip(&line, " \t");
			if (line.n && line.p[0] == '=')
				skip_token68(&line);
		} else {
			struct str value;

			skip(&line, " \t=");
			value = take_value(&line, a);
			if (last)
				add_param(last, token, value, a);
		}
	}
}

const struct challenge *challenges_get(const struct challenges *all,
                                       struct str scheme)
{
	slice_for (struct challenge, c, *all)
		if (str_eq_nocase(c->scheme, scheme))
			return c;
	return NULL;
}

struct str challenge_param(const struct challenge *c, struct str name)
{
	slice_for (struct pair, p, c->params)
		if (str_eq_nocase(p->key, name))
			return p->value;
	return (struct str){0};
}
