/*
 * diff.h - what changed from one fleet to another.
 *
 * Shape:   pools are the same by name; what changed in them, then the new
 *          ones, then what is gone.
 * Owner:   the arena.
 * Errors:  none.
 * Source:  -
 */
#ifndef FLEET_DIFF_H
#define FLEET_DIFF_H

#include "fleet/fleet.h"

/* No line: nothing that a prediction could depend on. */
struct strs fleet_diff(const struct fleet *was, const struct fleet *is,
                       struct arena *a);

#endif
