/*
 * policy.h - cudalint.json: what counts in this tree.
 *
 * Shape:   the file as it is written, and what the rules are judged by.
 * Units:   dates as YYYY-MM-DD.
 * Owner:   the arena given to the parser.
 * Errors:  USAGE with the JSON pointer of what is wrong; FORMAT; LIMIT.
 * Source:  dockerfile.md E, "Config"; cudalint-policy(5).
 */
#ifndef POLICY_POLICY_H
#define POLICY_POLICY_H

#include "base/record.h"
#include "lint/ignored.h"

#define POLICY_SCHEMA "cudalint/policy/1"

enum {
	POLICY_BYTES = 1 << 20,
	POLICY_IGNORES = 1000,
	POLICY_GLOB = 256, /* bytes: a match costs its product with a name */
};

struct policy_ignore {
	struct str rule, image, dockerfile, path, pool;
	struct str reason, expires;
};

struct policy_ignores {
	struct policy_ignore *v;
	size_t n;
};

struct policy_file {
	struct str schema;
	struct str fleet; /* from the file's own folder on */
	struct strs pools;
	struct str fail_on;
	struct pairs rules;
	bool no_labels, require_reason, require_expiry;
	struct policy_ignores ignore;
};

extern const struct schema policy_schema;

struct policy {
	struct policy_file file;
	struct lint_policy lint;
};

/* name: of the file, for messages. */
int policy_parse(struct str json, struct str name, struct arena *a,
                 struct policy *out, struct err *err);

/* What happened to a policy's ignores, in all that was judged. */
struct policy_use {
	struct strs used; /* their `where` */
	struct strs images, dockerfiles;
	const struct fleet *fleet;
};

/* A line for each ignore that is over, or that was for nothing. */
struct strs policy_notes(const struct lint_policy *p,
                         const struct policy_use *use, struct arena *a);

#endif
