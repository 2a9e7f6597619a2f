/*
 * trial.h - one scenario being played through.
 *
 * Shape:   a trial goes through the steps in the order in which a container
 *          meets them; each step adds reasons, and may end the trial.
 * Units:   -
 * Owner:   the arena of the call to predict_pool().
 * Errors:  none.
 * Source:  runtime.md 11.
 */
#ifndef PREDICT_TRIAL_H
#define PREDICT_TRIAL_H

#include "predict/predict.h"

/* What neither pool nor image settles, beside the stack and visibility. */
enum open_question {
	OPEN_BRAND,   /* NVML brand between two driver branches */
	OPEN_SKU,     /* workstation card: forward compat or not */
	OPEN_ENTRY,   /* NGC entrypoint kept or overridden */
	OPEN_FAMILY,  /* host libraries in Debian's place or RHEL's */
	OPEN_EQUAL,   /* same-branch compat library loaded after all */
	OPEN_VISIBLE, /* one GPU visible, or all of the host */
	OPEN_N
};

struct gpu_refs {
	const struct fleet_gpu **v;
	size_t n;
};

struct scenario {
	const struct pool *pool;
	const struct stack *stack;
	struct gpu_refs visible;
	bool answer[OPEN_N]; /* false: the first way, true: the other */
};

struct trial {
	const struct image_facts *facts;
	const struct know *know;
	const struct scenario *sc;
	struct arena *arena;
	struct run run;
	bool ended;
	struct str compat_dir; /* put first by the toolkit; "" none */
	struct strs mounted;   /* image libcudas mounted into the library
	                          directory, resolved paths */
	struct str cuda;       /* driver API version of the chosen libcuda */
};

/* Steps of the trial, in order.  Each does nothing once it has ended. */
void trial_start(struct trial *t);   /* platform, engine, gate */
void trial_compat(struct trial *t);  /* what the toolkit does with compat */
void trial_loader(struct trial *t);  /* which libcuda.so.1 */
void trial_driver(struct trial *t);  /* user mode x kernel mode x GPU */
void trial_runtime(struct trial *t); /* libcudart x driver */
void trial_device(struct trial *t);  /* kernels x GPU */

/* Is the chosen image libcuda good on this host?  Used for NGC's own check. */
bool trial_would_work(const struct trial *t, const struct umd *u);

void trial_say(struct trial *t, const char *step, enum step_result result,
               const char *tag, struct str source, struct str detail);
void trial_end(struct trial *t, enum outcome outcome, enum stage stage,
               struct str message);

/* The NVML brand word of a GPU in this scenario; "" unknown. */
struct str trial_brand(const struct trial *t, const struct fleet_gpu *g);

/* Stacks that a pool leaves open. */
struct stack_refs {
	const struct stack **v;
	size_t n;
};
void stacks_of_pool(const struct know *k, const struct pool *pool,
                    struct str assume, struct arena *a, struct stack_refs *out);

#define TRIAL_FMT(t, ...) arena_fmt((t)->arena, __VA_ARGS__)

#endif
