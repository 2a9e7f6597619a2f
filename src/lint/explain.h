/*
 * explain.h - rules and error codes in words.
 *
 * Shape:   plain text of at most 80 columns.
 * Owner:   the caller's buf.
 * Errors:  explain_code() is false when there is no such code.
 * Source:  the rules' own tables; lint/codes.h.
 */
#ifndef LINT_EXPLAIN_H
#define LINT_EXPLAIN_H

#include "lint/rule.h"

void explain_rule(const struct rule *rule, struct buf *out);
bool explain_code(struct str code, struct buf *out);

/* One line for each rule. */
void rules_list(struct buf *out);

#endif
