/*
 * docker.h - a Dockerfile from the command line, and the image it makes.
 *
 * Shape:   read once; what --build-arg, --target, --context, --base say is in
 *          the input.
 * Owner:   the context's arena.
 * Errors:  IO, NOT_FOUND, USAGE; FORMAT for a file that BuildKit rejects.
 * Source:  architecture.md 7.
 */
#ifndef CLI_DOCKER_H
#define CLI_DOCKER_H

#include "cli/images.h"
#include "dockerfile/docker.h"

struct docker_source {
	struct str path; /* "-": standard input */
	struct dockerfile file;
	struct build_opts build;
	struct docker_input input;
	struct docker_image image;
	const struct image_facts *built; /* of --image; NULL */
};

/* The file's bytes, once. */
int docker_bytes_read(struct context *c, struct str path, struct str *bytes,
                      struct err *err);
/* For one platform; the bytes are those of path. */
int docker_source_make(struct context *c, struct str path, struct str bytes,
                       struct str platform, struct docker_source *out,
                       struct err *err);

/* A file of the build context: regular, inside it, through no link. */
int context_file_read(void *dir, struct str path, struct arena *a,
                      struct str *bytes, struct err *err);

/* Pools whose hosts have the platform's CPU. */
struct fleet *fleet_of_platform(struct arena *a, const struct fleet *all,
                                struct str platform);

#endif
