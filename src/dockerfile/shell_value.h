/*
 * shell_value.h - what a word or a variable can be: a set.
 *
 * Shape:   each text once; where two origins give the same bytes, the text
 *          belongs to nobody (there is no one place to edit).
 * Units:   SHELL_VALUES_MAX and SHELL_TEXT_MAX bound it; beyond: unknown.
 * Owner:   the arena.
 * Errors:  none.
 * Source:  -
 */
#ifndef DOCKERFILE_SHELL_VALUE_H
#define DOCKERFILE_SHELL_VALUE_H

#include "dockerfile/text.h"

enum {
	SHELL_VALUES_MAX = 16,
	SHELL_TEXT_MAX = 1 << 16, /* bytes of a value that is put together */
};

/* All that a word can be. */
struct value {
	struct texts any;
	bool unknown;     /* or something else, beginning with lead */
	struct text lead; /* what is known of an unknown value */
	bool absent;      /* or no word at all */
	bool glob;        /* has * ? [ that no quotes protect: what any has are
	                     patterns; a word is its pattern where no file
	                     matches */
};

struct values {
	struct value *v;
	size_t n;
};

/* The only value it can have; false if there are others.  A pattern counts. */
bool value_one(const struct value *v, struct text *out);
bool value_can_be(const struct value *v, struct str s);

struct value value_of(struct arena *a, struct text t);
struct value value_made(struct arena *a, struct str s);
struct value value_unknown(struct text lead);
void value_add(struct arena *a, struct value *v, struct text t);
void value_add_unknown(struct arena *a, struct value *v, struct text lead);

/* Either x or y. */
struct value value_or(struct arena *a, const struct value *x,
                      const struct value *y);
/* x and then y. */
struct value value_then(struct arena *a, const struct value *x,
                        const struct value *y);

/* A value being put together, without copying what is decided twice. */
struct value_maker {
	struct arena *arena;
	struct value v;      /* up to m */
	struct text_maker m; /* the rest, which is decided */
	bool glob;
};
struct value_maker value_maker_new(struct arena *a);
/* A word that may be absent makes all unknown. */
void value_put(struct value_maker *m, const struct value *v);
void value_put_made(struct value_maker *m, struct str s);
struct value value_take(struct value_maker *m);

/* f of each; where it is false, and of what is unknown, unknown. */
typedef bool value_map_fn(void *ctx, const struct text *in, struct text *out);
struct value value_map(struct arena *a, const struct value *v, value_map_fn *f,
                       void *ctx);

#endif
