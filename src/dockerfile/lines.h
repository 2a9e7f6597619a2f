/*
 * lines.h - physical lines of a Dockerfile, and the tokens made of them.
 *
 * Shape:   a line ends with '\n' and nothing else; CRs in front of it belong
 *          to its end.
 * Units:   bytes; lines from 1.
 * Owner:   the arena of the reader.
 * Errors:  FORMAT for a line too long, with its number.
 * Source:  dockerfile.md A1.
 */
#ifndef DOCKERFILE_LINES_H
#define DOCKERFILE_LINES_H

#include "dockerfile/parse.h"

struct line {
	size_t at;
	size_t text; /* bytes without the line end */
	size_t n;    /* bytes with it */
};

struct reader {
	struct dockerfile *d;
	struct arena *arena;
	size_t at;   /* of the next line */
	size_t line; /* number of the last one read */
};

/* 1 read, 0 at the end. */
int reader_next(struct reader *r, struct line *out, struct err *err);

void reader_token(struct reader *r, enum token_kind kind, size_t at, size_t n);
/* The whole line is one token. */
void reader_line_token(struct reader *r, enum token_kind kind,
                       const struct line *l);
/* The first n bytes are text, what follows is of that kind. */
void reader_text_tokens(struct reader *r, const struct line *l, size_t n,
                        enum token_kind end);

struct str line_text(const struct reader *r, const struct line *l);

/* The line without its end and the blanks in front. */
struct str line_trimmed(const struct reader *r, const struct line *l);

#endif
