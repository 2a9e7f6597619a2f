/*
 * source.h - what an input holds, by path: JSON and layers.
 *
 * Shape:   opened once; a seekable archive and a directory are read when asked,
 *          a stream was read whole when it was opened.  A blob is read once;
 *          what came of it, also an error, is kept.
 * Units:   offsets and sizes in bytes of the input.
 * Owner:   blobs live in the caller's arena; source_close() ends descriptors.
 * Errors:  IO, NOT_FOUND, FORMAT, DIGEST, LIMIT, UNSUPPORTED.
 * Source:  images.md A1, A2.
 */
#ifndef IMAGE_SOURCE_H
#define IMAGE_SOURCE_H

#include "image/content.h"
#include "image/image.h"
#include "image/remote.h"

enum { LINK_HOPS_MAX = 16 };

enum source_kind {
	SOURCE_TAR,    /* seekable archive, not compressed */
	SOURCE_STREAM, /* a pipe, or a compressed archive */
	SOURCE_DIR,
	SOURCE_REMOTE, /* blobs are fetched one by one */
};

/* What was found in a blob, once it was looked at. */
struct found {
	struct str json;          /* it is JSON: its bytes */
	struct digest raw;        /* of its bytes; empty: not computed */
	struct digest diff;       /* of its decompressed bytes, likewise */
	void *facts;              /* it is a layer: the reader's */
	struct str gap;           /* it is something else: what */
	const struct err *failed; /* it could not be read */
	bool open_end;            /* a layer without the end that tar wants */
	bool visited;             /* by the walk over indexes */
	bool known;               /* the cache need not be told */
	enum layer_depth depth;   /* of facts */
};

struct blob {
	struct str path;   /* clean */
	struct blob *next; /* with the same hash */
	struct str target; /* a link: to this clean path */
	bool link;
	bool sparse;     /* its bytes do not stand as they are */
	uint64_t offset; /* of its bytes; of its header if sparse */
	uint64_t size;
	struct str bytes; /* they stood in a manifest; p NULL: they did not */
	struct found *found; /* NULL: not read yet */
};

struct source {
	const struct image_opts *o;
	const struct layer_reader *reader;
	struct arena *arena;
	enum source_kind kind;
	const struct remote *remote; /* of SOURCE_REMOTE */
	struct pool *pool;           /* NULL: one thread does all */
	struct early *early;         /* layers that are read beside; NULL */
	struct tally *tally;
	bool flat;           /* blobs are named <hex>, as skopeo's dir: does */
	int fd;              /* the archive or directory; 0: stdin */
	struct blob **heads; /* hash table */
	size_t heads_n, blobs_n;
	bool prove;           /* read layers whole, to check their digests */
	bool has_root;        /* etc/, usr/ or bin/ was seen */
	uint64_t size;        /* of the whole input; 0: unknown */
	uint64_t json_bytes;  /* of JSON kept so far */
	uint64_t layer_bytes; /* decompressed so far */
	uint64_t read_bytes;  /* from the input */
	uint64_t told_bytes;  /* of these, in the tally */
};

/* Opens o->path.  On an error too, source_close() is due. */
int source_open(struct source *src, struct err *err);
/* The same from a stream, which is closed. */
int source_open_stream(struct source *src, struct stream *s, struct err *err);
void source_close(struct source *src);

/* The blob at a path, through links.  NULL: *err is NOT_FOUND or worse. */
struct blob *source_get(struct source *src, struct str path, struct err *err);
/* The same, by digest. */
struct blob *source_get_digest(struct source *src, struct str digest,
                               struct err *err);
/* The same for what an index names, which servers keep apart. */
struct blob *source_get_manifest(struct source *src, struct str digest,
                                 struct err *err);
/* The blob of that digest has these bytes; nothing is checked yet. */
struct blob *source_add_bytes(struct source *src, struct str digest,
                              struct str bytes);
/* Its bytes, which must be JSON and what the blob's name says. */
int source_json(struct source *src, struct blob *b, struct str *json,
                struct err *err);
/* b->found is set after that; facts or gap is in it. */
int source_layer(struct source *src, struct blob *b, struct err *err);
/* The digest a blob's path promises for its bytes; text "" if none. */
struct digest source_promise(const struct source *src, struct str path);
/* Could anybody of these run it?  Yes, where nobody is named. */
bool source_wants(const struct image_opts *o, struct str platform);

/* Below: between the files of this module. */
int source_scan_tar(struct source *src, uint64_t offset, struct err *err);
int source_scan_stream(struct source *src, struct stream *s, struct err *err);
int source_find_file(struct source *src, struct str path, struct blob **b,
                     struct err *err);
int source_file_fd(const struct source *src, struct str path, struct err *err);
struct blob *source_add(struct source *src, struct str path);
/* NULL: not a file or link that can be named. */
struct blob *source_add_entry(struct source *src, const struct entry *e);
#define SOURCE_ROOT \
	"a tar archive of a root file system, as 'docker export' makes"
int source_not_image(struct err *err, const char *what);
struct stream *source_meter(struct source *src, struct stream *inner);
/* Both close s and set b->found. */
void found_json(struct source *src, struct blob *b, struct stream *s);
void found_layer(struct source *src, struct blob *b, struct stream *s);

#endif
