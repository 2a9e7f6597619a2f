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
#include "dockerfile/names.h"
#include "dockerfile/text.h"

enum {
	/* Bytes that variables may give, with what is noted of them, and that
	 * patterns may look at, for all words of a scope and its copies:
	 * $A$A$A is longer than it looks. */
	EXPAND_MAX = 16 << 20,
	EXPAND_NAMES_MAX = 64, /* noted of one word */
};

struct binding {
	struct str name;
	struct text value; /* of an unknown one: what is known of it */
	bool unset;        /* ARG without a value */
	bool unknown;      /* it has a value that nobody here knows */
	bool env;          /* by ENV or the base; else by ARG */
};

struct bindings {
	struct binding *v;
	size_t n;
};

struct scope {
	struct arena *arena;
	struct bindings all;    /* in order of their first being set */
	struct bindings before; /* what ARGs of this stage have replaced */
	struct names names;
	size_t *spent; /* of EXPAND_MAX; shared with copies */
	bool open;     /* more may be set than we know: what is not in
	                          here is unknown, not empty */
};

void scope_init(struct scope *s, struct arena *a);
void scope_copy(struct scope *to, const struct scope *from, struct arena *a);
const struct binding *scope_get(const struct scope *s, struct str name);
/* To be filled by the caller; what was set before is overwritten. */
struct binding *scope_put(struct scope *s, struct str name);
/* From here on any variable may have any value. */
void scope_forget(struct scope *s);

/* What came of a word.  Names stand in each list once. */
struct expansion {
	struct text text;    /* known parts, when something is unknown */
	struct strs used;    /* names that were looked up */
	struct strs unset;   /* of these: gave nothing, having no value */
	struct strs unknown; /* of these: made the text unknown */
};

/* As BuildKit's ProcessWord, quotes removed. */
int expand_word(const struct text *word, char escape, const struct scope *s,
                struct arena *a, struct expansion *out, struct err *err);

/* As it expands what COPY and ADD take from a heredoc: quotes stay. */
int expand_heredoc(const struct text *body, const struct scope *s,
                   struct arena *a, struct expansion *out, struct err *err);

struct expansions {
	struct expansion *v;
	size_t n;
};

/* As ProcessWords: what is not quoted is split at blanks.  All words have the
 * names of the whole; an unknown whole has at least one word. */
int expand_words(const struct text *word, char escape, const struct scope *s,
                 struct arena *a, struct expansions *out, struct err *err);

#endif
