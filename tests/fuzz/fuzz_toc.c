/* Any bytes as a blob with a table of contents: its last four are where that
 * begins.  It is one of zstd:chunked, then JSON that eStargz packs as it ought
 * to, then the JSON alone. */
#include "../unit/mktar.h"
#include "registry/toc.h"
#include "registry/toc_entry.h"

#include <assert.h>
#include <zlib.h>

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

/* Stored: what is in it stays for the fuzzer to see. */
static void add_gzip(struct buf *b, struct str bytes)
{
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)bytes.p,
	              .avail_in = (unsigned)bytes.n};
	unsigned char piece[4096];
	int rc = deflateInit2(&z, 0, Z_DEFLATED, 15 + 16, 8, 0);

	while (rc == Z_OK) {
		z.next_out = piece;
		z.avail_out = sizeof piece;
		rc = deflate(&z, Z_FINISH);
		buf_add(b, (struct str){(char *)piece,
		                        sizeof piece - z.avail_out});
	}
	assert(rc == Z_STREAM_END);
	(void)deflateEnd(&z);
}

static void add_footer(struct buf *b, uint64_t at)
{
	static const char head[] = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x1a\0SG\x16";

	buf_add(b, (struct str){head, sizeof head});
	buf_printf(b, "%016llxSTARGZ", (unsigned long long)at);
	buf_addc(b, '\0', ESTARGZ_FOOTER - sizeof head - 16 - 6);
}

static void estargz(struct str blob, uint64_t at)
{
	struct str json = str_from(blob, at), whole;
	struct digest sum = sha256_of(json);
	struct buf b = {0}, tar = {0};
	struct toc_where w = {.kind = TOC_ESTARGZ, .digest = digest_str(&sum)};

	mktar_file(&tar, "stargz.index.json", json);
	mktar_end(&tar);
	buf_add(&b, (struct str){blob.p, at});
	add_gzip(&b, buf_str(&tar));
	add_footer(&b, at);
	whole = buf_str(&b);
	w.blob_size = whole.n;
	walk(whole, &w);
	buf_free(&b);
	buf_free(&tar);
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
	if (blob.n) {
		zstd(blob, at % blob.n);
		estargz(blob, at % blob.n);
	}
	if (blob.n >= ESTARGZ_FOOTER)
		(void)toc_footer(str_from(blob, blob.n - ESTARGZ_FOOTER), &at,
		                 &err);
	return 0;
}
