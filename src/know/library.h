/*
 * library.h - whose device code a file holds.
 *
 * Shape:   rows of rules/libraries.json: a pattern of paths; the first that
 *          fits counts.
 * Units:   paths without a slash in front; '*' is any run of bytes.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL.
 * Source:  each row's "source".
 */
#ifndef KNOW_LIBRARY_H
#define KNOW_LIBRARY_H

#include "know/row.h"

/* What it means when a GPU finds nothing in it. */
enum code_role {
	ROLE_OWN,     /* no row: the image's own program */
	ROLE_CORE,    /* the framework does not work */
	ROLE_PLUGIN,  /* an optional part of one does not */
	ROLE_LIBRARY, /* NVIDIA's: who calls it does not */
	ROLE_TOOL,    /* nothing: samples and profilers */
	ROLE_N
};
extern const char *const code_role_names[ROLE_N];

struct known_library {      /* rules/libraries.json */
	struct str pattern; /* of its path */
	struct str name;    /* "torch", "cuBLAS" */
	enum code_role role;
	enum confidence confidence;
	struct str source;
};
struct known_libraries {
	struct known_library *v;
	size_t n;
};

/* A major version that newer GPUs came after. */
struct library_limit {   /* rules/libraries.json, "limits" */
	struct str name; /* as above */
	int64_t major;
	struct str max_cc; /* highest compute capability it knows */
	enum confidence confidence;
	struct str source;
};
struct library_limits {
	struct library_limit *v;
	size_t n;
};

/* Less is not worth a line of the report. */
struct size_limit {      /* rules/libraries.json, "sizes" */
	struct str rule; /* of cudalint: its name */
	int64_t bytes;
	enum confidence confidence;
	struct str source;
};
struct size_limits {
	struct size_limit *v;
	size_t n;
};

struct know;

/* INT64_MAX: no row, so never. */
int64_t know_size_limit(const struct know *k, struct str rule);
struct library_limits know_library_limits(const struct know *k);
struct known_libraries know_libraries(const struct know *k);
const struct known_library *know_library(const struct know *k, struct str path);

#endif
