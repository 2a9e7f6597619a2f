/*
 * codes.h - what each outcome means to a user.
 *
 * Shape:   a table, one row per outcome that is not "ok".
 * Owner:   literals.
 * Errors:  none.
 * Source:  each row names its own; names as in cuda_runtime_api.h.
 */
#ifndef LINT_CODES_H
#define LINT_CODES_H

#include "predict/predict.h"

struct code_doc {
	enum outcome outcome;
	const char *name;   /* of the CUDA runtime, or "" */
	const char *means;  /* what it says, and when it is seen */
	const char *causes; /* what usually leads to it */
	const char *cures;  /* what to do */
	const char *source;
};

extern const struct code_doc code_docs[];
extern const size_t code_docs_n;

/* By outcome ("804", "refused") or name; NULL. */
const struct code_doc *code_doc_get(struct str code);

#endif
