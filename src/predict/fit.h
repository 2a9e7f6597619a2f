/*
 * fit.h - does device code run on a GPU?
 *
 * Shape:   pure functions of targets and a compute capability.
 * Units:   -
 * Owner:   strings are views.
 * Errors:  none.
 * Source:  model 15.4.
 */
#ifndef PREDICT_FIT_H
#define PREDICT_FIT_H

#include "base/version.h"
#include "facts/code.h"
#include "know/know.h"

enum fit_kind {
	FITS_NOT,
	FITS_MAYBE, /* nobody promises that it does, or that all does */
	FITS_PTX,   /* the driver has to compile it */
	FITS_SASS,
};

struct fit {
	enum fit_kind kind;
	const struct code_target *by; /* the best of them; NULL: none */
	struct str isa_low, isa_high; /* of the PTX that fits */
	int64_t modules; /* at most so many fat binaries have what fits */
};

/* code->modules 0: how many there are is not known. */
struct fit fit_of(const struct device_code *code, const struct know *k,
                  struct version cc, enum gpu_class gpu_class);

/* "sm_86", "compute_90a"; false: it is none. */
bool fit_parse_target(struct str name, struct code_target *out);

#endif
