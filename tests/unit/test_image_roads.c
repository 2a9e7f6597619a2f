/* Rarer shapes of images: several in one archive, one of them by name; what
 * Docker saved before 1.10; bytes inside of descriptors; writers' bugs. */
#include "mkimage.h"

#include "base/base64.h"

/* --- before 1.10 */

static const char *id_of(struct world *w, int i)
{
	return arena_fmt(&w->a, "%064x", i).p;
}

static void v1_layer(struct world *w, int i, int parent, const char *more)
{
	const char *id = id_of(w, i);

	put(w, arena_fmt(&w->a, "%s/VERSION", id).p, STR("1.0"));
	put(w, arena_fmt(&w->a, "%s/json", id).p,
	    arena_fmt(&w->a, "{\"id\":\"%s\",%s%s%s\"os\":\"linux\"%s}", id,
	              parent ? "\"parent\":\"" : "",
	              parent ? id_of(w, parent) : "", parent ? "\"," : "",
	              more));
}

static void v1_whole(struct world *w, int i, int parent, struct str tar)
{
	v1_layer(w, i, parent,
	         ",\"architecture\":\"amd64\",\"Size\":7,"
	         "\"config\":{\"Env\":[\"A=1\"],\"Volumes\":{\"/x\":{}}},"
	         "\"container_config\":{\"Cmd\":[\"/bin/sh\",\"-c\"]}");
	put(w, arena_fmt(&w->a, "%s/layer.tar", id_of(w, i)).p, tar);
}

static void tag(struct world *w, const char *name, const char *id)
{
	put(w, "repositories",
	    arena_fmt(&w->a, "{\"%s\":{\"1\":\"%s\"}}", name, id));
}

static void v1(struct world *w)
{
	v1_whole(w, 2, 1, layer(w, "two"));
	v1_whole(w, 1, 0, gzip(w, layer(w, "one")));
	tag(w, "acme/x", id_of(w, 2));
}

static void v1_two(struct world *w)
{
	v1_whole(w, 1, 0, layer(w, "one"));
	v1_whole(w, 2, 1, layer(w, "two"));
	put(w, "repositories",
	    arena_fmt(&w->a,
	              "{\"a\":{\"9\":\"%s\",\"8\":\"%s\"},\"b\":{},"
	              "\"c/d\":{\"1\":\"%s\"}}",
	              id_of(w, 2), id_of(w, 1), id_of(w, 2)));
}

static void v1_linked(struct world *w)
{
	v1_whole(w, 1, 0, layer(w, "one"));
	v1_layer(w, 2, 1, "");
	mktar_other(&w->tar, arena_fmt(&w->a, "%s/layer.tar", id_of(w, 2)).p,
	            '2', arena_fmt(&w->a, "../%s/layer.tar", id_of(w, 1)).p);
	tag(w, "x", id_of(w, 2));
}

static void v1_circle(struct world *w)
{
	v1_whole(w, 1, 2, layer(w, "one"));
	v1_whole(w, 2, 1, layer(w, "two"));
	tag(w, "x", id_of(w, 2));
}

static void v1_no_parent(struct world *w)
{
	v1_whole(w, 2, 1, layer(w, "two"));
	tag(w, "x", id_of(w, 2));
}

static void v1_no_layer(struct world *w)
{
	v1_layer(w, 1, 0, "");
	tag(w, "x", id_of(w, 1));
}

static void v1_squashfs(struct world *w)
{
	v1_whole(w, 1, 0, STR("hsqs and more"));
	tag(w, "x", id_of(w, 1));
}

static void v1_cut(struct world *w)
{
	struct str one = layer(w, "one");

	one.n -= 600;
	v1_whole(w, 1, 0, one);
	tag(w, "x", id_of(w, 1));
}

static void v1_bad_json(struct world *w)
{
	v1_layer(w, 1, 0, ",\"os\":\"twice\"");
	tag(w, "x", id_of(w, 1));
}

static void v1_path_as_id(struct world *w)
{
	v1_whole(w, 1, 0, layer(w, "one"));
	tag(w, "x", "../../etc");
}

