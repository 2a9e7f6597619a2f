#include "base/arena.h"

#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MIN = 1024, CHUNK_MAX = 32 * 1024 };

struct chunk {
	struct chunk *next;
	void *adopted; /* NULL: none */
	alignas(max_align_t) char data[];
};

static _Noreturn void die_oom(void)
{
	(void)fputs("cudalint: out of memory\n", stderr);
	exit(2);
}

/* As much again: many an arena holds little, and zeroing costs. */
static size_t next_size(const struct arena *a)
{
	if (a->used < CHUNK_MIN)
		return CHUNK_MIN;
	return a->used < CHUNK_MAX ? a->used : CHUNK_MAX;
}

static void add_chunk(struct arena *a, size_t need)
{
	size_t size = next_size(a);
	struct chunk *c;

	if (size < need)
		size = need;
	c = calloc(1, sizeof *c + size);
	if (!c)
		die_oom();
	c->next = a->chunks;
	a->chunks = c;
	a->at = c->data;
	a->end = c->data + size;
}

void *arena_alloc(struct arena *a, size_t size, size_t count, size_t align)
{
	size_t pad = -(uintptr_t)a->at & (align - 1);
	size_t total;
	void *p;

	if (__builtin_mul_overflow(size, count, &total) || total > SIZE_MAX / 2)
		die_oom();
	if (!a->at || (size_t)(a->end - a->at) < pad ||
	    (size_t)(a->end - a->at) - pad < total) {
		add_chunk(a, total);
		pad = 0;
	}
	p = a->at + pad;
	a->at += pad + total;
	a->used += total;
	return p;
}

void *arena_grow(struct arena *a, void *v, size_t n, size_t size)
{
	void *wider;

	if (v && (n == 0 || (n & (n - 1)) != 0))
		return v;
	wider = arena_alloc(a, size, n ? 2 * n : 1, alignof(max_align_t));
	if (v && n)
		memcpy(wider, v, n * size);
	return wider;
}

const char *arena_cstr(struct arena *a, struct str s)
{
	char *p = arena_array(a, char, s.n + 1);

	if (s.n)
		memcpy(p, s.p, s.n);
	return p;
}

struct str arena_str(struct arena *a, struct str s)
{
	return (struct str){arena_cstr(a, s), s.n};
}

struct str arena_fmt(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	int n;
	char *p;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		return STR("(bad format)");
	p = arena_array(a, char, (size_t)n + 1);
	va_start(ap, fmt);
	(void)vsnprintf(p, (size_t)n + 1, fmt, ap);
	va_end(ap);
	return (struct str){p, (size_t)n};
}

void *arena_adopt(struct arena *a, void *p, size_t n)
{
	struct chunk *c = calloc(1, sizeof *c);

	if (!c)
		die_oom();
	c->adopted = p;
	c->next = a->chunks;
	a->chunks = c; /* the free part is still in the one before */
	a->used += n;
	return p;
}

void arena_mark(struct arena *a)
{
	a->mark = a->used;
}

size_t arena_since(const struct arena *a)
{
	return a->used - a->mark;
}

void arena_join(struct arena *a, struct arena *b)
{
	struct chunk **end = &b->chunks;

	while (*end)
		end = &(*end)->next;
	*end = a->chunks;
	a->chunks = b->chunks;
	a->used += b->used;
	*b = (struct arena){0};
}

void arena_free(struct arena *a)
{
	struct chunk *next;

	for (struct chunk *c = a->chunks; c; c = next) {
		next = c->next;
		free(c->adopted);
		free(c);
	}
	*a = (struct arena){0};
}

struct str strs_join(struct arena *a, struct strs all, const char *sep)
{
	struct buf b = {0};
	struct str out;

	slice_for (struct str, s, all) {
		if (s > all.v)
			buf_add(&b, str_c(sep));
		buf_add(&b, *s);
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}
