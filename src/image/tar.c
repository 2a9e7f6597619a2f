#include "image/tar.h"

#include "image/tar_extended.h"
#include "image/tar_header.h"

enum { HOLE_CHUNK = 16 * 1024 };

/* What is left to give out of the current entry. */
struct body {
	uint64_t at, size; /* logical; at is where piece begins */
	uint64_t hole;     /* zeros to give before piece */
	struct str piece;  /* of libarchive's, until its next call */
	bool ended;        /* there are no more pieces */
};

struct tar {
	struct stream entry; /* what tar_stream() gives; first member */
	struct arena own;    /* holds the tar itself */
	struct stream *in;   /* the caller's */
	/* For the first entry, which tells whether it is a tar archive at all,
	   and whatever has no plain header; NULL: there is a feed. */
	struct tar_extended *extended;
	bool apart; /* extended has none of the bytes that come next */
	bool plain; /* the current entry is not extended's */
	struct tar_header header;
	uint64_t position; /* of the current header, or the end */
	uint64_t data;     /* offset of what is stored of the entry */
	struct err io;     /* the first failure; later calls fail like it */
	uint64_t max_entries, entries;
	const char *unit; /* the limit's name: entries or members */
	struct image_limits lim;
	uint64_t holes;         /* zeros given out so far */
	struct entry_feed feed; /* instead of an archive; next NULL: none */
	struct body body;
	bool ended;
};

static int fail(const struct tar *t, struct err *err)
{
	*err = t->io;
	return -1;
}

static int truncated(struct tar *t, struct err *err)
{
	(void)err_set(&t->io, ERR_FORMAT, "truncated tar archive");
	return fail(t, err);
}

/* Of an entry that stands in the archive as it is. */
static int next_plain(struct tar *t, struct err *err)
{
	struct body *b = &t->body;
	uint64_t left = b->size - b->at;

	b->ended = left == 0;
	if (b->ended)
		return 0;
	if (stream_take(t->in, left < STREAM_CHUNK ? left : STREAM_CHUNK,
	                &b->piece, &t->io))
		return fail(t, err);
	if (b->piece.n == 0)
		return truncated(t, err);
	b->at += b->piece.n;
	return 0;
}

static int next_extended(struct tar *t, struct err *err)
{
	struct body *b = &t->body;
	struct str piece = {0};
	uint64_t at = 0;
	int rc = tar_extended_data(t->extended, &piece, &at, &t->io);

	if (rc < 0)
		return fail(t, err);
	b->ended = rc == 0;
	if (b->ended) {
		b->hole = b->size - b->at;
		b->at = b->size;
		return 0;
	}
	if (piece.n == 0)
		return 0;
	if (at < b->at || at > b->size || piece.n > b->size - at)
		return err_set(err, ERR_FORMAT,
		               "damaged tar archive: bad sparse map");
	b->hole = at - b->at;
	b->piece = piece;
	b->at = at + piece.n;
	return 0;
}

static int next_piece(struct tar *t, struct err *err)
{
	if (t->io.kind != ERR_NONE)
		return fail(t, err);
	return t->plain ? next_plain(t, err) : next_extended(t, err);
}

static int give_hole(struct tar *t, struct str *chunk, struct err *err)
{
	static const char zeros[HOLE_CHUNK];
	struct body *b = &t->body;
	size_t n = b->hole < HOLE_CHUNK ? (size_t)b->hole : HOLE_CHUNK;

	/* A hole costs time although it is not there. */
	if (n > t->lim.holes - t->holes)
		return limit_hit(
			err, "holes",
			"more than %llu bytes of holes in sparse files",
			(unsigned long long)t->lim.holes);
	t->holes += n;
	b->hole -= n;
	*chunk = (struct str){zeros, n};
	return 0;
}

static int entry_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct tar *t = (struct tar *)s;
	struct body *b = &t->body;

	while (!b->hole && !b->piece.n && !b->ended)
		if (next_piece(t, err))
			return -1;
	if (b->hole)
		return give_hole(t, chunk, err);
	*chunk = b->piece;
	b->piece = (struct str){0};
	return 0;
}

/* The entry's bytes stand in the archive as they are. */
static int entry_at(struct stream *s, uint64_t off, size_t n, char *out,
                    struct err *err)
{
	struct tar *t = (struct tar *)s;

	if (off > t->body.size || n > t->body.size - off)
		return err_set(err, ERR_FORMAT, "read past the entry's end");
	return stream_at(t->in, t->data + off, n, out, err);
}

static const struct stream_ops entry_ops = {.next = entry_next};
static const struct stream_ops entry_ops_at = {.next = entry_next,
                                               .at = entry_at};

static void init(struct tar *t, struct arena own, uint64_t max_entries)
{
	t->own = own;
	t->max_entries = max_entries;
	t->unit = "entries";
	t->lim = image_limits_default();
}

struct tar *tar_open(struct stream *s, uint64_t max_entries)
{
	struct arena own = {0};
	struct tar *t = arena_new(&own, struct tar);

