/*
 * alike.h - hosts that nothing tells apart but their pool's name.
 *
 * Shape:   pools are compared as they were resolved; how many nodes they have
 *          does not count.
 * Owner:   -
 * Errors:  none.
 * Source:  fleet.h, whose members decide what is predicted.
 */
#ifndef FLEET_ALIKE_H
#define FLEET_ALIKE_H

#include "fleet/fleet.h"

bool gpu_is_alike(const struct fleet_gpu *a, const struct fleet_gpu *b);
bool pool_is_alike(const struct pool *a, const struct pool *b);
/* The same for pools that are alike. */
uint64_t pool_hash(const struct pool *p);

#endif
