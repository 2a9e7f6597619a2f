#include "image/tar.h"

#include <archive.h>
#include <archive_entry.h>
#include <assert.h>
#include <string.h>

enum {
	BLOCK = 512,
	END_MARKER = 2 * BLOCK,
	HOLE_CHUNK = 16 * 1024,
};

/* What is left to give out of the current entry. */
struct body {
	uint64_t at, size; /* logical; at is where block begins */
	uint64_t hole;     /* zeros to give before block */
	struct str block;  /* of libarchive's, until its next call */
	bool ended;        /* libarchive has no more blocks */
};

struct tar {
	struct stream entry; /* what tar_stream() gives; first member */
	struct arena own;    /* holds the tar itself */
	struct archive *archive;
	struct stream *in; /* the caller's */
	struct err io;     /* the first failure; later calls fail like it */
	uint64_t max_entries, entries;
	const char *unit; /* the limit's name: entries or members */
	struct image_limits lim;
	uint64_t holes;         /* zeros given out so far */
	uint64_t data;          /* offset of what is stored of the entry */
	struct entry_feed feed; /* instead of an archive; next NULL: none */
	struct body body;
	bool ended;
};

/* The one place that knows libarchive's errors. */
static void translate(struct archive *a, struct err *err)
{
	const char *why = archive_error_string(a);

	if (!why)
		why = "unknown error";
	if (strstr(why, "Truncated") || strstr(why, "truncated"))
		(void)err_set(err, ERR_FORMAT, "truncated tar archive");
	else if (strstr(why, "Unrecognized"))
		(void)err_set(err, ERR_FORMAT, "not a tar archive");
	else
		(void)err_set(err, ERR_FORMAT, "bad tar archive: %s", why);
}

/* After the first failure libarchive itself gives no reason. */
static int fail(struct tar *t, struct err *err)
{
	if (t->io.kind == ERR_NONE)
		translate(t->archive, &t->io);
	*err = t->io;
	return -1;
}

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
	struct tar *t = ctx;
	struct str chunk = {0};

	(void)a;
	if (t->io.kind != ERR_NONE || stream_next(t->in, &chunk, &t->io))
		return ARCHIVE_FATAL;
	*bytes = chunk.p;
	return (la_ssize_t)chunk.n;
}

/* 0 makes libarchive read instead, and so see the error. */
static la_int64_t on_skip(struct archive *a, void *ctx, la_int64_t n)
{
	struct tar *t = ctx;
	uint64_t skipped;

	(void)a;
	if (!t->in->ops->skip)
		return 0;
	if (stream_skip(t->in, (uint64_t)n, &skipped, &t->io))
		return 0;
	return (la_int64_t)skipped;
}

static int next_block(struct tar *t, struct err *err)
{
	struct body *b = &t->body;
	const void *p = NULL;
	size_t n = 0;
	la_int64_t at = 0;
	int rc = archive_read_data_block(t->archive, &p, &n, &at);

	b->ended = rc == ARCHIVE_EOF;
	if (b->ended) {
		b->hole = b->size - b->at;
		b->at = b->size;
		return 0;
	}
	if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
		return fail(t, err);
	if (n == 0)
		return 0;
	if ((uint64_t)at < b->at || (uint64_t)at > b->size ||
	    n > b->size - (uint64_t)at)
		return err_set(err, ERR_FORMAT,
		               "damaged tar archive: bad sparse map");
	b->hole = (uint64_t)at - b->at;
	b->block = (struct str){p, n};
	b->at = (uint64_t)at + n;
	return 0;
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

	while (!b->hole && !b->block.n && !b->ended)
		if (next_block(t, err))
			return -1;
	if (b->hole)
		return give_hole(t, chunk, err);
	*chunk = b->block;
	b->block = (struct str){0};
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
	t->archive = archive_read_new();
	assert(t->archive);
	(void)archive_read_support_format_tar(t->archive);
	if (archive_read_open2(t->archive, t, NULL, on_read, on_skip, NULL) !=
	            ARCHIVE_OK &&
	    t->io.kind == ERR_NONE)
		translate(t->archive, &t->io);
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

static enum entry_type type_of(struct archive_entry *ae)
{
	if (archive_entry_hardlink(ae))
		return ENTRY_HARDLINK;
	switch (archive_entry_filetype(ae)) {
	case AE_IFREG:
		return ENTRY_FILE;
	case AE_IFDIR:
		return ENTRY_DIR;
	case AE_IFLNK:
		return ENTRY_SYMLINK;
	default:
		return ENTRY_OTHER;
	}
}

/* A link's target in whatever form libarchive has it; NULL: none. */
static const char *target_of(struct archive_entry *ae, enum entry_type type)
{
	if (type == ENTRY_HARDLINK)
		return archive_entry_hardlink(ae);
	if (type == ENTRY_SYMLINK)
		return archive_entry_symlink(ae);
	return "";
}

static int fill(struct tar *t, struct archive_entry *ae, struct entry *e,
                struct err *err)
{
	enum entry_type type = type_of(ae);
	const char *name = archive_entry_pathname(ae);
	const char *target = target_of(ae, type);
	la_int64_t size = archive_entry_size(ae);

	if (!name || !target || size < 0)
		return err_set(err, ERR_FORMAT,
		               "damaged tar archive: entry %llu has no "
		               "readable name or size",
		               (unsigned long long)t->entries);
	*e = (struct entry){
		.type = type,
		.name = str_c(name),
		.target = str_c(target),
		.size = (uint64_t)size,
		.mode = (uint32_t)archive_entry_perm(ae),
		.sparse = archive_entry_sparse_count(ae) > 0,
		.header = tar_position(t),
		.data = (uint64_t)archive_filter_bytes(t->archive, 0),
	};
	t->body.size = e->size;
	t->data = e->data;
	t->entry.ops =
		stream_has_at(t->in) && !e->sparse ? &entry_ops_at : &entry_ops;
	return 0;
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

/* Of the warnings most are about the text of names; this one is about what the
 * entry is. */
static int check_warning(struct tar *t)
{
	const char *why = archive_error_string(t->archive);

	return why && strstr(why, "pax extended attribute") ?
	               err_set(&t->io, ERR_FORMAT, "damaged pax header") :
	               0;
}

int tar_next(struct tar *t, struct entry *e, struct err *err)
{
	struct archive_entry *ae;
	int rc;

	t->body = (struct body){.ended = true};
	t->entry.ahead = t->entry.behind = (struct str){0};
	t->entry.pos = 0;
	if (t->feed.next)
		return next_of_feed(t, e, err);
	if (t->ended)
		return 0;
	if (t->io.kind != ERR_NONE)
		return fail(t, err);
	rc = archive_read_next_header(t->archive, &ae);
	if (rc == ARCHIVE_EOF) {
		t->ended = true;
		return 0;
	}
	if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
		return fail(t, err);
	if ((rc == ARCHIVE_WARN && check_warning(t)) || count_entry(t))
		return fail(t, err);
	t->body.ended = false;
	return fill(t, ae, e, err) ? -1 : 1;
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
	return (uint64_t)archive_read_header_position(t->archive);
}

bool tar_has_end_marker(const struct tar *t)
{
	uint64_t at = (uint64_t)archive_filter_bytes(t->archive, 0);

	return t->ended && at - tar_position(t) >= END_MARKER;
}

void tar_close(struct tar *t)
{
	struct arena own;

	if (!t)
		return;
	own = t->own;
	if (t->archive)
		(void)archive_read_free(t->archive);
	arena_free(&own);
}
