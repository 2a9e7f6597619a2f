/*
 * pragma.h - "# cudalint ignore=CL001 reason="…" until=DATE": findings that the author
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

struct pragma {
	enum pragma_scope scope;
	struct strs ids;    /* of rules, or their names; nobody looked whether
	                       there are such */
	struct str reason;  /* "" none is given */
	struct str until;   /* YYYY-MM-DD, the last day; "" for ever */
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

#endif
