#include "image/early.h"

enum { TELL_EVERY = 16 * 1024 * 1024 };

struct meter {
	struct stream s;
	struct stream *inner; /* owned */
	struct source *src;
};

static void tell(struct source *src)
{
	uint64_t more = src->read_bytes - src->told_bytes;
	struct tally *all = src->tally;

	if (!src->o->progress || more < TELL_EVERY)
		return;
	src->told_bytes += more;
	gate_enter(all->gate);
	all->bytes += more;
	src->o->progress(src->o->progress_ctx, all->bytes, src->size);
	gate_leave(all->gate);
}

static bool is_stopped(const struct source *src)
{
	bool stopped;

	gate_enter(src->tally->gate);
	stopped = src->tally->stopped;
	gate_leave(src->tally->gate);
	return stopped;
}

static int meter_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct meter *m = (struct meter *)s;

	if (is_stopped(m->src))
		return err_set(err, ERR_IO, "not wanted any more");
	if (m->src->remote)
		m->src->read_bytes =
			m->src->remote->received(m->src->remote->ctx);
	tell(m->src);
	return stream_next(m->inner, chunk, err);
}

static int meter_skip(struct stream *s, uint64_t n, uint64_t *skipped,
                      struct err *err)
{
	return stream_skip(((struct meter *)s)->inner, n, skipped, err);
}

static int meter_at(struct stream *s, uint64_t off, size_t n, char *out,
                    struct err *err)
{
	struct meter *m = (struct meter *)s;

	tell(m->src);
	return stream_at(m->inner, off, n, out, err);
}

static void meter_close(struct stream *s)
{
	stream_close(((struct meter *)s)->inner);
}

/* Pass inner through and say now and then how far we are. */
struct stream *source_meter(struct source *src, struct stream *inner)
{
	static const struct stream_ops ops = {.next = meter_next,
	                                      .skip = meter_skip,
	                                      .close = meter_close};
	static const struct stream_ops with_at = {.next = meter_next,
	                                          .skip = meter_skip,
	                                          .close = meter_close,
	                                          .at = meter_at};
	struct meter *m = stream_new(struct meter,
	                             stream_has_at(inner) ? &with_at : &ops);

	m->inner = inner;
	m->src = src;
	return &m->s;
}
