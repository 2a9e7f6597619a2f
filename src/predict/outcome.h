/*
 * outcome.h - what can come of running an image, in words.
 *
 * Shape:   enumerations with tables of names; NULL: written as null.
 * Owner:   -
 * Errors:  none.
 * Source:  architecture.md 6.2; CUDA error codes.
 */
#ifndef PREDICT_OUTCOME_H
#define PREDICT_OUTCOME_H

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

enum run_stage {
	STAGE_NONE,
	STAGE_START,
	STAGE_INIT,
	STAGE_RUNTIME,
	STAGE_KERNEL,
	STAGE_N
};
extern const char *const stage_names[STAGE_N];

enum verdict {
	VERDICT_UNKNOWN,
	VERDICT_PASS,
	VERDICT_WARN,
	VERDICT_FAIL,
	VERDICT_N
};
extern const char *const verdict_names[VERDICT_N];

/* How a step went.  RESULT_UNSURE: its rule or a fact it used is not firm. */
enum step_result {
	RESULT_INFO,
	RESULT_PASS,
	RESULT_FAIL,
	RESULT_UNSURE,
	RESULT_N
};
extern const char *const step_result_names[RESULT_N];

enum origin { ORIGIN_NONE, ORIGIN_HOST, ORIGIN_IMAGE, ORIGIN_N };
extern const char *const origin_names[ORIGIN_N];

#endif
