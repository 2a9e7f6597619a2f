/* A layer by its table of contents and ranges of its blob. */
#include "registry/session.h"

#include "image/candidate.h"
#include "image/remote.h"
#include "registry/clock.h"
#include "registry/toc.h"

enum {
	NEAR = 32 << 10, /* files so close are fetched together */
	AHEAD_MIN = 64 << 10,
	AHEAD_MAX = 512 << 10,
	DIRECT = 1 << 20, /* more than that does not go through the window */
	WAIT_MS = 500,
};

/* The blob, and the part of it that was fetched last. */
struct window {
	struct registry *r;
	struct endpoint *ep;
	struct fetch f;
	uint64_t size; /* of the blob */
	uint64_t at;   /* of bytes */
	struct buf bytes;
	uint64_t ahead; /* fetched beyond what is asked */
};

/* 0, or -1; FORMAT: ranges are not what it does. */
static int fetch_once(struct window *w, uint64_t from, uint64_t n,
                      struct buf *out, struct err *err)
{
	CLEANUP(answer_close_p) struct answer *answer = NULL;
	size_t before = out->n;
	int rc;

	w->f.ranged = true;
	w->f.from = from;
	w->f.to = from + n - 1;
	answer = registry_fetch(w->r, w->ep->host, &w->f, err);
	if (!answer)
		return -1;
	if (answer_status(answer) != 206) {
		w->ep->no_ranges = true;
		return err_set(err, ERR_FORMAT, "ranges are not supported");
	}
	if (!range_begins_at(answer, from))
		return err_set(err, ERR_FORMAT,
		               "another range than was asked for");
	out->max = before + (size_t)n;
	rc = answer_body(answer, out, err);
	out->max = 0;
	if (rc)
		return -1;
	if (out->n - before < n)
		return err_set(err, ERR_BUSY, "a range ended early");
	return 0;
}

static int fetch_range(struct window *w, uint64_t from, uint64_t n,
                       struct buf *out, struct err *err)
{
	size_t before = out->n;
	struct err why = {0};

	for (int i = 1; fetch_once(w, from, n, out, &why); i++) {
		out->n = before;
		if (why.kind != ERR_BUSY || i == FETCH_TRIES) {
			*err = why;
			return -1;
		}
		clock_wait(clock_jitter((int64_t)WAIT_MS << i));
	}
	return 0;
}

static bool is_inside(const struct window *w, uint64_t from, uint64_t n)
{
	return from >= w->at && from - w->at <= w->bytes.n &&
	       n <= w->bytes.n - (from - w->at);
}

/* Small files that follow one another cost one request together. */
static void look_ahead(struct window *w, uint64_t from)
{
	uint64_t end = w->at + w->bytes.n;
	bool follows = w->bytes.n && from >= w->at && from <= end + NEAR;

	if (!follows)
		w->ahead = 0;
	else if (w->ahead < AHEAD_MAX)
		w->ahead = w->ahead ? 2 * w->ahead : AHEAD_MIN;
}

static int move_window(struct window *w, uint64_t from, uint64_t n,
                       struct err *err)
{
	uint64_t want;

	look_ahead(w, from);
	want = n < w->ahead ? w->ahead : n;
	if (want > w->size - from)
		want = w->size - from;
	w->bytes.n = 0;
	w->at = from;
	return fetch_range(w, from, want, &w->bytes, err);
}

static int get(void *ctx, uint64_t from, uint64_t n, struct buf *out,
               struct err *err)
{
	struct window *w = ctx;

	if (from > w->size || n > w->size - from)
		return err_set(err, ERR_FORMAT,
		               "the table of contents leads out of the blob");
	if (n > DIRECT)
		return fetch_range(w, from, n, out, err);
	if (!is_inside(w, from, n) && move_window(w, from, n, err))
		return -1;
	buf_add(out, (struct str){w->bytes.p + (from - w->at), n});
	return 0;
}

static int read_toc(struct window *w, const struct toc_where *where,
                    const struct layer_part *p, void **facts, struct err *err)
{
	struct toc_blob blob = {w, get};
	CLEANUP(toc_close_p)
	struct toc *t = toc_open(where, &blob, p->o->depth >= LAYER_FILES,
	                         p->o->limits.entries, err);
	struct entry e;
	int rc;

	if (!t)
		return -1;
	tar_limit(toc_tar(t), &p->o->limits, "entries");
	*facts = p->reader->read(p->reader->ctx, toc_tar(t), err);
	if (!*facts)
		return -1;
	do {
		rc = tar_next(toc_tar(t), &e, err);
	} while (rc > 0);
	return rc;
}

/* The layer as a whole may be good although its table is not. */
static bool is_of_table(enum err_kind kind)
{
	return kind == ERR_FORMAT || kind == ERR_DIGEST || kind == ERR_LIMIT ||
	       kind == ERR_UNSUPPORTED;
}

static int read_part(struct registry *r, const struct reference *ref,
                     const struct toc_where *where, const struct layer_part *p,
                     void **facts, struct err *err)
{
	struct arena a = {0};
	struct window w = {
		.r = r,
		.ep = endpoint_get(r, ref->host),
		.size = where->blob_size,
		.f = {.method = "GET", .repository = ref->repository},
	};
	struct err why = {0};
	int rc;

	if (w.ep->no_ranges)
		return 0;
	w.f.path = arena_fmt(&a, "/v2/" STR_F "/blobs/" STR_F,
	                     STR_A(ref->repository), STR_A(p->ref->digest));
	rc = read_toc(&w, where, p, facts, &why);
	buf_free(&w.bytes);
	arena_free(&a);
	if (rc == 0)
		return 1;
	if (is_of_table(why.kind))
		return 0;
	*err = why;
	return -1;
}

int partial_read(struct registry *r, const struct reference *ref,
                 const struct layer_part *p, void **facts, struct err *err)
{
	const struct layer_cache *c = p->o->cache;
	struct layer_id id = p->id;
	struct toc_where where;
	int rc;

	toc_find(p->ref->from, &where);
	if (where.kind == TOC_NONE)
		return 0;
	id.toc = where.digest;
	*facts = c ? c->get(c->ctx, id, p->o->depth) : NULL;
	if (*facts)
		return 1;
	rc = read_part(r, ref, &where, p, facts, err);
	if (rc > 0 && c)
		c->put(c->ctx, id, p->o->depth, *facts);
	return rc;
}
