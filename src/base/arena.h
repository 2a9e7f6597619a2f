/*
 * arena.h - memory with one lifetime.
 *
 * Shape:   a list of growing chunks; allocations are zeroed and aligned.
 * Owner:   the arena owns all it gave out; arena_free() ends it all at once.
 * Errors:  none: when memory is out the process says so and exits with 2.
 *          What an attacker can make large is bounded by the caller.
 * Source:  -
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include "base/str.h"

#include <stdalign.h>

struct arena {
	struct chunk *chunks;
	char *at, *end; /* free part of the newest chunk */
	size_t used;    /* bytes handed out, for limits and tests */
	size_t mark;    /* of these, before the last arena_mark() */
	size_t room; /* what a mark's part should stay within; 0: nobody says */
};

/* From here on arena_since() counts: one image's part of a longer life. */
void arena_mark(struct arena *a);
size_t arena_since(const struct arena *a);

void *arena_alloc(struct arena *a, size_t size, size_t count, size_t align);
struct str arena_str(struct arena *a, struct str s);
const char *arena_cstr(struct arena *a, struct str s);
struct str arena_fmt(struct arena *a, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* All of them, with sep between. */
struct str strs_join(struct arena *a, struct strs all, const char *sep);
/* p is what buf_take() gave, and n bytes of it are used: it ends with the
 * rest. */
void *arena_adopt(struct arena *a, void *p, size_t n);
/* What b gave out is a's from now on; b is empty. */
void arena_join(struct arena *a, struct arena *b);
void arena_free(struct arena *a);

#define arena_new(a, T)      ((T *)arena_alloc(a, sizeof(T), 1, alignof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc(a, sizeof(T), n, alignof(T)))

/*
 * Append to a {v, n} slice whose storage is in the arena.  Capacity is the
 * next power of two, so a slice grown with this is only grown with this.
 */
#define arena_push(a, sl)                                            \
	((sl)->v = arena_grow(a, (sl)->v, (sl)->n, sizeof *(sl)->v), \
	 &(sl)->v[(sl)->n++])

void *arena_grow(struct arena *a, void *v, size_t n, size_t size);

#endif
