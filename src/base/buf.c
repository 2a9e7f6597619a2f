#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct buf *b, size_t extra)
{
	size_t cap = b->cap ? b->cap : 256;
	char *p;

	while (cap < b->n + extra + 1)
		cap *= 2;
	if (cap == b->cap)
		return;
	p = realloc(b->p, cap);
	if (!p) {
		(void)fputs("cudalint: out of memory\n", stderr);
		exit(2);
	}
	b->p = p;
	b->cap = cap;
}

void buf_add(struct buf *b, struct str s)
{
	if (b->max && s.n > b->max - b->n) {
		s.n = b->max - b->n;
		b->truncated = true;
	}
	reserve(b, s.n);
	if (s.n)
		memcpy(b->p + b->n, s.p, s.n);
	b->n += s.n;
	b->p[b->n] = '\0';
}

void buf_addc(struct buf *b, char c, size_t times)
{
	while (times--)
		buf_add(b, (struct str){&c, 1});
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n <= 0)
		return;
	if (b->max && (size_t)n > b->max - b->n) {
		b->truncated = true;
		return;
	}
	reserve(b, (size_t)n);
	va_start(ap, fmt);
	(void)vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

struct str buf_str(const struct buf *b)
{
	return (struct str){b->n ? b->p : "", b->n};
}

void buf_free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){.max = b->max};
}

char *buf_take(struct buf *b)
{
	char *p = b->p;

	*b = (struct buf){.max = b->max};
	return p;
}
