#include "know/spelling.h"

#include <string.h>

enum shape {
	SHAPE_NUMBER, /* 11.3 */
	SHAPE_WORD,   /* up to a blank or a quote; not empty */
	SHAPE_VALUE,  /* the same, or nothing */
	SHAPE_NAME,   /* up to what ends a name of a product */
	SHAPE_REST,   /* of the line, or of what is quoted */
};

static const enum shape shapes[DETAIL_N] = {
#define DETAIL(name, word, shape) [DETAIL_##name] = SHAPE_##shape,
#include "know/details.def"
#undef DETAIL
};

static char lower(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c | 0x20);
	return c;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
	return is_digit(c) || c == '_' || (lower(c) >= 'a' && lower(c) <= 'z');
}

/* Bytes of s that are there, at most max. */
static struct str window(struct str text, size_t at, size_t max)
{
	struct str s = str_from(text, at);

	return (struct str){s.p, s.n < max ? s.n : max};
}

/* Quoting in JSON, in Go, in both: any number of backslashes in front. */
static size_t escaped(struct str s, const char *what)
{
	size_t n = 0;

	while (n < s.n && s.p[n] == '\\')
		n++;
	return n && n < s.n && s.p[n] && strchr(what, s.p[n]) ? n + 1 : 0;
}

/* One blank; frames and quoting are blank too. */
static size_t blank_bytes(struct str s)
{
	if (s.n && s.p[0] && strchr(" \t\r\n|>", s.p[0]))
		return 1;
	if (s.n >= 2 && memcmp(s.p, "\xc2\xa0", 2) == 0)
		return 2;
	return escaped(s, "nrt");
}

static size_t quote_bytes(struct str s)
{
	if (s.n && s.p[0] && strchr("'\"`", s.p[0]))
		return 1;
	if (s.n >= 3 && memcmp(s.p, "\xe2\x80", 2) == 0 &&
	    (unsigned char)s.p[2] >= 0x98 && (unsigned char)s.p[2] <= 0x9f)
		return 3;
	return escaped(s, "'\"`");
}

static size_t blanks_bytes(struct str text, size_t at)
{
	struct str s = window(text, at, SPELLING_BLANKS);
	size_t n = 0, one;

	while ((one = blank_bytes(str_from(s, n))) > 0)
		n += one;
	return n;
}

static struct str number_at(struct str text, size_t at)
{
	struct str s = window(text, at, SPELLING_BLANKS);
	size_t n = 0;

	while (n < s.n && (is_digit(s.p[n]) || (n && s.p[n] == '.')))
		n++;
	while (n && s.p[n - 1] == '.')
		n--;
	return (struct str){s.p, n};
}

/* Up to the first of these, a blank if asked, a control or an escape. */
static struct str until(struct str s, const char *stops)
{
	size_t n = 0;

	while (n < s.n && (unsigned char)s.p[n] >= ' ' && s.p[n] != '\\' &&
	       !strchr(stops, s.p[n]))
		n++;
	return (struct str){s.p, n};
}

static struct str cut_end(struct str s, const char *tail)
{
	while (s.n && strchr(tail, s.p[s.n - 1]))
		s.n--;
	return s;
}

static struct str value_at(enum shape shape, struct str text, size_t at)
{
	struct str s = window(text, at, SPELLING_REST);

	switch (shape) {
	case SHAPE_NUMBER:
		return number_at(text, at);
	case SHAPE_WORD:
		return cut_end(until(s, " \"'`"), ".,;:)]");
	case SHAPE_VALUE:
		return cut_end(until(s, " \"'`"), ";)]");
	case SHAPE_NAME:
		return cut_end(until(s, "(\"'`,;|[<"), " ");
	case SHAPE_REST:
		return cut_end(until(s, "\""), " ,.");
	}
	return (struct str){0};
}

/* "{word}" at the front of p; the bytes it takes, 0: it is none. */
static size_t detail_bytes(struct str p, enum detail *out)
{
	struct str word;

	if (!str_cut(p, '}', &word, &p) || word.n < 2)
		return 0;
	for (int d = 1; d < DETAIL_N; d++)
		if (str_eq(str_from(word, 1), str_c(detail_names[d]))) {
			*out = (enum detail)d;
			return word.n + 1;
		}
	return 0;
}

