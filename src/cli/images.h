/*
 * images.h - an argument's images, as facts.
 *
 * Shape:   an archive, a directory, standard input, a registry or a daemon;
 *          one set of facts for each platform wanted.
 * Owner:   the given arena.
 * Errors:  whatever image_read() and the registry have; NOT_FOUND when there
 *          is no image for the platforms wanted; USAGE for options.
 * Source:  architecture.md 7.
 */
#ifndef CLI_IMAGES_H
#define CLI_IMAGES_H

#include "cli/cli.h"
#include "image/image.h"

/* An image's facts, for every platform wanted that it has. */
struct read_image {
	struct image_facts *facts;
	struct str label; /* of several images; "" */
	struct str manifest_digest;
	struct str platform;
	struct str depth; /* of its layers; "": whole */
};
struct read_images {
	struct read_image *v;
	size_t n;
	struct absent_images absent;
};

struct image_want {
	struct str path; /* or a reference */
	struct strs platforms;
	enum layer_depth depth; /* of layers in a registry */
};

/* Into the arena.  NOT_FOUND when it has none; something is in *out. */
int images_read(struct context *c, const struct image_want *want,
                struct arena *a, struct read_images *out, struct err *err);
/* The same where there must be one; USAGE: there are several. */
int images_read_one(struct context *c, const struct image_want *want,
                    struct arena *a, struct image_facts **out, struct err *err);

/* One read, in parts: whatever it wants of the context is settled first, so
 * that of an image that is here any thread may do the rest. */
struct reading {
	struct image_want want;
	struct strs asked;      /* --platform */
	struct context *remote; /* NULL: it is here */
	struct image_opts o;    /* cache and progress are the caller's */
	struct layer_reader reader;
	struct arena layers; /* of no use once they are merged */
};
/* *r stays where it is; the cache is open then, if there is to be one. */
int reading_init(struct reading *r, struct context *c,
                 const struct image_want *want, struct err *err);
int reading_run(struct reading *r, struct arena *a, struct read_images *out,
                struct err *err);
void reading_end(struct reading *r);
/* What --jobs says. */
int jobs_of(const struct context *c, unsigned *out, struct err *err);

/* Words of --depth; "auto" is none of them. */
extern const char *const depth_names[LAYER_DEPTH_N];
/* What --depth says; LAYER_DEPTH_N: auto. */
int depth_of(const struct context *c, enum layer_depth *out, struct err *err);

#endif
