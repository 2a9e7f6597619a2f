/* A line of a scan's state is refused, or survives a round trip; what it has
 * to tell can be told. */
#include "scan/state.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct state_line *l, struct arena *a)
{
	struct buf b1 = {0}, b2 = {0};
	struct state_line again;
	struct err err = {0};

	state_write_line(l, &b1);
	assert(state_parse_line(buf_str(&b1), a, &again, &err) == 0);
	state_write_line(&again, &b2);
	assert(str_eq(buf_str(&b1), buf_str(&b2)));
	buf_free(&b1);
	buf_free(&b2);
}

static void tell(const struct state_line *l)
{
	static struct pool pools[] = {{.name = {"p", 1}}, {.name = {"q", 1}}};
	struct fleet fleet = {.pools = {pools, 2}};
	struct survey s = {.rows = l->images, .fleet = &fleet};

	for (size_t i = 0; i < survey_formats_n; i++) {
		struct buf out = {0};

		survey_formats[i].write(&s, &out);
		buf_free(&out);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct state_line l;
	struct err err = {0};

	if (state_parse_line((struct str){(const char *)data, size}, &a, &l,
	                     &err)) {
		assert((err.kind == ERR_FORMAT || err.kind == ERR_LIMIT) &&
		       err.msg[0]);
	} else {
		check(&l, &a);
		tell(&l);
	}
	arena_free(&a);
	return 0;
}
