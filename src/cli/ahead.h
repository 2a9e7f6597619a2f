/*
 * ahead.h - images that are read before their turn, beside those in front.
 *
 * Shape:   new, then for one image after another: it is its turn, read.  At
 *          most --jobs of them are in work, that whose turn it is among them;
 *          what can't be read early, or would have come out otherwise in its
 *          turn, is read then.
 * Owner:   what ahead_read() gives is in the given arena.
 * Errors:  those of images_read(), in its turn.
 * Source:  architecture.md 3.1.
 */
#ifndef CLI_AHEAD_H
#define CLI_AHEAD_H

#include "cli/images.h"

struct ahead;

/* want is that of each of the paths.  NULL: none can be read early, or it does
 * not pay. */
struct ahead *ahead_new(struct context *c, const struct image_want *want,
                        struct strs paths);
/* It is the turn of path i. */
void ahead_go_on(struct ahead *h, size_t i);
/* As images_read(). */
int ahead_read(struct ahead *h, struct context *c,
               const struct image_want *want, struct arena *a,
               struct read_images *out, struct err *err);
void ahead_end(struct ahead *h); /* NULL is fine, here and above */

#endif
