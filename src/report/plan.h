/*
 * plan.h - what could be done about a Dockerfile, for people.
 *
 * Shape:   what is applied first, with each pool before and after; then what
 *          is not, with the reason; then what else would do.
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  architecture.md 7, `fix`.
 */
#ifndef REPORT_PLAN_H
#define REPORT_PLAN_H

#include "fix/verify.h"
#include "report/report.h"

struct plan_report {
	struct str name; /* of the file */
	const struct fix_input *in;
	const struct advice *advice;
	const struct proof *proof; /* of advice->best, if there is one */
};

/* For a report; NULL when nothing is proven. */
const struct report_fix *fix_of_proof(const struct advice *advice,
                                      const struct proof *proof,
                                      struct arena *a);

void plan_text(const struct plan_report *r, const struct report_style *style,
               struct buf *out);

#endif
