/*
 * consumer.h - whose CUDA runtime counts.
 *
 * Shape:   plain data, made from the facts.
 * Owner:   the arena of the call.
 * Errors:  none.
 * Source:  model 7, "R is per consumer".
 */
#ifndef PREDICT_CONSUMER_H
#define PREDICT_CONSUMER_H

#include "facts/facts.h"
#include "know/know.h"
#include "predict/units.h"

/* A CUDA runtime that something in the image uses. */
struct consumer {
	struct str name; /* "torch 1.12.1+cu113", "libcudart 11.8.89" */
	struct str cuda; /* "11.3"; major alone if the minor is unknown */
	bool minor_known;
	bool inferred;             /* [I]: nothing seen that links it */
	bool at_least;             /* cuda is the lowest it can be: device
	                              code, and a runtime linked into it */
	const struct torch *torch; /* where it is torch */
	struct str path;
	int64_t layer;
};

/* More than this many in one image are not looked at one by one. */
enum { CONSUMERS_MAX = 64 };

struct consumers {
	struct consumer *v;
	size_t n;
	bool truncated;     /* there are more than CONSUMERS_MAX */
	struct units units; /* the device code beside them */
};

/* Whose runtimes count; model 7, "R is per consumer". */
void predict_consumers(const struct image_facts *f, const struct know *k,
                       struct arena *a, struct consumers *out);

#endif
