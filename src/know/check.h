/*
 * check.h - what all checks of the tables share.
 *
 * Shape:   one function per table; each complaint names file, row, reason.
 * Owner:   complaints live in the arena of the check.
 * Errors:  none; a complaint is the result.
 * Source:  know.h.
 */
#ifndef KNOW_CHECK_H
#define KNOW_CHECK_H

#include "know/know.h"

struct check {
	const struct know *k;
	struct arena *a;
	struct strs *out;
	struct know_tables tables;
	const char *table, *list; /* where the row is */
	size_t row;
	struct str key; /* of the row, for people */
};

void check_say(struct check *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* What every row has: a confidence, and a source that is none's memory. */
void check_row(struct check *c, size_t row, struct str key,
               enum confidence confidence, struct str source);

/* order: of this key and the one before; 0 the same, > 0 the wrong way. */
void check_order(struct check *c, int order);

/* What may stand there; "" passes where it may be absent. */
void check_version(struct check *c, const char *what, struct str v);
void check_range(struct check *c, struct str low, struct str high);
void check_toolkit(struct check *c, struct str cuda);
bool check_is_ancient(const struct check *c, struct str cuda);
void check_branch(struct check *c, int64_t branch);
void check_date(struct check *c, struct str date);
void check_distinct(struct check *c, const char *what, struct strs list);

/* "sm_90" or "compute_90": known, and of a toolkit that has it. */
void check_code(struct check *c, struct strs archs, struct str cuda);

void check_branches(struct check *c);
void check_toolkits(struct check *c);
void check_forward_compat(struct check *c);
void check_gpus(struct check *c);
void check_brands(struct check *c);
void check_stacks(struct check *c);
void check_arches(struct check *c);
void check_bases(struct check *c);
void check_gates(struct check *c);
void check_images(struct check *c);
void check_frameworks(struct check *c);
void check_libraries(struct check *c);
void check_packages(struct check *c);
void check_symptoms(struct check *c);
void check_torch(struct check *c);

#endif
