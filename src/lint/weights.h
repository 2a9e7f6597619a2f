/*
 * weights.h - sums over what the files of an image weigh.
 *
 * Shape:   rows that a rule asks for, the heaviest first.
 * Units:   bytes.
 * Owner:   the arena of the input.
 * Errors:  none; without sizes there are no rows.
 * Source:  facts/sizes.h; limits in rules/libraries.json.
 */
#ifndef LINT_WEIGHTS_H
#define LINT_WEIGHTS_H

#include "lint/rule.h"

typedef bool size_want(const struct size_row *r);

struct weights {
	struct size_rows rows;
	int64_t bytes;
};

struct weights weights_of(const struct lint_input *in, size_want *want);
/* Are so many bytes worth telling by that rule? */
bool weights_count(const struct lint_input *in, const struct rule *rule,
                   int64_t bytes);
/* The places of the heaviest rows as evidence, a few. */
void weights_at(const struct lint_input *in, struct finding *f,
                const struct weights *w);

#endif
