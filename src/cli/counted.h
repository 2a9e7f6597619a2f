/*
 * counted.h - all that was judged, by the baseline and the policy.
 *
 * Shape:   what the baseline knows goes from the findings to what is ignored;
 *          notes say what either has in vain.
 * Owner:   the context's arena.
 * Errors:  of the baseline, which is read, and written, here.
 * Source:  cudalint-policy(5), "BASELINE".
 */
#ifndef CLI_COUNTED_H
#define CLI_COUNTED_H

#include "cli/judge.h"
#include "report/survey.h"

/* USAGE for options that want each other. */
int counted_check(const struct context *c, struct err *err);

int counted_report(struct judge *j, struct err *err);
int counted_survey(struct context *c, struct survey *s, struct err *err);

#endif
