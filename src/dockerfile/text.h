/*
 * text.h - text that knows which bytes of the Dockerfile it is made of.
 *
 * Shape:   bytes and, in order and without holes, the runs they came in; what
 *          is cut out of a text keeps its origin, also through expansion.
 * Units:   offsets in bytes of the file.
 * Owner:   the arena; a text is const once made.
 * Errors:  none.
 * Source:  -
 */
#ifndef DOCKERFILE_TEXT_H
#define DOCKERFILE_TEXT_H

#include "base/arena.h"

/* Who wrote the bytes of a run. */
enum text_from {
	TEXT_MADE,      /* nobody: computed, or an escape that was undone */
	TEXT_FILE,      /* the Dockerfile: only these can be edited */
	TEXT_BUILD_ARG, /* --build-arg */
	TEXT_PLATFORM,  /* TARGETARCH and the like */
	TEXT_BASE,      /* the environment of the base image */
};

struct text_run {
	size_t at, n; /* in the text */
	enum text_from from;
	size_t offset; /* TEXT_FILE: of its first byte */
};

struct text_runs {
	struct text_run *v;
	size_t n;
};

struct text {
	struct str s;
	struct text_runs runs;
};

struct texts {
	struct text *v;
	size_t n;
};

/* Part of a file: offset and size in bytes. */
struct span {
	size_t offset, n;
};

struct spans {
	struct span *v;
	size_t n;
};

/* The bytes file[at … at + n); they stay the file's. */
struct text text_of_file(struct arena *a, struct str file, size_t at, size_t n);
struct text text_of(struct arena *a, enum text_from from, struct str s);

/* Part of t, cut at its end. */
struct text text_slice(struct arena *a, const struct text *t, size_t at,
                       size_t n);
struct text text_cat(struct arena *a, const struct text *x,
                     const struct text *y);

/* Text being put together, without copying twice. */
struct text_maker {
	struct arena *arena;
	char *p;
	size_t n, cap;
	struct text_runs runs;
	size_t runs_cap;
};
void text_add(struct text_maker *m, const struct text *t, size_t at, size_t n);
void text_add_made(struct text_maker *m, struct str s);
void text_add_file(struct text_maker *m, struct str file, size_t at, size_t n);
void text_cut(struct text_maker *m, size_t n); /* its first n bytes stay */
struct text text_take(struct text_maker *m);   /* m is empty then */
/* What was added from byte at on, in an own copy. */
struct text text_copy_from(const struct text_maker *m, size_t at);

/* Where t[at … at + n) stands in the file, if it stands there in one piece,
 * byte for byte. */
bool text_span(const struct text *t, size_t at, size_t n, struct span *out);

/* The pieces of the file that t[at … at + n) is made of, in order of the text;
 * false when some of it is not from the file. */
bool text_spans(const struct text *t, size_t at, size_t n, struct arena *a,
                struct spans *out);

/* The offset in the file nearest to t[at], for messages; false: none. */
bool text_where(const struct text *t, size_t at, size_t *offset);

#endif
