/*
 * remote.h - images whose blobs are fetched one by one, by digest.
 *
 * Shape:   image_read_remote() is image_read() with a server below; what the
 *          server is, and how it is asked, is behind the functions.  One thread
 *          at a time uses a remote; a twin is for one other.
 * Units:   sizes in bytes.
 * Owner:   the caller; streams are closed by who gets them, twins ended before
 *          image_read_remote() is over.
 * Errors:  as image.h, and what the streams give.
 * Source:  OCI distribution-spec v1.1, "Pull"; images.md C5.
 */
#ifndef IMAGE_REMOTE_H
#define IMAGE_REMOTE_H

#include "image/image.h"

struct layer_ref;

/* A layer that is to be read, if it can be, by less than all of it. */
struct layer_part {
	const struct layer_ref *ref;
	struct layer_id id;
	const struct image_opts *o;
	const struct layer_reader *reader;
	struct arena *arena;
};

struct remote {
	void *ctx;
	struct str root; /* digest of the manifest or index */
	/* Of "manifests/sha256/HEX" or "blobs/sha256/HEX"; size as it is said
	   to be, 0: unknown. */
	struct stream *(*open)(void *ctx, struct str path, uint64_t size);
	/* Bytes received so far. */
	uint64_t (*received)(void *ctx);
	/* 1: *facts are as deep as o->depth; 0: read it whole.  May be NULL:
	   always 0. */
	int (*part)(void *ctx, const struct layer_part *part, void **facts,
	            struct err *err);
	/* Could part() give 1?  May be NULL: never. */
	bool (*has_parts)(const struct layer_ref *ref);
	/* To open a blob on another thread; NULL: not yet, or no more.  May be
	   NULL: never. */
	const struct remote *(*twin)(void *ctx);
	/* Of a twin, by whom it was given to: what it waits for fails soon … */
	void (*stop)(void *ctx);
	/* … and it is not used any more. */
	void (*end)(void *ctx);
};

int image_read_remote(const struct remote *r, const struct image_opts *o,
                      const struct layer_reader *reader, struct arena *a,
                      struct images *out, struct err *err);

#endif
