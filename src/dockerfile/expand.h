/*
 * expand.h - variables, and words of a Dockerfile with them put in.
 *
 * Shape:   a scope maps names to texts; expansion keeps the origin of every
 *          byte, also through ${x%…}, ${x//…} and their like.
 * Units:   -
 * Owner:   the arena.
 * Errors:  FORMAT where BuildKit's lexer gives an error.
 * Source:  dockerfile.md A6, A7 (moby/buildkit, frontend/dockerfile/shell).
 */
#ifndef DOCKERFILE_EXPAND_H
#define DOCKERFILE_EXPAND_H

#include "base/err.h"
#include "dockerfile/text.h"

enum { EXPAND_MAX = 4 << 20 }; /* bytes of one expanded text */

struct binding {
	struct str name;
	struct text value;
	bool unset;   /* ARG without a value */
	bool unknown; /* it has a value that nobody here knows */
	bool env;     /* in the image's environment; else an ARG's */
};

struct bindings {
	struct binding *v;
	size_t n;
};

struct scope {
	struct arena *arena;
	struct bindings all; /* in order of their first being set */
	uint32_t *table;     /* hash table of indices + 1 */
	size_t table_n;
	bool open; /* more may be set than we know: what is not in
	                         here is unknown, not empty */
};

void scope_init(struct scope *s, struct arena *a);
void scope_copy(struct scope *to, const struct scope *from, struct arena *a);
const struct binding *scope_get(const struct scope *s, struct str name);
/* To be filled by the caller; what was set before is overwritten. */
struct binding *scope_put(struct scope *s, struct str name);

/* What came of a word. */
struct expansion {
	struct text text;
	struct strs unset;   /* names that gave nothing, once each */
	struct strs unknown; /* names that made the text unknown */
};

/* As BuildKit's ProcessWord, quotes removed. */
int expand_word(const struct text *word, char escape, const struct scope *s,
                struct arena *a, struct expansion *out, struct err *err);

struct expansions {
	struct expansion *v;
	size_t n;
};

/* As ProcessWords: what an unquoted variable gave is split at blanks. */
int expand_words(const struct text *word, char escape, const struct scope *s,
                 struct arena *a, struct expansions *out, struct err *err);

#endif
