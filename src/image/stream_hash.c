#include "image/stream.h"

struct hashing {
	struct stream s;
	struct stream *inner; /* owned */
	struct sha256 *hash;  /* owned */
};

static int hashing_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct hashing *h = (struct hashing *)s;

	if (stream_next(h->inner, chunk, err))
		return -1;
	sha256_add(h->hash, *chunk);
	return 0;
}

static void hashing_close(struct stream *s)
{
	struct hashing *h = (struct hashing *)s;

	sha256_close(h->hash);
	stream_close(h->inner);
}

struct stream *stream_hashing(struct stream *inner)
{
	static const struct stream_ops ops = {.next = hashing_next,
	                                      .close = hashing_close};
	struct hashing *h = stream_new(struct hashing, &ops);

	h->inner = inner;
	h->hash = sha256_open();
	return &h->s;
}

struct digest stream_digest(struct stream *hashing)
{
	return sha256_end(((struct hashing *)hashing)->hash);
}
