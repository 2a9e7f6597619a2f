/*
 * minitar.h - small tar archives for tests, from a list of entries.
 *
 * Shape:   {'f', "a/b", "content"}, {'d', "a"}, {'l', "a", "target"},
 *          {'h', "a", "target"}, {'c', "dev/null"}; '-' starts a new layer.
 * Owner:   the arenas of struct mini; mini_free() ends all.
 * Errors:  assertions; mini_read_one() gives the reader's error.
 * Source:  POSIX.1-1988 ustar; GNU 'L' for long names.
 */
#ifndef TESTS_MINITAR_H
#define TESTS_MINITAR_H

#include "facts/gather.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

struct item {
	char type;
	const char *path, *more;
};

enum { MINI_LAYERS_MAX = 16 };

struct mini {
	struct arena layers, facts;
	struct image_layer v[MINI_LAYERS_MAX];
	size_t n;
};

static void mini_header(struct buf *b, char type, struct str name,
                        const char *target, size_t size)
{
	char h[512] = {0};
	unsigned sum = 8 * ' ';

	memcpy(h, name.p, name.n < 100 ? name.n : 100);
	memcpy(h + 100, "0000644", 8);
	(void)snprintf(h + 124, 12, "%011o", (unsigned)size);
	memcpy(h + 136, "00000000000", 12);
	h[156] = type;
	if (target)
		memcpy(h + 157, target, strnlen(target, 100));
	memcpy(h + 257, "ustar\00000", 8);
	for (size_t i = 0; i < sizeof h; i++)
		sum += (unsigned char)h[i];
	(void)snprintf(h + 148, 8, "%06o", sum);
	h[155] = ' ';
	buf_add(b, (struct str){h, sizeof h});
}

static void mini_data(struct buf *b, struct str data)
{
	buf_add(b, data);
	buf_addc(b, '\0', (512 - data.n % 512) % 512);
}

static char mini_type(char type)
{
	const char *names = "fdlhc", *types = "05213";
	const char *at = strchr(names, type);

	assert(at);
	return types[at - names];
}

static void mini_add(struct buf *b, const struct item *it)
{
	struct str name = str_c(it->path);
	struct str data = str_c(it->type == 'f' ? it->more : NULL);

	if (name.n > 100) {
		mini_header(b, 'L', STR("././@LongLink"), NULL, name.n + 1);
		mini_data(b, (struct str){name.p, name.n + 1});
	}
	mini_header(b, mini_type(it->type), name,
	            it->type == 'f' ? NULL : it->more, data.n);
	mini_data(b, data);
}

static void mini_end(struct buf *b)
{
	buf_addc(b, '\0', 1024);
}

static inline struct layer_facts *mini_read_one(struct str bytes,
                                                struct arena *a,
                                                struct err *err)
{
	struct stream *s = stream_of_bytes(bytes);
	struct tar *t = tar_open(s, 0);
	struct layer_facts *l = layer_facts_read(a, t, err);

	tar_close(t);
	stream_close(s);
	return l;
}

static inline struct layer_facts *mini_layer(const struct item *items, size_t n,
                                             struct arena *a, struct err *err)
{
	struct buf b = {0};
	struct layer_facts *l;

	for (size_t i = 0; i < n; i++)
		mini_add(&b, &items[i]);
	mini_end(&b);
	l = mini_read_one(buf_str(&b), a, err);
	buf_free(&b);
	return l;
}

/* Items up to one without a type; '-' ends a layer. */
static inline void mini_read(struct mini *m, const struct item *items)
{
	*m = (struct mini){0};
	for (size_t i = 0, end; items[i].type; i = end) {
		struct err err = {0};

		i += items[i].type == '-';
		for (end = i; items[end].type && items[end].type != '-';)
			end++;
		assert(m->n < MINI_LAYERS_MAX);
		m->v[m->n].facts =
			mini_layer(items + i, end - i, &m->layers, &err);
		assert(m->v[m->n].facts);
		m->n++;
	}
}

static inline void mini_merge(struct mini *m, struct merged *out)
{
	struct layer_list list = {arena_array(&m->facts,
	                                      const struct layer_facts *, m->n),
	                          m->n};

	for (size_t i = 0; i < m->n; i++)
		list.v[i] = m->v[i].facts;
	merge(list, &m->facts, out);
}

/* config: JSON, NULL for an empty one. */
static inline struct image_facts mini_facts(struct mini *m, const char *config)
{
	struct image img = {.config = str_c(config ? config : "{}"),
	                    .layers = {m->v, m->n}};
	struct image_facts f;
	struct err err = {0};

	if (facts_of_image(&img, &m->facts, &f, &err)) {
		(void)fprintf(stderr, "%s\n", err.msg);
		assert(0);
	}
	return f;
}

static inline void mini_free(struct mini *m)
{
	arena_free(&m->layers);
	arena_free(&m->facts);
}

#endif
