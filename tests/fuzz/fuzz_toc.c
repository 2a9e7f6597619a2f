/* Any bytes as a blob with a table of contents: its last four are where that
 * begins, and whether it is one of zstd:chunked or the JSON alone. */
#include "registry/toc.h"
#include "registry/toc_entry.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

enum { FILE_MAX = 1 << 16, TRAILER = 4 };

static int get(void *ctx, uint64_t from, uint64_t n, struct buf *out,
               struct err *err)
{
	const struct str *blob = ctx;

	if (from > blob->n || n > blob->n - from)
		return err_set(err, ERR_FORMAT, "out of the blob");
	buf_add(out, (struct str){blob->p + from, n});
	return 0;
}

static void walk(struct str blob, const struct toc_where *where)
{
	struct toc_blob fetch = {&blob, get};
	struct buf bytes = {.max = FILE_MAX};
	struct err err = {0};
	struct toc *t = toc_open(where, &fetch, true, 10000, &err);
	struct entry e;
	int rc = t ? 1 : -1;

	while (rc > 0 && (rc = tar_next(toc_tar(t), &e, &err)) > 0) {
		bytes.n = 0;
		if (e.type == ENTRY_FILE &&
		    tar_read(toc_tar(t), FILE_MAX, &bytes, &err))
			rc = -1;
		assert(rc < 0 || e.type != ENTRY_FILE ||
		       bytes.n == (e.size < FILE_MAX ? e.size : FILE_MAX));
	}
	assert(rc == 0 || err.msg[0]);
	buf_free(&bytes);
	toc_close(t);
}

static void zstd(struct str blob, uint64_t at)
{
	struct digest sum = sha256_of(str_from(blob, at));
	struct toc_where w = {
		.kind = TOC_ZSTD,
		.digest = digest_str(&sum),
		.blob_size = blob.n,
		.offset = at,
		.size = blob.n - at,
	};

	walk(blob, &w);
}

static void table(struct str text)
{
	struct stream *s = stream_of_bytes(text);
	struct toc_json j = {.s = s};
	struct arena a = {0};
	struct err err = {0};
	struct str object;

	while (toc_json_next(&j, &object, &err) > 0) {
		struct toc_entry e;
		struct toc_chunk c;

		if (toc_entry_parse(object, &a, &e, &err) == 0 &&
		    toc_chunk_of(&e, &e, 0, &c, &err) == 0)
			assert(c.size <= (uint64_t)e.size);
	}
	toc_json_close(&j);
	stream_close(s);
	arena_free(&a);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct str blob = {(const char *)data, size};
	struct err err = {0};
	uint64_t at = 0;

	if (size < TRAILER)
		return 0;
	blob.n -= TRAILER;
	for (int i = 0; i < TRAILER; i++)
		at = at << 8 | data[blob.n + i];
	table(blob);
	if (blob.n)
		zstd(blob, at % blob.n);
	if (blob.n >= ESTARGZ_FOOTER)
		(void)toc_footer(str_from(blob, blob.n - ESTARGZ_FOOTER), &at,
		                 &err);
	return 0;
}
