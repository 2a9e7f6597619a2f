/*
 * stream.h - bytes that come one chunk after another.
 *
 * Shape:   pull; a chunk is borrowed until the next call on the stream; an
 *          empty chunk is the end.  Streams nest: file, inflate, hash, entry.
 * Units:   offsets and sizes in bytes.
 * Owner:   stream_close() ends a stream and, for a filter, the one below it.
 * Errors:  IO, FORMAT, LIMIT; after an error only stream_close() is valid.
 * Source:  -
 */
#ifndef IMAGE_STREAM_H
#define IMAGE_STREAM_H

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/err.h"
#include "base/sha256.h"
#include "base/str.h"

enum {
	STREAM_PEEK_MAX = 2048,
	STREAM_CHUNK = 256 * 1024, /* what files and filters give at most */
};

struct stream;

struct stream_ops {
	/* At the end, and whenever asked again there, an empty chunk. */
	int (*next)(struct stream *s, struct str *chunk, struct err *err);
	/* Go on by at most n bytes without reading them; 0 only at the end.
	   NULL: cannot. */
	int (*skip)(struct stream *s, uint64_t n, uint64_t *skipped,
	            struct err *err);
	void (*close)(struct stream *s); /* NULL: nothing to do */
	/* The n bytes at an offset from the start, wherever the stream is; the
	   caller knows that they are there.  NULL: cannot. */
	int (*at)(struct stream *s, uint64_t off, size_t n, char *out,
	          struct err *err);
	/* next(), with the chunk in STREAM_CHUNK bytes of the caller's.  NULL:
	   cannot. */
	int (*into)(struct stream *s, char *room, struct str *chunk,
	            struct err *err);
};

/* The first member of every kind of stream. */
struct stream {
	const struct stream_ops *ops;
	struct arena own;  /* holds the stream itself; empty: part of another */
	struct str ahead;  /* peeked at or not yet consumed */
	struct str behind; /* comes after ahead */
	uint64_t pos;      /* bytes given out and skipped so far */
	char peeked[STREAM_PEEK_MAX];
};

/* A zeroed T whose first member is a stream; more can live in its arena. */
#define stream_new(T, ops) ((T *)stream_alloc(ops, sizeof(T)))
void *stream_alloc(const struct stream_ops *ops, size_t size);

int stream_next(struct stream *s, struct str *chunk, struct err *err);

/* The same, but at most n bytes. */
int stream_take(struct stream *s, size_t n, struct str *chunk, struct err *err);

/* The next n bytes (fewer only at the end) without consuming them. */
int stream_peek(struct stream *s, size_t n, struct str *view, struct err *err);

/* Up to n bytes further, by seeking where possible, else by reading. */
int stream_skip(struct stream *s, uint64_t n, uint64_t *skipped,
                struct err *err);

/* Can bytes be had without those in front of them? */
bool stream_has_at(const struct stream *s);
int stream_at(struct stream *s, uint64_t off, size_t n, char *out,
              struct err *err);

/* To the end, reading everything. */
int stream_drain(struct stream *s, struct err *err);
void stream_close(struct stream *s); /* NULL is fine */
CLEANUP_FN(struct stream *, stream_close)

/*
 * Part of an open seekable file, by pread.  Reads little after a skip and more
 * while it is read on.  *read_bytes, if not NULL, counts what was read.
 */
struct stream *stream_of_file(int fd, uint64_t offset, uint64_t size,
                              uint64_t *read_bytes);
/* A pipe, terminal or socket; the descriptor stays the caller's. */
struct stream *stream_of_pipe(int fd, uint64_t *read_bytes);
struct stream *stream_of_bytes(struct str bytes); /* bytes stay the caller's */

/* Passes inner through and ends it as a tar archive has to end.  Only for bytes
 * whose digest is checked below: umoci leaves the end out. */
struct stream *stream_padded(struct stream *inner);

/* Passes inner through and hashes it; reads what would be skipped. */
struct stream *stream_hashing(struct stream *inner);
/* The digest of all bytes; call it once, after stream_drain(). */
struct digest stream_digest(struct stream *hashing);

#endif
