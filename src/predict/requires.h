/*
 * requires.h - which driver would do.
 *
 * Shape:   the predictor, run up the known driver versions.
 * Units:   drivers as text, "550.54.15".
 * Owner:   the arena of the call.
 * Errors:  none; no driver is an empty str.
 * Source:  rules/drivers.json; architecture.md 6.2, "requires".
 */
#ifndef PREDICT_REQUIRES_H
#define PREDICT_REQUIRES_H

#include "predict/predict.h"

/* "Which driver do I need, on which GPUs?"  Report's `requires`. */
struct requirement {
	enum gpu_class gpu_class;
	struct str stack;  /* labels that share the answer */
	struct str driver; /* lowest known version that works; "" none does */
	enum route route;
	bool unknown;  /* no driver, but not for certain */
	size_t stacks; /* that share the answer */
};

struct requirements {
	struct requirement *v;
	size_t n;
};

void predict_requires(const struct predict_input *in, struct arena *a,
                      struct requirements *out);

/* The lowest known driver above the pool's with which all its GPUs pass. */
struct upgrade {
	struct str driver; /* "" none that is known */
	enum route route;
};
struct upgrade predict_upgrade(const struct predict_input *in,
                               const struct pool *pool, struct arena *a);

#endif
