#include "facts/keymap.h"

static size_t slot_of(const struct keymap *m, uint64_t key)
{
	size_t slot = key >> 1 & (KEYMAP_SLOTS - 1);

	while (m->values[slot] && m->keys[slot] != key)
		slot = (slot + 1) & (KEYMAP_SLOTS - 1);
	return slot;
}

size_t keymap_get(const struct keymap *m, uint64_t key)
{
	size_t slot = slot_of(m, key);

	return m->values[slot] ? m->values[slot] - 1U : KEYMAP_NONE;
}

void keymap_put(struct keymap *m, uint64_t key, size_t value)
{
	size_t slot = slot_of(m, key);

	m->keys[slot] = key;
	m->values[slot] = (uint16_t)(value + 1);
}
