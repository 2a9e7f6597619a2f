/*
 * shell_match.h - patterns of the shell, and the simpler regular expressions.
 *
 * Shape:   atoms, each one byte wide and repeated, or a mark of a group.
 * Units:   SH_TRIES_MAX bounds what a match may cost.
 * Owner:   the arena.
 * Errors:  a pattern that isn't understood isn't known, and a match that costs
 *          too much is neither.
 * Source:  POSIX.1-2017 XCU 2.13, XBD 9; no alternatives, no back references.
 */
#ifndef DOCKERFILE_SHELL_MATCH_H
#define DOCKERFILE_SHELL_MATCH_H

#include "base/arena.h"

enum { SH_TRIES_MAX = 1 << 14, SH_GROUPS = 10, SH_ATOMS_MAX = 1024 };

enum sh_atom_kind {
	ATOM_BYTE,
	ATOM_ANY,
	ATOM_SET,
	ATOM_OPEN,  /* ( of group byte */
	ATOM_CLOSE, /* ) */
	ATOM_START, /* ^ */
	ATOM_END,   /* $ */
};

struct sh_atom {
	enum sh_atom_kind kind;
	unsigned char byte;
	const bool *set; /* by byte */
	size_t min, max; /* times */
};

struct sh_pattern {
	bool known;
	struct sh_atom *v;
	size_t n;
	unsigned char groups;
};

/* quoted: by byte, whether it stands for itself. */
struct sh_pattern sh_glob_of(struct arena *a, struct str s, const bool *quoted);
struct sh_pattern sh_regex_of(struct arena *a, struct str s, bool extended);

struct sh_found {
	size_t at, end;
	size_t open[SH_GROUPS], close[SH_GROUPS];
};

enum sh_want { WANT_LONGEST, WANT_SHORTEST, WANT_ALL /* up to the end */ };
enum sh_match { MATCH_NO, MATCH_YES, MATCH_UNKNOWN };

/* At `at` exactly. */
enum sh_match sh_match_at(const struct sh_pattern *p, struct str s, size_t at,
                          enum sh_want want, struct sh_found *out);
/* The leftmost longest at or behind `at`. */
enum sh_match sh_match_in(const struct sh_pattern *p, struct str s, size_t at,
                          struct sh_found *out);

/* [abc], [^a-z], [[:digit:]] at s, which begins with [: its length; 0: none.
 * not: what takes it back, '!' or '^'. */
size_t sh_set_of(struct arena *a, struct str s, const char *nots, bool escapes,
                 const bool **out);

#endif
