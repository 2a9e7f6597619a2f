#include "image/image.h"

#include "image/platform.h"
#include "mktar.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#define OCI "application/vnd.oci.image."

/* One archive in the making, and what was found in it. */
struct world {
	struct arena a;
	struct buf tar;
	struct image_opts o;
	struct images found;
	struct err err;
};

/* ---- building ---- */

static struct str layer(struct world *w, const char *name)
{
	struct buf b = {0};
	struct str s;

	mktar_file(&b, name, STR("content"));
	mktar_end(&b);
	s = arena_str(&w->a, buf_str(&b));
	buf_free(&b);
	return s;
}

static struct str gzip(struct world *w, struct str s)
{
	unsigned char *out = arena_array(&w->a, unsigned char, s.n + 100);
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)s.p,
	              .avail_in = (unsigned)s.n,
	              .next_out = out,
	              .avail_out = (unsigned)s.n + 100};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 16 + 15, 8, 0), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	s = (struct str){(char *)out, s.n + 100 - z.avail_out};
	(void)deflateEnd(&z);
	return s;
}

static const char *digest(struct world *w, struct str s)
{
	struct digest d = sha256_of(s);

	return arena_cstr(&w->a, digest_str(&d));
}

static const char *hex(struct world *w, struct str s)
{
	return digest(w, s) + strlen("sha256:");
}

static void put(struct world *w, const char *path, struct str s)
{
	mktar_file(&w->tar, path, s);
}

/* Returns the digest. */
static const char *blob(struct world *w, struct str s)
{
	const char *d = digest(w, s);

	put(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, s)).p, s);
	return d;
}

static struct str config(struct world *w, const char *arch, const char *d1,
                         const char *d2)
{
	return arena_fmt(&w->a,
	                 "{\"os\":\"linux\",\"architecture\":\"%s\","
	                 "\"rootfs\":{\"diff_ids\":[\"%s\"%s%s%s]}}",
	                 arch, d1, d2 ? ",\"" : "", d2 ? d2 : "",
	                 d2 ? "\"" : "");
}

static struct str manifest(struct world *w, const char *config_type,
                           const char *cfg, const char *layer_type,
                           const char *l)
{
	return arena_fmt(&w->a,
	                 "{\"schemaVersion\":2,\"config\":{\"mediaType\":"
	                 "\"%s\",\"digest\":\"%s\"},\"layers\":[{"
	                 "\"mediaType\":\"%s\",\"digest\":\"%s\"}]}",
	                 config_type, cfg, layer_type, l);
}

static struct str index_of(struct world *w, const char *d, const char *more)
{
	return arena_fmt(&w->a,
	                 "{\"schemaVersion\":2,\"manifests\":[{\"digest\":"
	                 "\"%s\"%s}]}",
	                 d, more);
}

/* manifest.json for one image with one or two layers. */
static void docker_manifest(struct world *w, const char *cfg, const char *l1,
                            const char *l2)
{
	put(w, "manifest.json",
	    arena_fmt(&w->a,
	              "[{\"Config\":\"%s\",\"RepoTags\":[\"acme/x:1\"],"
	              "\"Layers\":[\"%s\"%s%s%s]}]",
	              cfg, l1, l2 ? ",\"" : "", l2 ? l2 : "", l2 ? "\"" : ""));
}

static const char *config_file(struct world *w, struct str cfg)
{
	const char *name = arena_fmt(&w->a, "%s.json", hex(w, cfg)).p;

	put(w, name, cfg);
	return name;
}

/* One image of one layer in an OCI archive; returns the manifest's digest. */
static const char *oci_image(struct world *w, const char *arch, struct str l,
                             struct str packed, const char *layer_type)
{
	const char *cfg = blob(w, config(w, arch, digest(w, l), NULL));
	const char *ld = packed.n ? blob(w, packed) : digest(w, STR("gone"));

	return blob(w, manifest(w, OCI "config.v1+json", cfg, layer_type, ld));
}

/* ---- the shapes ---- */

static void docker24(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), digest(w, one));
	const char *name;

	mktar_other(&w->tar, "aa/", '5', "");
	mktar_other(&w->tar, "aa/layer.tar", '2', "../bb/layer.tar");
	put(w, "bb/layer.tar", one);
	name = config_file(w, cfg);
	docker_manifest(w, name, "bb/layer.tar", "aa/layer.tar");
}

static void manifest_first(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);

	docker_manifest(w, arena_fmt(&w->a, "%s.json", hex(w, cfg)).p, "l.tgz",
	                NULL);
	put(w, "l.tgz", gzip(w, one));
	(void)config_file(w, cfg);
}