struct attempt {
	struct str pattern, text;
	size_t p, t;             /* so far it fits */
	size_t star_p;           /* behind the last *; 0: there was none */
	size_t star_t, star_end; /* what it takes, and may take */
	size_t star_n;
	struct spelled *out;
};

static bool take_detail(struct attempt *a)
{
	enum detail d = DETAIL_NONE;
	size_t n = detail_bytes(str_from(a->pattern, a->p), &d);
	struct str value;

	if (!n || a->out->n == SPELLING_DETAILS)
		return false;
	value = value_at(shapes[d], a->text, a->t);
	if (!value.n && shapes[d] != SHAPE_VALUE)
		return false;
	a->out->v[a->out->n++] = (struct detail_at){d, value};
	a->p += n;
	a->t += value.n;
	return true;
}

static bool take_one(struct attempt *a)
{
	char c = a->pattern.p[a->p];
	size_t n;

	if (c == '{')
		return take_detail(a);
	if (c == ' ') {
		n = blanks_bytes(a->text, a->t);
		if (!n)
			return false;
	} else if (c == '\'') {
		n = quote_bytes(str_from(a->text, a->t));
	} else {
		n = 1;
		if (a->t >= a->text.n || lower(a->text.p[a->t]) != lower(c))
			return false;
	}
	a->p++;
	a->t += n;
	return true;
}

/* The last * takes one byte more. */
static bool give_more(struct attempt *a)
{
	if (!a->star_p || a->star_t >= a->star_end ||
	    a->text.p[a->star_t] == '\n')
		return false;
	a->t = ++a->star_t;
	a->p = a->star_p;
	a->out->n = a->star_n;
	return true;
}

static void see_star(struct attempt *a)
{
	size_t left = a->text.n - a->t;

	a->star_p = ++a->p;
	a->star_t = a->t;
	a->star_end = a->t + (left < SPELLING_GAP ? left : SPELLING_GAP);
	a->star_n = a->out->n;
}

/* A word of the pattern is not the front of a longer one. */
static bool ends_well(const struct attempt *a)
{
	return !is_word(a->pattern.p[a->pattern.n - 1]) || a->t >= a->text.n ||
	       !is_word(a->text.p[a->t]);
}

bool spelling_at(struct str pattern, struct str text, size_t at,
                 struct spelled *out)
{
	struct attempt a = {.pattern = pattern,
	                    .text = text,
	                    .t = at,
	                    .out = out};

	out->n = 0;
	for (;;) {
		if (a.p == pattern.n) {
			if (ends_well(&a))
				break;
			if (!give_more(&a))
				return false;
		} else if (pattern.p[a.p] == '*') {
			see_star(&a);
		} else if (!take_one(&a) && !give_more(&a)) {
			return false;
		}
	}
	out->end = a.t;
	return true;
}

bool spelling_begins(struct str text, size_t at)
{
	if (at == 0 || !is_word(text.p[at - 1]))
		return true;
	/* The n of an escaped line end is no letter. */
	return at >= 2 && text.p[at - 2] == '\\' &&
	       strchr("nrt", text.p[at - 1]);
}

const char *spelling_fault(struct str pattern)
{
	enum { LITERAL_MIN = 4, PATTERN_MAX = 200 };
	size_t literal = 0, details = 0;
	enum detail d;

	if (pattern.n == 0 || pattern.n > PATTERN_MAX)
		return "it is empty, or too long";
	if (!is_word(pattern.p[0]) && !strchr("-/\"", pattern.p[0]))
		return "it begins with no letter";
	for (size_t i = 0; i < pattern.n; i++) {
		char c = pattern.p[i];

		if (c == '{') {
			size_t n = detail_bytes(str_from(pattern, i), &d);

			if (!n || ++details > SPELLING_DETAILS)
				return "its details are unknown, or too many";
			i += n - 1;
		} else if (c == '*' &&
		           (i + 1 == pattern.n || pattern.p[i + 1] == '*')) {
			return "a * ends it, or follows another";
		} else {
			literal += is_word(c);
		}
	}
	return literal < LITERAL_MIN ? "it says too little" : NULL;
}
