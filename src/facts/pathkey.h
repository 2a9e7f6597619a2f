/*
 * pathkey.h - paths as 64-bit numbers.
 *
 * Shape:   a key is a hash of a clean path with bit 0 cleared for a flag; a
 *          path's state continues into those of its children.  Each byte is
 *          multiplied by a factor of its own, which the seed decides, and all
 *          are added up.
 * Owner:   factors and key lists live in an arena.
 * Errors:  none; two paths with one key are taken for one: 2^-55 a pair,
 *          whoever chose them, as long as that was without the seed.
 * Source:  Carter and Wegman, "Universal classes of hash functions", 1979;
 *          Dietzfelbinger, "Universal hashing and k-wise independent random
 *          variables via integer arithmetic without primes", 1996.
 */
#ifndef FACTS_PATHKEY_H
#define FACTS_PATHKEY_H

#include "base/arena.h"

/* Sorted, each once. */
struct pathkeys {
	uint64_t *v;
	size_t n;
};

#define PATHKEY_ROOT UINT64_C(0)

/* Keys of one seed say nothing about those of another. */
struct path_hash {
	struct arena *arena;
	uint64_t seed;
	uint64_t *factors; /* as many as some path has bytes */
	size_t n;
};

void path_hash_init(struct path_hash *h, uint64_t seed, struct arena *a);

/* The state of the child called name of a path of dir_n bytes; PATHKEY_ROOT is
 * the root's. */
uint64_t pathkey_child(struct path_hash *h, uint64_t state, size_t dir_n,
                       struct str name);
uint64_t pathkey_of_state(uint64_t state);
uint64_t pathkey(struct path_hash *h, struct str path);

/* Sort n keys in place and drop what stands twice. */
struct pathkeys pathkeys_sort(uint64_t *v, size_t n);
/* Its index; keys.n if it is not there. */
size_t pathkeys_find(struct pathkeys keys, uint64_t key);
bool pathkeys_has(struct pathkeys keys, uint64_t key);

#endif
