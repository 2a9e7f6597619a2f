#include "mkimage.h"

static void helm(struct world *w)
{
	of_type(w, "application/vnd.cncf.helm.config.v1+json", "x",
	        STR("chart"));
}

static void missing_layer(struct world *w)
{
	of_type(w, OCI "config.v1+json", OCI "layer.v1.tar", STR(""));
}

static void schema1(struct world *w)
{
	const char *m = blob(w, STR("{\"schemaVersion\":1,\"fsLayers\":[{}]}"));

	put(w, "index.json", index_of(w, m, ""));
}

static void both_kinds(struct world *w)
{
	put(w, "index.json",
	    STR("{\"config\":{\"digest\":\"x\"},\"manifests\":[{}]}"));
}

static void sha512(struct world *w)
{
	put(w, "index.json", index_of(w, "sha512:00", ""));
}

static void links_in_circle(struct world *w)
{
	struct str cfg = config(w, "amd64", digest(w, STR("x")), NULL);

	mktar_other(&w->tar, "a", '2', "b");
	mktar_other(&w->tar, "b", '1', "a");
	docker_manifest(w, config_file(w, cfg), "a", NULL);
}

static void too_few_layers(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), digest(w, one));

	put(w, "one", one);
	docker_manifest(w, config_file(w, cfg), "one", NULL);
}

static void wrong_diff_id(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, STR("two")), NULL);

	put(w, "one", gzip(w, one));
	docker_manifest(w, config_file(w, cfg), "one", NULL);
}

static void wrong_blob(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);
	const char *path = arena_fmt(&w->a, "blobs/sha256/%s", hex(w, one)).p;

	put(w, path, gzip(w, one));
	docker_manifest(w, config_file(w, cfg), path, NULL);
}

static void wrong_config(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);
	const char *name = arena_fmt(&w->a, "%s.json", hex(w, one)).p;

	put(w, "one", one);
	put(w, name, cfg);
	docker_manifest(w, name, "one", NULL);
}

static void cut_layer(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg;

	one.n -= 512;
	cfg = config(w, "amd64", digest(w, one), NULL);
	put(w, "one", one);
	docker_manifest(w, config_file(w, cfg), "one", NULL);
}

static void empty_layer_file(struct world *w)
{
	struct str cfg = config(w, "amd64", digest(w, STR("")), NULL);

	put(w, "one", STR(""));
	docker_manifest(w, config_file(w, cfg), "one", NULL);
}

static void root_fs(struct world *w)
{
	put(w, "etc/passwd", STR("root"));
}

static void old_docker(struct world *w)
{
	put(w, "repositories", STR("{}"));
}

static void other_tar(struct world *w)
{
	put(w, "hello.c", STR("main"));
}

static void no_images(struct world *w)
{
	put(w, "manifest.json", STR("[]"));
}

static void escaping(struct world *w)
{
	struct str cfg = config(w, "amd64", digest(w, STR("x")), NULL);

	docker_manifest(w, config_file(w, cfg), "../one", NULL);
}

static void text_only(struct world *w)
{
	buf_add(&w->tar, STR("FROM nvidia/cuda\n"));
}

static void nothing(struct world *w)
{
	(void)w;
}

static void errors(void **state)
{
	static const struct row rows[] = {
		{"helm", helm, NULL, ERR_FORMAT, "not an image: it holds a He"},
		{"schema 1", schema1, NULL, ERR_UNSUPPORTED, "schema 1"},
		{"both", both_kinds, NULL, ERR_FORMAT, "both an index and"},
		{"sha512", sha512, NULL, ERR_UNSUPPORTED, "sha512"},
		{"circle", links_in_circle, NULL, ERR_FORMAT, "circle"},
		{"count", too_few_layers, NULL, ERR_FORMAT,
	         "1 layers, but the config has 2"},
		{"diffID", wrong_diff_id, NULL, ERR_DIGEST,
	         "layer 0 (sha256:3fc4ccfe7458…): digest mismatch: the config"},
		{"blob", wrong_blob, NULL, ERR_DIGEST,
	         "mismatch: named sha256"},
		{"config", wrong_config, NULL, ERR_DIGEST,
	         "config: digest mis"},
		{"missing", missing_layer, NULL, ERR_NOT_FOUND, "is missing"},
		/* umoci insert ends them so; the digest says it is all. */
		{"no end marker", cut_layer, NULL, ERR_NONE,
	         "docker-archive |  linux/amd64 [one,]"},
		{"no bytes", empty_layer_file, NULL, ERR_FORMAT, "truncated"},
		{"root", root_fs, NULL, ERR_FORMAT, "not an image: a tar arch"},
		{"no repositories", old_docker, NULL, ERR_NOT_FOUND,
	         "no image"},
		{"a tar", other_tar, NULL, ERR_FORMAT, "not an image: a tar"},
		{"no images", no_images, NULL, ERR_NOT_FOUND, "no image"},
		{"escape", escaping, NULL, ERR_FORMAT, "bad path ../one"},
		{"text", text_only, NULL, ERR_FORMAT, "like a Dockerfile"},
		{"empty", nothing, NULL, ERR_FORMAT, "not an image: nothing"},
	};

	(void)state;
	RUN(rows);
}