static void v1_empty_id(struct world *w)
{
	tag(w, "x", "");
}

static void v1_flat(struct world *w)
{
	put(w, "repositories", STR("{\"x\":\"latest\"}"));
}

static void v1_not_utf8(struct world *w)
{
	put(w, "repositories", STR("{\"\xff\xfe\":{\"1\":\"0\"}}"));
}

static void v1_many_tags(struct world *w)
{
	struct buf b = {0};

	v1_whole(w, 1, 0, layer(w, "one"));
	buf_add(&b, STR("{\"x\":{"));
	for (int i = 0; i < 100000; i++)
		buf_printf(&b, "%s\"%d\":\"%s\"", i ? "," : "", i, id_of(w, 1));
	buf_add(&b, STR("}}"));
	put(w, "repositories", arena_str(&w->a, buf_str(&b)));
	buf_free(&b);
}

static void legacy(void **state)
{
	static const struct row rows[] = {
		{"v1", v1, NULL, 0,
	         "docker-archive |  linux/amd64 [one,] [two,]"},
		{"v1 of two", v1_two, NULL, 0,
	         "docker-archive | a:8 linux/amd64 [one,]"
	         " | a:9 linux/amd64 [one,] [two,]"},
		{"v1 linked", v1_linked, NULL, 0,
	         "docker-archive |  linux/ [one,] [one,]"},
		{"many tags", v1_many_tags, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"circle", v1_circle, NULL, ERR_LIMIT,
	         "repositories: x:1: limit: more than 500 layers, or parents "
	         "in a circle"},
		{"no parent", v1_no_parent, NULL, ERR_NOT_FOUND,
	         "1/json is missing"},
		{"no layer", v1_no_layer, NULL, ERR_NOT_FOUND,
	         "1/layer.tar is missing"},
		{"squashfs", v1_squashfs, NULL, ERR_FORMAT,
	         "layer 0 (000000000000): not a tar archive but a squashfs"},
		{"cut", v1_cut, NULL, ERR_FORMAT, "layer 0"},
		{"bad JSON", v1_bad_json, NULL, ERR_FORMAT, "duplicate"},
		{"path as id", v1_path_as_id, NULL, ERR_FORMAT,
	         "'../../etc' is no id"},
		{"empty id", v1_empty_id, NULL, ERR_FORMAT, "'' is no id"},
		{"flat", v1_flat, NULL, ERR_FORMAT, "x: want an object"},
		{"not UTF-8", v1_not_utf8, NULL, ERR_FORMAT,
	         "unable to decode byte 0xff"},
	};

	(void)state;
	RUN(rows);
}

/* The config is one that docker load would make: enough for facts. */
static void made_config(void **state)
{
	struct world w = world_new(v1);
	struct str one = layer(&w, "one"), two = layer(&w, "two");
	const char *want =
		arena_fmt(&w.a,
	                  "{\"architecture\":\"amd64\",\"config\":{\"Env\":["
	                  "\"A=1\"]},\"history\":[{\"created_by\":\"/bin/sh "
	                  "-c\"},{\"created_by\":\"/bin/sh -c\"}],\"os\":"
	                  "\"linux\",\"rootfs\":{\"type\":\"layers\","
	                  "\"diff_ids\":[\"%s\",\"%s\"]}}",
	                  digest(&w, one), digest(&w, two))
			.p;

	(void)state;
	for (int stream = 0; stream < 2; stream++) {
		(void)read_as(&w, stream);
		assert_int_equal(w.found.n, 1);
		assert_string_equal(arena_cstr(&w.a, w.found.v[0].config),
		                    want);
		assert_string_equal(arena_cstr(&w.a, w.found.v[0].digest),
		                    digest(&w, w.found.v[0].config));
		assert_true(w.found.v[0].layers.v[1].verified);
	}
	world_free(&w);
}

/* --- several images */

static void row_of(struct world *w, struct buf *b, const char *m,
                   const char *more)
{
	(void)w;
	buf_printf(b, "%s{\"digest\":\"%s\"%s}", b->n ? "," : "", m, more);
}

