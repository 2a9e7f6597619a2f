/*
 * crumbs.h - a stream of chunks of one size, for tests.
 *
 * Shape:   no skipping and no going to a place.
 * Owner:   bytes stay the caller's.
 * Errors:  none.
 * Source:  image/stream.h.
 */
#ifndef TESTS_UNIT_CRUMBS_H
#define TESTS_UNIT_CRUMBS_H

#include "image/stream.h"

struct crumbs {
	struct stream s;
	struct str left;
	size_t step;
};

static inline int crumbs_next(struct stream *s, struct str *chunk,
                              struct err *err)
{
	struct crumbs *c = (struct crumbs *)s;

	(void)err;
	*chunk = c->left;
	if (chunk->n > c->step)
		chunk->n = c->step;
	c->left = str_from(c->left, chunk->n);
	return 0;
}

static inline struct stream *crumbs_new(struct str bytes, size_t step)
{
	static const struct stream_ops ops = {crumbs_next, NULL, NULL, NULL};
	struct crumbs *c = stream_new(struct crumbs, &ops);

	c->left = bytes;
	c->step = step;
	return &c->s;
}

#endif
