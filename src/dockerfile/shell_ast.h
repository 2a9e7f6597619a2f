/*
 * shell_ast.h - the syntax tree of a shell text.
 *
 * Shape:   nodes own their kids; words are parts in order, quotes undone.
 * Owner:   the arena; texts keep the origin of their bytes.
 * Errors:  sh_parse() is false with a reason and a place; what was read before
 *          is there.
 * Source:  POSIX.1-2017 XCU 2.2-2.10; bash's manual for [[ ]], arrays, <().
 */
#ifndef DOCKERFILE_SHELL_AST_H
#define DOCKERFILE_SHELL_AST_H

#include "dockerfile/shell_word.h"

struct sh_assign {
	struct str name;
	bool append; /* += */
	bool array;  /* =(…) */
	bool indexed;
	bool after; /* behind the command's name: declare a=(…) */
	struct sh_word value;
	struct sh_words elems;
};

struct sh_assigns {
	struct sh_assign *v;
	size_t n;
};

struct sh_redir {
	int fd;
	struct str op;
	struct sh_word *target;
};

struct sh_redirs {
	struct sh_redir *v;
	size_t n;
};

enum sh_kind {
	NODE_SIMPLE,
	NODE_LIST,  /* kids; back: ends in & */
	NODE_ANDOR, /* kids; by_or: joined with the kid before by || */
	NODE_PIPE,  /* kids; negated */
	NODE_SHELL, /* (…): one kid */
	NODE_GROUP, /* {…}: one kid */
	NODE_IF,    /* kids: condition, then, and else if there is one */
	NODE_WHILE, /* kids: condition, body; also until */
	NODE_FOR,   /* name, words; one kid */
	NODE_CASE,  /* words: one; kids and patterns: arms */
	NODE_FUNC,  /* name; one kid */
	NODE_COND,  /* [[ words ]] */
	NODE_MATH,  /* ((words)): one */
};

struct sh_patterns {
	struct sh_words *v;
	size_t n;
};

struct sh_nodes {
	struct sh_node **v;
	size_t n;
};

struct sh_node {
	enum sh_kind kind;
	struct text source;
	struct sh_nodes kids;
	struct sh_words words;
	struct sh_assigns assigns;
	struct sh_redirs redirs;
	struct str name;
	struct sh_patterns patterns; /* CASE: of each kid */
	bool negated, back, by_or;
	bool until;  /* WHILE */
	bool listed; /* FOR: has "in" */
	bool falls;  /* an arm that ends in ;& or ;;& */
};

struct sh_syntax {
	struct sh_node *list;
	const char *error; /* NULL: it is a script */
	struct text near;  /* where the error is */
};

bool sh_parse(struct arena *a, const struct text *script, bool bash,
              struct sh_syntax *out);

#endif
