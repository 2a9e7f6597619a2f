#include "fix/edit.h"

#include <string.h>

static size_t end_of(const struct edit *e)
{
	return e->at.offset + e->at.n;
}

static bool same(const struct edit *x, const struct edit *y)
{
	return x->at.offset == y->at.offset && x->at.n == y->at.n &&
	       str_eq(x->text, y->text);
}

/* Two insertions at one place have no order; a deletion may begin where an
 * insertion stands. */
static bool clash(const struct edit *x, const struct edit *y)
{
	const struct edit *a = x, *b = y;

	if (b->at.offset < a->at.offset ||
	    (b->at.offset == a->at.offset && b->at.n < a->at.n)) {
		a = y;
		b = x;
	}
	if (a->at.offset == b->at.offset)
		return a->at.n == b->at.n || a->at.n > 0;
	return b->at.offset < end_of(a);
}

bool edits_add(struct arena *a, struct edits *to, struct edit e)
{
	size_t i = to->n;

	slice_for (struct edit, old, *to) {
		if (same(old, &e))
			return true;
		if (clash(old, &e))
			return false;
	}
	arena_push(a, to);
	for (; i > 0; i--) {
		const struct edit *prev = &to->v[i - 1];

		if (prev->at.offset < e.at.offset ||
		    (prev->at.offset == e.at.offset && prev->at.n < e.at.n))
			break;
		to->v[i] = *prev;
	}
	to->v[i] = e;
	return true;
}

bool edits_join(struct arena *a, const struct edits *x, const struct edits *y,
                struct edits *out)
{
	*out = (struct edits){0};
	slice_for (struct edit, e, *x)
		if (!edits_add(a, out, *e))
			return false;
	slice_for (struct edit, e, *y)
		if (!edits_add(a, out, *e))
			return false;
	return true;
}

struct str edits_apply(struct str file, const struct edits *e, struct arena *a)
{
	size_t size = file.n, at = 0, n = 0;
	char *p;

	slice_for (struct edit, i, *e)
		size += i->text.n - i->at.n;
	p = arena_array(a, char, size ? size : 1);
	slice_for (struct edit, i, *e) {
		memcpy(p + n, file.p + at, i->at.offset - at);
		n += i->at.offset - at;
		if (i->text.n)
			memcpy(p + n, i->text.p, i->text.n);
		n += i->text.n;
		at = end_of(i);
	}
	if (at < file.n)
		memcpy(p + n, file.p + at, file.n - at);
	return (struct str){p, size};
}

size_t edits_size(const struct edits *e)
{
	size_t size = 0;

	slice_for (struct edit, i, *e)
		size += i->at.n + i->text.n;
	return size;
}
