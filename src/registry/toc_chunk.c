/* One chunk: fetched piece by piece, unpacked, checked. */
#include "registry/toc_entry.h"

#include "image/inflate.h"

#include <string.h>

enum { PIECE_FIRST = 32 << 10, PIECE_MAX = 1 << 20 };

/* A part of the blob, of which no more is fetched than is read. */
struct pieces {
	struct stream s;
	struct toc_blob blob;
	uint64_t at, end;
	uint64_t want; /* next time */
	struct buf bytes;
};

static int pieces_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct pieces *p = (struct pieces *)s;
	uint64_t left = p->at < p->end ? p->end - p->at : 0;
	uint64_t n = left < p->want ? left : p->want;

	*chunk = (struct str){0};
	if (n == 0)
		return 0;
	p->bytes.n = 0;
	if (p->blob.get(p->blob.ctx, p->at, n, &p->bytes, err))
		return -1;
	p->at += n;
	if (p->want < PIECE_MAX)
		p->want *= 2;
	*chunk = buf_str(&p->bytes);
	return 0;
}

static void pieces_close(struct stream *s)
{
	buf_free(&((struct pieces *)s)->bytes);
}

static struct stream *pieces_open(const struct toc_blob *blob, uint64_t from,
                                  uint64_t end, bool exact)
{
	static const struct stream_ops ops = {.next = pieces_next,
	                                      .close = pieces_close};
	struct pieces *p = stream_new(struct pieces, &ops);

	p->blob = *blob;
	p->at = from;
	p->end = end;
	p->want = exact ? PIECE_MAX : PIECE_FIRST;
	return &p->s;
}

/* Its size bytes and no more, which must have the digest. */
struct checked {
	struct stream s;
	struct stream *inner; /* owned */
	struct sha256 *hash;  /* owned */
	const struct toc_chunk *c;
	uint64_t skip, left;
	bool proved;
};

static int prove(struct checked *k, struct err *err)
{
	struct digest got;

	if (k->proved)
		return 0;
	got = sha256_end(k->hash);
	k->proved = true;
	if (strcmp(got.text, k->c->digest.text) != 0)
		return err_set(err, ERR_DIGEST,
		               "digest mismatch: the table of contents says "
		               "%.19s…, it is %.19s…",
		               k->c->digest.text, got.text);
	return 0;
}

static int checked_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct checked *k = (struct checked *)s;
	size_t drop;

	*chunk = (struct str){0};
	if (k->left == 0)
		return prove(k, err);
	while (chunk->n == 0) {
		if (stream_next(k->inner, chunk, err))
			return -1;
		if (chunk->n == 0)
			return err_set(err, ERR_FORMAT,
			               "the table of contents says more bytes "
			               "than there are");
		drop = chunk->n < k->skip ? chunk->n : (size_t)k->skip;
		k->skip -= drop;
		*chunk = str_from(*chunk, drop);
	}
	if (chunk->n > k->left)
		chunk->n = (size_t)k->left;
	k->left -= chunk->n;
	sha256_add(k->hash, *chunk);
	return k->left ? 0 : prove(k, err);
}

static void checked_close(struct stream *s)
{
	struct checked *k = (struct checked *)s;

	sha256_close(k->hash);
	stream_close(k->inner);
}

static struct stream *checked_open(struct stream *inner,
                                   const struct toc_chunk *c)
{
	static const struct stream_ops ops = {.next = checked_next,
	                                      .close = checked_close};
	struct checked *k = stream_new(struct checked, &ops);

	k->inner = inner;
	k->hash = sha256_open();
	k->c = c;
	k->skip = c->inner;
	k->left = c->size;
	return &k->s;
}

struct zeros {
	struct stream s;
	uint64_t left;
};

static int zeros_next(struct stream *s, struct str *chunk, struct err *err)
{
	static const char none[4096];
	struct zeros *z = (struct zeros *)s;
	size_t n = z->left < sizeof none ? (size_t)z->left : sizeof none;

	(void)err;
	z->left -= n;
	*chunk = (struct str){none, n};
	return 0;
}

static struct stream *zeros_open(uint64_t n)
{
	static const struct stream_ops ops = {.next = zeros_next};
	struct zeros *z = stream_new(struct zeros, &ops);

	z->left = n;
	return &z->s;
}

/* What size bytes take at most where the end is not known: deflate stores what
 * it cannot shorten, RFC 1951, 3.2.4. */
static uint64_t end_of(const struct toc_chunk *c, uint64_t limit)
{
	uint64_t unpacked = c->inner + c->size;
	uint64_t most = c->offset + unpacked + unpacked / 64 + 512;

	return c->end ? c->end : most < limit ? most : limit;
}

struct stream *toc_chunk_open(const struct toc_chunk *c, enum toc_kind kind,
                              const struct toc_blob *blob, uint64_t limit)
{
	struct inflate_limits lim = {0};
	uint64_t end = end_of(c, limit);
	struct stream *s;

	if (c->zeros)
		return zeros_open(c->size);
	s = pieces_open(blob, c->offset, end < limit ? end : limit, c->end);
	s = kind == TOC_ZSTD ? inflate_zstd(s, lim) : inflate_gzip(s, lim);
	return checked_open(s, c);
}
