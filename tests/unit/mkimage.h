/*
 * mkimage.h - images in memory, and what image_read() makes of them.
 *
 * Shape:   world_new(shape), read_as(), world_free(); or a table of rows.
 * Owner:   the world's arena.
 * Errors:  the test fails.
 * Source:  -
 */
#ifndef TESTS_UNIT_MKIMAGE_H
#define TESTS_UNIT_MKIMAGE_H

#include "image/image.h"

#include "mktar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

static inline struct str layer(struct world *w, const char *name)
{
	struct buf b = {0};
	struct str s;

	mktar_file(&b, name, STR("content"));
	mktar_end(&b);
	s = arena_str(&w->a, buf_str(&b));
	buf_free(&b);
	return s;
}

static inline struct str gzip(struct world *w, struct str s)
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

static inline const char *digest(struct world *w, struct str s)
{
	struct digest d = sha256_of(s);

	return arena_cstr(&w->a, digest_str(&d));
}

static inline const char *hex(struct world *w, struct str s)
{
	return digest(w, s) + strlen("sha256:");
}

static inline void put(struct world *w, const char *path, struct str s)
{
	mktar_file(&w->tar, path, s);
}

/* Returns the digest. */
static inline const char *blob(struct world *w, struct str s)
{
	const char *d = digest(w, s);

	put(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, s)).p, s);
	return d;
}

static inline struct str config(struct world *w, const char *arch,
                                const char *d1, const char *d2)
{
	return arena_fmt(&w->a,
	                 "{\"os\":\"linux\",\"architecture\":\"%s\","
	                 "\"rootfs\":{\"diff_ids\":[\"%s\"%s%s%s]}}",
	                 arch, d1, d2 ? ",\"" : "", d2 ? d2 : "",
	                 d2 ? "\"" : "");
}

static inline struct str manifest(struct world *w, const char *config_type,
                                  const char *cfg, const char *layer_type,
                                  const char *l)
{
	return arena_fmt(&w->a,
	                 "{\"schemaVersion\":2,\"config\":{\"mediaType\":"
	                 "\"%s\",\"digest\":\"%s\"},\"layers\":[{"
	                 "\"mediaType\":\"%s\",\"digest\":\"%s\"}]}",
	                 config_type, cfg, layer_type, l);
}

static inline struct str index_of(struct world *w, const char *d,
                                  const char *more)
{
	return arena_fmt(&w->a,
	                 "{\"schemaVersion\":2,\"manifests\":[{\"digest\":"
	                 "\"%s\"%s}]}",
	                 d, more);
}

/* manifest.json for one image with one or two layers. */
static inline void docker_manifest(struct world *w, const char *cfg,
                                   const char *l1, const char *l2)
{
	put(w, "manifest.json",
	    arena_fmt(&w->a,
	              "[{\"Config\":\"%s\",\"RepoTags\":[\"acme/x:1\"],"
	              "\"Layers\":[\"%s\"%s%s%s]}]",
	              cfg, l1, l2 ? ",\"" : "", l2 ? l2 : "", l2 ? "\"" : ""));
}

static inline const char *config_file(struct world *w, struct str cfg)
{
	const char *name = arena_fmt(&w->a, "%s.json", hex(w, cfg)).p;

	put(w, name, cfg);
	return name;
}

/* One image of one layer in an OCI archive; returns the manifest's digest. */
static inline const char *oci_image(struct world *w, const char *arch,
                                    struct str l, struct str packed,
                                    const char *layer_type)
{
	const char *cfg = blob(w, config(w, arch, digest(w, l), NULL));
	const char *ld = packed.n ? blob(w, packed) : digest(w, STR("gone"));

	return blob(w, manifest(w, OCI "config.v1+json", cfg, layer_type, ld));
}

static inline void docker24(struct world *w)
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

