/*
 * what_if.h - which outcomes become others when a fact of the hosts does.
 *
 * Shape:   pools are the same by name, in the same order; of a pool's GPUs the
 *          first is compared with the first.
 * Owner:   strings are the predictions'.
 * Errors:  none.
 * Source:  architecture.md 6.2; fleet/setting.h makes such a fleet.
 */
#ifndef REPORT_WHAT_IF_H
#define REPORT_WHAT_IF_H

#include "predict/predict.h"
#include "report/paper.h"

struct what_if {
	struct str pool;
	struct str gpu; /* as it is then */
	enum outcome was, is;
	enum verdict was_verdict, verdict;
};

struct what_ifs {
	struct what_if *v;
	size_t n;
};

struct what_ifs what_if_compare(const struct predictions *was,
                                const struct predictions *is, struct arena *a);

/* "what if: ws-3090 804 → ok", a line each. */
void what_if_text(struct paper *p, unsigned left, const struct what_ifs *all);

extern const struct schema what_if_schema;

#endif
