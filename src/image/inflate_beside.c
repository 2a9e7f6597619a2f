/*
 * A filter that moves to another thread once it has enough to do and one is
 * free.  What it reads is still read by who reads it: only bytes go over, and
 * they come back in the same order, with the same error behind them.
 */
#include "image/inflate.h"

#include <string.h>

enum { SLOTS = 8, RING_BYTES = SLOTS * STREAM_CHUNK };

/* Chunks on their way from one thread to the other; inside the gate. */
struct ring {
	char *room; /* SLOTS of STREAM_CHUNK */
	struct str v[SLOTS];
	size_t put, got;
	struct err err; /* what comes after the last chunk, or the end */
	bool ended;
};

/* What the filter reads. */
struct feed {
	struct stream s;
	struct beside *beside;
	bool lent; /* the oldest chunk of in is being read */
};

struct beside {
	struct stream s;
	struct pool *pool;
	struct stream *inner; /* owned */
	struct feed feed;
	struct stream *filter; /* owned; of feed */
	struct pool_task task; /* the other thread, if it is in the pool */
	struct str left;       /* of inner, not yet put */
	bool lent;             /* the oldest chunk of out is being read */
	bool offered;          /* the task to the pool */
	/* In the gate, from then on. */
	struct gate *gate;
	struct ring in, out;
	bool there;   /* the other thread waits for the filter … */
	bool away;    /* … and has it … */
	bool asked;   /* … and needs no more what inner gave before */
	bool stopped; /* nobody wants the rest */
};

static bool is_full(const struct ring *r)
{
	return r->put - r->got == SLOTS;
}

static bool is_empty(const struct ring *r)
{
	return r->put == r->got;
}

static char *slot(const struct ring *r, size_t i)
{
	return r->room + i % SLOTS * STREAM_CHUNK;
}

/* What is in the next slot, or what comes instead of it. */
static void put(struct ring *r, size_t n, int rc, const struct err *err)
{
	r->ended = rc || n == 0;
	if (rc)
		r->err = *err;
	if (!r->ended)
		r->v[r->put % SLOTS] = (struct str){slot(r, r->put), n};
	r->put += !r->ended;
}

/* The other thread wants more. */
static int feed_away(struct feed *f, struct str *chunk, struct err *err)
{
	struct beside *b = f->beside;
	struct ring *in = &b->in;
	int rc = 0;

	gate_enter(b->gate);
	in->got += f->lent;
	b->asked = true;
	gate_ring(b->gate);
	while (is_empty(in) && !in->ended && !b->stopped)
		gate_wait(b->gate);
	f->lent = !is_empty(in);
	*chunk = f->lent ? in->v[in->got % SLOTS] : (struct str){0};
	if (!f->lent && in->err.kind != ERR_NONE) {
		*err = in->err;
		rc = -1;
	}
	gate_leave(b->gate);
	return rc;
}

static int feed_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct feed *f = (struct feed *)s;

	return f->beside->away ? feed_away(f, chunk, err) :
	                         stream_next(f->beside->inner, chunk, err);
}

/* On the other thread, outside the gate. */
static int make_one(struct beside *b, struct str *chunk, struct err *err)
{
	return b->filter->ops->into(b->filter, slot(&b->out, b->out.put), chunk,
	                            err);
}

/* Inside the gate.  False: it is not wanted. */
static bool has_room(struct beside *b)
{
	while (is_full(&b->out) && !b->stopped)
		gate_wait(b->gate);
	return !b->stopped && !b->out.ended;
}

static void run_away(void *ctx)
{
	struct beside *b = ctx;

	gate_enter(b->gate);
	b->there = true;
	while (!b->away && !b->stopped)
		gate_wait(b->gate);
	while (has_room(b)) {
		struct str chunk = {0};
		struct err err = {0};
		int rc;

		gate_leave(b->gate);
		rc = make_one(b, &chunk, &err);
		gate_enter(b->gate);
		put(&b->out, chunk.n, rc, &err);
		if (b->out.ended || b->out.put - b->out.got >= SLOTS / 2)
			gate_ring(b->gate); /* to wake it costs something */
	}
	gate_leave(b->gate);
}

