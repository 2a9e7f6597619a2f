/* An image config either fails with a message or names layers in bounds. */
#include "facts/config.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct image_facts f = {.schema = STR(FACTS_SCHEMA)};
	struct err err = {0};
	struct buf b = {0};

	if (config_parse((struct str){(const char *)data, size}, &a, &f.config,
	                 &err)) {
		assert(err.kind == ERR_FORMAT && err.msg[0]);
	} else {
		struct image_facts again = {0};

		f.layers.n = f.config.history.n;
		f.layers.v = arena_array(&a, struct layer_fact, f.layers.n);
		config_name_layers(&f.config, &f.layers);
		facts_write(&f, &b);
		assert(facts_parse(buf_str(&b), &a, &again, &err) == 0);
		assert(again.config.env.n == f.config.env.n);
	}
	buf_free(&b);
	arena_free(&a);
	return 0;
}
