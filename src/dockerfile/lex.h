/*
 * lex.h - parts of a text, copied in pieces, and split into words.
 *
 * Shape:   a part is a view of a text; a copy joins neighbouring bytes of it,
 *          so that a word costs by its pieces and not by its bytes.
 * Units:   bytes.
 * Owner:   the arena.
 * Errors:  as said below.
 * Source:  dockerfile.md A4, A5.
 */
#ifndef DOCKERFILE_LEX_H
#define DOCKERFILE_LEX_H

#include "base/err.h"
#include "dockerfile/text.h"

enum { LEX_DEPTH_MAX = 256 }; /* of ${a:-${b:-…}} */

struct part {
	const struct text *text;
	size_t at, end;
};

struct part part_of(const struct text *t);
struct str part_str(const struct part *p);
struct text part_text(struct arena *a, const struct part *p);
/* Without Unicode's blanks at both ends. */
struct part part_trim(struct part p);
/* The first bytes up to blanks of A4; *rest is what follows these.  False, and
 * *head = p, when there are none. */
bool part_cut(struct part p, struct part *head, struct part *rest);

struct lex_char {
	uint32_t cp;
	size_t at, n;
	bool bad; /* a byte that is no UTF-8 */
};

/* The character at p->at, which is before p->end. */
struct lex_char part_char(const struct part *p);

struct copy {
	struct text_maker to;
	const struct text *from;
	size_t at, end; /* of from, not yet added */
};

void copy_begin(struct copy *c, struct arena *a, const struct text *from);
void copy_bytes(struct copy *c, size_t at, size_t n); /* of from */
/* A bad byte becomes U+FFFD. */
void copy_char(struct copy *c, struct lex_char ch);
void copy_made(struct copy *c, struct str s);
void copy_text(struct copy *c, const struct text *t, size_t at, size_t n);
struct text copy_take(struct copy *c);
/* What is there so far; and none of it any more. */
struct str copy_str(struct copy *c);
void copy_clear(struct copy *c);

/* Flags in front of p, their quotes undone; *rest is what follows them. */
void lex_flags(struct part p, char escape, struct arena *a, struct texts *out,
               struct part *rest);

/* Words of ENV, LABEL and ARG: quotes and escapes stay. */
void lex_words(struct part p, char escape, struct arena *a, struct texts *out);

/* Which words of the line may begin a heredoc: "3<<-EOF", "<< 'EOF'".  None
 * when the line's quotes don't pair; LIMIT. */
int lex_heredoc_words(const struct text *line, struct arena *a,
                      struct texts *out, struct err *err);

/* Words as a shell without variables has them, quotes kept or undone; FORMAT
 * when quotes or braces don't pair; LIMIT. */
int lex_shell_words(const struct text *t, bool keep_quotes, struct arena *a,
                    struct texts *out, struct err *err);

#endif
