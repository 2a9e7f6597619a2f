/*
 * shell_word.h - words of a shell text, as parts.
 *
 * Shape:   parts in order, quotes undone; what is expanded has its own tree.
 * Owner:   the arena; texts keep the origin of their bytes.
 * Errors:  none.
 * Source:  POSIX.1-2017 XCU 2.2, 2.6, 2.7.4; bash's manual for arrays, <().
 */
#ifndef DOCKERFILE_SHELL_WORD_H
#define DOCKERFILE_SHELL_WORD_H

#include "dockerfile/text.h"

enum sh_part_kind {
	PART_TEXT,
	PART_PARAM,
	PART_ARITH,   /* $((…)): word */
	PART_COMMAND, /* $(…): list */
	PART_PROCESS, /* <(…), >(…): list */
	PART_BRACE,   /* an unquoted { , or }: text */
	PART_UNKNOWN, /* read differently by different shells */
};

enum sh_op {
	OP_NONE,
	OP_LENGTH,       /* ${#x} */
	OP_MINUS,        /* - :- */
	OP_ASSIGN,       /* = := */
	OP_QUESTION,     /* ? :? */
	OP_PLUS,         /* + :+ */
	OP_FRONT,        /* # */
	OP_FRONT_LONG,   /* ## */
	OP_BACK,         /* % */
	OP_BACK_LONG,    /* %% */
	OP_REPLACE,      /* / */
	OP_REPLACE_ALL,  /* // */
	OP_REPLACE_HEAD, /* /# */
	OP_REPLACE_TAIL, /* /% */
	OP_SLICE,        /* :off:len */
	OP_UPPER,        /* ^ */
	OP_UPPER_ALL,    /* ^^ */
	OP_LOWER,        /* , */
	OP_LOWER_ALL,    /* ,, */
	OP_OTHER,
};

struct sh_word {
	struct sh_part *v;
	size_t n;
};

struct sh_words {
	struct sh_word *v;
	size_t n;
};

struct sh_param {
	struct str name; /* or "@", "1", "?" */
	bool bare;       /* $x */
	bool indirect;   /* ${!x} */
	bool indexed;    /* ${x[index]} */
	struct sh_word index;
	enum sh_op op;
	bool colon;
	struct sh_word arg, arg2;
};

struct sh_part {
	enum sh_part_kind kind;
	bool quoted;
	struct text text;
	struct sh_param *param;
	struct sh_word *word;
	struct sh_node *list;
};

/* Of a word that is nothing but unquoted text. */
bool sh_word_is(const struct sh_word *w, const char *s);
/* Without its first n bytes, which are text. */
struct sh_word sh_word_from(struct arena *a, const struct sh_word *w, size_t n);
/* Length of NAME of NAME=… or NAME+=…; 0: it is no assignment. */
size_t sh_name_length(struct str s);

/* a{b,c}: all that it stands for; false: no braces in it. */
bool sh_expand_braces(struct arena *a, const struct sh_word *w,
                      struct sh_words *out);

#endif
