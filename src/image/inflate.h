/*
 * inflate.h - compressed streams.
 *
 * Shape:   a filter over a stream; told apart by the first bytes.
 * Units:   limits in bytes of decompressed output.
 * Owner:   the filter owns the inner stream.
 * Errors:  FORMAT for a corrupt or cut stream, LIMIT for too much output or a
 *          ratio above 200 once 1 GiB has come out.
 * Source:  RFC 1952 (members one after another); RFC 8878 (skippable frames,
 *          also in front); images.md A6.
 */
#ifndef IMAGE_INFLATE_H
#define IMAGE_INFLATE_H

#include "image/pool.h"
#include "image/stream.h"

enum compression { COMP_NONE, COMP_GZIP, COMP_ZSTD };

struct inflate_limits {
	uint64_t max_bytes;  /* of output; 0: none */
	const char *raise;   /* which limit that is; NULL: none of ours */
	uint64_t max_ratio;  /* output : input … */
	uint64_t ratio_from; /* … once this much has come out */
	uint64_t max_window; /* of zstd; 0: the default */
};

/* For the filters: -1 and LIMIT once out bytes from in bytes are too many. */
int inflate_check(const struct inflate_limits *lim, uint64_t in, uint64_t out,
                  struct err *err);

/* From at least 4 leading bytes (fewer: COMP_NONE). */
enum compression inflate_sniff(struct str head);
const char *inflate_name(enum compression c);

/* Who inflates gzip, chosen when this was built; for --version. */
struct inflate_library {
	const char *name;    /* the library's own */
	const char *version; /* as the library or its header has it */
};
struct inflate_library inflate_library(void);

struct stream *inflate_gzip(struct stream *inner, struct inflate_limits lim);
struct stream *inflate_zstd(struct stream *inner, struct inflate_limits lim);
/* COMP_NONE gives inner itself. */
struct stream *inflate_open(enum compression c, struct stream *inner,
                            struct inflate_limits lim);

/* The same on another thread, once a thread of the pool is free and there is
   enough to do; inner is read by this one.  NULL: no pool. */
struct stream *inflate_beside(struct pool *pool, enum compression c,
                              struct stream *inner, struct inflate_limits lim);

/* By what the stream starts with.  On an error inner is closed. */
int inflate_auto(struct pool *pool, struct stream *inner,
                 struct inflate_limits lim, struct stream **out,
                 enum compression *c, struct err *err);

#endif
