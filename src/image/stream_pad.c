#include "image/stream.h"

enum { BLOCK = 512, END_MARKER = 1024 };

struct padding {
	struct stream s;
	struct stream *inner; /* owned */
	size_t zeros;         /* still to give */
	bool ended;           /* inner has */
};

static int padding_next(struct stream *s, struct str *chunk, struct err *err)
{
	static const char zeros[BLOCK + END_MARKER];
	struct padding *p = (struct padding *)s;

	if (!p->ended) {
		if (stream_next(p->inner, chunk, err))
			return -1;
		if (chunk->n)
			return 0;
		p->ended = true;
		p->zeros = (size_t)(-p->inner->pos % BLOCK) + END_MARKER;
	}
	*chunk = (struct str){zeros, p->zeros};
	p->zeros = 0;
	return 0;
}

static void padding_close(struct stream *s)
{
	stream_close(((struct padding *)s)->inner);
}

struct stream *stream_padded(struct stream *inner)
{
	static const struct stream_ops ops = {.next = padding_next,
	                                      .close = padding_close};
	struct padding *p = stream_new(struct padding, &ops);

	p->inner = inner;
	return &p->s;
}
