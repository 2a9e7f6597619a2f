/*
 * shell_lex.h - a shell text being read.
 *
 * Shape:   a place in a text; words and lists are read from there on.
 * Owner:   the arena.
 * Errors:  sh_parser.error, once set, ends everything; the place is error_at.
 * Source:  POSIX.1-2017 XCU 2.2, 2.3, 2.7.4.
 */
#ifndef DOCKERFILE_SHELL_LEX_H
#define DOCKERFILE_SHELL_LEX_H

#include "dockerfile/shell_word.h"

/* A text being read.  bash: $'…' and braces are what they are in bash. */
struct sh_parser {
	struct arena *arena;
	const struct text *text;
	struct str s;
	size_t at;
	bool bash;
	bool regex; /* ( ) | < > are of a word: right of =~ */
	unsigned depth;
	const char *error;
	size_t error_at;
	struct sh_heredocs {
		struct sh_heredoc *v;
		size_t n;
	} pending; /* their bodies come after the line */
};

struct sh_heredoc {
	struct str end;
	bool raw, chomp;
	struct sh_word *body;
};

void sh_fail(struct sh_parser *p, const char *what);
bool sh_enter(struct sh_parser *p); /* a level deeper; false: too deep */
struct text sh_slice(const struct sh_parser *p, size_t at, size_t end);

/* At at, and not past the end: what stands there, else NUL. */
char sh_peek(const struct sh_parser *p, size_t ahead);
void sh_skip_blanks(struct sh_parser *p); /* and comments */
void sh_newline(struct sh_parser *p);     /* and heredocs' bodies */
bool sh_ends_word(const struct sh_parser *p, size_t at);

/* False where no word begins. */
bool sh_read_word(struct sh_parser *p, struct sh_word *out);
void sh_add_text(struct sh_parser *p, struct sh_word *w, size_t at, size_t end,
                 bool quoted);
/* The whole text, as between double quotes, which are nothing special here. */
void sh_read_body(struct sh_parser *p, struct sh_word *out);
/* What begins with $ or `. */
void sh_read_dollar(struct sh_parser *p, struct sh_word *w, bool quoted);
void sh_read_backquote(struct sh_parser *p, struct sh_word *w, bool quoted);
void sh_read_double(struct sh_parser *p, struct sh_word *w);
/* Up to a byte of stops, which is not read. */
void sh_read_until(struct sh_parser *p, const char *stops, bool quoted,
                   struct sh_word *out);

/* A list up to ) or the end; in shell_parse.c. */
struct sh_node *sh_read_list(struct sh_parser *p);

#endif
