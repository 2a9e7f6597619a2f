#include "image/stream.h"

#include <assert.h>
#include <string.h>

void *stream_alloc(const struct stream_ops *ops, size_t size)
{
	struct arena own = {0};
	struct stream *s = arena_alloc(&own, size, 1, alignof(max_align_t));

	s->ops = ops;
	s->own = own;
	return s;
}

static void consume_ahead(struct stream *s, size_t n)
{
	s->ahead = str_from(s->ahead, n);
	if (s->ahead.n == 0) {
		s->ahead = s->behind;
		s->behind = (struct str){0};
	}
	s->pos += n;
}

int stream_next(struct stream *s, struct str *chunk, struct err *err)
{
	if (s->ahead.n) {
		*chunk = s->ahead;
		consume_ahead(s, chunk->n);
		return 0;
	}
	if (s->ops->next(s, chunk, err))
		return -1;
	s->pos += chunk->n;
	return 0;
}

int stream_take(struct stream *s, size_t n, struct str *chunk, struct err *err)
{
	if (s->ahead.n == 0 && s->ops->next(s, &s->ahead, err))
		return -1;
	*chunk = (struct str){s->ahead.p, s->ahead.n < n ? s->ahead.n : n};
	consume_ahead(s, chunk->n);
	return 0;
}

/* Make ahead at least n bytes long by moving it to peeked; false at the end. */
static int gather(struct stream *s, size_t n, bool *more, struct err *err)
{
	size_t take;

	if (s->ahead.n && s->ahead.p != s->peeked)
		memmove(s->peeked, s->ahead.p, s->ahead.n);
	s->ahead.p = s->peeked;
	if (s->behind.n == 0 && s->ops->next(s, &s->behind, err))
		return -1;
	take = n - s->ahead.n < s->behind.n ? n - s->ahead.n : s->behind.n;
	if (take)
		memcpy(s->peeked + s->ahead.n, s->behind.p, take);
	s->ahead.n += take;
	s->behind = str_from(s->behind, take);
	*more = take > 0;
	return 0;
}

int stream_peek(struct stream *s, size_t n, struct str *view, struct err *err)
{
	bool more = true;

	assert(n <= STREAM_PEEK_MAX);
	if (s->ahead.n == 0 && s->ops->next(s, &s->ahead, err))
		return -1;
	while (s->ahead.n && s->ahead.n < n && more)
		if (gather(s, n, &more, err))
			return -1;
	*view = (struct str){s->ahead.p, s->ahead.n < n ? s->ahead.n : n};
	return 0;
}

int stream_skip(struct stream *s, uint64_t n, uint64_t *skipped,
                struct err *err)
{
	uint64_t start = s->pos, end = s->pos + n, step;

	while (s->pos < end) {
		if (s->ahead.n) {
			step = end - s->pos;
			consume_ahead(s, step < s->ahead.n ? (size_t)step :
			                                     s->ahead.n);
			continue;
		}
		if (!s->ops->skip) {
			if (s->ops->next(s, &s->ahead, err))
				return -1;
			if (s->ahead.n == 0)
				break;
			continue;
		}
		if (s->ops->skip(s, end - s->pos, &step, err))
			return -1;
		if (step == 0)
			break;
		s->pos += step;
	}
	*skipped = s->pos - start;
	return 0;
}

bool stream_has_at(const struct stream *s)
{
	return s->ops->at != NULL;
}

int stream_at(struct stream *s, uint64_t off, size_t n, char *out,
              struct err *err)
{
	return s->ops->at(s, off, n, out, err);
}

int stream_drain(struct stream *s, struct err *err)
{
	struct str chunk;

	do {
		if (stream_next(s, &chunk, err))
			return -1;
	} while (chunk.n);
	return 0;
}

void stream_close(struct stream *s)
{
	struct arena own;

	if (!s)
		return;
	own = s->own;
	if (s->ops->close)
		s->ops->close(s);
	arena_free(&own);
}
