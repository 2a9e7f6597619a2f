#include "mkimage.h"

/* Knows one layer, and counts what it is asked and told. */
struct memory {
	struct str diff_id, blob;
	struct str facts;
	int gets, puts;
};

static void *memory_get(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct memory *m = ctx;

	m->gets++;
	assert_int_equal(depth, LAYER_FULL);
	return str_eq(m->diff_id, id.diff_id) ? &m->facts : NULL;
}

static void memory_put(void *ctx, struct layer_id id, enum layer_depth depth,
                       const void *facts)
{
	struct memory *m = ctx;

	m->puts++;
	assert_int_equal(depth, LAYER_FULL);
	assert_true(facts && digest_is_valid(id.diff_id));
	m->diff_id = id.diff_id;
	m->blob = id.blob;
}

static void shared_layer(struct world *w)
{
	struct str one = layer(w, "one");
	struct str c1 = config(w, "amd64", digest(w, one), NULL);
	struct str c2 = config(w, "arm64", digest(w, one), NULL);

	put(w, "one.tgz", gzip(w, one));
	put(w, "c1", c1);
	put(w, "c2", c2);
	put(w, "manifest.json",
	    STR("[{\"Config\":\"c1\",\"Layers\":[\"one.tgz\"]},"
	        "{\"Config\":\"c2\",\"Layers\":[\"one.tgz\"]}]"));
}

/* Blob and config do not agree. */
static void wrong_layer(struct world *w)
{
	struct str one = layer(w, "one"), two = layer(w, "two");
	const char *m = oci_image(w, "amd64", one, gzip(w, two), "x+gzip");

	put(w, "index.json", index_of(w, m, ""));
}

static void cold(void **state)
{
	static const struct {
		void (*make)(struct world *);
		bool stream, verify;
		int gets, puts;
	} rows[] = {
		{oci_gzip, false, false, 1, 1},
		{oci_gzip, true, false, 0, 1},
		{oci_gzip, false, true, 0, 1},
		{docker25, false, false, 1, 0}, /* read, but not whole */
		{docker25, false, true, 0, 1},
		{shared_layer, false, false, 1, 1},
		{encrypted, false, false, 0, 0},
		{wrong_layer, false, false, 1, 0},
		{wrong_layer, true, false, 0, 0},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(rows[i].make);
		struct memory m = {0};
		struct layer_cache c = {&m, memory_get, memory_put, NULL, NULL};

		w.o.cache = &c;
		w.o.verify = rows[i].verify;
		(void)read_as(&w, rows[i].stream);
		assert_int_equal(m.gets, rows[i].gets);
		assert_int_equal(m.puts, rows[i].puts);
		world_free(&w);
	}
}

static void warm(void **state)
{
	static const struct {
		void (*make)(struct world *);
		bool stream, verify;
		int gets;
		const char *want;
	} rows[] = {
		{oci_gzip, false, false, 1,
	         "oci-archive |  linux/amd64 [known]"},
		{oci_gzip, false, true, 0, "oci-archive |  linux/amd64 [one,]"},
		{oci_gzip, true, false, 0, "oci-archive |  linux/amd64 [one,]"},
		{docker25, false, false, 1,
	         "docker-archive |  linux/amd64 [known]"},
		{shared_layer, false, false, 1,
	         "docker-archive | @0 linux/amd64 [known]"
	         " | @1 linux/arm64 [known]"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(rows[i].make);
		struct str one = layer(&w, "one");
		struct memory m = {.facts = STR("known")};
		struct layer_cache c = {&m, memory_get, memory_put, NULL, NULL};

		m.diff_id = str_c(digest(&w, one));
		w.o.cache = &c;
		w.o.verify = rows[i].verify;
		assert_string_equal(read_as(&w, rows[i].stream), rows[i].want);
		assert_int_equal(m.gets, rows[i].gets);
		if (m.gets) {
			assert_true(w.found.v[0].layers.v[0].verified);
			assert_int_equal(m.puts, 0);
		}
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cold),
		cmocka_unit_test(warm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
