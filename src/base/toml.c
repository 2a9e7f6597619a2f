#include "base/toml.h"

#include <string.h>

/* How often each [[table]] came so far. */
struct counted {
	struct str name;
	size_t n;
};

struct counteds {
	struct counted *v;
	size_t n;
};

struct parser {
	struct str s; /* what is left */
	struct arena *arena;
	struct toml *out;
	struct str table;
	struct counteds arrays;
	int depth;
};

/* A name that grows and shrinks. */
struct name {
	char bytes[TOML_NAME_MAX];
	size_t n;
};

static char peek(const struct parser *p)
{
	if (p->s.n == 0)
		return '\0';
	return p->s.p[0];
}

static void skip(struct parser *p, size_t n)
{
	p->s = str_from(p->s, n);
}

static bool take(struct parser *p, char c)
{
	if (p->s.n == 0 || peek(p) != c)
		return false;
	skip(p, 1);
	return true;
}

static void skip_blanks(struct parser *p)
{
	while (peek(p) == ' ' || peek(p) == '\t')
		skip(p, 1);
}

static void skip_comment(struct parser *p)
{
	if (peek(p) != '#')
		return;
	while (p->s.n && peek(p) != '\n')
		skip(p, 1);
}

/* Blanks, comments and line ends. */
static void skip_space(struct parser *p)
{
	for (;;) {
		skip_blanks(p);
		skip_comment(p);
		if (peek(p) != '\n' && peek(p) != '\r')
			return;
		skip(p, 1);
	}
}

static bool end_line(struct parser *p)
{
	skip_blanks(p);
	skip_comment(p);
	(void)take(p, '\r');
	return p->s.n == 0 || take(p, '\n');
}

static bool append(struct name *n, struct str s)
{
	if (s.n > TOML_NAME_MAX - n->n)
		return false;
	if (s.n)
		memcpy(n->bytes + n->n, s.p, s.n);
	n->n += s.n;
	return true;
}

static struct str name_str(const struct name *n)
{
	return (struct str){n->bytes, n->n};
}