static void limits(void **state)
{
	static const struct {
		size_t off;
		uint64_t value;
		bool hit;
		const char *want;
	} rows[] = {
		{offsetof(struct image_limits, json_bytes), 50, true, "JSON"},
		{offsetof(struct image_limits, json_total), 400, true, "JSON"},
		{offsetof(struct image_limits, layer_bytes), 2047, true,
	         "2047"},
		{offsetof(struct image_limits, layer_bytes), 2048, false, ""},
		{offsetof(struct image_limits, entries), 1, false, ""},
		{offsetof(struct image_limits, members), 3, true,
	         "3 members; --limit members=N raises it"},
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(oci_gzip);
		char *lim = (char *)&w.o.limits;
		const char *got;

		memcpy(lim + rows[i / 2].off, &rows[i / 2].value,
		       sizeof(uint64_t));
		got = read_as(&w, i % 2);
		assert_int_equal(w.err.kind,
		                 rows[i / 2].hit ? ERR_LIMIT : ERR_NONE);
		assert_non_null(strstr(got, rows[i / 2].want));
		world_free(&w);
	}
}

static void docker_layers(struct world *w, int n)
{
	struct str one = layer(w, "one");
	const char *d = digest(w, one);
	struct buf cfg = {0}, m = {0};

	for (int i = 0; i < n; i++) {
		buf_printf(&cfg, "%s\"%s\"", i ? "," : "", d);
		buf_printf(&m, "%s\"one\"", i ? "," : "");
	}
	put(w, "one", one);
	put(w, "cfg",
	    arena_fmt(&w->a, "{\"rootfs\":{\"diff_ids\":[%s]}}", cfg.p));
	put(w, "manifest.json",
	    arena_fmt(&w->a, "[{\"Config\":\"cfg\",\"Layers\":[%s]}]", m.p));
	buf_free(&cfg);
	buf_free(&m);
}

static void most_layers(struct world *w)
{
	docker_layers(w, IMAGE_LAYERS_MAX);
}

static void more_layers(struct world *w)
{
	docker_layers(w, IMAGE_LAYERS_MAX + 1);
}

static void layers(void **state)
{
	struct world w = world_new(most_layers);

	(void)state;
	(void)read_as(&w, false);
	assert_int_equal(w.err.kind, ERR_NONE);
	world_free(&w);
	w = world_new(more_layers);
	assert_non_null(strstr(read_as(&w, true), "more than 500 layers"));
	assert_int_equal(w.err.kind, ERR_LIMIT);
	world_free(&w);
}

static void two_layers(struct world *w)
{
	struct str one = layer(w, "one"), two = layer(w, "two");

	put(w, "one", one);
	put(w, "two", two);
	put(w, "cfg",
	    arena_fmt(&w->a, "{\"rootfs\":{\"diff_ids\":[\"%s\",\"%s\"]}}",
	              digest(w, one), digest(w, two)));
	put(w, "manifest.json",
	    STR("[{\"Config\":\"cfg\",\"Layers\":[\"one\",\"two\"]}]"));
}

/* What layers may take together is used up by the first, to the last byte. */
static void all_layers(void **state)
{
	(void)state;
	for (uint64_t max = 2048; max <= 4096; max += 512) {
		for (int piped = 0; piped < 2; piped++) {
			struct world w = world_new(two_layers);

			w.o.verify = true;
			w.o.limits.image_bytes = max;
			(void)read_as(&w, piped);
			assert_int_equal(w.err.kind,
			                 max < 4096 ? ERR_LIMIT : ERR_NONE);
			world_free(&w);
		}
	}
}

/* What it is says more than how much. */
static void large_root(void **state)
{
	struct world w = world_new(root_fs);

	(void)state;
	w.o.limits.members = 1;
	put(&w, "b", STR("x"));
	mktar_end(&w.tar);
	for (int stream = 0; stream < 2; stream++)
		assert_non_null(strstr(read_as(&w, stream), "docker export"));
	world_free(&w);
}

static void plain_flip(void **state)
{
	static const struct {
		bool stream, verify, fails;
	} rows[] = {{false, false, false},
	            {false, true, true},
	            {true, false, true}};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(docker25);
		size_t at = 0;

		while (memcmp(w.tar.p + at, "content", 7) != 0)
			at++;
		w.tar.p[at] = 'k';
		w.o.verify = rows[i].verify;
		(void)read_as(&w, rows[i].stream);
		assert_int_equal(w.err.kind,
		                 rows[i].fails ? ERR_DIGEST : ERR_NONE);
		world_free(&w);
	}
}

static void cut_anywhere(void **state)
{
	static void (*const makes[])(struct world *) = {docker24, docker25,
	                                                multi, outer_gzip};

	(void)state;
	for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
		struct world w = world_new(makes[i]);
		size_t whole = w.tar.n;

		for (size_t n = 0; n < whole; n += i == 3 ? 1 : 64) {
			w.tar.n = n;
			for (int stream = 0; stream < 2; stream++) {
				(void)read_as(&w, stream);
				assert_int_not_equal(w.err.kind, ERR_NONE);
				assert_true(w.err.msg[0]);
			}
		}
		w.tar.n = whole;
		world_free(&w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors),       cmocka_unit_test(limits),
		cmocka_unit_test(layers),       cmocka_unit_test(all_layers),
		cmocka_unit_test(large_root),   cmocka_unit_test(plain_flip),
		cmocka_unit_test(cut_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
