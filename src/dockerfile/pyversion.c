#include "dockerfile/pyversion.h"

#include <string.h>

/* What is left to read. */
struct reader {
	struct str s;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c | 0x20);
	return c;
}

static char peek(const struct reader *r)
{
	if (r->s.n == 0)
		return '\0';
	return lower(r->s.p[0]);
}

static void skip(struct reader *r, size_t n)
{
	r->s = str_from(r->s, n);
}

static bool take_char(struct reader *r, char c)
{
	if (r->s.n == 0 || peek(r) != c)
		return false;
	skip(r, 1);
	return true;
}

static bool is_separator(char c)
{
	return c == '-' || c == '_' || c == '.';
}

/* Digits; false without any, or for more than a number can hold. */
static bool take_number(struct reader *r, uint64_t *out)
{
	size_t n = 0;

	while (n < r->s.n && is_digit(r->s.p[n]))
		n++;
	if (!str_uint((struct str){r->s.p, n}, out))
		return false;
	skip(r, n);
	return true;
}

static bool take_word(struct reader *r, const char *word)
{
	struct str w = str_c(word);

	if (r->s.n < w.n || !str_eq_nocase((struct str){r->s.p, w.n}, w))
		return false;
	skip(r, w.n);
	return true;
}

static bool take_release(struct reader *r, struct py_version *v)
{
	do {
		if (v->n == PY_RELEASE_MAX ||
		    !take_number(r, &v->release[v->n]))
			return false;
		v->n++;
	} while (r->s.n > 1 && peek(r) == '.' && is_digit(r->s.p[1]) &&
	         take_char(r, '.'));
	return true;
}

/* "1!2.0": the number in front was the epoch. */
static bool take_epoch_and_release(struct reader *r, struct py_version *v)
{
	if (!take_release(r, v))
		return false;
	if (peek(r) != '!' || v->n != 1)
		return true;
	skip(r, 1);
	v->epoch = v->release[0];
	memset(v->release, 0, sizeof v->release);
	v->n = 0;
	return take_release(r, v);
}

/* A part with a word: [-_.]? WORD [-_.]? NUMBER?, no number being 0. */
static bool take_part(struct reader *r, const char *const *words,
                      size_t words_n, size_t *which, uint64_t *number)
{
	struct reader at = *r;

	if (at.s.n && is_separator(at.s.p[0]))
		skip(&at, 1);
	for (*which = 0; *which < words_n; ++*which)
		if (take_word(&at, words[*which]))
			break;
	if (*which == words_n)
		return false;
	if (at.s.n && is_separator(at.s.p[0]))
		skip(&at, 1);
	*number = 0;
	*r = at;
	return at.s.n == 0 || !is_digit(at.s.p[0]) || take_number(r, number);
}

static void take_pre(struct reader *r, struct py_version *v)
{
	static const char *const words[] = {"alpha", "beta", "preview", "pre",
	                                    "rc",    "a",    "b",       "c"};
	static const enum py_pre kinds[] = {PY_ALPHA,     PY_BETA,
	                                    PY_CANDIDATE, PY_CANDIDATE,
	                                    PY_CANDIDATE, PY_ALPHA,
	                                    PY_BETA,      PY_CANDIDATE};
	size_t which;

	v->pre = PY_FINAL;
	if (take_part(r, words, sizeof words / sizeof *words, &which,
	              &v->pre_n))
		v->pre = kinds[which];
}

/* "1.0-1" is "1.0.post1". */
static void take_post(struct reader *r, struct py_version *v)
{
	static const char *const words[] = {"post", "rev", "r"};
	struct reader at = *r;
	size_t which;

	if (take_char(&at, '-') && take_number(&at, &v->post_n)) {
		v->post = true;
		*r = at;
		return;
	}
	v->post = take_part(r, words, sizeof words / sizeof *words, &which,
	                    &v->post_n);
}

static void take_dev(struct reader *r, struct py_version *v)
{
	static const char *const words[] = {"dev"};
	size_t which;

	v->dev = take_part(r, words, 1, &which, &v->dev_n);
}

static bool is_local_char(char c)
{
	c = lower(c);
	return is_digit(c) || (c >= 'a' && c <= 'z');
}