	init(t, own, max_entries);
	t->entry.ops = &entry_ops;
	t->in = s;
	t->extended = tar_extended_open(s);
	return t;
}

static int feed_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct tar *t = (struct tar *)s;

	*chunk = (struct str){0};
	return t->feed.data ? t->feed.data(t->feed.ctx, chunk, err) : 0;
}

struct tar *tar_of_feed(const struct entry_feed *feed, uint64_t max_entries)
{
	static const struct stream_ops ops = {.next = feed_next};
	struct arena own = {0};
	struct tar *t = arena_new(&own, struct tar);

	init(t, own, max_entries);
	t->entry.ops = &ops;
	t->feed = *feed;
	return t;
}

void tar_limit(struct tar *t, const struct image_limits *lim, const char *unit)
{
	t->lim = *lim;
	t->unit = unit;
}

const struct image_limits *tar_limits(const struct tar *t)
{
	return &t->lim;
}

enum tar_holds tar_holds(const struct tar *t)
{
	if (!t->feed.next)
		return TAR_ALL;
	return t->feed.data ? TAR_FILES : TAR_NAMES;
}

static int count_entry(struct tar *t)
{
	if (t->max_entries && t->entries == t->max_entries)
		return limit_hit(&t->io, t->unit, "more than %llu %s",
		                 (unsigned long long)t->max_entries, t->unit);
	t->entries++;
	return 0;
}

static int next_of_feed(struct tar *t, struct entry *e, struct err *err)
{
	int rc = t->feed.next(t->feed.ctx, e, err);

	if (rc > 0 && count_entry(t)) {
		*err = t->io;
		return -1;
	}
	return rc;
}

/* To where the next header is. */
static int leave_plain(struct tar *t)
{
	uint64_t end = t->data + tar_padded(t->body.size), skipped;

	if (stream_skip(t->in, end - t->in->pos, &skipped, &t->io))
		return -1;
	return t->in->pos < end ?
	               err_set(&t->io, ERR_FORMAT, "truncated tar archive") :
	               0;
}

static int leave(struct tar *t)
{
	if (t->entries == 0)
		return 0;
	return t->plain ? leave_plain(t) :
	                  tar_extended_leave(t->extended, &t->apart, &t->io);
}

/* 1: the next header is plain, 0: it is not, -1. */
static int read_plain(struct tar *t, struct entry *e)
{
	struct str block;
	uint64_t skipped;

	if (!t->apart)
		return 0;
	if (stream_peek(t->in, TAR_BLOCK, &block, &t->io))
		return -1;
	if (block.n < TAR_BLOCK || !tar_header_plain(block, &t->header, e))
		return 0;
	e->header = t->in->pos;
	e->data = e->header + TAR_BLOCK;
	return stream_skip(t->in, TAR_BLOCK, &skipped, &t->io) ? -1 : 1;
}

static int read_header(struct tar *t, struct entry *e)
{
	int rc;

	if (leave(t))
		return -1;
	rc = read_plain(t, e);
	t->plain = rc > 0;
	return rc ? rc : tar_extended_next(t->extended, e, &t->io);
}

static void begin(struct tar *t, const struct entry *e)
{
	t->body = (struct body){.size = e->size};
	t->position = e->header;
	t->data = e->data;
	t->entry.ops =
		stream_has_at(t->in) && !e->sparse ? &entry_ops_at : &entry_ops;
}

int tar_next(struct tar *t, struct entry *e, struct err *err)
{
	int rc;

	t->body = (struct body){.size = t->body.size, .ended = true};
	t->entry.ahead = t->entry.behind = (struct str){0};
	t->entry.pos = 0;
	if (t->feed.next)
		return next_of_feed(t, e, err);
	if (t->ended)
		return 0;
	rc = t->io.kind == ERR_NONE ? read_header(t, e) : -1;
	if (rc < 0 || (rc > 0 && count_entry(t)))
		return fail(t, err);
	t->ended = rc == 0;
	if (t->ended)
		t->position = tar_extended_header(t->extended);
	else
		begin(t, e);
	return rc;
}

int tar_read(struct tar *t, uint64_t want, struct buf *out, struct err *err)
{
	struct stream *s = &t->entry;
	struct str chunk;
	uint64_t skipped;

	while (want) {
		if (stream_peek(s, 1, &chunk, err))
			return -1;
		chunk = s->ahead;
		if (chunk.n == 0)
			break;
		if (chunk.n > want)
			chunk.n = (size_t)want;
		buf_add(out, chunk);
		want -= chunk.n;
		(void)stream_skip(s, chunk.n, &skipped, err);
	}
	return 0;
}

struct stream *tar_stream(struct tar *t)
{
	return &t->entry;
}

uint64_t tar_position(const struct tar *t)
{
	return t->position;
}

bool tar_has_end_marker(const struct tar *t)
{
	return t->ended && tar_extended_has_end_marker(t->extended);
}

void tar_close(struct tar *t)
{
	struct arena own;

	if (!t)
		return;
	own = t->own;
	tar_extended_close(t->extended);
	arena_free(&own);
}
