#include "lint/rule.h"

enum { NAME_MAX_BYTES = 64 };

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Levenshtein's distance; past NAME_MAX_BYTES nobody looks. */
static size_t distance(struct str a, struct str b)
{
	size_t row[NAME_MAX_BYTES + 1];

	a.n = least(a.n, NAME_MAX_BYTES);
	b.n = least(b.n, NAME_MAX_BYTES);
	for (size_t k = 0; k <= b.n; k++)
		row[k] = k;
	for (size_t i = 1; i <= a.n; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t k = 1; k <= b.n; k++) {
			size_t change = diagonal + (a.p[i - 1] != b.p[k - 1]);

			diagonal = row[k];
			row[k] = least(change, least(row[k], row[k - 1]) + 1);
		}
	}
	return row[b.n];
}

const struct rule *rule_nearest(struct str name)
{
	const struct rule *best = rules[0];
	size_t found = SIZE_MAX;

	for (size_t i = 0; i < rules_n; i++) {
		size_t d = least(distance(name, str_c(rules[i]->id)),
		                 distance(name, str_c(rules[i]->name)));

		if (d >= found)
			continue;
		found = d;
		best = rules[i];
	}
	return best;
}
