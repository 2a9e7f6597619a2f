/*
 * flags.h - flags of instructions, and the fields of --mount.
 *
 * Shape:   flags are instr.flags, "--name=value" or "--name"; the last counts.
 * Units:   -
 * Owner:   the arena.
 * Errors:  none; what is malformed is not there.
 * Source:  moby/buildkit, instructions/bflag.go, commands_runmount.go; RFC
 *          4180 for the quotes of --mount.
 */
#ifndef DOCKERFILE_FLAGS_H
#define DOCKERFILE_FLAGS_H

#include "dockerfile/instr.h"

/* "--name=value" or "--name"; value may be NULL.  False: no flag. */
bool flag_split(const struct text *flag, struct str *name, struct str *value);

/* The value of --name; false: it isn't there. */
bool instr_flag(const struct instr *i, struct str name, struct arena *a,
                struct text *value);

/* One --mount: fields as "key=value" or "key". */
struct mount {
	struct texts fields;
};

struct mounts {
	struct mount *v;
	size_t n;
};

void instr_mounts(const struct instr *i, struct arena *a, struct mounts *out);

/* The value of the field, whose key is without case; false: not there. */
bool mount_field(const struct mount *m, struct str key, struct arena *a,
                 struct text *value);

#endif
