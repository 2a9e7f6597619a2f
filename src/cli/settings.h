/*
 * settings.h - what the command line leaves open, from the environment and
 * cudalint.json.
 *
 * Shape:   the command line wins, then the environment, then the file.
 * Owner:   the context's arena.
 * Errors:  USAGE, IO, NOT_FOUND.
 * Source:  dockerfile.md E, "Config"; cudalint-policy(5).
 */
#ifndef CLI_SETTINGS_H
#define CLI_SETTINGS_H

#include "cli/cli.h"

/* Into c->opts and c->policy; before the cage, which depends on them. */
int settings_read(struct context *c, const struct command *cmd,
                  struct err *err);

/* A file below a folder must not be under another policy. */
int settings_agree(struct context *c, struct str file, struct err *err);

/* A Dockerfile's path as patterns and fingerprints have it: from the policy's
 * folder on, else from the working directory. */
struct str settings_name(struct context *c, struct str path);

/* What is in force, as a policy file. */
int settings_print(struct context *c, struct err *err);

#endif
