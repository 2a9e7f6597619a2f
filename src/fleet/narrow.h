/*
 * narrow.h - which GPU a printed line means.
 *
 * Shape:   pure; a name that was cut short is completed where only one GPU has
 *          such a name and so much memory and power, or described where all
 *          that do are alike.
 * Owner:   the arena.
 * Errors:  none; what stays open stays as it was printed.
 * Source:  rules/gpus.json.
 */
#ifndef FLEET_NARROW_H
#define FLEET_NARROW_H

#include "fleet/sight.h"

/* product, or compute capability and class, or candidates; the rest is not
 * filled in. */
struct fleet_gpu narrow_gpu(const struct know *k, const struct sight_gpu *g,
                            struct str driver, struct arena *a);

bool narrow_is_same(const struct sight_gpu *a, const struct sight_gpu *b);

#endif
