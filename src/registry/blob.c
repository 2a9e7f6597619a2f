#include "registry/session.h"

#include "image/stream.h"
#include "registry/clock.h"

#include <string.h>

enum { PROGRESS = 1 << 20, WAIT_MS = 500 };

struct body {
	struct stream s;
	struct registry *r;
	struct str host;
	struct fetch f;
	struct answer *w;
	uint64_t at;     /* bytes given out */
	uint64_t size;   /* 0: unknown */
	uint64_t skip;   /* bytes that come again after a break */
	uint64_t mark;   /* at, when it last broke after much progress */
	unsigned breaks; /* since then */
};

bool range_begins_at(const struct answer *w, uint64_t at)
{
	struct str range = answer_header(w, "content-range", 0);
	struct str unit, from, rest;
	uint64_t n;

	return str_cut(range, ' ', &unit, &rest) &&
	       str_cut(rest, '-', &from, &rest) && str_uint(from, &n) &&
	       n == at;
}

/* Always closed ranges: images.md B5. */
static int start(struct body *b, struct err *err)
{
	b->skip = 0;
	b->f.ranged = b->at && b->size;
	b->f.from = b->at;
	b->f.to = b->size - 1;
	b->w = registry_fetch(b->r, b->host, &b->f, err);
	if (!b->w)
		return -1;
	if (answer_status(b->w) != 206)
		b->skip = b->at;
	else if (!range_begins_at(b->w, b->at))
		return err_set(err, ERR_FORMAT,
		               STR_F ": another range than was asked for",
		               STR_A(b->f.path));
	return 0;
}

/* A connection that broke: 0 if it is to be taken up again. */
static int broke(struct body *b, struct err *err)
{
	if (err->kind != ERR_BUSY)
		return -1;
	if (b->at - b->mark >= PROGRESS) {
		b->mark = b->at;
		b->breaks = 0;
	}
	if (++b->breaks >= FETCH_TRIES)
		return err_wrap(err, "given up after %llu bytes",
		                (unsigned long long)b->at);
	answer_close(b->w);
	b->w = NULL;
	return registry_wait(b->r,
	                     clock_jitter((int64_t)WAIT_MS << b->breaks)) ?
	               0 :
	               -1;
}

static struct str drop_again(struct body *b, struct str chunk)
{
	size_t n = chunk.n < b->skip ? chunk.n : (size_t)b->skip;

	b->skip -= n;
	return str_from(chunk, n);
}

/* What comes next, also an end that is none.  *err is also set where all goes
 * well after all. */
static int pull(struct body *b, struct str *chunk, struct err *err)
{
	if (!b->w && start(b, err))
		return -1;
	if (answer_next(b->w, chunk, err))
		return broke(b, err);
	if (chunk->n == 0 && b->at < b->size) {
		(void)err_set(err, ERR_BUSY,
		              STR_F ": it ended after %llu of %llu bytes",
		              STR_A(b->f.path), (unsigned long long)b->at,
		              (unsigned long long)b->size);
		return broke(b, err);
	}
	return chunk->n == 0;
}

static uint64_t most(const struct body *b)
{
	return b->size ? b->size : FETCH_JSON_MAX;
}

static int body_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct body *b = (struct body *)s;
	struct err why = {0};
	int rc = 0;

	*chunk = (struct str){0};
	if (b->size && b->at == b->size && !b->w)
		return 0;
	while (rc == 0 && chunk->n == 0) {
		rc = pull(b, chunk, &why);
		*chunk = rc == 0 ? drop_again(b, *chunk) : (struct str){0};
	}
	if (rc < 0) {
		*err = why;
		return -1;
	}
	if (chunk->n > most(b) - b->at)
		return err_set(err, ERR_LIMIT,
		               STR_F ": limit: longer than %llu bytes",
		               STR_A(b->f.path), (unsigned long long)most(b));
	b->at += chunk->n;
	return 0;
}

static void body_close(struct stream *s)
{
	answer_close(((struct body *)s)->w);
}

struct stream *blob_open(struct registry *r, const struct reference *ref,
                         struct str path, struct str accept, uint64_t size)
{
	static const struct stream_ops ops = {.next = body_next,
	                                      .close = body_close};
	struct body *b = stream_new(struct body, &ops);
	struct arena *a = &b->s.own;

	b->r = r;
	b->host = ref->host;
	b->size = size;
	b->f = (struct fetch){
		.method = "GET",
		.path = arena_str(a, path),
		.repository = ref->repository,
		.accept = accept,
	};
	return &b->s;
}