static inline void docker25(struct world *w)
{
	struct str one = layer(w, "one");
	const char *m = oci_image(w, "amd64", one, one, OCI "layer.v1.tar");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);

	put(w, "index.json", index_of(w, m, ""));
	docker_manifest(w, arena_fmt(&w->a, "blobs/sha256/%s", hex(w, cfg)).p,
	                arena_fmt(&w->a, "blobs/sha256/%s", hex(w, one)).p,
	                NULL);
}

static inline void oci_gzip(struct world *w)
{
	struct str one = layer(w, "one");
	const char *m = oci_image(w, "amd64", one, gzip(w, one), "x+gzip");

	put(w, "index.json",
	    index_of(w, m,
	             ",\"annotations\":{\"org.opencontainers.image.ref.name\""
	             ":\"tag\"}"));
}

static inline void outer_gzip(struct world *w)
{
	struct str s;

	oci_gzip(w);
	mktar_end(&w->tar);
	s = gzip(w, buf_str(&w->tar));
	buf_free(&w->tar);
	buf_add(&w->tar, s);
}

static inline void two_platforms(struct world *w, bool arm_layer,
                                 bool arm_manifest)
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

static inline void multi(struct world *w)
{
	two_platforms(w, true, true);
}

static inline void of_type(struct world *w, const char *config_type,
                           const char *layer_type, struct str bytes)
{
	struct str one = layer(w, "one");
	const char *cfg = blob(w, config(w, "amd64", digest(w, one), NULL));
	const char *l = bytes.n ? blob(w, bytes) : digest(w, one);
	const char *m = blob(w, manifest(w, config_type, cfg, layer_type, l));

	put(w, "index.json", index_of(w, m, ""));
}

static inline void encrypted(struct world *w)
{
	of_type(w, OCI "config.v1+json", OCI "layer.v1.tar+gzip+encrypted",
	        STR("random"));
}

/* A layer's facts are its names, each with a comma. */
static inline void *names_of(void *ctx, struct tar *t, struct err *err)
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

static inline const char *summary(struct world *w)
{
	struct arena *a = &w->a;
	struct str s = w->found.kind;

	slice_for (struct image, im, w->found) {
		s = arena_fmt(a, STR_F " | " STR_F " " STR_F, STR_A(s),
		              STR_A(im->label), STR_A(im->platform));
		slice_for (struct image_layer, l, im->layers) {
			struct str *names = l->facts;
			struct str what = names ? *names : l->gap;

			s = arena_fmt(a, STR_F " [" STR_F "]", STR_A(s),
			              STR_A(what));
		}
	}
	slice_for (struct str, p, w->found.offered)
		s = arena_fmt(a, STR_F " offered " STR_F, STR_A(s), STR_A(*p));
	slice_for (struct absent_image, x, w->found.absent)
		s = arena_fmt(a, STR_F " absent " STR_F "%s" STR_F, STR_A(s),
		              STR_A(x->label), x->label.n ? " " : "",
		              STR_A(x->platform));
	return s.p;
}

static inline const char *write_file(struct str bytes)
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
static inline const char *read_as(struct world *w, bool stream)
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

static inline struct world world_new(void (*make)(struct world *))
{
	struct world w = {.o.limits = image_limits_default()};

	make(&w);
	if (w.tar.n % 512 == 0 && w.tar.n)
		mktar_end(&w.tar);
	return w;
}

static inline void world_free(struct world *w)
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

static inline void check(const struct row *r, struct world *w, bool stream)
{
	const char *got = read_as(w, stream);
	bool ok = r->kind ? strstr(got, r->want) != NULL :
	                    strcmp(got, r->want) == 0;

	if (!ok || w->err.kind != r->kind)
		fail_msg("%s, %s: want %d '%s', got %d '%s'", r->name,
		         stream ? "stream" : "file", r->kind, r->want,
		         w->err.kind, got);
}

static inline void run(const struct row *r, size_t n)
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

#endif
