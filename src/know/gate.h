/*
 * gate.h - the NVIDIA_REQUIRE_CUDA texts of published images.
 *
 * Shape:   rows of rules/gates.json, by id; exact bytes of the image.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL.
 * Source:  each row's "source".
 *
 * A gate says who may start.  It does not say which GPU runs a compat libcuda.
 */
#ifndef KNOW_GATE_H
#define KNOW_GATE_H

#include "know/row.h"

struct gate {             /* rules/gates.json */
	int64_t id;       /* named by rules/images.json */
	struct str cuda;  /* what it asks natively, "12.4" */
	struct str expr;  /* NVIDIA_REQUIRE_CUDA */
	struct str error; /* the factor NVIDIA's parser refuses; "" fine */
	enum confidence confidence;
	struct str source;
};
struct gates {
	struct gate *v;
	size_t n;
};

struct know;

struct gates know_gates(const struct know *k);
const struct gate *know_gate(const struct know *k, int64_t id);
/* The published one with that text. */
const struct gate *know_gate_by_expr(const struct know *k, struct str expr);

#endif
