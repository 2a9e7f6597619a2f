/*
 * edit.h - changes to a file's bytes, and the file with them.
 *
 * Shape:   edits are sorted and never overlap; all else stays as it is.
 * Units:   offsets and sizes in bytes of the file before.
 * Owner:   the arena.
 * Errors:  edits_add() is false where two edits want the same bytes.
 * Source:  dockerfile.md B, "What makes an autofix trusted".
 */
#ifndef FIX_EDIT_H
#define FIX_EDIT_H

#include "dockerfile/text.h"

struct edit {
	struct span at;  /* n == 0: an insertion in front of that byte */
	struct str text; /* instead; "": deleted */
};

struct edits {
	struct edit *v;
	size_t n;
};

bool edits_add(struct arena *a, struct edits *to, struct edit e);
/* Both lists; false where they overlap and are not the same edit. */
bool edits_join(struct arena *a, const struct edits *x, const struct edits *y,
                struct edits *out);
/* Does one change or stand inside these bytes? */
bool edits_touch(const struct edits *e, struct span s);
struct str edits_apply(struct str file, const struct edits *e, struct arena *a);
/* Bytes taken out and put in: how big a change is. */
size_t edits_size(const struct edits *e);

#endif
