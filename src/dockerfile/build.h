/*
 * build.h - the stages of a Dockerfile while they are being built.
 *
 * Shape:   one struct apply per stage that is built; a stage that files are
 *          copied from is built once.
 * Units:   -
 * Owner:   the arena of docker_image_of().
 * Errors:  FORMAT where BuildKit's expansion fails; LIMIT.
 * Source:  dockerfile.md A6-A8.
 */
#ifndef DOCKERFILE_BUILD_H
#define DOCKERFILE_BUILD_H

#include "dockerfile/base.h"

enum {
	STAGES_MAX = 256,     /* that are built beside the target's chain */
	STAGE_DEPTH_MAX = 64, /* COPY --from of COPY --from … */
	BUILD_MEMORY_MAX = 256 << 20,
};

/* A stage, or a catalogue image, that files are copied from. */
struct built {
	const struct stage *stage; /* NULL: an image */
	struct str image;          /* reference of an image */
	struct apply *apply;       /* NULL: at work, it asks for itself */
};

struct builts {
	struct built *v;
	size_t n;
};

struct build {
	const struct docker_input *in;
	struct arena *arena;
	const struct stages *stages;
	struct str arch; /* of the target: "amd64" */
	struct builts built;
	struct effects effects;         /* of these stages */
	struct docker_changes *changes; /* of the chain */
	struct instr_refs *made;        /* layers of the chain */
	size_t copied, depth;
	size_t used;     /* of the arena, before it */
	size_t asked;    /* bytes of files that installers read */
	struct err *err; /* what made it fail */
	bool failed;
};

/* An image with nothing in it yet. */
struct apply *build_apply(struct build *b, const struct stage *stage,
                          struct effects *effects);
/* For COPY --from and RUN --mount; NULL: not to be known. */
struct apply *build_other(struct apply *ap, struct str name);

/* One instruction. */
int build_run(struct apply *ap, const struct instr *i);
void build_copy(struct apply *ap, const struct instr *i);
void build_mounts(struct apply *ap, const struct instr *i);
int build_step(struct apply *ap, const struct instr *i);

bool build_is_root(struct str user);

/* Words of COPY, LABEL and the like, variables put in; false: not known. */
bool build_expand(struct apply *ap, const struct text *word, struct text *out);

/* A command that no table has: scripts and installers. */
void command_other(struct apply *ap, const struct command *c);
/* A script that is run: its bytes, or what it may do. */
void command_script(struct apply *ap, const struct command *c, struct str path);
/* Commands of a text that is a shell's. */
void command_text(struct apply *ap, const struct text *script, bool sure);

#endif