static void index_with(struct world *w, struct buf *rows)
{
	put(w, "index.json",
	    arena_fmt(&w->a, "{\"schemaVersion\":2,\"manifests\":[" STR_F "]}",
	              STR_A(buf_str(rows))));
	buf_free(rows);
}

#define PLATFORM(arch) \
	",\"platform\":{\"os\":\"linux\",\"architecture\":\"" arch "\"}"
#define NAMED(full, tag)                                         \
	",\"annotations\":{\"io.containerd.image.name\":\"" full \
	"\",\"org.opencontainers.image.ref.name\":\"" tag "\"}"

static void oci_two(struct world *w, const char *more1, const char *more2)
{
	struct str one = layer(w, "one"), two = layer(w, "two");
	struct buf rows = {0};

	row_of(w, &rows, oci_image(w, "amd64", one, one, "x"), more1);
	row_of(w, &rows, oci_image(w, "amd64", two, two, "x"), more2);
	index_with(w, &rows);
}

/* ctr export a b */
static void named(struct world *w)
{
	oci_two(w, NAMED("docker.io/library/a:latest", "latest"),
	        NAMED("example.com/b:2", "2"));
}

/* moby#51389, without the manifest.json that makes up for it. */
static void nameless(struct world *w)
{
	oci_two(w, PLATFORM("amd64"), PLATFORM("amd64"));
}

/* buildx: no index in the index. */
static void side_by_side(struct world *w)
{
	struct str one = layer(w, "one"), two = layer(w, "two");
	struct buf rows = {0};

	row_of(w, &rows, oci_image(w, "amd64", one, one, "x"),
	       PLATFORM("amd64"));
	row_of(w, &rows, oci_image(w, "arm64", two, two, "x"),
	       PLATFORM("arm64"));
	index_with(w, &rows);
}

/* containerd: manifest.json knows one platform, the index another image. */
static void united(struct world *w)
{
	struct str one = layer(w, "one");

	side_by_side(w);
	put(w, "manifest.json",
	    arena_fmt(&w->a,
	              "[{\"Config\":\"blobs/sha256/%s\",\"RepoTags\":[\"a:1\","
	              "\"a:2\"],\"Layers\":[\"blobs/sha256/%s\"]}]",
	              hex(w, config(w, "amd64", digest(w, one), NULL)),
	              hex(w, one)));
}

static void one_gone(struct world *w)
{
	struct str one = layer(w, "one");
	struct buf rows = {0};

	row_of(w, &rows, oci_image(w, "amd64", one, one, "x"),
	       NAMED("a:1", "1"));
	row_of(w, &rows, digest(w, STR("gone")), NAMED("b:1", "1"));
	index_with(w, &rows);
}

static void several(void **state)
{
	static const struct row rows[] = {
		{"named", named, NULL, 0,
	         "oci-archive | docker.io/library/a:latest linux/amd64 [one,]"
	         " | example.com/b:2 linux/amd64 [two,]"},
		{"nameless", nameless, NULL, 0,
	         "oci-archive | @0 linux/amd64 [one,]"
	         " | @1 linux/amd64 [two,]"},
		{"side by side", side_by_side, NULL, 0,
	         "oci-archive |  linux/amd64 [one,] |  linux/arm64 [two,]"},
		{"united", united, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"
	         " |  linux/arm64 [two,]"},
		{"one gone", one_gone, NULL, 0,
	         "oci-archive | a:1 linux/amd64 [one,] absent b:1 "},
		/* each is all there is of it */
		{"another platform", named, "linux/arm64", 0,
	         "oci-archive | docker.io/library/a:latest linux/amd64 [one,]"
	         " | example.com/b:2 linux/amd64 [two,]"
	         " offered linux/amd64"},
	};

	(void)state;
	RUN(rows);
}

