/*
 * pragma.h - "# cudalint ignore=CL001 reason="…"": findings that the author
 * of a Dockerfile doesn't want to hear of.
 *
 * Shape:   one a comment line; it is for the next instruction, or the one
 *          whose lines it stands between; "stage ignore" for all of that
 *          instruction's stage, "global ignore" for the file.
 * Units:   lines from 1.
 * Owner:   the arena; ids and reasons are parts of the file.
 * Errors:  none; what is malformed is a problem, and ignores nothing.
 * Source:  dockerfile.md E, "Suppressions".
 */
#ifndef DOCKERFILE_PRAGMA_H
#define DOCKERFILE_PRAGMA_H

#include "dockerfile/parse.h"

enum pragma_scope {
	PRAGMA_INSTR,
	PRAGMA_STAGE,
	PRAGMA_GLOBAL,
};

struct pragma_id {
	struct str id; /* of a rule, or its name; nobody looked whether the
	                  rule is there */
	bool used;     /* pragmas_ignore() was true because of it */
};

struct pragma_ids {
	struct pragma_id *v;
	size_t n;
};

struct pragma {
	enum pragma_scope scope;
	struct pragma_ids ids;
	struct str reason;  /* "" none is given */
	size_t line;        /* the comment's */
	struct span span;   /* the comment, from its # on */
	size_t first, last; /* lines that it is for */
};

struct pragmas {
	struct pragma *v;
	size_t n;
	struct strs problems; /* "line 3: …" */
};

void pragmas_of(const struct dockerfile *d, struct arena *a,
                struct pragmas *out);

/* Why a finding of that rule on that line is not wanted, the first that says
 * so; NULL: it is.  Line 0: it has none, so only "global" counts.  All that say
 * so are used then. */
const struct pragma *pragmas_ignore(struct pragmas *p, struct str id,
                                    struct str name, size_t line);

#endif
