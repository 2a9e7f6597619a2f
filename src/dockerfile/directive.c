#include "dockerfile/directive.h"

#include "dockerfile/gochar.h"
#include "dockerfile/json.h"

static const char *const keys[] = {
	[DIRECTIVE_SYNTAX] = "syntax",
	[DIRECTIVE_ESCAPE] = "escape",
	[DIRECTIVE_CHECK] = "check",
};

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

static bool is_name(char c, bool first)
{
	char lower = (char)(c | 0x20);

	return (lower >= 'a' && lower <= 'z') ||
	       (!first && c >= '0' && c <= '9');
}

static struct str skip_blanks(struct str s)
{
	while (s.n && is_blank(*s.p))
		s = str_from(s, 1);
	return s;
}

/* Without blanks at both ends; of blanks only, the last one is the value. */
static struct str value_of(struct str s)
{
	struct str v = skip_blanks(s);

	if (v.n == 0 && s.n)
		return str_from(s, s.n - 1);
	while (v.n && is_blank(v.p[v.n - 1]))
		v.n--;
	return v;
}

/* "name = value" behind the mark of a comment. */
static bool split(struct str line, struct str mark, enum directive_key *key,
                  struct str *value)
{
	struct str name;
	size_t n = 0;

	if (!str_has_prefix(line, mark))
		return false;
	line = gochar_trim_left(str_from(line, mark.n));
	while (n < line.n && is_name(line.p[n], n == 0))
		n++;
	name = (struct str){line.p, n};
	line = skip_blanks(str_from(line, n));
	if (line.n < 2 || *line.p != '=')
		return false;
	*value = value_of(str_from(line, 1));
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_eq_nocase(name, str_c(keys[i]))) {
			*key = (enum directive_key)i;
			return true;
		}
	return false;
}

static void add(struct dockerfile *d, struct arena *a, enum directive_key key,
                struct str value, size_t line)
{
	*arena_push(a, &d->directives) =
		(struct directive){str_c(keys[key]), value, line};
}

static int set_escape(struct reader *r, struct str value, struct err *err)
{
	if (!str_eq(value, STR("\\")) && !str_eq(value, STR("`")))
		return err_set(err, ERR_FORMAT,
		               "line %zu: the escape can't be '" STR_F
		               "': write \\ or `",
		               r->line, STR_A(value));
	r->d->escape = *value.p;
	add(r->d, r->arena, DIRECTIVE_ESCAPE, value, r->line);
	return 1;
}

int directive_line(struct directive_state *s, struct reader *r,
                   const struct line *l, struct err *err)
{
	enum directive_key key;
	struct str value;

	if (s->done)
		return 0;
	s->done = !split(line_trimmed(r, l), STR("#"), &key, &value);
	if (s->done)
		return 0;
	if (s->seen[key])
		return err_set(err, ERR_FORMAT,
		               "line %zu: a second %s directive: keep one",
		               r->line, keys[key]);
	s->seen[key] = true;
	r->d->directives_end = l->at + l->n;
	return key == DIRECTIVE_ESCAPE ? set_escape(r, value, err) : 1;
}

/* A walk over the first lines of a file, other than the parser's: a line may
 * end with one CR, and blanks in front of the mark make it none. */
struct walk {
	struct dockerfile *d;
	struct arena *arena;
	struct str rest; /* behind a BOM and a line #! */
	size_t line;     /* number of the one before that */
	bool seen[DIRECTIVE_CHECK + 1];
};

static struct walk walk_begin(struct dockerfile *d, struct arena *a)
{
	struct walk w = {.d = d, .arena = a};
	struct str line;

	w.rest = str_from(d->bytes, d->bom ? 3 : 0);
	if (str_has_prefix(w.rest, STR("#!"))) {
		if (!str_cut(w.rest, '\n', &line, &w.rest))
			w.rest = (struct str){0};
		w.line = 1;
	}
	return w;
}

/* Directives are in front of the rest. */
static void block_ends(struct dockerfile *d, const struct str *rest)
{
	size_t end = rest->n ? (size_t)(rest->p - d->bytes.p) : d->bytes.n;

	if (end > d->directives_end)
		d->directives_end = end;
}

/* What of a value counts is its first word. */
static void keep(struct walk *w, enum directive_key key, struct str value)
{
	struct str head, tail;

	(void)str_cut(value, ' ', &head, &tail);
	add(w->d, w->arena, key, head, w->line);
}

static void walk(struct walk *w, struct str mark, bool want_check)
{
	struct str line, value;
	enum directive_key key;

	while (str_next(&w->rest, '\n', &line)) {
		w->line++;
		line.n -= str_has_suffix(line, STR("\r"));
		if (!split(line, mark, &key, &value) || w->seen[key])
			return;
		w->seen[key] = true;
		block_ends(w->d, &w->rest);
		if (key == DIRECTIVE_SYNTAX ||
		    (want_check && key == DIRECTIVE_CHECK))
			keep(w, key, value);
	}
}

static void find_in_json(struct walk *w)
{
	struct text all = text_of(w->arena, TEXT_MADE, w->rest);
	struct text value;

	if (json_member(part_of(&all), STR("syntax"), w->arena, &value))
		keep(w, DIRECTIVE_SYNTAX, value.s);
}

void directives_find(struct dockerfile *d, struct arena *a)
{
	const struct walk first = walk_begin(d, a);
	struct walk w = first;

	block_ends(d, &first.rest);
	walk(&w, STR("#"), true);
	if (w.seen[DIRECTIVE_SYNTAX])
		return;
	w = first;
	walk(&w, STR("//"), false);
	if (w.seen[DIRECTIVE_SYNTAX])
		return;
	w = first;
	find_in_json(&w);
}