static void by_name(void **state)
{
	static const struct {
		void (*make)(struct world *);
		const char *ref, *want; /* part of what comes out */
		enum err_kind kind;
	} rows[] = {
		{named, "a", "|  linux/amd64 [one,]", 0},
		{named, "a:latest", "|  linux/amd64 [one,]", 0},
		{named, "library/a", "|  linux/amd64 [one,]", 0},
		{named, "docker.io/library/a:latest", "[one,]", 0},
		{named, "latest", "[one,]", 0},
		{named, "2", "[two,]", 0},
		{named, "@1", "[two,]", 0},
		{named, "example.com/b:2", "[two,]", 0},
		{named, "example.com/b",
	         "has docker.io/library/a:latest, "
	         "example.com/b:2",
	         ERR_NOT_FOUND},
		{named, "@2", "no image '@2'", ERR_NOT_FOUND},
		{named, "\xff\xfe",
	         "no image '?"
	         "?'",
	         ERR_NOT_FOUND},
		{nameless, "a", "it has @0, @1", ERR_NOT_FOUND},
		{nameless, "@0", "[one,]", 0},
		{united, "a:2", "[one,] |  linux/arm64 [two,]", 0},
		{v1_two, "c/d:1", "[one,] [two,]", 0},
		{v1_two, "a:8", "|  linux/amd64 [one,]", 0},
		{docker25, "acme/x:1", "[one,]", 0},
		{docker25, "acme/x", "it has acme/x:1", ERR_NOT_FOUND},
		{one_gone, "b:1", "is missing", ERR_NOT_FOUND},
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(rows[i / 2].make);
		const char *got;

		w.o.ref = str_c(rows[i / 2].ref);
		got = read_as(&w, i % 2);
		if (w.err.kind != rows[i / 2].kind ||
		    !strstr(got, rows[i / 2].want))
			fail_msg("%s: %s", rows[i / 2].ref, got);
		assert_true(w.err.kind != ERR_NONE || w.found.n);
		world_free(&w);
	}
}

/* --- bytes in descriptors, and bugs */

static void inlined(struct world *w, const char *says, size_t size,
                    const char *digest_is)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);
	struct buf data = {0};
	const char *m;

	base64_encode(says ? str_c(says) : cfg, &data);
	put(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, one)).p, one);
	m = blob(w, arena_fmt(&w->a,
	                      "{\"schemaVersion\":2,\"config\":{\"mediaType\":"
	                      "\"" OCI "config.v1+json\",\"size\":%zu,"
	                      "\"digest\":\"%s\",\"data\":\"" STR_F "\"},"
	                      "\"layers\":[{\"digest\":\"%s\"}]}",
	                      size ? size : cfg.n,
	                      digest_is ? digest_is : digest(w, cfg),
	                      STR_A(buf_str(&data)), digest(w, one)));
	buf_free(&data);
	put(w, "index.json", index_of(w, m, ""));
}

static void inline_config(struct world *w)
{
	inlined(w, NULL, 0, NULL);
}

static void inline_size(struct world *w)
{
	inlined(w, NULL, 7, NULL);
}

static void inline_other(struct world *w)
{
	inlined(w, "{}", 2, NULL);
}

static void inline_bad_digest(struct world *w)
{
	inlined(w, NULL, 0, "sha256:../../x");
}

static void inline_all(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);
	struct buf c = {0}, l = {0}, m = {0};
	struct str doc;

	base64_encode(cfg, &c);
	base64_encode(gzip(w, one), &l);
	doc = arena_fmt(&w->a,
	                "{\"schemaVersion\":2,\"config\":{\"digest\":\"%s\","
	                "\"data\":\"" STR_F "\"},\"layers\":[{\"digest\":\"%s\""
	                ",\"data\":\"" STR_F "\"}]}",
	                digest(w, cfg), STR_A(buf_str(&c)),
	                digest(w, gzip(w, one)), STR_A(buf_str(&l)));
	base64_encode(doc, &m);
	put(w, "index.json",
	    index_of(w, digest(w, doc),
	             arena_fmt(&w->a, ",\"data\":\"" STR_F "\"",
	                       STR_A(buf_str(&m)))
	                     .p));
	buf_free(&c);
	buf_free(&l);
	buf_free(&m);
}

