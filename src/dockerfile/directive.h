/*
 * directive.h - parser directives: "# escape=`" and its like.
 *
 * Shape:   the parser asks line by line, and honours "escape"; "syntax" and
 *          "check" are looked for by themselves, in the whole file.
 * Owner:   the arena; strings are the file's.
 * Errors:  FORMAT with the line: an escape that is none, a key twice.
 * Source:  dockerfile.md A2.
 */
#ifndef DOCKERFILE_DIRECTIVE_H
#define DOCKERFILE_DIRECTIVE_H

#include "dockerfile/lines.h"

enum directive_key { DIRECTIVE_SYNTAX, DIRECTIVE_ESCAPE, DIRECTIVE_CHECK };

struct directive_state {
	bool done; /* a line was none */
	bool seen[DIRECTIVE_CHECK + 1];
};

/* 1 the line is a directive, and its effect is done; 0 it is none. */
int directive_line(struct directive_state *s, struct reader *r,
                   const struct line *l, struct err *err);

/* What else than the parser's own directives counts. */
void directives_find(struct dockerfile *d, struct arena *a);

#endif
