/*
 * toc.h - layers that carry a table of their contents.
 *
 * Shape:   found by annotations of the manifest, fetched by range, checked
 *          against the digest there, then walked as a tar would be.  A file's
 *          bytes are fetched when they are read; each chunk has its digest.
 * Units:   offsets and sizes in bytes of the blob, or of a file.
 * Owner:   toc_close(); entries live until the next one.
 * Errors:  FORMAT, DIGEST, LIMIT: read the layer whole instead; others are the
 *          server's.
 * Source:  stargz-snapshotter, docs/estargz.md; containers/storage,
 *          pkg/chunked; images.md C1, C2.
 */
#ifndef REGISTRY_TOC_H
#define REGISTRY_TOC_H

#include "base/buf.h"
#include "base/sha256.h"
#include "image/manifest.h"
#include "image/tar.h"

enum {
	TOC_SIZE_MAX = 24 << 20,  /* as it is in the blob */
	TOC_JSON_MAX = 150 << 20, /* images.md A6 */
	TOC_ENTRY_MAX = 1 << 20,  /* of that; extended attributes */
	TOC_CHUNKS_MAX = 1 << 20, /* of one file */
	ESTARGZ_FOOTER = 51,
	ESTARGZ_TAIL = 64 << 10, /* footer, and most tables */
};

enum toc_kind { TOC_NONE, TOC_ESTARGZ, TOC_ZSTD };

/* Where a descriptor says that it is. */
struct toc_where {
	enum toc_kind kind;
	struct str digest; /* of the JSON; ZSTD: of its compressed form */
	uint64_t blob_size;
	uint64_t offset, size; /* in the blob; ESTARGZ: the footer knows */
};

/* TOC_NONE when it has none that can be checked. */
void toc_find(const struct descriptor *d, struct toc_where *out);

/* n bytes of the blob from an offset on, appended; exactly these. */
struct toc_blob {
	void *ctx;
	int (*get)(void *ctx, uint64_t from, uint64_t n, struct buf *out,
	           struct err *err);
};

struct toc;

/* Fetches and checks it; files: their bytes can be read as well.  LIMIT for
 * more entries than max_entries. */
struct toc *toc_open(const struct toc_where *where, const struct toc_blob *blob,
                     bool files, uint64_t max_entries, struct err *err);
/* Its entries; ends with the toc. */
struct tar *toc_tar(struct toc *t);
void toc_close(struct toc *t); /* NULL is fine */
CLEANUP_FN(struct toc *, toc_close)

/* Of an eStargz footer: where the table begins; FORMAT if it is none. */
int toc_footer(struct str footer, uint64_t *offset, struct err *err);

/* The objects of the array "entries", one after another. */
struct toc_json {
	struct stream *s; /* the caller's */
	struct str chunk;
	struct buf object; /* the one that is being read */
	struct buf key;    /* the last string of the top object */
	int depth;
	bool quoted, escaped, entries;
};

/* 1: its text until the next call, 0: the end, -1. */
int toc_json_next(struct toc_json *j, struct str *text, struct err *err);
void toc_json_close(struct toc_json *j);

#endif