/* moby#47065: manifest.json has the layers that the OCI manifest lacks. */
static void no_layers(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);
	const char *c = blob(w, cfg);
	const char *m = blob(w, arena_fmt(&w->a,
	                                  "{\"schemaVersion\":2,\"config\":{"
	                                  "\"digest\":\"%s\"},\"layers\":[]}",
	                                  c));

	(void)blob(w, one);
	put(w, "index.json", index_of(w, m, ""));
	docker_manifest(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, cfg)).p,
	                arena_fmt(&w->a, "blobs/sha256/%s", hex(w, one)).p,
	                NULL);
}

/* moby#47210 */
static void null_manifests(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);

	put(w, "index.json", STR("{\"schemaVersion\":2,\"manifests\":null}"));
	put(w, "one", one);
	docker_manifest(w, config_file(w, cfg), "one", NULL);
}

static void annotated(struct world *w, const char *key)
{
	struct str one = layer(w, "one");
	const char *c = blob(w, config(w, "amd64", digest(w, one), NULL));
	const char *m =
		blob(w, arena_fmt(&w->a,
	                          "{\"schemaVersion\":2,\"config\":{"
	                          "\"digest\":\"%s\"},\"layers\":[{"
	                          "\"digest\":\"%s\",\"annotations\":{\"%s\":"
	                          "\"true\"}}]}",
	                          c, blob(w, one), key));

	put(w, "index.json", index_of(w, m, ""));
}

static void nydus(struct world *w)
{
	annotated(w, "containerd.io/snapshot/nydus-bootstrap");
}

static void overlaybd(struct world *w)
{
	annotated(w, "containerd.io/snapshot/overlaybd/blob-digest");
}

static void of_bytes(struct world *w, size_t at, struct str magic)
{
	char *p = arena_array(&w->a, char, 2048);

	memcpy(p, "junk", 4);
	memcpy(p + at, magic.p, magic.n);
	of_type(w, OCI "config.v1+json", "x", (struct str){p, 2048});
}

static void erofs(struct world *w)
{
	of_bytes(w, 1024, STR("\xe2\xe1\xf5\xe0"));
}

static void sif(struct world *w)
{
	of_bytes(w, 32, STR("SIF_MAGIC"));
}

static void others(void **state)
{
#define ONE "oci-archive |  linux/amd64 [one,]"
#define GAP "oci-archive |  linux/amd64 [not a tar archive but "
	static const struct row rows[] = {
		{"inline config", inline_config, NULL, 0, ONE},
		{"inline all", inline_all, NULL, 0, ONE},
		{"inline, wrong size", inline_size, NULL, ERR_FORMAT,
	         "bad inline data"},
		{"inline, other bytes", inline_other, NULL, ERR_DIGEST,
	         "mismatch"},
		{"inline, bad digest", inline_bad_digest, NULL, ERR_FORMAT,
	         "bad digest"},
		{"no layers", no_layers, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"null manifests", null_manifests, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"nydus", nydus, NULL, 0,
	         "oci-archive |  linux/amd64 [nydus data]"},
		{"overlaybd", overlaybd, NULL, 0,
	         "oci-archive |  linux/amd64 [overlaybd data]"},
		{"erofs", erofs, NULL, 0, GAP "an EROFS image]"},
		{"SIF", sif, NULL, 0, GAP "an Apptainer (SIF) image]"},
	};

	(void)state;
	RUN(rows);
}

static void cut_anywhere(void **state)
{
	static void (*const makes[])(struct world *) = {v1, v1_two, named,
	                                                inline_all};

	(void)state;
	for (size_t i = 0; i < sizeof makes / sizeof *makes; i++) {
		struct world w = world_new(makes[i]);
		size_t whole = w.tar.n;

		for (size_t n = 0; n < whole; n += 64) {
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
		cmocka_unit_test(legacy),  cmocka_unit_test(made_config),
		cmocka_unit_test(several), cmocka_unit_test(by_name),
		cmocka_unit_test(others),  cmocka_unit_test(cut_anywhere),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
