/*
 * places.h - where a libcuda may be found, in what order, and which one.
 *
 * Shape:   places are directories in the order of ld.so.cache; in one place
 *          the highest file name wins.
 * Owner:   the trial's arena.
 * Errors:  none.
 * Source:  model 5.1 and 5.2.
 */
#ifndef PREDICT_PLACES_H
#define PREDICT_PLACES_H

#include "predict/trial.h"

/* A directory in the order of the cache. */
struct place {
	struct str dir; /* clean path */
	bool host;      /* the host's libraries are (also) here */
	bool mounted;   /* and t->mounted */
};

struct places {
	struct place *v;
	size_t n;
};

/* Where the host's libraries appear in the container. */
struct str places_host_dir(const struct trial *t);
/* The clean path of a directory in the loader's configuration. */
struct str places_dir_of(const struct loader_dir *d);
/* The directories of ld.so.cache, first to last. */
struct places places_of_cache(const struct trial *t);

/* Does ldconfig go through it when the container starts, and make the link
 * libcuda.so.1 there? */
bool places_has_link(const struct trial *t, struct str dir);

struct libcuda libcuda_of_host(const struct trial *t);
struct libcuda libcuda_of_image(const struct trial *t, const struct umd *u);

/* The library that wins in a place; false: there is none. */
bool pick_in_place(const struct trial *t, const struct place *at,
                   struct libcuda *out);
const struct umd *pick_by_path(const struct trial *t, struct str path);
/* Does ldconfig look at it at all?  Empty and dangling ones are passed over. */
bool pick_is_usable(const struct umd *u);
/* libcuda.so or libcuda.so.* */
bool pick_is_named(struct str name);

#endif
