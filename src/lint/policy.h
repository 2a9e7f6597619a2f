/*
 * policy.h - what counts for whoever asks: how loud rules are, and which of
 * their findings somebody does not want.
 *
 * Shape:   plain data; verdicts do not depend on it, only findings do.
 * Units:   days since 1970-01-01, UTC; dates as YYYY-MM-DD.
 * Owner:   whoever made it; longer than what is judged by it.
 * Errors:  none.
 * Source:  images.md G, "UX"; dockerfile.md E, "Suppressions".
 */
#ifndef LINT_POLICY_H
#define LINT_POLICY_H

#include "dockerfile/text.h"
#include "lint/finding.h"

/* Findings must match all of it; a glob that is "" matches anything. */
struct ignore {
	enum ignored_by by;
	struct str where;      /* as struct ignored has it */
	struct str rule;       /* id or name; nobody looked if there is one */
	struct str image;      /* glob: each of the image's names */
	struct str dockerfile; /* glob: the file's path */
	struct str path;       /* glob: each file that proves it */
	struct str pool;       /* glob: each pool that it concerns */
	size_t first, last;    /* lines of the Dockerfile; 0: any */
	struct span at;        /* the comment; n == 0: none */
	struct str reason;
	struct str expires; /* the last day; "" never */
};

struct ignores {
	struct ignore *v;
	size_t n;
};

struct rule_level {
	const struct rule *rule;
	bool off;
	enum severity severity; /* of all its findings, unless off */
};

struct rule_levels {
	struct rule_level *v;
	size_t n;
};

struct lint_policy {
	struct str name; /* of its file */
	struct rule_levels levels;
	struct ignores ignores;
	int64_t today;
	bool no_labels;      /* of the image: none is believed */
	bool require_reason; /* or a comment or label does not count */
	bool require_expiry; /* likewise */
};

#endif
