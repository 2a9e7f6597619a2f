/*
 * hits.h - which rule speaks for which failure.
 *
 * Shape:   every failing run has exactly one cause, and each cause belongs
 *          to one rule; what failed alike becomes one finding.
 * Owner:   batches live in the arena of the input.
 * Errors:  none.
 * Source:  model 2 (refusals), 6, 7 (error codes).
 */
#ifndef LINT_HITS_H
#define LINT_HITS_H

#include "lint/rule.h"

enum cause {
	CAUSE_NONE,         /* it does not fail */
	CAUSE_COMPAT_GPU,   /* CL001 */
	CAUSE_COMPAT_MIX,   /* CL002 */
	CAUSE_GATE,         /* CL003 */
	CAUSE_GATE_INVALID, /* CL004 */
	CAUSE_DRIVER,       /* CL007 */
	CAUSE_BUNDLED,      /* CL008 */
	CAUSE_MOUNT_CLASH,  /* CL010 */
	CAUSE_STUB,         /* CL011 */
	CAUSE_KERNEL,       /* CL014 */
	CAUSE_NO_COMPUTE,   /* CL015 */
	CAUSE_COMPAT_SPLIT, /* CL020 */
	CAUSE_CUDA_VERSION, /* CL022 */
	CAUSE_CAPABILITY,   /* CL023 */
	CAUSE_ARCH,         /* CL026 */
	CAUSE_NO_GPU,       /* CL027 */
	CAUSE_PTX,          /* CL028 */
	CAUSE_FABRIC,       /* CL029 */
	CAUSE_OTHER,        /* CL030 */
	CAUSE_NOT_FOUND,    /* CL031 */
};

struct hit {
	const struct prediction *p;
	const struct variant *v;
};

struct hits {
	struct hit *v;
	size_t n;
};

/* Hits that one finding speaks for. */
struct batch {
	struct str key;
	struct hits hits;
	enum severity severity; /* of the gravest */
};

struct batches {
	struct batch *v;
	size_t n;
};

bool run_fails(const struct run *run);
enum cause cause_of(const struct lint_input *in, const struct run *run);

/* Hits with one of the same key together; key NULL: all in one. */
typedef struct str hit_key(const struct lint_input *in, const struct hit *h);
void batches_of(const struct lint_input *in, enum cause cause, hit_key *key,
                struct batches *out);

/* A key: the libcuda that is loaded. */
struct str hit_libcuda(const struct lint_input *in, const struct hit *h);

/* "pool ws (NVIDIA GeForce RTX 3090, driver 460.67)", "3 of 8 pools (…)". */
struct str batch_where(const struct lint_input *in, const struct batch *b);

/* " under --gpus 1.3.1-1.17.3", or "" when it fails under every stack. */
struct str batch_stacks(const struct lint_input *in, const struct batch *b);

/* "driver 460.67", "drivers 460.67 to 470.82.01". */
struct str batch_drivers(const struct lint_input *in, const struct batch *b);

/* The first hit's run: what all the batch shares. */
const struct run *batch_run(const struct batch *b);

/* Severity and pools. */
void finding_batch(const struct lint_input *in, struct finding *f,
                   const struct batch *b);

#endif
