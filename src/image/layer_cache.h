/*
 * layer_cache.h - layers that were read before, as their reader left them.
 *
 * Shape:   asked before a layer is read, told after it was; what is kept, and
 *          where, is behind the functions (facts/cache.h).
 * Owner:   facts that get() gives live as long as those of the layer_reader
 *          of the same read; JSON is in the arena.
 * Errors:  none: what can't be had is read from the image.
 * Source:  architecture.md 3.1: only bytes whose digest was checked enter.
 */
#ifndef IMAGE_LAYER_CACHE_H
#define IMAGE_LAYER_CACHE_H

#include "base/arena.h"

/* How much of a layer its facts were made from. */
enum layer_depth {
	LAYER_NONE,  /* nothing: the config alone is known */
	LAYER_TOC,   /* its table of contents */
	LAYER_FILES, /* and the files of interest in it */
	LAYER_FULL,  /* every byte */
	LAYER_DEPTH_N
};

struct layer_id {
	struct str diff_id; /* of the decompressed bytes, as the config says */
	struct str blob;    /* of the bytes as they are; "" if not known */
	struct str toc;     /* of its table of contents, as the manifest says;
	                       "" none */
};

struct layer_cache {
	void *ctx;
	/* Facts of this depth; NULL: none.  FULL go by diffID.  TOC and FILES
	   go by toc alone, which all of their bytes were checked against: a
	   hostile manifest may name its own beside anybody's blob. */
	void *(*get)(void *ctx, struct layer_id id, enum layer_depth depth);
	/* What was just read, and checked. */
	void (*put)(void *ctx, struct layer_id id, enum layer_depth depth,
	            const void *facts);
	/* A config by its digest; false: not there. */
	bool (*get_json)(void *ctx, struct str digest, struct arena *a,
	                 struct str *json);
	void (*put_json)(void *ctx, struct str digest, struct str json);
	/* Will get() have it, by the looks of it?  May be NULL. */
	bool (*has)(void *ctx, struct layer_id id, enum layer_depth depth);
};

#endif