static bool is_bare(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* What one letter after a backslash stands for; others are kept as written,
 * for they stand in no name and no version. */
static char unescaped(char c)
{
	switch (c) {
	case 'n':
		return '\n';
	case 't':
		return '\t';
	case '"':
	case '\\':
		return c;
	}
	return '\0';
}

static struct str unescape(struct arena *a, struct str s)
{
	char *p = arena_array(a, char, s.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = '\0';

		if (s.p[i] == '\\' && i + 1 < s.n)
			c = unescaped(s.p[i + 1]);
		if (c)
			i++;
		else
			c = s.p[i];
		p[n++] = c;
	}
	return (struct str){p, n};
}

/* Position of the quotes that end it; s.n if there are none. */
static size_t string_end(struct str s, struct str quotes, bool *escapes)
{
	size_t i = quotes.n;

	*escapes = false;
	while (i < s.n && !str_has_prefix(str_from(s, i), quotes)) {
		bool escape = quotes.p[0] == '"' && s.p[i] == '\\';

		if (quotes.n == 1 && s.p[i] == '\n')
			return s.n;
		*escapes |= escape;
		i += escape ? 2 : 1;
	}
	return i < s.n ? i : s.n;
}

/* Quotes right in front of the last three belong to the text. */
static size_t more_quotes(struct str s, size_t end, struct str quotes)
{
	size_t n = 0;

	while (quotes.n == 3 && n < 2 && end + quotes.n + n < s.n &&
	       s.p[end + quotes.n + n] == quotes.p[0])
		n++;
	return n;
}

static bool take_string(struct parser *p, struct str *out)
{
	struct str quotes = {p->s.p, 1};
	size_t end;
	bool escapes;

	if (p->s.n >= 3 && p->s.p[1] == p->s.p[0] && p->s.p[2] == p->s.p[0])
		quotes.n = 3;
	end = string_end(p->s, quotes, &escapes);
	if (end == p->s.n)
		return false;
	end += more_quotes(p->s, end, quotes);
	*out = (struct str){p->s.p + quotes.n, end - quotes.n};
	if (escapes)
		*out = unescape(p->arena, *out);
	skip(p, end + quotes.n);
	return true;
}

static bool take_key_part(struct parser *p, struct str *out)
{
	size_t n = 0;

	skip_blanks(p);
	if (peek(p) == '"' || peek(p) == '\'')
		return take_string(p, out);
	while (n < p->s.n && is_bare(p->s.p[n]))
		n++;
	*out = (struct str){p->s.p, n};
	skip(p, n);
	return n > 0;
}

/* "a . b" behind what name has already. */
static bool take_key(struct parser *p, struct name *name)
{
	struct str part;

	do {
		if (!take_key_part(p, &part) ||
		    (name->n && !append(name, STR("."))) || !append(name, part))
			return false;
		skip_blanks(p);
	} while (take(p, '.'));
	return true;
}

static bool add_leaf(struct parser *p, const struct name *key, struct str value,
                     bool string)
{
	if (p->out->n == TOML_LEAVES_MAX)
		return false;
	*arena_push(p->arena, p->out) =
		(struct toml_leaf){p->table, arena_str(p->arena, name_str(key)),
	                           value, string};
	return true;
}

static bool take_value(struct parser *p, struct name *key);

static bool append_index(struct name *key, size_t i)
{
	char digits[24];
	size_t n = sizeof digits;

	digits[--n] = ']';
	do {
		digits[--n] = (char)('0' + i % 10);
		i /= 10;
	} while (i);
	digits[--n] = '[';
	return append(key, (struct str){digits + n, sizeof digits - n});
}

static bool take_array(struct parser *p, struct name *key)
{
	size_t base = key->n;

	skip(p, 1);
	for (size_t i = 0;; i++) {
		skip_space(p);
		if (take(p, ']'))
			return true;
		key->n = base;
		if (!append_index(key, i) || !take_value(p, key))
			return false;
		key->n = base;
		skip_space(p);
		if (!take(p, ',') && peek(p) != ']')
			return false;
	}
}

static bool take_pair(struct parser *p, struct name *key)
{
	size_t base = key->n;
	bool ok = take_key(p, key) && take(p, '=');

	skip_blanks(p);
	ok = ok && take_value(p, key);
	key->n = base;
	return ok;
}

static bool take_inline_table(struct parser *p, struct name *key)
{
	skip(p, 1);
	for (;;) {
		skip_space(p);
		if (take(p, '}'))
			return true;
		if (!take_pair(p, key))
			return false;
		skip_space(p);
		if (!take(p, ',') && peek(p) != '}')
			return false;
	}
}

static bool ends_bare(char c)
{
	return c == ',' || c == ']' || c == '}' || c == '#' || c == '\n' ||
	       c == '\r';
}

/* Numbers, booleans and dates. */
static bool take_bare(struct parser *p, const struct name *key)
{
	struct str s = p->s;
	size_t n = 0;

	while (n < s.n && !ends_bare(s.p[n]))
		n++;
	s.n = n;
	skip(p, n);
	s = str_trim(s);
	return s.n > 0 && add_leaf(p, key, s, false);
}

static bool take_nested(struct parser *p, struct name *key, bool array)
{
	bool ok;

	if (p->depth == TOML_DEPTH_MAX)
		return false;
	p->depth++;
	ok = array ? take_array(p, key) : take_inline_table(p, key);
	p->depth--;
	return ok;
}

static bool take_value(struct parser *p, struct name *key)
{
	struct str s;
	char c = peek(p);

	if (c == '[' || c == '{')
		return take_nested(p, key, c == '[');
	if (c != '"' && c != '\'')
		return take_bare(p, key);
	return take_string(p, &s) && add_leaf(p, key, s, true);
}

/* The index of one more [[name]]; few names, and mostly the last. */
static size_t count_array(struct parser *p, struct str name)
{
	for (size_t i = p->arrays.n; i-- > 0;)
		if (str_eq(p->arrays.v[i].name, name))
			return p->arrays.v[i].n++;
	*arena_push(p->arena, &p->arrays) =
		(struct counted){arena_str(p->arena, name), 1};
	return 0;
}

/* Of "package.source" the array that it is in the last item of. */
static const struct counted *array_above(const struct parser *p,
                                         struct str name)
{
	const struct counted *best = NULL;

	slice_for (const struct counted, c, p->arrays)
		if (str_has_prefix(name, c->name) && name.n > c->name.n &&
		    name.p[c->name.n] == '.' &&
		    (!best || c->name.n > best->name.n))
			best = c;
	return best;
}

/* "package.source" is "package[7].source" behind the eighth [[package]]. */
static bool full_name(struct parser *p, struct str name, bool array,
                      struct name *out)
{
	const struct counted *above = array_above(p, name);
	size_t own;

	if (above &&
	    (!append(out, above->name) || !append_index(out, above->n - 1)))
		return false;
	if (!append(out, str_from(name, above ? above->name.n : 0)))
		return false;
	if (!array)
		return true;
	own = count_array(p, name);
	return p->arrays.n <= TOML_ARRAYS_MAX && append_index(out, own);
}

static bool take_header(struct parser *p)
{
	struct name name = {.n = 0}, full = {.n = 0};
	bool array;

	skip(p, 1);
	array = take(p, '[');
	if (!take_key(p, &name) || !take(p, ']') || (array && !take(p, ']')) ||
	    !full_name(p, name_str(&name), array, &full))
		return false;
	p->table = arena_str(p->arena, name_str(&full));
	return true;
}

static bool take_line(struct parser *p)
{
	struct name key = {.n = 0};

	if (peek(p) == '[')
		return take_header(p) && end_line(p);
	return take_pair(p, &key) && end_line(p);
}

bool toml_parse(struct str bytes, struct arena *a, struct toml *out)
{
	struct parser p = {.s = bytes, .arena = a, .out = out};

	*out = (struct toml){0};
	if (bytes.n > TOML_BYTES_MAX)
		return false;
	for (skip_space(&p); p.s.n; skip_space(&p))
		if (!take_line(&p))
			return false;
	return true;
}

bool toml_get(const struct toml *t, struct str table, struct str key,
              struct str *value)
{
	slice_for (const struct toml_leaf, l, *t)
		if (str_eq(l->key, key) && str_eq(l->table, table)) {
			*value = l->value;
			return true;
		}
	return false;
}
