/*
 * pattern.h - what the patterns of ${x#p}, ${x%p} and ${x/p/r} take.
 *
 * Shape:   '*' any run and '?' any one character, neither a line end; \* \?
 *          \\ \} \/ themselves; all else literally.
 * Units:   matches in bytes of the value; steps in characters looked at.
 * Owner:   the arena.
 * Errors:  PATTERN_INVALID: any other escape; PATTERN_LIMIT: out of steps.
 * Source:  dockerfile.md A6; Go's regexp for what is leftmost, and for where
 *          an empty match counts.
 */
#ifndef DOCKERFILE_PATTERN_H
#define DOCKERFILE_PATTERN_H

#include "base/arena.h"

enum pattern_result {
	PATTERN_OK,
	PATTERN_INVALID,
	PATTERN_LIMIT,
};

struct pattern_job {
	struct str pattern, value;
	size_t *spent; /* steps so far … */
	size_t max;    /* … and when to give up */
};

/* The bytes value[at … at + n). */
struct match {
	size_t at, n;
};

struct matches {
	struct match *v;
	size_t n;
};

/* What of the value stays, when its beginning or end is taken off. */
enum pattern_result pattern_trim(const struct pattern_job *job, bool suffix,
                                 bool longest, struct match *stays);
/* What is to be replaced: the first match, or all. */
enum pattern_result pattern_find(const struct pattern_job *job, bool all,
                                 struct arena *a, struct matches *out);

#endif
