/*
 * What a cache has about a layer, behind the line with its digest.  It is
 * refused, or packs again to the same, and an image can be made of it.
 */
#include "facts/gather.h"
#include "facts/layer_pack.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What was read may have been longer than it need be. */
static void check_round_trip(const struct layer_facts *l, struct arena *a)
{
	struct buf b1 = {0}, b2 = {0};
	const struct layer_facts *again;

	layer_pack(l, &b1);
	again = layer_unpack(buf_str(&b1), a);
	assert(again);
	layer_pack(again, &b2);
	assert(str_eq(buf_str(&b1), buf_str(&b2)));
	buf_free(&b1);
	buf_free(&b2);
}

static void check_image(struct layer_facts *l)
{
	struct image_layer v[] = {{.facts = l}, {.facts = l}};
	struct image img = {.config = STR("{}"), .layers = {v, 2}};
	struct image_facts f;
	struct arena a = {0};
	struct err err = {0};

	assert(facts_of_image(&img, &a, &f, &err) == 0);
	arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = {(const char *)data, size};
	struct arena a = {0};
	struct layer_facts *l = layer_unpack(bytes, &a);

	if (l) {
		check_round_trip(l, &a);
		check_image(l);
	}
	arena_free(&a);
	return 0;
}
