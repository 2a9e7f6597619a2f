/* Any bytes, as an archive in a pipe and as each JSON document in one: it ends
 * with images or with a message. */
#include "image/image.h"
#include "image/manifest.h"
#include "registry/toc.h"
#include "tar_mutator.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max,
                               unsigned seed);

enum { KIB = 1024 };

static void *count(void *ctx, struct tar *t, struct err *err)
{
	struct arena *a = ctx;
	uint64_t *n = arena_new(a, uint64_t);
	struct buf start = {.max = KIB};
	struct entry e;
	int rc;

	while ((rc = tar_next(t, &e, err)) > 0) {
		++*n;
		if (e.type == ENTRY_FILE && tar_read(t, KIB, &start, err))
			rc = -1;
		buf_free(&start);
		if (rc < 0)
			break;
	}
	return rc < 0 ? NULL : n;
}

static void read_archive(struct str bytes, struct str ref, struct arena *a)
{
	struct layer_reader reader = {a, count};
	struct image_opts o = {.ref = ref, .limits = image_limits_default()};
	struct images found;
	struct err err = {0};

	o.limits.json_bytes = 64 * KIB;
	o.limits.json_total = 256 * KIB;
	o.limits.layer_bytes = o.limits.image_bytes = 4096 * KIB;
	o.limits.members = 1000;
	if (image_read_stream(stream_of_bytes(bytes), &o, &reader, a, &found,
	                      &err)) {
		assert(err.kind != ERR_NONE && err.msg[0]);
		return;
	}
	assert(err.kind == ERR_NONE && found.n > 0);
	assert(ref.n == 0 || found.v[0].label.n == 0);
	slice_for (struct image, im, found) {
		assert(digest_is_valid(im->digest));
		slice_for (struct image_layer, l, im->layers)
			assert((l->facts != NULL) != (l->gap.n > 0));
	}
}

static void parse(struct str bytes, struct arena *a)
{
	struct archive_images list;
	struct image_config config;
	struct document doc;
	struct pairs tags;
	struct err err[4] = {0};

	assert(!manifest_parse_archive(bytes, a, &list, &err[0]) ||
	       err[0].msg[0]);
	assert(!manifest_parse_config(bytes, a, &config, &err[1]) ||
	       err[1].msg[0]);
	assert(!record_parse_nested(bytes, a, &tags, &err[3]) || err[3].msg[0]);
	if (manifest_parse(bytes, a, &doc, &err[2])) {
		assert(err[2].msg[0]);
		return;
	}
	(void)manifest_is_attestation(&doc);
	(void)manifest_other_name(&doc);
	slice_for (struct descriptor, d, doc.manifests)
		(void)descriptor_name(d);
	slice_for (struct descriptor, d, doc.layers) {
		struct toc_where where;

		toc_find(d, &where);
		assert(where.kind == TOC_NONE || digest_is_valid(where.digest));
		(void)descriptor_gap(d);
	}
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct str bytes = {(const char *)data, size};
	struct arena a = {0};

	read_archive(bytes, STR(""), &a);
	read_archive(bytes, STR("x:1"), &a);
	parse(bytes, &a);
	arena_free(&a);
	return 0;
}

size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max,
                               unsigned seed)
{
	return tar_mutate(data, size, max, seed);
}
