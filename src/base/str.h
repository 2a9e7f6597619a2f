/*
 * str.h - byte strings that know their length.
 *
 * Shape:   a view (pointer, length); any byte may occur, NUL too.  The empty
 *          string has n == 0 and p may be NULL.
 * Owner:   nobody; a view lives as long as what it points at.
 * Errors:  none.
 * Source:  -
 */
#ifndef BASE_STR_H
#define BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str {
	const char *p;
	size_t n;
};

struct strs {
	struct str *v;
	size_t n;
};

struct ints {
	int64_t *v;
	size_t n;
};

struct pair {
	struct str key, value;
};

struct pairs {
	struct pair *v;
	size_t n;
};

#define STR(lit) ((struct str){"" lit, sizeof(lit) - 1})
/* For printf: "%.*s" with its two arguments. */
#define STR_F    "%.*s"
#define STR_A(s) (int)(s).n, (s).n ? (s).p : ""

/* Walk a {v, n} slice. */
#define slice_for(T, it, sl) \
	for (T *it = (sl).v; it && it < (sl).v + (sl).n; it++)

struct str str_c(const char *cstr);
bool str_eq(struct str a, struct str b);
bool str_eq_nocase(struct str a, struct str b);
int str_cmp(struct str a, struct str b);
bool str_has_prefix(struct str s, struct str prefix);
bool str_has_suffix(struct str s, struct str suffix);
bool str_contains(struct str s, struct str part);

/* Without blanks (space, tab, CR, LF) at both ends. */
struct str str_trim(struct str s);

/* s from byte at on; empty when at is past the end. */
struct str str_from(struct str s, size_t at);

/* Split s at the first sep.  False, and *head = s, when there is none. */
bool str_cut(struct str s, char sep, struct str *head, struct str *tail);

/* The next piece of *rest up to sep; false when nothing is left. */
bool str_next(struct str *rest, char sep, struct str *piece);

/* Decimal digits only, no sign; false on anything else or overflow. */
bool str_uint(struct str s, uint64_t *out);

/* What a hexadecimal digit of either case stands for; -1: it is none. */
int str_hex_digit(char c);

/* Hexadecimal digits only, 1 to 16 of them; false on anything else. */
bool str_hex(struct str s, uint64_t *out);

/* Shell-like match: '*' any run of bytes, '?' one byte. */
bool str_glob(struct str pattern, struct str s);

/* Is it one of them? */
bool strs_have(struct strs all, struct str s);

/* The same everywhere and always: whoever makes input can choose what
 * collides. */
uint64_t str_hash(struct str s);
/* For tables of what input names; base/seed.h. */
uint64_t str_hash_seeded(struct str s, uint64_t seed);

#endif
