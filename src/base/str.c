#include "base/str.h"

#include "base/seed.h"

#include <string.h>
#include <strings.h>

struct str str_c(const char *cstr)
{
	return (struct str){cstr, cstr ? strlen(cstr) : 0};
}

bool str_eq(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

bool str_eq_nocase(struct str a, struct str b)
{
	return a.n == b.n && (a.n == 0 || strncasecmp(a.p, b.p, a.n) == 0);
}

int str_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;
	int c = n ? memcmp(a.p, b.p, n) : 0;

	return c ? c : (a.n > b.n) - (a.n < b.n);
}

bool str_has_prefix(struct str s, struct str prefix)
{
	return s.n >= prefix.n && str_eq((struct str){s.p, prefix.n}, prefix);
}

bool str_has_suffix(struct str s, struct str suffix)
{
	return s.n >= suffix.n &&
	       str_eq((struct str){s.p + s.n - suffix.n, suffix.n}, suffix);
}

bool str_contains(struct str s, struct str part)
{
	struct str at = s;

	while (part.n && at.n >= part.n) {
		const char *p = memchr(at.p, part.p[0], at.n - part.n + 1);

		if (!p)
			return false;
		at = str_from(at, (size_t)(p - at.p));
		if (memcmp(at.p, part.p, part.n) == 0)
			return true;
		at = str_from(at, 1);
	}
	return part.n == 0;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct str str_trim(struct str s)
{
	while (s.n && is_blank(s.p[0])) {
		s.p++;
		s.n--;
	}
	while (s.n && is_blank(s.p[s.n - 1]))
		s.n--;
	return s;
}

struct str str_from(struct str s, size_t at)
{
	if (at >= s.n)
		return (struct str){NULL, 0};
	return (struct str){s.p + at, s.n - at};
}

bool str_cut(struct str s, char sep, struct str *head, struct str *tail)
{
	const char *at = s.n ? memchr(s.p, sep, s.n) : NULL;

	if (!at) {
		*head = s;
		*tail = (struct str){NULL, 0};
		return false;
	}
	*head = (struct str){s.p, (size_t)(at - s.p)};
	*tail = str_from(s, head->n + 1);
	return true;
}

bool str_next(struct str *rest, char sep, struct str *piece)
{
	struct str tail;

	if (!rest->p)
		return false;
	if (!str_cut(*rest, sep, piece, &tail))
		*rest = (struct str){NULL, 0};
	else if (tail.n)
		*rest = tail;
	else /* a last, empty piece is still to come */
		*rest = (struct str){"", 0};
	return true;
}

bool str_uint(struct str s, uint64_t *out)
{
	uint64_t v = 0;

	if (s.n == 0)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] < '0' || s.p[i] > '9' ||
		    __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(s.p[i] - '0'), &v))
			return false;
	}
	*out = v;
	return true;
}

int str_hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool str_hex(struct str s, uint64_t *out)
{
	uint64_t v = 0;

	if (s.n == 0 || s.n > 2 * sizeof v)
		return false;
	for (size_t i = 0; i < s.n; i++) {
		int digit = str_hex_digit(s.p[i]);

		if (digit < 0)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*out = v;
	return true;
}

bool str_glob(struct str pattern, struct str s)
{
	size_t p = 0, i = 0, star = SIZE_MAX, mark = 0;

	while (i < s.n) {
		if (p < pattern.n && pattern.p[p] == '*') {
			star = p++;
			mark = i;
		} else if (p < pattern.n &&
		           (pattern.p[p] == '?' || pattern.p[p] == s.p[i])) {
			p++;
			i++;
		} else if (star != SIZE_MAX) {
			p = star + 1;
			i = ++mark;
		} else {
			return false;
		}
	}
	while (p < pattern.n && pattern.p[p] == '*')
		p++;
	return p == pattern.n;
}

bool strs_have(struct strs all, struct str s)
{
	slice_for (struct str, one, all)
		if (str_eq(*one, s))
			return true;
	return false;
}

/* FNV-1a with a final mix, so that the low bits are usable alone. */
uint64_t str_hash(struct str s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < s.n; i++) {
		h ^= (unsigned char)s.p[i];
		h *= UINT64_C(0x100000001b3);
	}
	h ^= h >> 32;
	h *= UINT64_C(0xd6e8feb86659fd93);
	return h ^ (h >> 32);
}

/* As facts/pathkey.h: universal, but with factors that nobody keeps. */
uint64_t str_hash_seeded(struct str s, uint64_t seed)
{
	uint64_t h = 0;

	for (size_t i = 0; i < s.n; i++)
		h += seed_number(seed, i) * ((unsigned char)s.p[i] + 1U);
	return h ^ (h >> 32);
}
