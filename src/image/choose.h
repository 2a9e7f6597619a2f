/*
 * choose.h - which of an input's images are wanted.
 *
 * Shape:   by name, if one was asked for, then by platform; the only platform
 *          of an image is wanted whatever it is.
 * Owner:   the source's arena.
 * Errors:  NOT_FOUND: no image has that name, and which there are; or nothing
 *          of what is wanted is there.
 * Source:  images.md A3; containers-transports(5), "docker-reference" and
 *          "@source-index".
 */
#ifndef IMAGE_CHOOSE_H
#define IMAGE_CHOOSE_H

#include "image/candidate.h"

/* What tells an image from the others of an input: "acme/a:1", or "@2" where
 * nobody named it. */
struct choice {
	const struct candidate *candidate;
	struct str label; /* "" where there is one image, or one was named */
};

struct choices {
	struct choice *v;
	size_t n;
};

/* Also fills out->offered and out->absent.  No choice and 0: there is nothing
 * for who asks. */
int candidates_choose(struct source *src, const struct candidates *all,
                      struct choices *chosen, struct images *out,
                      struct err *err);

#endif
