/*
 * stages_link.h - what a stage is built from; for stages.c only.
 *
 * Shape:   first each stage's base, in order of the file, when only earlier
 *          stages have names; then who copies from whom, when all have.
 * Units:   -
 * Owner:   the arena.
 * Errors:  FORMAT with "line N: …" where BuildKit rejects.
 * Source:  dockerfile.md A8 (moby/buildkit, dockerfile2llb/convert.go).
 */
#ifndef DOCKERFILE_STAGES_LINK_H
#define DOCKERFILE_STAGES_LINK_H

#include "dockerfile/stages.h"

/* A stage's name in lower case. */
struct str stage_key(struct arena *a, struct str s);

int stage_link_base(struct stages *s, struct stage *st, char escape,
                    struct arena *a, struct err *err);
int stages_link_copies(struct stages *s, char escape, struct arena *a,
                       struct err *err);

#endif
