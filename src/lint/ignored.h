/*
 * ignored.h - findings that somebody does not want.
 *
 * Shape:   comments of a Dockerfile, labels of an image and the policy are all
 *          made a list of struct ignore; one function matches.  What they take
 *          out is kept apart; comments and labels that took out nothing are
 *          findings of their own.
 * Owner:   the arena of the input.
 * Errors:  none.
 * Source:  policy.h; dockerfile/pragma.h.
 */
#ifndef LINT_IGNORED_H
#define LINT_IGNORED_H

#include "lint/policy.h"
#include "lint/rule.h"

enum ignore_state {
	IGNORE_COUNTS,
	IGNORE_EXPIRED,
	IGNORE_WITHOUT_REASON, /* and the policy wants one */
	IGNORE_WITHOUT_EXPIRY, /* likewise */
};

enum ignore_state ignore_state(const struct ignore *i,
                               const struct lint_policy *p);

/* Whatever its state. */
bool ignore_matches(const struct lint_input *in, const struct ignore *i,
                    const struct finding *f);

void findings_ignore(const struct lint_input *in, struct findings *all,
                     struct ignoreds *ignored);

/* The label cudalint.ignore: "RULE[,RULE...] [until=DATE] REASON[; ...]";
 * what is wrong with it goes to the problems. */
void ignores_of_label(struct str value, struct arena *a, struct ignores *out,
                      struct strs *problems);

#endif
