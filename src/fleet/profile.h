/*
 * profile.h - from what a profile says to what a pool is.
 *
 * Shape:   check first, then resolve; both work on a whole fleet in place.
 * Owner:   the arena given to the parser.
 * Errors:  USAGE, with the place as record.h writes it.
 * Source:  architecture.md 6.1.
 */
#ifndef FLEET_PROFILE_H
#define FLEET_PROFILE_H

#include "fleet/fleet.h"

/* Bounds on a user's own file: far above any site, far below trouble. */
enum {
	PROFILE_BYTES = 16 << 20,
	PROFILE_POOLS = 10000,
	PROFILE_GPUS = 256,       /* kinds in one host */
	PROFILE_COUNT = 4096,     /* GPUs of one kind in one host */
	PROFILE_NODES = 10000000, /* hosts in one pool */
	PROFILE_NAME = 1024,      /* bytes of a name */
};

/* Defaults for what is absent, then the rules that no type can state. */
int profile_check(struct fleet *f, const struct know *k, struct arena *a,
                  struct err *err);

/* Fill in what the tables know. */
void profile_resolve(struct fleet *f, const struct know *k, struct arena *a);

/* Without what the tables filled in. */
struct pool profile_as_given(const struct pool *p, struct arena *a);

#endif
