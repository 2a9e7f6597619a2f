#include "dockerfile/shell_word.h"

#include <string.h>

enum { BRACED_MAX = 64, BRACED_PARTS_MAX = 128 };

bool sh_word_is(const struct sh_word *w, const char *s)
{
	return w->n == 1 && w->v[0].kind == PART_TEXT && !w->v[0].quoted &&
	       str_eq(w->v[0].text.s, str_c(s));
}

struct sh_word sh_word_from(struct arena *a, const struct sh_word *w, size_t n)
{
	struct sh_word out = {0};

	for (size_t i = 0; i < w->n; i++) {
		struct sh_part part = w->v[i];

		if (n) {
			size_t cut = n < part.text.s.n ? n : part.text.s.n;

			n -= cut;
			part.text = text_slice(a, &part.text, cut,
			                       part.text.s.n - cut);
		}
		if (part.kind != PART_TEXT || part.quoted || part.text.s.n)
			*arena_push(a, &out) = part;
	}
	return out;
}

size_t sh_name_length(struct str s)
{
	size_t n = 0;

	while (n < s.n && (s.p[n] == '_' || (s.p[n] >= 'a' && s.p[n] <= 'z') ||
	                   (s.p[n] >= 'A' && s.p[n] <= 'Z') ||
	                   (n && s.p[n] >= '0' && s.p[n] <= '9')))
		n++;
	if (str_has_prefix(str_from(s, n), STR("=")) ||
	    str_has_prefix(str_from(s, n), STR("+=")))
		return n;
	return 0;
}

static bool is_mark(const struct sh_part *p, char c)
{
	return p->kind == PART_BRACE && p->text.s.n && p->text.s.p[0] == c;
}

/* The } of the { at `open`, and whether there is a comma between. */
static size_t closing(const struct sh_word *w, size_t open, bool *comma)
{
	size_t depth = 0;

	*comma = false;
	for (size_t i = open + 1; i < w->n; i++) {
		if (is_mark(&w->v[i], '{'))
			depth++;
		else if (is_mark(&w->v[i], '}') && depth-- == 0)
			return i;
		else if (is_mark(&w->v[i], ',') && depth == 0)
			*comma = true;
	}
	return w->n;
}

static void add_range(struct arena *a, struct sh_word *out,
                      const struct sh_word *w, size_t at, size_t end)
{
	for (; at < end; at++)
		*arena_push(a, out) = w->v[at];
}

/* In a{$b,c}d braces come before names: what is asked for is $bd. */
static void part_names(struct sh_word *w)
{
	for (size_t i = 0; i + 1 < w->n; i++) {
		const struct sh_part *p = &w->v[i], *next = p + 1;

		if (p->kind == PART_PARAM && p->param->bare && !p->quoted &&
		    next->kind == PART_TEXT && !next->quoted)
			w->v[i] = (struct sh_part){.kind = PART_UNKNOWN};
	}
}

/* All that w is, with what is between open and close replaced by each of its
 * members; members may have braces of their own, and so may the rest. */
static void expand_one(struct arena *a, const struct sh_word *w, size_t open,
                       size_t close, struct sh_words *out)
{
	size_t from = open + 1, depth = 0;

	for (size_t i = open + 1; i <= close; i++) {
		struct sh_word one = {0};

		if (i < close && is_mark(&w->v[i], '{'))
			depth++;
		else if (i < close && is_mark(&w->v[i], '}'))
			depth--;
		if (i < close && !(depth == 0 && is_mark(&w->v[i], ',')))
			continue;
		add_range(a, &one, w, 0, open);
		add_range(a, &one, w, from, i);
		add_range(a, &one, w, close + 1, w->n);
		part_names(&one);
		*arena_push(a, out) = one;
		from = i + 1;
	}
}

/* {1..9}: ranges are not counted through. */
static bool is_range(const struct sh_word *w, size_t open, size_t close)
{
	return close == open + 2 && w->v[open + 1].kind == PART_TEXT &&
	       str_contains(w->v[open + 1].text.s, STR(".."));
}

enum braces { BRACES_NONE, BRACES_LIST, BRACES_RANGE };

/* The first braces of w that stand for several words. */
static enum braces find_braces(const struct sh_word *w, size_t *open,
                               size_t *close)
{
	for (*open = 0; *open < w->n; ++*open) {
		bool comma;

		if (!is_mark(&w->v[*open], '{'))
			continue;
		*close = closing(w, *open, &comma);
		if (*close < w->n && is_range(w, *open, *close))
			return BRACES_RANGE;
		if (*close < w->n && comma)
			return BRACES_LIST;
	}
	return BRACES_NONE;
}

static void anything(struct arena *a, struct sh_words *out)
{
	struct sh_word w = {0};

	*arena_push(a, &w) = (struct sh_part){.kind = PART_UNKNOWN};
	*out = (struct sh_words){0};
	*arena_push(a, out) = w;
}

static void expand_all(struct arena *a, struct sh_word w, struct sh_words *out)
{
	struct sh_words todo = {0};

	*arena_push(a, &todo) = w;
	while (todo.n) {
		struct sh_word next = todo.v[--todo.n];
		struct sh_words some = {0};
		size_t open, close;
		enum braces found = find_braces(&next, &open, &close);

		if (found == BRACES_RANGE || todo.n + out->n > BRACED_MAX) {
			anything(a, out);
			return;
		}
		if (found == BRACES_NONE) {
			*arena_push(a, out) = next;
			continue;
		}
		expand_one(a, &next, open, close, &some);
		while (some.n)
			*arena_push(a, &todo) = some.v[--some.n];
	}
}

bool sh_expand_braces(struct arena *a, const struct sh_word *w,
                      struct sh_words *out)
{
	size_t marks = 0, open, close;

	*out = (struct sh_words){0};
	for (size_t i = 0; i < w->n; i++)
		marks += w->v[i].kind == PART_BRACE;
	if (marks < 2)
		return false;
	if (w->n > BRACED_PARTS_MAX) {
		anything(a, out);
		return true;
	}
	if (find_braces(w, &open, &close) == BRACES_NONE)
		return false;
	expand_all(a, *w, out);
	return true;
}
