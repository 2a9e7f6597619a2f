/*
 * predict.h - will CUDA work in this image on that host, and if not, how
 * does it fail?
 *
 * Shape:   pure functions of (facts, pool, knowledge).  What a pool leaves
 *          open is a scenario; every scenario left open is run; equal results
 *          are grouped as variants.
 * Units:   -
 * Owner:   everything made lives in the arena of the call.
 * Errors:  none; what cannot be known is OUT_UNKNOWN with a step that says so.
 * Source:  cudalint-model(7); each step carries the tag of its rule.
 */
#ifndef PREDICT_PREDICT_H
#define PREDICT_PREDICT_H

#include "facts/facts.h"
#include "fleet/fleet.h"
#include "predict/consumer.h"
#include "predict/outcome.h"

struct step {
	struct str step; /* "require", "loader", "driver", … */
	enum step_result result;
	struct str detail; /* one sentence with the values compared */
	struct str source; /* "model 6#3", a table row's source */
	struct str tag;    /* S X T D I ?, of the rule */
};

struct steps {
	struct step *v;
	size_t n;
};

struct libcuda {
	struct str version;
	enum origin origin;
	struct str path;       /* in the image; absolute */
	int64_t layer;         /* -1: the host's */
	const struct umd *umd; /* the image's, NULL for the host's */
};

/* The result of one scenario. */
struct run {
	enum outcome outcome;
	bool fails; /* OUT_UNKNOWN, but certainly not ok */
	enum route route;
	enum run_stage stage;
	enum mechanism mechanism;
	struct libcuda libcuda;
	struct str message;      /* what the user sees, whole */
	const struct unit *code; /* it ended at; NULL: none, or a table's */
	struct steps because;
};

/* Scenarios that came out alike. */
struct variant {
	struct run run;
	struct strs stacks;    /* labels */
	bool supported;        /* one of the stacks is still maintained */
	bool conditional;      /* only under an assumption that is not a
	                           stack: see decided_by */
	struct str decided_by; /* "container.toolkit", "visible",
	                           "entrypoint", "GPU brand", … */
	struct str when;       /* the condition in words; "" none */
};

struct variants {
	struct variant *v;
	size_t n;
};

struct prediction {
	const struct pool *pool;
	const struct fleet_gpu *gpu;
	enum verdict verdict;
	enum outcome outcome;     /* OUT_DEPENDS when variants differ */
	struct run run;           /* the worst variant: what to show first */
	struct variants variants; /* one entry at least */
	struct str decided_by;    /* what would settle OUT_DEPENDS */
};

struct predictions {
	struct prediction *v;
	size_t n;
};

struct predict_input {
	const struct image_facts *facts;
	const struct know *know;
	struct str assume; /* --assume: id or label of a stack; "" none */
	const struct consumers *consumers; /* NULL: made when needed */
};

/* One per pool and distinct GPU. */
void predict_pool(const struct predict_input *in, const struct pool *pool,
                  struct arena *a, struct predictions *out);

/* The same for all pools of a fleet, in their order. */
void predict_fleet(const struct predict_input *in, const struct fleet *fleet,
                   struct arena *a, struct predictions *out);

/* pass < unknown < warn < fail, for an image over all its pools. */
enum verdict predict_worst(const struct predictions *p);

#endif
