/*
 * seed.h - a number for hashes that whoever makes input does not know.
 *
 * Shape:   one for a process, or for what outlives it: with it nobody can
 *          choose what collides.
 * Units:   -
 * Owner:   -
 * Errors:  none; a system that gives none makes it the time, which can be
 *          guessed.
 * Source:  getrandom(2); oCERT-2011-003, "hash table collisions"; Steele,
 *          Lea and Flood, "Fast splittable pseudorandom number generators".
 */
#ifndef BASE_SEED_H
#define BASE_SEED_H

#include <stdint.h>

uint64_t seed_new(void);
/* Its i-th number; nothing is known of it without the seed. */
uint64_t seed_number(uint64_t seed, uint64_t i);

#endif
