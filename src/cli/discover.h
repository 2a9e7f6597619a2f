/*
 * discover.h - the Dockerfiles below a folder.
 *
 * Shape:   by their names, in order of their paths; links are not followed,
 *          folders like .git and node_modules are left out.
 * Units:   DISCOVER_*_MAX bound the walk.
 * Owner:   the arena.
 * Errors:  IO, LIMIT; NOT_FOUND: no Dockerfile is there.  What is merely
 *          passed over is a note.
 * Source:  dockerfile.md C1.
 */
#ifndef CLI_DISCOVER_H
#define CLI_DISCOVER_H

#include "base/arena.h"
#include "base/err.h"

enum {
	DISCOVER_DEPTH_MAX = 32,        /* folders in folders */
	DISCOVER_ENTRIES_MAX = 1 << 20, /* names, in all of them */
};

struct discovered {
	struct strs files;
	struct strs notes; /* "a/Dockerfile.j2: a template …" */
};

/* path: a folder; what is none is the one file itself, whatever its name. */
int discover(struct str path, struct arena *a, struct discovered *out,
             struct err *err);

#endif
