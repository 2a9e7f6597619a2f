/*
 * environment.h - a conda environment file: what it asks for.
 *
 * Shape:   channels, specs of conda, requirements of pip, in order.
 * Units:   ENVIRONMENT_* bound what is read.
 * Owner:   the arena.
 * Errors:  what is not the plain form that conda writes is a problem in
 *          words; what was read in front of it stays.
 * Source:  conda docs, "Managing environments"; a small part of YAML 1.2.
 */
#ifndef DOCKERFILE_ENVIRONMENT_H
#define DOCKERFILE_ENVIRONMENT_H

#include "base/arena.h"

enum {
	ENVIRONMENT_BYTES_MAX = 1 << 20,
	ENVIRONMENT_ITEMS_MAX = 4000,
};

struct environment {
	struct str name, prefix;
	struct strs channels;
	struct strs conda;  /* "pytorch=2.1.0", "pytorch::pytorch-cuda=12.1" */
	struct strs pip;    /* lines as of a requirements file */
	struct str problem; /* "line 7: …"; "" none */
};

void environment_read(struct str bytes, struct arena *a,
                      struct environment *out);

#endif
