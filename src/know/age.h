/*
 * age.h - tables that are too old to be relied on.
 *
 * Shape:   name to as_of, in order of name.
 * Units:   days since 1970-01-01, UTC.
 * Owner:   the list in the given arena; texts as those of the tables.
 * Errors:  none.
 * Source:  as_of and stale_days of each table.
 */
#ifndef KNOW_AGE_H
#define KNOW_AGE_H

#include "know/know.h"

struct know_age {
	int64_t today;
	int64_t max; /* days; -1: what each table says */
	bool all;    /* also tables that were not needed so far */
};

struct pairs know_stale(const struct know *k, const struct know_age *age,
                        struct arena *a);

#endif
