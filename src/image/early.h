/*
 * early.h - layers that are read before their turn, beside those in front.
 *
 * Shape:   image.c reads layer after layer; what it comes to was read early, is
 *          being read, or is read then.  What is not certain to be what would
 *          have come of it in its turn (an error, too little room, a limit
 *          that counts all layers) is read again.  A registry is asked by
 *          twins of its remote, one for each layer that is on its way.
 * Owner:   early_end() before the pool is closed; what early_take() gives is
 *          the source's, as if it had been read there.
 * Errors:  none of its own.
 * Source:  architecture.md 3.1.
 */
#ifndef IMAGE_EARLY_H
#define IMAGE_EARLY_H

#include "image/candidate.h"

/* What a source shares with its copies, by which layers are read early. */
struct tally {
	struct gate *gate;
	uint64_t bytes; /* from the input, told of so far */
	bool stopped;   /* nobody wants what the copies read */
};

struct early;

/* The layers of one image; NULL: none can be read early, or it does not pay. */
struct early *early_new(struct source *src, const struct candidate *c);
/* The next one to be read is layer i. */
void early_go_on(struct early *e, size_t i);
/* b->found is set if it was read early. */
void early_take(struct early *e, struct blob *b);
void early_end(struct early *e); /* NULL is fine, here and above */

/* What source.c and found.c do for it: a blob of a file or directory. */
enum compression source_sniff(struct source *src, const struct blob *b);
/* Sets b->found. */
int source_look(struct source *src, struct blob *b, bool json, struct err *err);
/* Of a layer, after those that were read so far. */
struct inflate_limits source_limits(const struct source *src);

#endif