/* Letters and digits with single separators between them. */
static bool is_local(struct str s)
{
	bool after = false;

	for (size_t i = 0; i < s.n; i++) {
		bool is = is_local_char(s.p[i]);

		if (!is && (!is_separator(s.p[i]) || !after))
			return false;
		after = is;
	}
	return after;
}

bool py_version_parse(struct str s, struct py_version *out)
{
	struct reader r = {str_trim(s)};

	*out = (struct py_version){0};
	(void)take_char(&r, 'v');
	if (!take_epoch_and_release(&r, out))
		return false;
	take_pre(&r, out);
	take_post(&r, out);
	take_dev(&r, out);
	if (r.s.n == 0)
		return true;
	out->local = str_from(r.s, 1);
	return peek(&r) == '+' && is_local(out->local);
}

static int cmp_u(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int cmp_release(const struct py_version *a, const struct py_version *b)
{
	int c = cmp_u(a->epoch, b->epoch);

	for (size_t i = 0; c == 0 && i < PY_RELEASE_MAX; i++)
		c = cmp_u(a->release[i], b->release[i]);
	return c;
}

/* A development release of a final comes before its alphas. */
static int pre_rank(const struct py_version *v)
{
	return v->pre == PY_FINAL && !v->post && v->dev ? -1 : (int)v->pre;
}

static int cmp_pre(const struct py_version *a, const struct py_version *b)
{
	int x = pre_rank(a), y = pre_rank(b);

	return x != y ? (x > y) - (x < y) : cmp_u(a->pre_n, b->pre_n);
}

/* No post release comes before any; no development release after all. */
static int cmp_tail(const struct py_version *a, const struct py_version *b)
{
	if (a->post != b->post)
		return a->post ? 1 : -1;
	if (a->post_n != b->post_n)
		return cmp_u(a->post_n, b->post_n);
	if (a->dev != b->dev)
		return a->dev ? -1 : 1;
	return cmp_u(a->dev_n, b->dev_n);
}

static bool next_segment(struct str *rest, struct str *out)
{
	size_t n = 0;

	while (n < rest->n && !is_separator(rest->p[n]))
		n++;
	*out = (struct str){rest->p, n};
	*rest = str_from(*rest, n + 1);
	return n > 0;
}

static int cmp_nocase(struct str a, struct str b)
{
	for (size_t i = 0; i < a.n && i < b.n; i++)
		if (lower(a.p[i]) != lower(b.p[i]))
			return lower(a.p[i]) < lower(b.p[i]) ? -1 : 1;
	return cmp_u(a.n, b.n);
}

static bool is_all_digits(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]))
			return false;
	return s.n > 0;
}

/* As numbers, of any length. */
static int cmp_digits(struct str a, struct str b)
{
	while (a.n && a.p[0] == '0')
		a = str_from(a, 1);
	while (b.n && b.p[0] == '0')
		b = str_from(b, 1);
	return a.n != b.n ? cmp_u(a.n, b.n) : str_cmp(a, b);
}

/* Numbers come after words. */
static int cmp_segment(struct str a, struct str b)
{
	bool x = is_all_digits(a), y = is_all_digits(b);

	if (x && y)
		return cmp_digits(a, b);
	return x != y ? x - y : cmp_nocase(a, b);
}

static int cmp_local(struct str a, struct str b)
{
	struct str x, y;

	for (;;) {
		bool more_a = next_segment(&a, &x),
		     more_b = next_segment(&b, &y);
		int c;

		if (!more_a || !more_b)
			return more_a - more_b;
		c = cmp_segment(x, y);
		if (c)
			return c;
	}
}

int py_version_cmp_public(const struct py_version *a,
                          const struct py_version *b)
{
	int c = cmp_release(a, b);

	if (c == 0)
		c = cmp_pre(a, b);
	return c ? c : cmp_tail(a, b);
}

int py_version_cmp(const struct py_version *a, const struct py_version *b)
{
	int c = py_version_cmp_public(a, b);

	return c ? c : cmp_local(a->local, b->local);
}

bool py_version_is_pre(const struct py_version *v)
{
	return v->pre != PY_FINAL || v->dev;
}
