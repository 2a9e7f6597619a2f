/* What is in a blob: JSON to keep, or a layer to give to the reader. */
#include "image/early.h"

enum { END_MARKER = 1024 };

static struct found *found_new(struct source *src, struct blob *b)
{
	b->found = arena_new(src->arena, struct found);
	return b->found;
}

static void failed(const struct source *src, struct found *f,
                   const struct err *err)
{
	struct err *kept = arena_new(src->arena, struct err);

	*kept = *err;
	f->failed = kept;
}

static int read_json(struct source *src, struct stream *s, struct buf *b,
                     struct err *err)
{
	const struct image_limits *lim = &src->o->limits;
	struct str chunk;

	do {
		if (stream_next(s, &chunk, err))
			return -1;
		if (chunk.n > lim->json_bytes - b->n)
			return limit_hit(err, "json-bytes",
			                 "JSON of more than %llu bytes",
			                 (unsigned long long)lim->json_bytes);
		buf_add(b, chunk);
	} while (chunk.n);
	if (b->n > lim->json_total - src->json_bytes)
		return limit_hit(err, "json-total",
		                 "more than %llu bytes of JSON in all",
		                 (unsigned long long)lim->json_total);
	return 0;
}

void found_json(struct source *src, struct blob *b, struct stream *s)
{
	struct found *f = found_new(src, b);
	CLEANUP(buf_free) struct buf bytes = {0};
	struct err err = {0};
	int rc = read_json(src, s, &bytes, &err);

	stream_close(s);
	if (rc) {
		failed(src, f, &err);
		return;
	}
	src->json_bytes += bytes.n;
	f->json = arena_str(src->arena, buf_str(&bytes));
	f->raw = sha256_of(f->json);
}

/* A layer's bytes on their way from the input to the reader. */
struct pipeline {
	struct stream *top;  /* owns the others */
	struct stream *raw;  /* hashes what comes in; may be NULL */
	struct stream *diff; /* hashes what comes out; plain: the same */
	struct stream
		*bare; /* what stands under the padding; NULL: no padding */
	bool whole;    /* every byte is read; else nothing is hashed */
};

static struct stream *hashing(struct pipeline *p)
{
	p->top = stream_hashing(p->top);
	return p->top;
}

struct inflate_limits source_limits(const struct source *src)
{
	const struct image_limits *lim = &src->o->limits;
	uint64_t left = lim->image_bytes > src->layer_bytes ?
	                        lim->image_bytes - src->layer_bytes :
	                        0;
	bool all = left < lim->layer_bytes;

	return (struct inflate_limits){
		.max_bytes = !all ? lim->layer_bytes :
	                     left ? left :
	                            1,
		.raise = all ? "image-bytes" : "layer-bytes",
		.max_window = lim->zstd_window,
		.max_ratio = lim->ratio,
		.ratio_from = lim->ratio_from,
	};
}

static enum compression compression_of(enum content c)
{
	if (c == CONTENT_GZIP)
		return COMP_GZIP;
	return c == CONTENT_ZSTD ? COMP_ZSTD : COMP_NONE;
}

/*
 * What is read whole is hashed whole, against one promise: that of its name if
 * it has one, else the config's.  Both are asked for where facts may enter the
 * cache, which goes by the latter.  A plain layer in a file is not read whole.
 */
static struct pipeline pipeline_open(const struct source *src, bool promised,
                                     enum content c, struct stream *in)
{
	bool plain = c == CONTENT_TAR, both = src->o->verify || src->o->cache;
	struct pipeline p = {.top = in};

	p.whole = !plain || src->o->verify || src->prove ||
	          src->kind == SOURCE_STREAM || src->remote;
	if (p.whole && (plain || promised || both))
		p.raw = hashing(&p);
	p.top = inflate_beside(src->pool, compression_of(c), p.top,
	                       source_limits(src));
	if (!p.whole)
		return p;
	if (plain)
		p.diff = p.raw;
	else if (!promised || both)
		p.diff = hashing(&p);
	p.bare = p.top;
	p.top = stream_padded(p.top);
	return p;
}

/* Also what the reader left unread: whether it is all there must be known. */
static int read_entries(struct source *src, const struct pipeline *p,
                        struct found *f, void **facts, struct err *err)
{
	CLEANUP(tar_close_p)
	struct tar *t = tar_open(p->top, src->o->limits.entries);
	struct entry e;
	int rc;

	tar_limit(t, &src->o->limits, "entries");
	*facts = src->reader->read(src->reader->ctx, t, err);
	if (!*facts)
		return -1;
	do {
		rc = tar_next(t, &e, err);
	} while (rc > 0);
	if (rc == 0 && !tar_has_end_marker(t))
		return err_set(err, ERR_FORMAT,
		               "truncated: no end-of-archive marker");
	f->open_end = p->bare && p->bare->pos < tar_position(t) + END_MARKER;
	return rc;
}

static void take_digests(const struct pipeline *p, struct found *f)
{
	if (p->raw)
		f->raw = stream_digest(p->raw);
	if (p->diff)
		f->diff = p->diff == p->raw ? f->raw : stream_digest(p->diff);
}

static int read_layer(struct source *src, struct pipeline *p, struct found *f,
                      struct err *err)
{
	void *facts;

	if (read_entries(src, p, f, &facts, err) ||
	    (p->whole && stream_drain(p->top, err)))
		return -1;
	src->layer_bytes += (p->bare ? p->bare : p->top)->pos;
	take_digests(p, f);
	f->facts = facts;
	f->depth = LAYER_FULL;
	return 0;
}

static int check_size(const struct source *src, const struct blob *b,
                      struct err *err)
{
	struct inflate_limits lim = source_limits(src);

	if (b->size > lim.max_bytes)
		return limit_hit(err, lim.raise,
		                 "layer of more than %llu bytes",
		                 (unsigned long long)lim.max_bytes);
	return 0;
}

static int try_layer(struct source *src, struct blob *b, struct stream *s,
                     struct err *err)
{
	struct digest promise = source_promise(src, b->path);
	struct str head;
	struct pipeline p;
	enum content c;
	int rc;

	if (stream_peek(s, CONTENT_HEAD, &head, err)) {
		stream_close(s);
		return -1;
	}
	c = content_of(head);
	if (c == CONTENT_JSON || c == CONTENT_OTHER) {
		b->found->gap = str_c(content_name(head));
		stream_close(s);
		return 0;
	}
	p = pipeline_open(src, promise.text[0], c, s);
	rc = c == CONTENT_EMPTY ?
	             err_set(err, ERR_FORMAT, "truncated: it is empty") :
	             check_size(src, b, err);
	if (rc == 0)
		rc = read_layer(src, &p, b->found, err);
	stream_close(p.top);
	return rc;
}

void found_layer(struct source *src, struct blob *b, struct stream *s)
{
	struct found *f = found_new(src, b);
	struct err err = {0};

	if (try_layer(src, b, s, &err))
		failed(src, f, &err);
}
