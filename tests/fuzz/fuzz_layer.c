/*
 * Layers, each a tar; a line "\n--\n" stands between two.  Whatever they are,
 * the facts are facts: they survive a round trip, and what is resolved is
 * there.  Text that is no tar goes through every extractor.
 */
#include "facts/extract.h"
#include "facts/gather.h"
#include "tar_mutator.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned seed);

static void *read_layer(struct str bytes, struct arena *a)
{
	struct stream *s = stream_of_bytes(bytes);
	struct tar *t = tar_open(s, 0);
	struct err err = {0};
	void *facts = layer_facts_read(a, t, &err);

	assert(facts || (err.kind != ERR_NONE && err.msg[0]));
	tar_close(t);
	stream_close(s);
	return facts;
}

static bool next_layer(struct str *rest, struct str *layer)
{
	const struct str mark = STR("\n--\n");

	if (!rest->p)
		return false;
	*layer = *rest;
	for (size_t i = 0; i + mark.n <= rest->n; i++) {
		if (memcmp(rest->p + i, mark.p, mark.n) == 0) {
			layer->n = i;
			*rest = str_from(*rest, i + mark.n);
			return true;
		}
	}
	*rest = (struct str){NULL, 0};
	return true;
}

static void check(const struct image_facts *f, struct arena *a)
{
	struct image_facts again = {0};
	struct buf b1 = {0}, b2 = {0};
	struct err err = {0};

	slice_for (struct umd, u, f->umd)
		assert(u->path.n && u->layer >= 0 &&
		       u->layer < (int64_t)f->layers.n);
	slice_for (struct cudart, c, f->cudart)
		assert(c->path.n && c->version.n);
	facts_write(f, &b1);
	assert(facts_parse(buf_str(&b1), a, &again, &err) == 0);
	facts_write(&again, &b2);
	assert(str_eq(buf_str(&b1), buf_str(&b2)));
	buf_free(&b1);
	buf_free(&b2);
}

static void extract_all(struct str bytes)
{
	for (int what = 0; what < INTEREST_N; what++) {
		struct arena a = {0};
		struct said said = {0};

		extract((enum interest)what, bytes, &a, &said);
		arena_free(&a);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str rest = {(const char *)data, size}, layer;
	struct image img = {.config = STR("{}")};
	struct arena layers = {0}, a = {0};
	struct image_facts f;
	struct err err = {0};

	extract_all(rest);
	while (next_layer(&rest, &layer) && img.layers.n < 64)
		*arena_push(&layers, &img.layers) = (struct image_layer){
			.facts = read_layer(layer, &layers),
			.gap = STR("it could not be read")};
	assert(facts_of_image(&img, &a, &f, &err) == 0);
	arena_free(&layers); /* the facts stand alone */
	check(&f, &a);
	arena_free(&a);
	return 0;
}

/* One of the layers is changed; now and then all is, as one text. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,
                               unsigned seed)
{
	struct str rest = {(const char *)data, size}, layer, one = {0};
	size_t at, behind, room, n, layers = 0;
	uint8_t *copy;

	if (seed % 8 == 0)
		return LLVMFuzzerMutate(data, size, max);
	while (next_layer(&rest, &layer))
		if (seed / 8 % ++layers == 0)
			one = layer;
	at = (size_t)(one.p - (const char *)data);
	behind = size - at - one.n;
	room = max - size + one.n;
	if (room == 0)
		return size;
	copy = malloc(room);
	assert(copy);
	memcpy(copy, one.p, one.n);
	n = tar_mutate(copy, one.n, room, seed / 512);
	memmove(data + at + n, data + at + one.n, behind);
	memcpy(data + at, copy, n);
	free(copy);
	return size - one.n + n;
}
