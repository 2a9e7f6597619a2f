/*
 * trial.h - one scenario being played through.
 *
 * Shape:   a trial goes through the steps in the order in which a container
 *          meets them; each step adds reasons, and may end the trial.
 * Units:   -
 * Owner:   the arena of the call to predict_pool().
 * Errors:  none.
 * Source:  model 11.
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
	OPEN_ENV,     /* NVIDIA_VISIBLE_DEVICES set from outside, or not */
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
	const struct consumers *consumers;
	const struct scenario *sc;
	struct arena *arena;
	struct run run;
	bool ended;
	bool doubtful;         /* never an ok: a step went by a rule that is
	                          only inferred */
	bool maybe_compat;     /* NGC's entrypoint may find the image's
	                          libcuda better than the host's */
	struct str compat_dir; /* put first by the toolkit; "" none */
	struct strs mounted;   /* image libcudas mounted into the library
	                          directory, resolved paths */
	struct str cuda;       /* driver API version of the chosen libcuda */
};

/* Steps of the trial, in order.  Each does nothing once it has ended. */
void trial_start(struct trial *t);   /* platform, engine, gate */
void trial_gate(struct trial *t);    /* the end of trial_start() */
void trial_compat(struct trial *t);  /* what the toolkit does with compat */
void trial_loader(struct trial *t);  /* which libcuda.so.1 */
void trial_driver(struct trial *t);  /* user mode x kernel mode x GPU */
void trial_runtime(struct trial *t); /* libcudart x driver */
void trial_device(struct trial *t);  /* kernels x GPU */

/* Would this libcuda of the image work here, as forward compatibility?  Used
 * for NGC's own check. */
enum fc_support trial_would_work(const struct trial *t, const struct umd *u);

/* CUDA_VERSION without NVIDIA_REQUIRE_CUDA. */
bool trial_is_legacy_image(const struct trial *t);

/* Where nvidia-container-cli mounts the host's libraries; model 3.2. */
struct str trial_libs_dir(const struct trial *t);

void trial_say(struct trial *t, const char *step, enum step_result result,
               const char *tag, struct str source, struct str detail);
/* Goes on, but cannot end well. */
void trial_doubt(struct trial *t, const char *step, const char *tag,
                 struct str source, struct str detail);
void trial_end(struct trial *t, enum outcome outcome, enum run_stage stage,
               struct str message);

/* The NVML brand word of a GPU in this scenario; "" unknown. */
struct str trial_brand(const struct trial *t, const struct fleet_gpu *g);

/* Does the pool say that it is plain Docker? */
bool trial_is_docker(const struct container *c);

/* Is its compute capability more than a guess of the tables? */
bool trial_knows_gpu(const struct trial *t, const struct fleet_gpu *g);

/* Stacks that a pool leaves open. */
struct stack_refs {
	const struct stack **v;
	size_t n;
};
void stacks_of_pool(const struct know *k, const struct pool *pool,
                    struct str assume, struct arena *a, struct stack_refs *out);

#define TRIAL_FMT(t, ...) arena_fmt((t)->arena, __VA_ARGS__)

#endif
