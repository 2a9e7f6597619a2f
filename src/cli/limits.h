/*
 * limits.h - how much, and how long.
 *
 * Shape:   --limit, --max-layer-bytes, --max-entries and --timeout.
 * Units:   seconds.
 * Owner:   -
 * Errors:  USAGE.  When the time is over the process says so and ends with 2,
 *          whatever it is at: a pipe that stalls, or a layer without an end.
 * Source:  images.md A6.
 */
#ifndef CLI_LIMITS_H
#define CLI_LIMITS_H

#include "cli/cli.h"

int limits_of(const struct context *c, struct image_limits *out,
              struct err *err);

/* --limit help: nothing but the table is wanted. */
bool limits_asked(const struct context *c);

/* Of the whole command; a scan's is of each image. */
int timeout_begin(const struct context *c, const struct command *cmd,
                  struct err *err);
/* From now on; 0 seconds: never mind. */
void timeout_arm(unsigned seconds);
/* What --timeout says; 0: nothing. */
unsigned timeout_of(const struct context *c);

#endif
