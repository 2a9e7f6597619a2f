#include "know/tables.h"

struct gates know_gates(const struct know *k)
{
	return know_lazy(k, &table_gates)->gates;
}

const struct gate *know_gate(const struct know *k, int64_t id)
{
	struct gates gates = know_gates(k);

	slice_for (const struct gate, g, gates)
		if (g->id == id)
			return g;
	return NULL;
}

const struct gate *know_gate_by_expr(const struct know *k, struct str expr)
{
	struct gates gates = know_gates(k);

	slice_for (const struct gate, g, gates)
		if (str_eq(g->expr, expr))
			return g;
	return NULL;
}
