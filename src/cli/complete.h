/*
 * complete.h - what a shell may put where an option or an argument stands.
 *
 * Shape:   made from the tables of commands and options: the word behind an
 *          option ("FILE", "LEVEL") says what its value is, and lower-case
 *          words in a command's usage are themselves.
 * Owner:   lists in the context's arena.
 * Errors:  whatever context_know() has.
 * Source:  the manuals of bash ("Programmable Completion"), zsh
 *          ("_arguments") and fish ("complete").
 */
#ifndef CLI_COMPLETE_H
#define CLI_COMPLETE_H

#include "cli/cli.h"

/* Nothing of it: a value that only the user knows. */
struct complete {
	struct strs words;
	bool files, directories;
};

/* Of an option's value. */
int complete_value(struct context *c, const struct command *cmd,
                   const struct option *o, struct complete *out,
                   struct err *err);
/* Of a command's arguments. */
int complete_args(struct context *c, const struct command *cmd,
                  struct complete *out, struct err *err);

#endif
