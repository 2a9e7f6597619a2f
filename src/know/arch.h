/*
 * arch.h - GPU architectures and the toolkits that compile for them.
 *
 * Shape:   rows of rules/arches.json, in order of compute capability.
 * Units:   architectures as "sm_90a"; toolkits as "12.8".
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL.
 * Source:  each row's "source".
 */
#ifndef KNOW_ARCH_H
#define KNOW_ARCH_H

#include "know/row.h"

enum arch_kind {
	ARCH_BASELINE, /* sm_90: runs on later minors of the same major */
	ARCH_SPECIFIC, /* sm_90a: on that capability only */
	ARCH_FAMILY,   /* sm_100f: on the members of the family */
	ARCH_KIND_N
};
extern const char *const arch_kind_names[ARCH_KIND_N];

struct gpu_arch {        /* rules/arches.json */
	struct str sm;   /* "sm_86" */
	struct str cc;   /* compute capability, "8.6" */
	struct str name; /* architecture, "Ampere" */
	enum arch_kind kind;
	bool tegra;           /* Tegra only */
	struct str first;     /* first toolkit with it, "11.1" */
	struct str removed;   /* first toolkit without it; "" in none so far */
	struct str ptx;       /* first PTX ISA with it */
	int64_t first_branch; /* first driver branch; 0 unknown */
	int64_t last_branch;  /* last one that drives it; 0 none so far */
	enum confidence confidence;
	struct str source;
};
struct gpu_archs {
	struct gpu_arch *v;
	size_t n;
};

struct know;

struct gpu_archs know_archs(const struct know *k);

/* "sm_90a", "compute_90a", "90a" or "9.0". */
const struct gpu_arch *know_arch(const struct know *k, struct str arch);

#endif