/* Once it pays.  Until somebody is there all goes on as before. */
static void offer(struct beside *b)
{
	struct arena *a = &b->s.own;

	if (!b->gate) {
		b->gate = gate_new(a);
		b->in.room = arena_array(a, char, RING_BYTES);
		b->out.room = arena_array(a, char, RING_BYTES);
	}
	b->offered = pool_offer(b->pool, &b->task);
}

static bool is_away(struct beside *b)
{
	if (b->away)
		return true;
	if (b->s.pos < POOL_PAYS_FROM)
		return false;
	if (!b->offered)
		offer(b);
	if (!b->offered)
		return false;
	gate_enter(b->gate);
	b->away = b->there;
	if (b->away)
		gate_ring(b->gate);
	gate_leave(b->gate);
	return b->away;
}

/* As much as fits into a slot; outside the gate. */
static void put_more(struct beside *b)
{
	struct ring *in = &b->in;
	struct err err = {0};
	struct str part;
	int rc = 0;

	if (b->left.n == 0)
		rc = stream_next(b->inner, &b->left, &err);
	part = b->left;
	if (part.n > STREAM_CHUNK)
		part.n = STREAM_CHUNK;
	if (part.n)
		memcpy(slot(in, in->put), part.p, part.n);
	b->left = str_from(b->left, part.n);
	gate_enter(b->gate);
	put(in, part.n, rc, &err);
	gate_ring(b->gate);
	gate_leave(b->gate);
}

static bool wants_more(const struct beside *b)
{
	return b->asked && !b->in.ended && !is_full(&b->in);
}

/* Inside the gate: until there is something, and the other has enough to do. */
static void wait_for(struct beside *b)
{
	for (;;) {
		if (wants_more(b)) {
			gate_leave(b->gate);
			put_more(b);
			gate_enter(b->gate);
		} else if (is_empty(&b->out) && !b->out.ended) {
			gate_wait(b->gate);
		} else {
			return;
		}
	}
}

static int take_away(struct beside *b, struct str *chunk, struct err *err)
{
	struct ring *out = &b->out;
	int rc = 0;

	gate_enter(b->gate);
	out->got += b->lent;
	if (b->lent)
		gate_ring(b->gate);
	wait_for(b);
	b->lent = !is_empty(out);
	*chunk = b->lent ? out->v[out->got % SLOTS] : (struct str){0};
	if (!b->lent && out->err.kind != ERR_NONE) {
		*err = out->err;
		rc = -1;
	}
	gate_leave(b->gate);
	return rc;
}

static int beside_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct beside *b = (struct beside *)s;

	return is_away(b) ? take_away(b, chunk, err) :
	                    stream_next(b->filter, chunk, err);
}

static void call_back(struct beside *b)
{
	if (!b->offered || pool_take_back(b->pool, &b->task))
		return;
	gate_enter(b->gate);
	b->stopped = true;
	gate_ring(b->gate);
	gate_leave(b->gate);
	pool_join(b->pool, &b->task);
}

static void beside_close(struct stream *s)
{
	struct beside *b = (struct beside *)s;

	call_back(b);
	gate_free(b->gate);
	stream_close(b->filter);
	stream_close(b->inner);
}

struct stream *inflate_beside(struct pool *pool, enum compression c,
                              struct stream *inner, struct inflate_limits lim)
{
	static const struct stream_ops ops = {.next = beside_next,
	                                      .close = beside_close};
	static const struct stream_ops feeding = {.next = feed_next};
	struct beside *b;

	if (!pool || c == COMP_NONE)
		return inflate_open(c, inner, lim);
	b = stream_new(struct beside, &ops);
	b->pool = pool;
	b->inner = inner;
	b->feed.s.ops = &feeding;
	b->feed.beside = b;
	b->task = (struct pool_task){.run = run_away, .ctx = b};
	b->filter = inflate_open(c, &b->feed.s, lim);
	return &b->s;
}
