/*
 * docker.h - the image that a Dockerfile's target will be, as facts.
 *
 * Shape:   the same image facts as read from an image, made from the base's by
 *          each instruction's effect; beside them, which bytes of the file
 *          brought what, so that a finding has a place and a fix an edit.
 * Units:   facts.layers: one per instruction that makes one, after the base's.
 * Owner:   the arena.
 * Errors:  as stages.h; what can't be known is a gap in the facts.
 * Source:  dockerfile.md C2, D, F; rules/images.json for bases.
 */
#ifndef DOCKERFILE_DOCKER_H
#define DOCKERFILE_DOCKER_H

#include "dockerfile/effect.h"
#include "facts/facts.h"
#include "know/know.h"

/* Files of the build context, by clean path. */
struct build_context {
	void *ctx;
	/* NOT_FOUND, LIMIT, IO; UNSUPPORTED: it is no regular file.  NULL:
	 * there is no context. */
	int (*read)(void *ctx, struct str path, struct arena *a,
	            struct str *bytes, struct err *err);
};

struct docker_input {
	const struct dockerfile *file;
	const struct build_opts *build;
	const struct know *know;
	struct build_context context;
	const struct image_facts *base; /* of the root base: read from an
	                                   image; NULL: by the catalogue */
	uint64_t seed;                  /* of hashes; base/seed.h */
};

/* Where the facts of the base come from. */
enum base_known {
	BASE_BY_IMAGE,     /* docker_input.base */
	BASE_BY_TABLE,     /* nvidia/cuda of the catalogue */
	BASE_BY_FRAMEWORK, /* framework image: part of it */
	BASE_EMPTY,        /* scratch */
	BASE_PLAIN,        /* a distribution's own: no CUDA in it */
	BASE_NOT_KNOWN,
};

/* User, shell and directory after an instruction, as docker_image has them at
 * the end. */
struct docker_state {
	struct text user; /* "" the base's */
	bool user_known;
	bool root; /* user is known to be root */
	struct texts shell;
	struct text workdir; /* absolute; "" not known */
};

struct docker_change {
	const struct instr *by; /* NULL: the base */
	struct docker_state state;
};

struct docker_changes {
	struct docker_change *v;
	size_t n;
};

struct instr_refs {
	const struct instr **v;
	size_t n;
};

struct docker_image {
	struct image_facts facts;
	struct stages stages;
	struct stage_refs chain; /* root base first */
	const struct stage *root;
	enum base_known base;
	struct image_lookup lookup;    /* of the root's image */
	struct effects effects;        /* in order, of the chain */
	struct effects others;         /* of stages that files come from */
	struct docker_changes changes; /* in order, of the chain */
	struct instr_refs made;        /* layers after the base's */
	size_t base_layers;            /* facts.layers that are the base's */
	struct text user;              /* at the end; "" the base's */
	bool user_known;               /* base's user known, or set here */
	struct texts shell;            /* at the end; none: the default */
};

int docker_image_of(const struct docker_input *in, struct arena *a,
                    struct docker_image *out, struct err *err);

/* The instruction that made a layer of the facts; NULL: the base. */
const struct instr *docker_layer(const struct docker_image *d, int64_t layer);

/* In front of an instruction of the chain. */
void docker_state_at(const struct docker_image *d, const struct instr *before,
                     struct arena *a, struct docker_state *out);

#endif
