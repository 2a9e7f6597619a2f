/*
 * formats.h - what --format may say.
 *
 * Shape:   FORMAT[=FILE], as often as there are readers; one of them may have
 *          standard output.
 * Owner:   -
 * Errors:  USAGE for a name that is none of these.
 * Source:  architecture.md 7.
 */
#ifndef CLI_FORMATS_H
#define CLI_FORMATS_H

#include "cli/cli.h"

/* PLAIN: text and json. */
enum formats_of { FORMATS_REPORT, FORMATS_SCAN, FORMATS_PLAIN };

int formats_check(const struct context *c, enum formats_of of, struct err *err);

/* Is one of those asked for that have room for edits? */
bool formats_want_fixes(const struct context *c);

/* Those that a command takes, and the same in words. */
struct strs formats_names(const struct command *cmd, struct arena *a);
struct str formats_list(const struct command *cmd, struct arena *a);

#endif
