/*
 * stages.h - the stages of a Dockerfile, and which of them a build goes
 * through.
 *
 * Shape:   one stage per FROM, in order; a stage's base is an earlier stage,
 *          a named context, scratch or an image.
 * Units:   -
 * Owner:   the arena; instructions are the Dockerfile's.
 * Errors:  FORMAT with "line N: …" where BuildKit rejects; LIMIT; USAGE for a
 *          target that is not there.  What can't be resolved is a problem in
 *          words.
 * Source:  dockerfile.md A7, A8, F1.
 */
#ifndef DOCKERFILE_STAGES_H
#define DOCKERFILE_STAGES_H

#include "dockerfile/parse.h"
#include "dockerfile/scope.h"

enum { STAGES_READ_MAX = 4096 };

/* What `docker build` would be told. */
struct build_opts {
	struct pairs args;     /* --build-arg NAME=VALUE */
	struct pairs contexts; /* --build-context NAME=… */
	struct str target;     /* --target NAME or index; "" the last stage */
	struct str platform;   /* "linux/amd64"; "" that */
};

enum stage_base {
	BASE_IMAGE,
	BASE_STAGE,
	BASE_SCRATCH,
	BASE_CONTEXT, /* --build-context overrides it */
	BASE_UNKNOWN, /* an argument is missing: see problem */
};

struct stage {
	size_t index;
	const struct instr *from;
	struct text name; /* AS name, as written; "" none */
	struct str key;   /* the same in lower case: stages are found by it */
	enum stage_base base;
	struct text image;   /* reference after expansion */
	struct str context;  /* what --build-context says */
	struct str platform; /* --platform after expansion; "" the target's */
	const struct stage *parent; /* BASE_STAGE */
	struct instrs body;         /* without FROM; none when a context takes
	                          the place of the stage itself */
	struct instrs onbuild;      /* what ONBUILD holds: run first of all in
	                          the stages whose parent this is */
	struct str problem; /* why base is unknown, and what would help */
	bool used;          /* by FROM, COPY or RUN --mount of another stage,
	                       perhaps only on other platforms */
};

struct stage_list {
	struct stage *v;
	size_t n;
};

struct stage_refs {
	const struct stage **v;
	size_t n;
};

struct stages {
	struct stage_list all;
	struct names names;  /* by key: the last that has it */
	struct scope global; /* ARGs before the first FROM */
	const struct build_opts *o;
	const struct stage *target;
	struct stage_refs leaves; /* not used: each may be shipped */
};

int stages_of(const struct dockerfile *d, const struct build_opts *o,
              struct arena *a, struct stages *out, struct err *err);

/* COPY --from=NAME as seen from stage `from`; NULL: an image or context. */
const struct stage *stages_copy_from(const struct stages *s,
                                     const struct stage *from, struct str name);

/* From the root base to the target, in the order they are built on. */
void stages_chain(const struct stage *target, struct arena *a,
                  struct stage_refs *out);

#endif
