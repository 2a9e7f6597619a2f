#include "predict/predict.h"

const char *const outcome_names[OUT_N] = {
	"unknown", "ok",  "refused", "no-gpu",  "wrong-arch", "34",
	"35",      "36",  "100",     "209",     "221",        "222",
	"802",     "803", "804",     "depends",
};

/* As cudaGetErrorString() of CUDA 12 has them. */
const char *const outcome_messages[OUT_N] = {
	[OUT_UNKNOWN] = "",
	[OUT_OK] = "",
	[OUT_REFUSED] = "the container does not start",
	[OUT_NO_GPU] = "the container gets no GPU",
	[OUT_WRONG_ARCH] = "exec format error",
	[OUT_34] = "CUDA driver is a stub library",
	[OUT_35] =
		"CUDA driver version is insufficient for CUDA runtime version",
	[OUT_36] = "API call is not supported in the installed CUDA driver",
	[OUT_100] = "no CUDA-capable device is detected",
	[OUT_209] = "no kernel image is available for execution on the device",
	[OUT_221] = "PTX JIT compiler library not found",
	[OUT_222] =
		"the provided PTX was compiled with an unsupported toolchain.",
	[OUT_802] = "system not yet initialized",
	[OUT_803] =
		"system has unsupported display driver / cuda driver combination",
	[OUT_804] = "forward compatibility was attempted on non supported HW",
	[OUT_DEPENDS] = "",
};

const char *const route_names[ROUTE_N] = {NULL, "native", "minor-version",
                                          "forward-compat"};
const char *const stage_names[STAGE_N] = {NULL, "start", "init", "runtime",
                                          "kernel"};
const char *const verdict_names[VERDICT_N] = {"unknown", "pass", "warn",
                                              "fail"};
const char *const step_result_names[RESULT_N] = {"info", "pass", "fail",
                                                 "unsure"};
const char *const origin_names[ORIGIN_N] = {NULL, "host", "image"};
