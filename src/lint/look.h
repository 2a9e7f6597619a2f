/*
 * look.h - questions about an image that several rules ask.
 *
 * Shape:   pure functions of the facts.
 * Owner:   strings are views, or live in the arena of the input.
 * Errors:  none; "" or NULL is "there is none".
 * Source:  model 2.1, 2.2, 5.4.
 */
#ifndef LINT_LOOK_H
#define LINT_LOOK_H

#include "lint/rule.h"

bool strs_has(struct strs list, struct str s);

/* "a, b and c"; past three: "a, b and 4 more" and what `more` says. */
struct str words_list(struct arena *a, struct strs list, const char *more);

/* With a slash in front. */
struct str look_abs(const struct lint_input *in, struct str path);

/* A variable that is set and not empty. */
bool look_env(const struct lint_input *in, struct str name, struct str *value);

/* Go's strconv.ParseBool. */
bool look_is_true(struct str value);

/* CUDA_VERSION is set and NVIDIA_REQUIRE_CUDA is not. */
bool look_is_legacy(const struct lint_input *in, struct str *cuda_version);

bool look_is_libcuda(const struct umd *u);

/* The file behind the name. */
struct str look_file(const struct umd *u);

/* Consumers of a CUDA runtime, as the predictor sees them. */
struct consumers look_consumers(const struct lint_input *in);

/* The one with the newest runtime; false: there is none. */
bool look_newest(const struct lint_input *in, struct consumer *out);

/* False when only the major of either is known and the majors are equal. */
bool look_minor_differs(struct str cuda_a, struct str cuda_b);

/* "12.4" of "12.4.1". */
struct str look_minor(const struct lint_input *in, struct str version);

/* The first "cuda>=V" of a gate; "" none. */
struct str look_gate_cuda(struct str gate);

#endif
