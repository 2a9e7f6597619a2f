#include "registry/toc.h"

#include "image/inflate.h"
#include "registry/toc_entry.h"

#include <string.h>

enum { SCRATCH_MAX = 256 << 10 };

/* An entry that was parsed, and where its strings are. */
struct slot {
	struct arena arena;
	struct toc_entry e;
	bool full;
};

struct toc {
	struct arena own; /* holds this */
	struct toc_where where;
	struct toc_blob blob;
	struct buf table;    /* as it is in the blob */
	struct stream *text; /* its JSON */
	struct tar *inside;  /* eStargz: the tar around it */
	struct stream *unpacked;
	struct toc_json json;
	struct slot slots[2]; /* the current entry and the next one */
	size_t now;
	struct arena chunk_space;
	struct toc_chunks chunks; /* of the current entry */
	size_t next_chunk;
	struct stream *data; /* of the chunk that is read; NULL: none */
	struct tar *tar;
};

static int bad(const char *why, struct err *err)
{
	return err_set(err, ERR_FORMAT, "table of contents: %s", why);
}

/* The end of the blob in one request, and what is missing in front of it. */
static int fetch_estargz(struct toc *t, struct err *err)
{
	uint64_t size = t->where.blob_size;
	uint64_t n = size < ESTARGZ_TAIL ? size : ESTARGZ_TAIL;
	CLEANUP(buf_free) struct buf tail = {0};
	uint64_t at = size - n, offset = 0;

	if (t->blob.get(t->blob.ctx, at, n, &tail, err) ||
	    toc_footer(str_from(buf_str(&tail), tail.n - ESTARGZ_FOOTER),
	               &offset, err))
		return -1;
	if (offset >= size - ESTARGZ_FOOTER)
		return bad("it begins behind the end", err);
	t->where.offset = offset;
	t->where.size = size - ESTARGZ_FOOTER - offset;
	if (t->where.size > TOC_SIZE_MAX)
		return err_set(err, ERR_LIMIT,
		               "table of contents: limit: more than %d bytes",
		               TOC_SIZE_MAX);
	if (offset < at &&
	    t->blob.get(t->blob.ctx, offset, at - offset, &t->table, err))
		return -1;
	buf_add(&t->table,
	        str_from(buf_str(&tail), offset > at ? offset - at : 0));
	if (t->table.n < t->where.size)
		return bad("cut off", err);
	t->table.n = (size_t)t->where.size;
	return 0;
}

static int fetch(struct toc *t, struct err *err)
{
	const struct toc_where *w = &t->where;

	if (w->kind == TOC_ESTARGZ)
		return fetch_estargz(t, err);
	if (w->size == 0 || w->offset > w->blob_size ||
	    w->size > w->blob_size - w->offset)
		return bad("it is not in the blob", err);
	return t->blob.get(t->blob.ctx, w->offset, w->size, &t->table, err);
}

/* The file in the tar that an eStargz table is in. */
static int open_inside(struct toc *t, struct err *err)
{
	struct entry e;
	int rc;

	t->inside = tar_open(t->unpacked, 1000);
	while ((rc = tar_next(t->inside, &e, err)) > 0)
		if (str_eq(e.name, STR("stargz.index.json"))) {
			t->text = tar_stream(t->inside);
			return 0;
		}
	return rc < 0 ? -1 : bad("no stargz.index.json in it", err);
}

static void close_text(struct toc *t)
{
	tar_close(t->inside);
	stream_close(t->unpacked);
	t->inside = NULL;
	t->unpacked = t->text = NULL;
}

static int open_text(struct toc *t, struct err *err)
{
	struct inflate_limits lim = {.max_bytes = TOC_JSON_MAX};
	struct stream *s = stream_of_bytes(buf_str(&t->table));

	if (t->where.kind == TOC_ESTARGZ) {
		t->unpacked = inflate_gzip(s, lim);
		return open_inside(t, err);
	}
	t->unpacked = t->text = inflate_zstd(s, lim);
	return 0;
}

static int hash_text(struct toc *t, struct digest *out, struct err *err)
{
	struct sha256 *h = sha256_open();
	struct str chunk = {0};
	int rc = open_text(t, err);

	while (rc == 0 && (rc = stream_next(t->text, &chunk, err)) == 0 &&
	       chunk.n)
		sha256_add(h, chunk);
	*out = sha256_end(h);
	sha256_close(h);
	close_text(t);
	return rc;
}

static int check(struct toc *t, struct err *err)
{
	struct digest got;

	if (t->where.kind == TOC_ZSTD)
		got = sha256_of(buf_str(&t->table));
	else if (hash_text(t, &got, err))
		return -1;
	if (!str_eq(digest_str(&got), t->where.digest))
		return err_set(err, ERR_DIGEST,
		               "table of contents: digest mismatch: the "
		               "manifest says %.19s…, it is %.19s…",
		               t->where.digest.p, got.text);
	return 0;
}

/* The one behind the current entry, if it is not there yet. */
static int look_ahead(struct toc *t, struct slot *s, struct err *err)
{
	struct str text;
	int rc;

	if (s->full)
		return 1;
	if (s->arena.used > SCRATCH_MAX) {
		arena_free(&s->arena);
		s->arena = (struct arena){0};
	}
	rc = toc_json_next(&t->json, &text, err);
	if (rc > 0 && toc_entry_parse(text, &s->arena, &s->e, err))
		return -1;
	s->full = rc > 0;
	return rc;
}

