/*
 * expand_lexer.h - the state of expanding one word; for expand*.c only.
 *
 * Shape:   one pass over the word, with a stack of what is open instead of
 *          recursion; all output goes to one text, and what a frame made is
 *          the end of it from the frame's mark on.
 * Units:   offsets in bytes.
 * Owner:   the arena.
 * Errors:  FORMAT, LIMIT.
 * Source:  dockerfile.md A6.
 */
#ifndef DOCKERFILE_EXPAND_LEXER_H
#define DOCKERFILE_EXPAND_LEXER_H

#include "dockerfile/expand.h"

enum frame_kind {
	FRAME_TOP,
	FRAME_QUOTE,       /* "…" */
	FRAME_WORD,        /* ${name-…}, +, ? */
	FRAME_TRIM,        /* ${name#…}, % */
	FRAME_PATTERN,     /* ${name/…/ */
	FRAME_REPLACEMENT, /* … } */
};

struct frame {
	enum frame_kind kind;
	char op;       /* of "-+?#%" */
	bool colon;    /* ${name:…}: empty is as unset */
	bool all;      /* ${name//…} */
	bool raw;      /* escapes stay */
	size_t name;   /* offset in the word … */
	size_t name_n; /* … and size */
	size_t mark;   /* output, when it began; and what was noted: */
	size_t unset, unknown, unsure;
	struct text *pattern; /* of a replacement */
};

/* Bytes of the output up to end are of one kind. */
struct part {
	size_t end;
	bool raw; /* not to be split at blanks */
};

struct parts {
	struct part *v;
	size_t n;
};

struct lexer {
	const struct text *in;
	size_t at;
	char escape;
	bool quotes; /* quotes are special */
	bool split;  /* parts are wanted */
	const struct scope *scope;
	struct arena *arena;
	struct text_maker out;
	struct frame *frames;
	size_t depth, cap;
	struct expansion *ex;
	size_t unsure; /* how often something unknown was put in */
	struct parts parts;
	struct err *err;
};

static inline struct str frame_name(const struct lexer *l,
                                    const struct frame *f)
{
	return (struct str){l->in->s.p + f->name, f->name_n};
}

/* The whole word; ex->text is what came of it. */
int lexer_run(struct lexer *l);

/* "word: why", as an error. */
int lexer_fail(struct lexer *l, const char *why);

/* Add to a text what of t[at … at + n) is UTF-8; other bytes are U+FFFD. */
void add_chars(struct text_maker *m, const struct text *t, size_t at, size_t n);

/* $name: its value goes to the output. */
int var_plain(struct lexer *l, struct str name);
/* A ${name…} is complete; its frame is off the stack. */
int var_word(struct lexer *l, const struct frame *f);
int var_trim(struct lexer *l, const struct frame *f);
int var_replace(struct lexer *l, const struct frame *f);

#endif
