/*
 * pathkey.h - paths as 64-bit numbers.
 *
 * Shape:   a key is a hash of a clean path with bit 0 cleared for a flag; a
 *          path's state continues into those of its children.
 * Owner:   key lists live in an arena.
 * Errors:  none; two paths with one key are taken for one (2^-63 a pair).
 * Source:  FNV-1a.
 */
#ifndef FACTS_PATHKEY_H
#define FACTS_PATHKEY_H

#include "base/arena.h"

/* Sorted, each once. */
struct pathkeys {
	uint64_t *v;
	size_t n;
};

#define PATHKEY_ROOT UINT64_C(0xcbf29ce484222325)

/* The state of the child called name; PATHKEY_ROOT is the root's. */
uint64_t pathkey_child(uint64_t state, struct str name);
uint64_t pathkey_of_state(uint64_t state);
uint64_t pathkey(struct str path);

/* Sort n keys in place and drop what stands twice. */
struct pathkeys pathkeys_sort(uint64_t *v, size_t n);
/* Its index; keys.n if it is not there. */
size_t pathkeys_find(struct pathkeys keys, uint64_t key);
bool pathkeys_has(struct pathkeys keys, uint64_t key);

#endif