static void docker25(struct world *w)
{
	struct str one = layer(w, "one");
	const char *m = oci_image(w, "amd64", one, one, OCI "layer.v1.tar");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);

	put(w, "index.json", index_of(w, m, ""));
	docker_manifest(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, cfg)).p,
	                arena_fmt(&w->a, "blobs/sha256/%s", hex(w, one)).p,
	                NULL);
}

static void oci_gzip(struct world *w)
{
	struct str one = layer(w, "one");
	const char *m = oci_image(w, "amd64", one, gzip(w, one), "x+gzip");

	put(w, "index.json",
	    index_of(w, m,
	             ",\"annotations\":{\"org.opencontainers.image.ref.name\""
	             ":\"tag\"}"));
}

static void outer_gzip(struct world *w)
{
	struct str s;

	oci_gzip(w);
	mktar_end(&w->tar);
	s = gzip(w, buf_str(&w->tar));
	buf_free(&w->tar);
	buf_add(&w->tar, s);
}

/* amd64, arm64 and an attestation, in an index in the index. */
static void two_platforms(struct world *w, bool arm_layer, bool arm_manifest)
{
	struct str one = layer(w, "one"), two = layer(w, "two");
	const char *m1 = oci_image(w, "amd64", one, one, "x");
	const char *m2, *nested;

	if (arm_manifest)
		m2 = oci_image(w, "arm64", two, arm_layer ? two : STR(""), "x");
	else
		m2 = digest(w, STR("gone"));
	nested = blob(
		w,
		arena_fmt(&w->a,
	                  "{\"schemaVersion\":2,\"manifests\":["
	                  "{\"digest\":\"%s\",\"platform\":{\"os\":\"linux\","
	                  "\"architecture\":\"amd64\"}},"
	                  "{\"digest\":\"%s\",\"platform\":{\"os\":\"linux\","
	                  "\"architecture\":\"arm64\",\"variant\":\"v8\"}},"
	                  "{\"digest\":\"%s\",\"platform\":{\"os\":\"unknown\","
	                  "\"architecture\":\"unknown\"}}]}",
	                  m1, m2, digest(w, STR("attestation"))));
	put(w, "index.json",
	    index_of(w, nested,
	             ",\"annotations\":{\"io.containerd.image.name\":"
	             "\"a/b:c\"}"));
}

static void multi(struct world *w)
{
	two_platforms(w, true, true);
}

static void multi_no_layer(struct world *w)
{
	two_platforms(w, false, true);
}

static void multi_no_manifest(struct world *w)
{
	two_platforms(w, false, false);
}

static void loose_end(struct world *w)
{
	docker25(w);
	put(w, "blobs/sha256/unused", gzip(w, STR("no tar")));
	put(w, "oci-layout", STR("{\"imageLayoutVersion\":\"1.0.0\"}"));
}

static void of_type(struct world *w, const char *config_type,
                    const char *layer_type, struct str bytes)
{
	struct str one = layer(w, "one");
	const char *cfg = blob(w, config(w, "amd64", digest(w, one), NULL));
	const char *l = bytes.n ? blob(w, bytes) : digest(w, one);
	const char *m = blob(w, manifest(w, config_type, cfg, layer_type, l));

	put(w, "index.json", index_of(w, m, ""));
}

static void encrypted(struct world *w)
{
	of_type(w, OCI "config.v1+json", OCI "layer.v1.tar+gzip+encrypted",
	        STR("random"));
}

static void foreign(struct world *w)
{
	of_type(w, OCI "config.v1+json",
	        OCI "layer.nondistributable.v1.tar+gzip", STR(""));
}

static void squashfs(struct world *w)
{
	of_type(w, OCI "config.v1+json", "x", STR("hsqs and more"));
}

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

/* ---- reading ---- */

/* A layer's facts are its names, each with a comma. */
static void *names_of(void *ctx, struct tar *t, struct err *err)
{
	struct arena *a = ctx;
	struct str *names = arena_new(a, struct str);
	struct entry e;
	int rc;

	while ((rc = tar_next(t, &e, err)) > 0)
		*names = arena_fmt(a, STR_F STR_F ",", STR_A(*names),
		                   STR_A(e.name));
	return rc < 0 ? NULL : names;
}

static const char *summary(struct world *w)
{
	struct arena *a = &w->a;
	struct str s = w->found.kind;

	slice_for (struct image, im, w->found) {
		s = arena_fmt(a, STR_F " | " STR_F " " STR_F, STR_A(s),
		              STR_A(im->name), STR_A(im->platform));
		slice_for (struct image_layer, l, im->layers) {
			struct str *names = l->facts;
			struct str what = names ? *names : l->gap;

			s = arena_fmt(a, STR_F " [" STR_F "]", STR_A(s),
			              STR_A(what));
		}
	}
	slice_for (struct str, p, w->found.offered)
		s = arena_fmt(a, STR_F " offered " STR_F, STR_A(s), STR_A(*p));
	return s.p;
}

