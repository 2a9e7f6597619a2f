/*
 * diff.h - edits as a unified diff.
 *
 * Shape:   made from the edits, not by comparing; three lines of context;
 *          `git apply` takes it, CRLF and a missing last line end too.
 * Units:   lines from 1.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  POSIX diff -u; git-apply(1), "a/" and "b/", quoted names.
 */
#ifndef FIX_DIFF_H
#define FIX_DIFF_H

#include "base/buf.h"
#include "fix/edit.h"

/* Nothing is written when the edits change nothing. */
void diff_write(struct str path, struct str file, const struct edits *e,
                struct buf *out);

#endif
