/*
 * require.h - the expressions of NVIDIA_REQUIRE_*.
 *
 * Shape:   ' ' is OR, ',' is AND; a factor is NAME OP VALUE.  Two evaluators
 *          of two programs, which disagree in corners; both are given here.
 * Owner:   a verdict's strings are views into the expression or literals.
 * Errors:  none; what the programs reject is REQUIRE_INVALID.
 * Source:  model 2.4-2.6; libnvidia-container src/cli/dsl.c, 1.0.6 and
 *          later; nvidia-container-toolkit internal/requirements.
 */
#ifndef PREDICT_REQUIRE_H
#define PREDICT_REQUIRE_H

#include "base/buf.h"

enum require_result {
	REQUIRE_OK,
	REQUIRE_UNSATISFIED, /* refused: the host does not match */
	REQUIRE_INVALID,     /* refused: the expression cannot be read */
};

/* Of one visible GPU's host.  Empty: not known there, NVIDIA's NULL, which
 * libnvidia-container takes for satisfied and the CSV mode for lowest. */
struct require_host {
	struct str cuda;   /* driver API version, "12.4" */
	struct str driver; /* "550.54.15" */
	struct str arch;   /* compute capability, "8.9" */
	struct str brand;  /* NVML's word, any case */
};

struct require_verdict {
	enum require_result result;
	struct str failed; /* unsatisfied: the condition that the message
	                      names; invalid: the factor at fault */
	struct str name;   /* of the last factor that was false, or "" */
	struct str op;     /* as the operator table spells it */
	struct str value;
};

/* As nvidia-container-cli does (legacy mode). */
struct require_verdict require_eval(struct str expr,
                                    const struct require_host *h);

/*
 * What that nvidia-container-cli prints behind "requirement error: ".  toolkit
 * is the version of libnvidia-container, "" the newest.  Nothing when OK.
 */
void require_message(struct str expr, const struct require_verdict *v,
                     struct str toolkit, struct buf *out);

/* The first factor that no host lets pass as valid when it is reached; n == 0
 * when all are well formed.  Evaluation may stop before it. */
struct str require_bad_factor(struct str expr);

/* As nvidia-container-runtime does in csv mode; h's driver and brand are not
 * looked at, as that mode never sets them. */
struct require_verdict require_eval_csv(struct str expr,
                                        const struct require_host *h);

/* What it says then, from "requirements not met: " on. */
void require_message_csv(struct str expr, const struct require_verdict *v,
                         const struct require_host *h, struct buf *out);

#endif
