/*
 * units.h - the image's device code, by whom it belongs to.
 *
 * Shape:   files of one framework in one place are one unit, and so are own
 *          programs with the same targets; in the order of the facts.
 * Units:   -
 * Owner:   the arena of the call; files are the facts'.
 * Errors:  none; what could not be read makes a unit unsure.
 * Source:  model 15.3; rules/libraries.json.
 */
#ifndef PREDICT_UNITS_H
#define PREDICT_UNITS_H

#include "facts/facts.h"
#include "know/know.h"

enum { UNITS_MAX = 256 };

struct code_refs {
	const struct code_file **v;
	size_t n;
};

struct unit {
	struct str name; /* "torch", "cuBLAS", a program's path */
	enum code_role role;
	struct str site;         /* site-packages; "" none */
	struct device_code code; /* of all its files, each target once */
	struct code_refs files;
	bool unsure; /* there is more in it than could be read */
};

struct units {
	struct unit *v;
	size_t n;
	bool scanned; /* the image's files were looked at */
	bool partial; /* but not all of them, or there are too many */
};

void units_of(const struct image_facts *f, const struct know *k,
              struct arena *a, struct units *out);

/* The one of that name in that site; NULL. */
const struct unit *units_get(const struct units *u, struct str name,
                             struct str site);

/* "app", "app and 2 more" */
struct str unit_label(const struct unit *u, struct arena *a);

/* The oldest CUDA that could have made it; "" nothing says so. */
struct str unit_cuda(const struct unit *u, const struct know *k,
                     struct arena *a);

#endif
