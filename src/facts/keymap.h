/*
 * keymap.h - from the keys of paths to indices of a small list.
 *
 * Shape:   a hash table of fixed size, never more than half full; zeroed, it
 *          is empty.
 * Owner:   itself.
 * Errors:  none; KEYMAP_NONE for a key that is not there.
 * Source:  -
 */
#ifndef FACTS_KEYMAP_H
#define FACTS_KEYMAP_H

#include "facts/pathkey.h"

enum {
	KEYMAP_SLOTS = 2048,
	KEYMAP_MAX = KEYMAP_SLOTS / 2,
	KEYMAP_NONE = UINT16_MAX,
};

struct keymap {
	uint64_t keys[KEYMAP_SLOTS];
	uint16_t values[KEYMAP_SLOTS]; /* plus 1; 0: free */
};

size_t keymap_get(const struct keymap *m, uint64_t key);
/* The key is not there yet; value is less than KEYMAP_MAX. */
void keymap_put(struct keymap *m, uint64_t key, size_t value);

#endif
