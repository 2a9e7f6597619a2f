/*
 * after.h - the facts that a plan leads to.
 *
 * Shape:   by the actions' effects on the facts; where one has none, and for a
 *          proof, by reading the edited Dockerfile.
 * Units:   -
 * Owner:   the arena of the call.
 * Errors:  FORMAT when the edited file can't be read.
 * Source:  architecture.md 1, "a fix is a pair".
 */
#ifndef FIX_AFTER_H
#define FIX_AFTER_H

#include "fix/planner.h"

int facts_after(const struct fix_input *in, const struct plan *p,
                struct arena *a, const struct image_facts **out,
                struct err *err);

/* The image of a Dockerfile in place of the one in the input. */
int docker_after(const struct fix_input *in, const struct plan *p,
                 struct str bytes, struct arena *a,
                 const struct docker_image **out, struct err *err);

#endif
