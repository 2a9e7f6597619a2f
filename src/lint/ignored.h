/*
 * ignored.h - findings that the author of a Dockerfile does not want.
 *
 * Shape:   taken out of the list; comments that took out nothing are findings
 *          of their own.
 * Owner:   the arena of the input.
 * Errors:  none.
 * Source:  dockerfile/pragma.h.
 */
#ifndef LINT_IGNORED_H
#define LINT_IGNORED_H

#include "lint/rule.h"

void findings_ignore(const struct lint_input *in, struct findings *all,
                     struct ignoreds *ignored);

#endif
