/*
 * baseline.h - findings that were there before, and do not count.
 *
 * Shape:   a sorted list.  A finding is known in the pools, and up to the
 *          severity, that it was known with; more of it is new.
 * Owner:   the arena given.
 * Errors:  FORMAT, USAGE, LIMIT.
 * Source:  dockerfile.md E, "Baseline file"; cudalint-policy(5).
 */
#ifndef POLICY_BASELINE_H
#define POLICY_BASELINE_H

#include "base/record.h"
#include "lint/finding.h"

#define BASELINE_SCHEMA "cudalint/baseline/1"

enum { BASELINE_BYTES = 64 << 20 };

struct known {
	struct str input; /* path of the Dockerfile, name of the image */
	struct str platform;
	struct str rule; /* id */
	struct str fingerprint;
	enum severity severity;
	struct strs pools; /* empty: all */
};

struct knowns {
	struct known *v;
	size_t n;
};

struct baseline {
	struct str schema;
	struct knowns findings;
};

/* What was judged; what was not is not forgotten. */
struct judged {
	struct str input, platform;
};

struct judgeds {
	struct judged *v;
	size_t n;
};

extern const struct schema baseline_schema;

int baseline_parse(struct str json, struct arena *a, struct baseline *out,
                   struct err *err);
void baseline_write(const struct baseline *b, struct buf *out);

/* In the order that the file has; the functions below want both so. */
void knowns_sort(struct knowns *all);
void judgeds_sort(struct judgeds *all);

bool baseline_has(const struct baseline *b, const struct known *k);

/* One that knows a single input is for the single input that is judged,
 * whatever that is called: a tag is another with each build. */
void baseline_rename(struct baseline *b, const struct judgeds *judged);

/* Of what was judged, those that are not there now. */
struct knowns baseline_gone(const struct baseline *b, const struct knowns *now,
                            const struct judgeds *judged, struct arena *a);

/* As it is to be written: what is now, and what was not judged. */
struct baseline baseline_next(const struct baseline *b,
                              const struct knowns *now,
                              const struct judgeds *judged, struct arena *a);

#endif
