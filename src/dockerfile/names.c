#include "dockerfile/names.h"

#include "base/seed.h"

enum { FIRST_CAP = 16 };

/* The slot that has the name, or the free one where it would go. */
static struct named *slot_of(const struct names *t, struct str name)
{
	size_t at = str_hash_seeded(name, t->seed) & (t->cap - 1);

	while (t->slots[at].index && !str_eq(t->slots[at].name, name))
		at = (at + 1) & (t->cap - 1);
	return &t->slots[at];
}

bool names_get(const struct names *t, struct str name, size_t *index)
{
	const struct named *s = t->cap ? slot_of(t, name) : NULL;

	if (!s || !s->index)
		return false;
	*index = s->index - 1;
	return true;
}

static void widen(struct names *t, struct arena *a)
{
	struct names wide = {.cap = t->cap ? 2 * t->cap : FIRST_CAP,
	                     .used = t->used,
	                     .seed = t->cap ? t->seed : seed_new()};

	wide.slots = arena_array(a, struct named, wide.cap);
	for (size_t i = 0; i < t->cap; i++)
		if (t->slots[i].index)
			*slot_of(&wide, t->slots[i].name) = t->slots[i];
	*t = wide;
}

void names_set(struct names *t, struct arena *a, struct str name, size_t index)
{
	struct named *s;

	if (2 * t->used >= t->cap)
		widen(t, a);
	s = slot_of(t, name);
	t->used += !s->index;
	*s = (struct named){name, index + 1};
}
