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

/* The first edit that begins at an offset or behind it. */
static size_t first_from(const struct edits *e, size_t offset)
{
	size_t low = 0, high = e->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (e->v[mid].at.offset < offset)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

bool edits_touch(const struct edits *e, struct span s)
{
	size_t i = first_from(e, s.offset);

	if (i > 0 && end_of(&e->v[i - 1]) > s.offset)
		return true;
	while (i < e->n && e->v[i].at.n == 0 && e->v[i].at.offset <= s.offset)
		i++;
	return i < e->n && e->v[i].at.offset < s.offset + s.n;
}

/* Sorted and apart, only those beside a new one can clash with it. */
bool edits_add(struct arena *a, struct edits *to, struct edit e)
{
	size_t at = first_from(to, e.at.offset);

	for (size_t i = at > 0 ? at - 1 : 0; i < to->n && i < at + 2; i++) {
		if (same(&to->v[i], &e))
			return true;
		if (clash(&to->v[i], &e))
			return false;
	}
	while (at < to->n && to->v[at].at.offset == e.at.offset &&
	       to->v[at].at.n < e.at.n)
		at++;
	arena_push(a, to);
	memmove(to->v + at + 1, to->v + at, (to->n - 1 - at) * sizeof *to->v);
	to->v[at] = e;
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