static int add_chunk(struct toc *t, const struct toc_entry *e, uint64_t *at,
                     struct err *err)
{
	const struct toc_entry *file = &t->slots[t->now].e;
	struct toc_chunk c;

	if (t->chunks.n == TOC_CHUNKS_MAX)
		return err_set(err, ERR_LIMIT,
		               "table of contents: limit: more than %d chunks "
		               "of a file",
		               TOC_CHUNKS_MAX);
	if (toc_chunk_of(file, e, *at, &c, err))
		return -1;
	*at += c.size;
	*arena_push(&t->chunk_space, &t->chunks) = c;
	return 0;
}

static int skip_to_file(struct toc *t, struct err *err)
{
	struct slot *s = &t->slots[t->now];
	int rc;

	s->full = false;
	while ((rc = look_ahead(t, s, err)) > 0 &&
	       toc_entry_type(&s->e) == TOC_CHUNK)
		s->full = false;
	return rc;
}

/* What follows the current entry and belongs to it. */
static int take_chunks(struct toc *t, struct err *err)
{
	const struct toc_entry *file = &t->slots[t->now].e;
	struct slot *s = &t->slots[!t->now];
	uint64_t at = 0;
	int rc = 1;

	if (toc_entry_type(file) != TOC_REG || file->size == 0)
		return 0;
	if (add_chunk(t, file, &at, err))
		return -1;
	while (at < (uint64_t)file->size && (rc = look_ahead(t, s, err)) > 0 &&
	       toc_entry_type(&s->e) == TOC_CHUNK) {
		if (add_chunk(t, &s->e, &at, err))
			return -1;
		s->full = false;
	}
	if (rc < 0)
		return -1;
	return at < (uint64_t)file->size ? bad("a chunk is missing", err) : 0;
}

static enum entry_type type_of(const struct toc_entry *e)
{
	switch (toc_entry_type(e)) {
	case TOC_DIR:
		return ENTRY_DIR;
	case TOC_REG:
		return ENTRY_FILE;
	case TOC_SYMLINK:
		return ENTRY_SYMLINK;
	case TOC_HARDLINK:
		return ENTRY_HARDLINK;
	case TOC_OTHER:
	case TOC_CHUNK:
		break;
	}
	return ENTRY_OTHER;
}

/* What was read in part is read to its end: there its digest is. */
static int end_chunk(struct toc *t, struct err *err)
{
	int rc = t->data ? stream_drain(t->data, err) : 0;

	stream_close(t->data);
	t->data = NULL;
	return rc;
}

static void drop_chunks(struct toc *t)
{
	if (t->chunk_space.used > SCRATCH_MAX) {
		arena_free(&t->chunk_space);
		t->chunk_space = (struct arena){0};
	}
	t->chunks = (struct toc_chunks){0};
	t->next_chunk = 0;
}

static int feed_next(void *ctx, struct entry *e, struct err *err)
{
	struct toc *t = ctx;
	const struct toc_entry *file;
	int rc;

	if (end_chunk(t, err))
		return -1;
	drop_chunks(t);
	t->slots[t->now].full = false;
	t->now = !t->now;
	if (!t->slots[t->now].full && (rc = skip_to_file(t, err)) <= 0)
		return rc;
	file = &t->slots[t->now].e;
	*e = (struct entry){
		.type = type_of(file),
		.name = file->name,
		.target = file->target,
		.size = (uint64_t)file->size,
		.mode = (uint32_t)file->mode & 07777,
	};
	return take_chunks(t, err) ? -1 : 1;
}

static int feed_data(void *ctx, struct str *chunk, struct err *err)
{
	struct toc *t = ctx;

	*chunk = (struct str){0};
	while (chunk->n == 0) {
		if (!t->data && t->next_chunk == t->chunks.n)
			return 0;
		if (!t->data)
			t->data = toc_chunk_open(&t->chunks.v[t->next_chunk++],
			                         t->where.kind, &t->blob,
			                         t->where.offset);
		if (stream_next(t->data, chunk, err))
			return -1;
		if (chunk->n == 0 && end_chunk(t, err))
			return -1;
	}
	return 0;
}

struct toc *toc_open(const struct toc_where *where, const struct toc_blob *blob,
                     bool files, uint64_t max_entries, struct err *err)
{
	struct arena own = {0};
	struct toc *t = arena_new(&own, struct toc);
	struct entry_feed feed = {t, feed_next, files ? feed_data : NULL};

	t->own = own;
	t->where = *where;
	t->blob = *blob;
	if (fetch(t, err) || check(t, err) || open_text(t, err)) {
		toc_close(t);
		return NULL;
	}
	t->json.s = t->text;
	t->tar = tar_of_feed(&feed, max_entries);
	return t;
}

struct tar *toc_tar(struct toc *t)
{
	return t->tar;
}

void toc_close(struct toc *t)
{
	struct arena own;

	if (!t)
		return;
	stream_close(t->data);
	tar_close(t->tar);
	close_text(t);
	toc_json_close(&t->json);
	buf_free(&t->table);
	arena_free(&t->slots[0].arena);
	arena_free(&t->slots[1].arena);
	arena_free(&t->chunk_space);
	own = t->own;
	arena_free(&own);
}
