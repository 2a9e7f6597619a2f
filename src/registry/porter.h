/*
 * porter.h - who runs credential helpers for those that may run nothing.
 *
 * Shape:   a process, forked before the cage is closed, that waits at a socket;
 *          whoever has the socket may ask, also several processes or threads
 *          at once: each question comes with a pipe for its answer.  It runs
 *          none but the helpers it was told.
 * Owner:   the socket, an int; it ends when nobody has that any more.
 * Errors:  IO; USAGE for a helper that it was not told, or cannot run.
 * Source:  unix(7), SCM_RIGHTS; docker-credential-helpers.
 */
#ifndef REGISTRY_PORTER_H
#define REGISTRY_PORTER_H

#include "base/buf.h"
#include "base/err.h"

/* The socket, never 0; -1. */
int porter_open(const struct strs *helpers, struct err *err);

/* What docker-credential-HELPER says of the server, and its exit status; -1.
 * porter 0: run from here. */
int porter_ask(int porter, struct str helper, struct str server,
               struct buf *said, struct err *err);

#endif
