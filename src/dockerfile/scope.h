/*
 * scope.h - what ARG and ENV do to variables.
 *
 * Shape:   the global scope has what ARGs before the first FROM gave, and what
 *          every build has; a stage begins with its base's environment.
 * Units:   -
 * Owner:   the scope's arena.
 * Errors:  FORMAT with "line N: …" where BuildKit's expansion fails; LIMIT.
 * Source:  dockerfile.md A7 (moby/buildkit, dockerfile2llb/convert.go).
 */
#ifndef DOCKERFILE_SCOPE_H
#define DOCKERFILE_SCOPE_H

#include "dockerfile/expand.h"
#include "dockerfile/instr.h"

struct stages;

/* What ARG or ENV does to a stage's scope; other instructions do nothing.
 * Proxies need no ARG to reach a RUN, but are no variables without one. */
int scope_apply(struct scope *scope, const struct stages *s,
                const struct instr *i, char escape, struct err *err);

/* Between a stage and one that is built on it: arguments are inherited, but the
 * image's environment comes over them. */
void scope_next_stage(struct scope *s);

/* s->global, from s->o alone; then by each ARG before the first FROM.
 * last: name of the last stage, in lower case. */
void scope_init_global(struct stages *s, struct str last, struct arena *a);
int scope_apply_global(struct stages *s, const struct instr *i, char escape,
                       struct err *err);

#endif
