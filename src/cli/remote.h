/*
 * remote.h - images that are no files here: registries and daemons.
 *
 * Shape:   how they are reached follows from options and environment, once.
 * Owner:   the context.
 * Errors:  USAGE, IO for what options name.
 * Source:  images.md B2, B4, B5; docker-login(1), containers-auth.json(5).
 */
#ifndef CLI_REMOTE_H
#define CLI_REMOTE_H

#include "cli/cli.h"
#include "image/image.h"
#include "registry/registry.h"

/* "docker://…", or a reference that is no file and does not look like one. */
bool remote_is_reference(struct str arg);

/* The session, opened when it is asked for first; NULL: *err says why not. */
struct registry *context_registry(struct context *c, struct err *err);
void context_registry_end(struct context *c);

bool remote_is_daemon(struct str arg); /* "daemon:NAME" */

/* Credentials and certificates that may be read. */
void remote_files(struct context *c, struct strs *out);
/* Helpers that files of credentials name: programs that know passwords. */
void remote_helpers(struct context *c, struct strs *out);

/* As image_read(), o->path being a reference or "daemon:NAME". */
int remote_read(struct context *c, const struct image_opts *o,
                const struct layer_reader *reader, struct arena *a,
                struct images *out, struct err *err);

#endif
