/*
 * rewrite.h - a user's file with other bytes.
 *
 * Shape:   written beside it and renamed over it: there is never half a file.
 * Owner:   -
 * Errors:  IO; FORMAT when the file is no longer what was read; UNSUPPORTED
 *          for what is no regular file (a link is not followed).
 * Source:  dockerfile.md B, "In-place writes".
 */
#ifndef CLI_REWRITE_H
#define CLI_REWRITE_H

#include "base/err.h"
#include "base/str.h"

/* The mode stays, and the owner where that may be set. */
int file_rewrite(struct str path, struct str before, struct str after,
                 struct err *err);

#endif
