/*
 * host.h - the host that a paste comes from, as far as it says.
 *
 * Shape:   one host: that of the first driver version in the text.
 * Units:   versions as text; those of TensorFlow have lost their zeros.
 * Owner:   the arena; clues are those that were given.
 * Errors:  none; what is not said is unknown.
 * Source:  model 2.4, 6, 14.3.
 */
#ifndef DIAGNOSE_HOST_H
#define DIAGNOSE_HOST_H

#include "diagnose/clues.h"
#include "fleet/fleet.h"

/* The user-mode driver that answered, beside the kernel module. */
enum loaded { LOADED_UNKNOWN, LOADED_NEWER, LOADED_OLDER };

struct host_seen {
	struct str driver;       /* of the kernel module; "" not said */
	struct cuda_range range; /* what CUDA that has, by the tables */
	struct str cuda;         /* that was printed; "" none */
	struct str umd;          /* version of libcuda; "" not said */
	enum loaded loaded;
	struct str loaded_says; /* how that is known; one sentence */
	size_t loaded_line;
	struct str loaded_quote;
	bool same_branch;   /* libcuda and kernel module */
	bool wsl;           /* the driver is that of Windows */
	bool no_compat;     /* a GPU never has forward compatibility */
	bool all_compat;    /* every GPU may have it */
	struct pool pool;   /* resolved, of what is known */
	bool pool_complete; /* a driver and a GPU: can be predicted for */
	struct str missing; /* for that: "the GPU" */
};

/* What the driver itself has, "12.4", "12.4 to 12.5"; "" not known. */
struct str host_cuda(const struct host_seen *h, struct arena *a);

void host_of(const struct clues *c, const struct know *k, struct arena *a,
             struct host_seen *out);

#endif
