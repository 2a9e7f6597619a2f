/* Facts either fail with a message or survive a round trip. */
#include "facts/facts.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct image_facts *one, struct arena *a)
{
	struct image_facts two = {0};
	struct buf b1 = {0}, b2 = {0};
	struct err err = {0};
	struct str value;

	facts_write(one, &b1);
	assert(facts_parse(buf_str(&b1), a, &two, &err) == 0);
	facts_write(&two, &b2);
	assert(str_eq(buf_str(&b1), buf_str(&b2)));
	(void)facts_env(one, STR("A"), &value);
	assert(facts_unsure(one, GROUP_ALL) == (one->gaps.n > 0));
	assert(facts_platform(one, a).n > 0);
	buf_free(&b1);
	buf_free(&b2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct image_facts f = {0};
	struct err err = {0};

	if (facts_parse((struct str){(const char *)data, size}, &a, &f, &err))
		assert((err.kind == ERR_FORMAT || err.kind == ERR_LIMIT) &&
		       err.msg[0]);
	else
		check(&f, &a);
	arena_free(&a);
	return 0;
}