static const char *write_file(struct str bytes)
{
	static char path[] = "/tmp/test_image.XXXXXX";
	int fd;

	memcpy(path + sizeof path - 7, "XXXXXX", 6);
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes.p, bytes.n), bytes.n);
	close(fd);
	return path;
}

/* As a stream or as a file; the summary, or the error. */
static const char *read_as(struct world *w, bool stream)
{
	struct layer_reader reader = {&w->a, names_of};
	struct str bytes = buf_str(&w->tar);
	const char *path;
	int rc;

	w->err = (struct err){0};
	if (stream) {
		rc = image_read_stream(stream_of_bytes(bytes), &w->o, &reader,
		                       &w->a, &w->found, &w->err);
		return rc ? w->err.msg : summary(w);
	}
	path = write_file(bytes);
	w->o.path = str_c(path);
	rc = image_read(&w->o, &reader, &w->a, &w->found, &w->err);
	unlink(path);
	/* Without the file's name. */
	return rc ? w->err.msg + w->o.path.n + 2 : summary(w);
}

static struct world world_new(void (*make)(struct world *))
{
	struct world w = {.o.limits = image_limits_default()};

	make(&w);
	if (w.tar.n % 512 == 0 && w.tar.n)
		mktar_end(&w.tar);
	return w;
}

static void world_free(struct world *w)
{
	buf_free(&w->tar);
	arena_free(&w->a);
}

struct row {
	const char *name;
	void (*make)(struct world *);
	const char *platform; /* wanted; NULL: all */
	enum err_kind kind;
	const char *want; /* the summary, or part of the error */
};

static void check(const struct row *r, struct world *w, bool stream)
{
	const char *got = read_as(w, stream);
	bool ok = r->kind ? strstr(got, r->want) != NULL :
	                    strcmp(got, r->want) == 0;

	if (!ok || w->err.kind != r->kind)
		fail_msg("%s, %s: want %d '%s', got %d '%s'", r->name,
		         stream ? "stream" : "file", r->kind, r->want,
		         w->err.kind, got);
}

static void run(const struct row *r, size_t n)
{
	for (size_t i = 0; i < 2 * n; i++) {
		const struct row *row = &r[i / 2];
		struct world w = world_new(row->make);
		struct str wanted = str_c(row->platform ? row->platform : "");

		w.o.platforms = (struct strs){&wanted, row->platform != NULL};
		check(row, &w, i % 2);
		world_free(&w);
	}
}

#define RUN(rows) run(rows, sizeof(rows) / sizeof *(rows))

static void shapes(void **state)
{
	static const struct row rows[] = {
		{"docker 24", docker24, NULL, 0,
	         "docker-archive | acme/x:1 linux/amd64 [one,] [one,]"},
		{"manifest first", manifest_first, NULL, 0,
	         "docker-archive | acme/x:1 linux/amd64 [one,]"},
		{"docker 25", docker25, NULL, 0,
	         "docker-archive | acme/x:1 linux/amd64 [one,]"},
		{"oci-archive", oci_gzip, NULL, 0,
	         "oci-archive | tag linux/amd64 [one,]"},
		{"gzip around it", outer_gzip, NULL, 0,
	         "oci-archive | tag linux/amd64 [one,]"},
		{"junk beside it", loose_end, NULL, 0,
	         "docker-archive | acme/x:1 linux/amd64 [one,]"},
		{"encrypted", encrypted, NULL, 0,
	         "oci-archive |  linux/amd64 [encrypted]"},
		{"foreign", foreign, NULL, 0,
	         "oci-archive |  linux/amd64 "
	         "[foreign: its bytes are elsewhere]"},
		{"squashfs", squashfs, NULL, 0,
	         "oci-archive |  linux/amd64 "
	         "[not a tar archive but a squashfs image]"},
	};

	(void)state;
	RUN(rows);
}

