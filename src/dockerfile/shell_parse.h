/*
 * shell_parse.h - the grammar of the shell, shared by its files.
 *
 * Shape:   recursive descent; each function reads one thing at the place.
 * Owner:   the arena.
 * Errors:  sh_parser.error.
 * Source:  POSIX.1-2017 XCU 2.10.
 */
#ifndef DOCKERFILE_SHELL_PARSE_H
#define DOCKERFILE_SHELL_PARSE_H

#include "dockerfile/shell_ast.h"
#include "dockerfile/shell_lex.h"

struct sh_node *sh_new_node(struct sh_parser *p, enum sh_kind kind);
void sh_add_kid(struct sh_parser *p, struct sh_node *n, struct sh_node *kid);

void sh_skip_newlines(struct sh_parser *p);
bool sh_at_word(const struct sh_parser *p, const char *word);
bool sh_take_word(struct sh_parser *p, const char *word);
bool sh_at_sign(const struct sh_parser *p, const char *sign);
bool sh_take_sign(struct sh_parser *p, const char *sign);

struct sh_node *sh_read_command(struct sh_parser *p);
/* NULL: it is a simple command. */
struct sh_node *sh_read_compound(struct sh_parser *p);
struct sh_node *sh_read_simple(struct sh_parser *p);
void sh_read_redirs(struct sh_parser *p, struct sh_node *n);

#endif
