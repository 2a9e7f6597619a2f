/*
 * seed.h - a number that nobody can guess.
 *
 * Shape:   one for a process, or for what outlives it: whoever makes input does
 *          not know it, and so cannot make what it is hashed with collide.
 * Errors:  none; where the system gives none it is the time.
 * Source:  getentropy(3); oCERT-2011-003, "hash table collisions".
 */
#ifndef BASE_SEED_H
#define BASE_SEED_H

#include <stdint.h>

uint64_t seed_new(void);

#endif
