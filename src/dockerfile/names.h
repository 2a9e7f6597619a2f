/*
 * names.h - where in a list a name stands, found by hashing.
 *
 * Shape:   open addressing over indices, by a seed that the first name brings;
 *          the list itself is the caller's.
 * Units:   -
 * Owner:   the arena.
 * Errors:  none.
 * Source:  -
 */
#ifndef DOCKERFILE_NAMES_H
#define DOCKERFILE_NAMES_H

#include "base/arena.h"

struct named {
	struct str name;
	size_t index;
};

struct names {
	struct named *slots; /* a power of two of them; free: index 0 */
	size_t cap, used;
	uint64_t seed;
};

/* False: the name was never set. */
bool names_get(const struct names *t, struct str name, size_t *index);
/* The name stands at index from now on. */
void names_set(struct names *t, struct arena *a, struct str name, size_t index);

#endif
