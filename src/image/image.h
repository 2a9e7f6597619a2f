/*
 * image.h - images in an archive, a directory or a pipe.
 *
 * Shape:   image_read() finds the images that are in the input and gives each
 *          layer once, in one pass, to a reader of the caller's; layers that
 *          several images share are read once.
 * Units:   sizes in bytes.
 * Owner:   strings in the arena; a layer's facts are whoever's the reader
 *          says (kept as void * here).
 * Errors:  IO, NOT_FOUND, FORMAT, DIGEST, LIMIT, UNSUPPORTED, with the place:
 *          "layer 3 (sha256:ab12…): …".
 * Source:  OCI image-spec v1.1 (layout, index, manifest, config); Docker image
 *          spec v1.2 (manifest.json); images.md A1-A6.
 */
#ifndef IMAGE_IMAGE_H
#define IMAGE_IMAGE_H

#include "image/layer_cache.h"
#include "image/limits.h"
#include "image/tar.h"

/* No kernel stacks more of them: OVL_MAX_STACK of overlayfs. */
enum { IMAGE_LAYERS_MAX = 500 };

/* Called once per layer; NULL means *err is set. */
struct layer_reader {
	void *ctx;
	void *(*read)(void *ctx, struct tar *tar, struct err *err);
	/* Layers are read side by side if ctx is an arena in which all facts
	   together have so much room, and if it can be seen whether some were
	   left out for want of it; 0: one after the other. */
	size_t room;
	bool (*crowded)(const void *facts);
};

struct image_opts {
	struct str path; /* file or directory; "-" is stdin */
	struct str ref;  /* of several images one: a name, "@2"; "": all */
	struct strs platforms; /* "linux/amd64"; empty: every platform */
	bool verify;           /* hash everything, both digests */
	struct image_limits limits;
	unsigned jobs; /* threads that work at once; 0 or 1: only this one */
	const struct layer_cache *cache; /* NULL: none; verify never asks it */
	enum layer_depth depth; /* of layers in a registry; FILES: those that
	                           have no table of contents are read whole */
	/* Called now and then with bytes read so far; may be NULL. */
	void (*progress)(void *ctx, uint64_t bytes, uint64_t total);
	void *progress_ctx;
};

struct image_layer {
	struct str diff_id;     /* config rootfs.diff_ids[i] */
	void *facts;            /* what the reader gave; NULL: see gap */
	struct str gap;         /* why the layer could not be read: encrypted,
	                       foreign, squashfs; "" if it was */
	bool verified;          /* its bytes were checked against a digest, now
	                       or when they entered the cache */
	enum layer_depth depth; /* NONE: see gap */
};

struct image_layers {
	struct image_layer *v;
	size_t n;
};

struct image {
	struct str label;           /* its name where there are several; "" */
	struct str platform;        /* "linux/amd64", from the config */
	struct str config;          /* JSON bytes */
	struct str digest;          /* of the config: the image id */
	struct str manifest_digest; /* OCI manifest; "" for docker-archive */
	struct image_layers layers; /* base first */
};

/* What is named, and wanted, but is not there. */
struct absent_image {
	struct str label;
	struct str platform; /* "" nobody knows */
	struct str why;
	bool elsewhere; /* one platform of several: it was left out */
};

struct absent_images {
	struct absent_image *v;
	size_t n;
};

struct images {
	struct image *v;
	size_t n;
	struct strs offered; /* platforms that were there but not wanted */
	struct absent_images absent;
	struct str kind;     /* "docker-archive", "oci-archive", "oci", "dir" */
	uint64_t bytes_read; /* from the input */
};

int image_read(const struct image_opts *o, const struct layer_reader *reader,
               struct arena *a, struct images *out, struct err *err);

/* The same from a stream, which is closed; o->path is not looked at. */
int image_read_stream(struct stream *s, const struct image_opts *o,
                      const struct layer_reader *reader, struct arena *a,
                      struct images *out, struct err *err);

#endif