static void platforms(void **state)
{
#define AMD " | a/b:c linux/amd64 [one,]"
#define ARM " | a/b:c linux/arm64 [two,]"
	static const struct row rows[] = {
		{"all", multi, NULL, 0, "oci-archive" AMD ARM},
		{"amd64", multi, "linux/amd64", 0,
	         "oci-archive" AMD " offered linux/arm64"},
		{"arm64", multi, "linux/arm64", 0,
	         "oci-archive" ARM " offered linux/amd64"},
		{"neither", multi, "linux/s390x", 0,
	         "oci-archive offered linux/amd64 offered linux/arm64"},
		{"only one", oci_gzip, "linux/arm64", 0,
	         "oci-archive | tag linux/amd64 [one,] offered linux/amd64"},
		{"no arm64 layer", multi_no_layer, NULL, 0, "oci-archive" AMD},
		{"no arm64 manifest", multi_no_manifest, NULL, 0,
	         "oci-archive" AMD},
		{"not wanted, not there", multi_no_layer, "linux/amd64", 0,
	         "oci-archive" AMD " offered linux/arm64"},
		{"the other is all there is", multi_no_layer, "linux/arm64", 0,
	         "oci-archive" AMD " offered linux/amd64"},
	};

	(void)state;
	RUN(rows);
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
		{"cut layer", cut_layer, NULL, ERR_FORMAT, "truncated"},
		{"no bytes", empty_layer_file, NULL, ERR_FORMAT, "truncated"},
		{"root", root_fs, NULL, ERR_FORMAT, "not an image: a tar arch"},
		{"pre-1.10", old_docker, NULL, ERR_UNSUPPORTED, "1.10"},
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
		{offsetof(struct image_limits, members), 3, true, "3 entries"},
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

/* A plain layer in a file is walked, not read: not verified unless asked. */
static void verified(void **state)
{
	static const struct {
		void (*make)(struct world *);
		bool stream, verify, want;
	} rows[] = {
		{docker25, false, false, false}, {docker25, false, true, true},
		{docker25, true, false, true},   {oci_gzip, false, false, true},
		{encrypted, true, true, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(rows[i].make);

		w.o.verify = rows[i].verify;
		(void)read_as(&w, rows[i].stream);
		assert_int_equal(w.found.n, 1);
		assert_int_equal(w.found.v[0].layers.v[0].verified,
		                 rows[i].want);
		world_free(&w);
	}
}

/* A flipped byte in a plain layer's file: seen in a stream and by verify. */
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

/* No proper prefix passes. */
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

static void unpack_to(const struct world *w, int dir)
{
	assert_int_equal(mkdirat(dir, "blobs", 0700), 0);
	assert_int_equal(mkdirat(dir, "blobs/sha256", 0700), 0);
	for (size_t at = 0; w->tar.p[at];) {
		const char *h = w->tar.p + at;
		size_t size = strtoul(h + 124, NULL, 8);
		int fd = openat(dir, h, O_CREAT | O_WRONLY, 0600);

		assert_true(fd >= 0);
		assert_int_equal(write(fd, h + 512, size), size);
		close(fd);
		at += 512 + (size + 511) / 512 * 512;
	}
}

static void remove_from(const struct world *w, int dir)
{
	for (size_t at = 0; w->tar.p[at];) {
		const char *h = w->tar.p + at;
		size_t size = strtoul(h + 124, NULL, 8);

		(void)unlinkat(dir, h, 0);
		at += 512 + (size + 511) / 512 * 512;
	}
	(void)unlinkat(dir, "blobs/sha256", AT_REMOVEDIR);
	(void)unlinkat(dir, "blobs", AT_REMOVEDIR);
}

static void directories(void **state)
{
	char path[] = "/tmp/test_image.XXXXXX";
	struct world w = world_new(oci_gzip);
	struct layer_reader reader = {&w.a, names_of};
	int dir;

	(void)state;
	assert_non_null(mkdtemp(path));
	dir = open(path, O_RDONLY | O_DIRECTORY);
	w.o.path = str_c(path);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), -1);
	assert_non_null(strstr(w.err.msg, "without index.json"));
	unpack_to(&w, dir);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), 0);
	assert_string_equal(summary(&w), "oci | tag linux/amd64 [one,]");
	assert_true(w.found.bytes_read > 0);
	remove_from(&w, dir);
	close(dir);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), -1);
	assert_int_equal(w.err.kind, ERR_NOT_FOUND);
	world_free(&w);
}

static void platform_rules(void **state)
{
	static const struct {
		const char *wanted, *image;
		bool want;
	} rows[] = {
		{"linux/amd64", "linux/amd64", true},
		{"linux/amd64", "linux/arm64", false},
		{"linux/amd64", "windows/amd64", false},
		{"linux/arm64", "linux/arm64/v8", true},
		{"linux/arm64/v8", "linux/arm64", true},
		{"linux/arm64/v8", "linux/arm64/v9", true},
		{"linux/amd64", "linux/amd64/v3", true},
		{"linux/amd64/v2", "linux/amd64/v3", false},
		{"linux/amd64/v3", "linux/amd64/v2", true},
		{"linux/amd64/v3", "linux/amd64", true},
		{"linux/arm/v7", "linux/arm/v6", false},
		{"linux/amd64", "", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(platform_matches(str_c(rows[i].wanted),
		                                  str_c(rows[i].image)),
		                 rows[i].want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes),         cmocka_unit_test(platforms),
		cmocka_unit_test(errors),         cmocka_unit_test(limits),
		cmocka_unit_test(verified),       cmocka_unit_test(plain_flip),
		cmocka_unit_test(cut_anywhere),   cmocka_unit_test(directories),
		cmocka_unit_test(platform_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
