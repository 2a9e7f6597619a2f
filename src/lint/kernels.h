/*
 * kernels.h - what rules say of device code.
 *
 * Shape:   pure functions of units and of what their GPUs make of them.
 * Owner:   strings live in the arena of the input.
 * Errors:  none.
 * Source:  model 15.
 */
#ifndef LINT_KERNELS_H
#define LINT_KERNELS_H

#include "lint/hits.h"
#include "predict/fit.h"

/* "torch 2.4.1+cu121", "flash-attn", "usr/local/bin/app and 2 more" */
struct str kernels_name(const struct lint_input *in, const struct unit *u);

/* " (it has sm_80 sm_86 compute_90)"; "" for none. */
struct str kernels_list(const struct lint_input *in,
                        const struct code_targets *targets);

/* "8.0 and 9.0", in order, each once. */
struct str kernels_capabilities(const struct lint_input *in,
                                const struct strs *ccs);
void kernels_add_capability(const struct lint_input *in, struct strs *ccs,
                            struct str cc);

/* "sm_80" of "8.0". */
struct str kernels_sm(const struct lint_input *in, struct str cc);

/* Its first files, as evidence. */
void kernels_at(const struct lint_input *in, struct finding *f,
                const struct unit *u);

/* A key: whose code it ended at; "" a table's. */
struct str hit_code(const struct lint_input *in, const struct hit *h);

/* A variant that does not fail; NULL: another rule speaks of all. */
const struct variant *kernels_working(const struct prediction *p);

enum fit_kind kernels_fit(const struct lint_input *in, const struct unit *u,
                          const struct fleet_gpu *gpu);

#endif
