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
 * Source:  runtime.md; each step carries the tag of its rule.
 */
#ifndef PREDICT_PREDICT_H
#define PREDICT_PREDICT_H

#include "facts/facts.h"
#include "fleet/fleet.h"

enum outcome {
	OUT_UNKNOWN,
	OUT_OK,
	OUT_REFUSED,    /* the container does not start */
	OUT_NO_GPU,     /* it starts without any GPU */
	OUT_WRONG_ARCH, /* no image for this host's CPU */
	OUT_34,         /* CUDA_ERROR_STUB_LIBRARY */
	OUT_35,         /* cudaErrorInsufficientDriver */
	OUT_36,         /* cudaErrorCallRequiresNewerDriver */
	OUT_100,        /* cudaErrorNoDevice */
	OUT_209,        /* cudaErrorNoKernelImageForDevice */
	OUT_221,        /* cudaErrorJitCompilerNotFound */
	OUT_222,        /* cudaErrorUnsupportedPtxVersion */
	OUT_802,        /* cudaErrorSystemNotReady */
	OUT_803,        /* cudaErrorSystemDriverMismatch */
	OUT_804,        /* cudaErrorCompatNotSupportedOnDevice */
	OUT_DEPENDS,    /* see variants */
	OUT_N
};
extern const char *const outcome_names[OUT_N];
/* The text that the user sees with it; "" for ok and the like. */
extern const char *const outcome_messages[OUT_N];

enum route { ROUTE_NONE, ROUTE_NATIVE, ROUTE_MINOR, ROUTE_FORWARD, ROUTE_N };
extern const char *const route_names[ROUTE_N];

enum stage { STAGE_NONE, STAGE_START, STAGE_INIT, STAGE_RUNTIME, STAGE_KERNEL,
	     STAGE_N };
extern const char *const stage_names[STAGE_N];

enum verdict { VERDICT_UNKNOWN, VERDICT_PASS, VERDICT_WARN, VERDICT_FAIL,
	       VERDICT_N };
extern const char *const verdict_names[VERDICT_N];

/* How a step went.  RESULT_UNSURE: its rule or a fact it used is not firm. */
enum step_result { RESULT_INFO, RESULT_PASS, RESULT_FAIL, RESULT_UNSURE,
		   RESULT_N };
extern const char *const step_result_names[RESULT_N];

struct step {
	struct str step;         /* "require", "loader", "driver", … */
	enum step_result result;
	struct str detail;       /* one sentence with the values compared */
	struct str source;       /* "runtime.md 6#3", a table row's source */
	struct str tag;          /* S X T D I ?, of the rule */
};

struct steps {
	struct step *v;
	size_t n;
};

enum origin { ORIGIN_NONE, ORIGIN_HOST, ORIGIN_IMAGE, ORIGIN_N };
extern const char *const origin_names[ORIGIN_N];

struct libcuda {
	struct str version;
	enum origin origin;
	struct str path;  /* in the image; absolute */
	int64_t layer;    /* -1: the host's */
	const struct umd *umd; /* the image's, NULL for the host's */
};

/* The result of one scenario. */
struct run {
	enum outcome outcome;
	bool fails;      /* OUT_UNKNOWN, but certainly not ok */
	enum route route;
	enum stage stage;
	enum mechanism mechanism;
	struct libcuda libcuda;
	struct str message; /* what the user sees, whole */
	struct steps because;
};

/* Scenarios that came out alike. */
struct variant {
	struct run run;
	struct strs stacks;     /* labels */
	bool supported;         /* one of the stacks is still maintained */
	bool conditional;       /* only under an assumption that is not a
	                           stack: see decided_by */
	struct str decided_by;  /* "container.toolkit", "visible",
	                           "entrypoint", "GPU brand", … */
	struct str when;        /* the condition in words; "" none */
};

struct variants {
	struct variant *v;
	size_t n;
};

struct prediction {
	const struct pool *pool;
	const struct fleet_gpu *gpu;
	enum verdict verdict;
	enum outcome outcome; /* OUT_DEPENDS when variants differ */
	struct run run;       /* the worst variant: what to show first */
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
};

/* One per pool and distinct GPU. */
void predict_pool(const struct predict_input *in, const struct pool *pool,
                  struct arena *a, struct predictions *out);

/* A CUDA runtime that something in the image uses. */
struct consumer {
	struct str name;    /* "torch 1.12.1+cu113", "libcudart 11.8.89" */
	struct str cuda;    /* "11.3"; major alone if the minor is unknown */
	bool minor_known;
	bool inferred;      /* [I]: nothing seen that links it */
	const struct torch *torch; /* where it is torch */
	struct str path;
	int64_t layer;
};

struct consumers {
	struct consumer *v;
	size_t n;
};

/* Whose runtimes count; runtime.md 7, "R is per consumer". */
void predict_consumers(const struct image_facts *f, const struct know *k,
                       struct arena *a, struct consumers *out);

/* "Which driver do I need, on which GPUs?"  Report's `requires`. */
struct requirement {
	enum gpu_class gpu_class;
	struct str stack;  /* labels that share the answer */
	struct str driver; /* lowest known version that works; "" none does */
	enum route route;
};

struct requirements {
	struct requirement *v;
	size_t n;
};

void predict_requires(const struct predict_input *in, struct arena *a,
                      struct requirements *out);

/* pass < unknown < warn < fail, for an image over all its pools. */
enum verdict predict_worst(const struct predictions *p);

#endif
