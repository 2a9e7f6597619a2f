/*
 * tar.h - a tar archive as a stream of entries.
 *
 * Shape:   one pass, entries in archive order; names as they stand.
 * Units:   sizes in bytes, logical (a sparse file's holes count).
 * Owner:   an entry's strings live until the next tar_next(); the stream
 *          below stays the caller's.
 * Errors:  FORMAT, LIMIT and what the stream gives.  Whether a clean end had
 *          the end marker is for the caller to ask (tar_has_end_marker()).
 * Source:  POSIX.1-2008 pax; GNU tar; read by libarchive (images.md A7).
 */
#ifndef IMAGE_TAR_H
#define IMAGE_TAR_H

#include "base/buf.h"
#include "image/limits.h"
#include "image/stream.h"

enum entry_type {
	ENTRY_FILE,
	ENTRY_DIR,
	ENTRY_SYMLINK,
	ENTRY_HARDLINK,
	ENTRY_OTHER, /* devices, fifos */
};

struct entry {
	enum entry_type type;
	struct str name;   /* raw: "./x", "/x", "../x", "x/" all occur */
	struct str target; /* of links, raw */
	uint64_t size;
	uint32_t mode;   /* permission bits */
	bool sparse;     /* size is more than what is stored */
	uint64_t header; /* offset of its header in the stream */
	uint64_t data;   /* offset of what is stored of it */
};

struct tar;

/* Entries that come out of no archive: a table of contents. */
struct entry_feed {
	void *ctx;
	int (*next)(void *ctx, struct entry *e, struct err *err);
	/* More of the entry's data; NULL: only names are known. */
	int (*data)(void *ctx, struct str *chunk, struct err *err);
};

/* How much of files can be read: every byte costs, of FILES, a request. */
enum tar_holds { TAR_ALL, TAR_FILES, TAR_NAMES };

struct tar *tar_of_feed(const struct entry_feed *feed, uint64_t max_entries);
enum tar_holds tar_holds(const struct tar *t);

/* max_entries: LIMIT beyond; 0: none. */
struct tar *tar_open(struct stream *s, uint64_t max_entries);
/* The caller's other limits; what the entries count as.  Else the usual. */
void tar_limit(struct tar *t, const struct image_limits *lim, const char *unit);
/* For who reads the entries. */
const struct image_limits *tar_limits(const struct tar *t);
/* 1: an entry, 0: the end, -1. */
int tar_next(struct tar *t, struct entry *e, struct err *err);
/* Append up to want more logical bytes of the entry (holes are zeros). */
int tar_read(struct tar *t, uint64_t want, struct buf *out, struct err *err);
/* The rest of the entry's data as a stream; valid until the next tar_next(). */
struct stream *tar_stream(struct tar *t);
/* Offset behind the last entry: where the next header would be. */
uint64_t tar_position(const struct tar *t);
/* After the end: the 1024 zero bytes were there.  If not, it was cut off. */
bool tar_has_end_marker(const struct tar *t);
void tar_close(struct tar *t); /* NULL is fine */
CLEANUP_FN(struct tar *, tar_close)

#endif
