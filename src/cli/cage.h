/*
 * cage.h - what a command may still do once its input is read.
 *
 * Shape:   from the command line alone, before a byte of input is parsed:
 *          what it names may be read or written, the rest of the file system
 *          may not; a network is there for references only.
 * Owner:   the context's arena.
 * Errors:  of the cache, which is opened before.  A kernel that has no cage is
 *          no error.
 * Source:  sandbox.h; cudalint(1), "THE CAGE".
 */
#ifndef CLI_CAGE_H
#define CLI_CAGE_H

#include "cli/cli.h"

int cage_close(struct context *c, const struct command *cmd, struct err *err);

/* Of a process that judges these: what cudalint image takes. */
void cage_narrow(struct context *c, const struct strs *inputs);

/* What would be in force. */
void cage_describe(struct buf *out);

#endif
