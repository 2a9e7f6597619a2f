/*
 * setting.h - one fact of a pool by its name: "container.toolkit".
 *
 * Shape:   the names are those of the profile's own tables; "gpu" is the
 *          product of all its GPUs.
 * Owner:   the arena.
 * Errors:  USAGE, with what may be said instead.
 * Source:  architecture.md 6.1.
 */
#ifndef FLEET_SETTING_H
#define FLEET_SETTING_H

#include "base/record.h"
#include "fleet/fleet.h"

struct setting {
	struct str name;
	const struct field *field; /* NULL: of the GPUs */
	size_t off;                /* in struct pool */
};

struct settings {
	struct setting *v;
	size_t n;
};

/* All but the name of the pool. */
struct settings settings_all(struct arena *a);

/* As a profile has it; "": not said. */
struct str setting_get(const struct setting *s, const struct pool *p,
                       struct arena *a);

/*
 * The fleet as it would be with each "POOLS.NAME=VALUE": POOLS is a glob, an
 * empty VALUE makes it unknown.  Checked and resolved as a profile is; the one
 * given stays as it was.
 */
int settings_apply(const struct fleet *f, struct strs sets,
                   const struct know *k, struct arena *a, struct fleet *out,
                   struct err *err);

#endif
