/*
 * candidate.h - the images an input names, before one is chosen.
 *
 * Shape:   the union of manifest.json and index.json, by config digest, in
 *          that order; what is named but not there is kept as missing.
 * Owner:   the source's arena.
 * Errors:  FORMAT, DIGEST, LIMIT, UNSUPPORTED.
 * Source:  images.md A1 ("known writer bugs"), A3.
 */
#ifndef IMAGE_CANDIDATE_H
#define IMAGE_CANDIDATE_H

#include "image/manifest.h"
#include "image/source.h"

enum { CANDIDATES_MAX = 4096, INDEX_DEPTH_MAX = 8 };

struct layer_ref {
	struct str path;   /* docker-archive; else "" */
	struct str digest; /* OCI descriptor; else "" */
	bool encrypted;    /* mediaType …+encrypted */
	bool foreign;      /* may be elsewhere: urls, nondistributable */
	const struct descriptor *from; /* OCI; else NULL */
};

struct layer_refs {
	struct layer_ref *v;
	size_t n;
};

struct candidate {
	struct str name;            /* tag or annotation */
	struct str platform;        /* config, else descriptor */
	struct str config;          /* JSON bytes */
	struct str digest;          /* of config */
	struct str manifest_digest; /* OCI only */
	struct strs diff_ids;       /* config */
	struct layer_refs layers;   /* base first */
	const struct err *missing;  /* its manifest or config is not there */
	bool optional;              /* one platform of several */
};

struct candidates {
	struct candidate *v;
	size_t n;
	bool docker;       /* manifest.json was there */
	const char *other; /* what was there that is no image; NULL */
};

int candidates_read(struct source *src, struct candidates *out,
                    struct err *err);

/* The blob of one layer. */
struct blob *layer_ref_get(struct source *src, const struct layer_ref *l,
                           struct err *err);

#endif
