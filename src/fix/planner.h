/*
 * planner.h - which actions are worth doing for a fleet.
 *
 * Shape:   every action, and every pair that fits together, is applied to the
 *          facts and predicted for all pools; kept is what cures something
 *          and breaks nothing, best first; the best one takes in more actions
 *          while they cure more.
 * Units:   a flip is one pool and GPU.
 * Owner:   the arena of the call.
 * Errors:  none; what was not kept says why.
 * Source:  architecture.md 1, "fix/"; dockerfile.md D2, F3.
 */
#ifndef FIX_PLANNER_H
#define FIX_PLANNER_H

#include "fix/action.h"
#include "predict/requires.h"

enum {
	PLAN_ACTIONS_MAX = 4,
	PLANS_MAX = 512,
	PLAN_PROOFS_MAX = 4,            /* that fail, one after the other */
	PLAN_READ_MAX = 4 << 20,        /* bytes of edited files, in all */
	PLAN_PREDICTIONS_MAX = 1 << 17, /* likewise */
};

/* What becomes of one pool and GPU. */
struct flip {
	const struct prediction *before, *after;
	bool cured;  /* did not pass, does now */
	bool broken; /* worse than before */
};

struct flips {
	struct flip *v;
	size_t n;
};

struct plan {
	const struct action *action[PLAN_ACTIONS_MAX];
	size_t actions_n;
	struct edits edits;
	enum grade grade; /* of the least safe */
	const struct image_facts *after;
	struct predictions predictions;
	struct pair setting;       /* of an argument, for a second build … */
	struct predictions second; /* … with it; none: one build is all */
	struct flips flips;
	size_t cured, broken;
	struct str refused; /* why it is not to be done; "" it is */
};

struct plans {
	struct plan *v;
	size_t n;
};

/* Where no plan cures all: the same Dockerfile built twice. */
struct split {
	const struct plan *plan; /* NULL: as it is */
	struct strs pools;       /* that this build serves */
};

struct splits {
	struct split *v;
	size_t n;
};

/* A driver that would do on one pool, with the image as it is. */
struct raise {
	const struct pool *pool;
	struct upgrade to;
};

struct raises {
	struct raise *v;
	size_t n;
};

struct advice {
	struct plan *from;       /* of plans, that best is made of */
	const struct plan *best; /* to be applied; NULL: none */
	struct plans plans;      /* kept, best first */
	struct plans dropped;    /* not kept, with the reason */
	struct splits splits;    /* none where one plan cures all */
	struct raises raises;    /* for pools that the best plan leaves */
	size_t failing;          /* pools and GPUs that don't pass before */
	size_t unknown;          /* of which nothing can be said */
};

/* Its proof failed: the next best one. */
void plan_next(const struct fix_input *in, struct arena *a,
               struct advice *advice, struct str failed);

void plan_all(const struct fix_input *in, struct arena *a, struct advice *out);

#endif
