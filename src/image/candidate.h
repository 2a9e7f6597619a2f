/*
 * candidate.h - the images an input names, before one is chosen.
 *
 * Shape:   the union of manifest.json and index.json, by config digest, in
 *          that order; what is named but not there is kept as missing.
 *          Without either, what "repositories" names.
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
	struct str gap;    /* no files can be read from it: why; else "" */
	bool foreign;      /* may be elsewhere: urls, nondistributable */
	const struct descriptor *from; /* OCI; else NULL */
};

struct layer_refs {
	struct layer_ref *v;
	size_t n;
};

struct candidate {
	struct strs names;          /* tags, an annotation */
	struct str tag;             /* of an index: the tag alone; else "" */
	size_t group;               /* platforms of an image have the same: its
	                               place in manifest.json or index.json */
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
	size_t groups;     /* places so far */
	bool docker;       /* manifest.json was there, or its forerunner */
	const char *other; /* what was there that is no image; NULL */
};

int candidates_read(struct source *src, struct candidates *out,
                    struct err *err);

/* The blob of one layer. */
struct blob *layer_ref_get(struct source *src, const struct layer_ref *l,
                           struct err *err);

/* The blob that a descriptor means, which may have its bytes in itself. */
struct blob *descriptor_get(struct source *src, const struct descriptor *d,
                            struct err *err);
/* The same for what an index names, which servers keep apart. */
struct blob *descriptor_get_manifest(struct source *src,
                                     const struct descriptor *d,
                                     struct err *err);

/* Below: between the files of this module. */
int candidates_add(struct source *src, struct candidates *all,
                   struct candidate *c, struct err *err);
/* What the config says of itself. */
int candidate_config(struct source *src, struct str json, struct candidate *c,
                     struct err *err);
int candidates_index(struct source *src, struct str json,
                     struct candidates *all, struct err *err);
/* skopeo's "dir:": the registry's manifest beside blobs named <hex>. */
int candidates_flat(struct source *src, struct str json, struct candidates *all,
                    struct err *err);
int candidates_remote(struct source *src, struct candidates *all,
                      struct err *err);
/* What Docker saved before 1.10. */
int candidates_legacy(struct source *src, struct str json,
                      struct candidates *all, struct err *err);
/* By its blob. */
int candidate_load(struct source *src, struct blob *b, struct candidate *c,
                   struct err *err);

#endif
