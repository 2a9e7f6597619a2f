#include "dockerfile/expand.h"

void scope_init(struct scope *s, struct arena *a)
{
	*s = (struct scope){.arena = a, .spent = arena_new(a, size_t)};
}

void scope_copy(struct scope *to, const struct scope *from, struct arena *a)
{
	size_t size = (from->all.n + from->before.n) * sizeof *from->all.v;

	*to = (struct scope){.arena = a,
	                     .spent = from->spent,
	                     .open = from->open};
	slice_for (const struct binding, b, from->all)
		*scope_put(to, b->name) = *b;
	slice_for (const struct binding, b, from->before)
		*arena_push(a, &to->before) = *b;
	/* Copies count, so that a file can't ask for any number of them. */
	*to->spent =
		size < EXPAND_MAX - *to->spent ? *to->spent + size : EXPAND_MAX;
}

const struct binding *scope_get(const struct scope *s, struct str name)
{
	size_t i;

	return names_get(&s->names, name, &i) ? &s->all.v[i] : NULL;
}

struct binding *scope_put(struct scope *s, struct str name)
{
	struct binding *b;
	size_t i;

	if (!names_get(&s->names, name, &i)) {
		i = s->all.n;
		(void)arena_push(s->arena, &s->all);
		names_set(&s->names, s->arena, name, i);
	}
	b = &s->all.v[i];
	*b = (struct binding){.name = name};
	return b;
}

void scope_forget(struct scope *s)
{
	s->all = s->before = (struct bindings){0};
	s->names = (struct names){0};
	s->open = true;
}
