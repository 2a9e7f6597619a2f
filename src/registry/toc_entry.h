/*
 * toc_entry.h - one entry of a table of contents, with its chunks.
 *
 * Shape:   "chunk" entries continue the file in front of them.
 * Owner:   the arena that it was parsed into.
 * Errors:  FORMAT, LIMIT.
 * Source:  as toc.h.
 */
#ifndef REGISTRY_TOC_ENTRY_H
#define REGISTRY_TOC_ENTRY_H

#include "registry/toc.h"

enum toc_type {
	TOC_OTHER, /* char, block, fifo */
	TOC_DIR,
	TOC_REG,
	TOC_SYMLINK,
	TOC_HARDLINK,
	TOC_CHUNK,
};

struct toc_entry {
	struct str name;     /* name */
	struct str type;     /* type */
	struct str target;   /* linkName */
	int64_t size;        /* size */
	int64_t mode;        /* mode */
	int64_t offset, end; /* offset, endOffset: in the blob; end may be 0 */
	int64_t inner;       /* innerOffset: of what unpacks there */
	int64_t chunk_at;    /* chunkOffset: in the file */
	int64_t chunk_size;  /* chunkSize; 0: up to the file's end */
	struct str zeros;    /* chunkType: "zeros" are not stored */
	struct str digest, chunk_digest; /* digest, chunkDigest */
};

/* A piece of a file, as it stands in the blob. */
struct toc_chunk {
	uint64_t offset, end; /* end 0: not known */
	uint64_t inner, size;
	struct digest digest; /* of its size bytes */
	bool zeros;
};

struct toc_chunks {
	struct toc_chunk *v;
	size_t n;
};

int toc_entry_parse(struct str json, struct arena *a, struct toc_entry *out,
                    struct err *err);
enum toc_type toc_entry_type(const struct toc_entry *e);

/* The next chunk of file, which has at bytes in front of it. */
int toc_chunk_of(const struct toc_entry *file, const struct toc_entry *e,
                 uint64_t at, struct toc_chunk *out, struct err *err);

/* Its bytes, checked at their end against its digest. */
struct stream *toc_chunk_open(const struct toc_chunk *c, enum toc_kind kind,
                              const struct toc_blob *blob, uint64_t limit);

#endif
