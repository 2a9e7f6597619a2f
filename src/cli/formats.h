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

enum formats_of { FORMATS_REPORT, FORMATS_SCAN, FORMATS_KNOW };

int formats_check(const struct context *c, enum formats_of of, struct err *err);

/* Is one of those asked for that have room for edits? */
bool formats_want_fixes(const struct context *c);

/* Their names, for --help; nothing for a command without. */
void formats_list(const struct command *cmd, struct arena *a, struct str *out);

#endif
