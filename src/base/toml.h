/*
 * toml.h - the strings of a TOML file, by where they stand.
 *
 * Shape:   leaves in order: "[[package]] source = { registry = "x" }" gives
 *          table "package[0]", key "source.registry", value "x".
 * Units:   TOML_* bound what is read.
 * Owner:   the arena; values without escapes are views of the bytes.
 * Errors:  false for what is no TOML, as far as we look, or too large.
 * Source:  toml.io, v1.0.0; dates are taken as bare words.
 */
#ifndef BASE_TOML_H
#define BASE_TOML_H

#include "base/arena.h"

enum {
	TOML_BYTES_MAX = 8 << 20,
	TOML_LEAVES_MAX = 200000,
	TOML_DEPTH_MAX = 16,
	TOML_NAME_MAX = 512,   /* of a table, and of a key */
	TOML_ARRAYS_MAX = 256, /* names of arrays of tables */
};

struct toml_leaf {
	struct str table; /* of the header; "" in front of the first */
	struct str key;   /* "source.registry", "dependencies[3]" */
	struct str value; /* string, or a bare word as it stands */
	bool string;
};

struct toml {
	struct toml_leaf *v;
	size_t n;
};

bool toml_parse(struct str bytes, struct arena *a, struct toml *out);

/* The value of the first such leaf; false: none. */
bool toml_get(const struct toml *t, struct str table, struct str key,
              struct str *value);

#endif
