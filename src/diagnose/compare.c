/* What cudalint predicts for the paste's host, beside what was seen on it. */
#include "diagnose/diagnose.h"

const char *const agreement_names[AGREE_N] = {
	[AGREE_YES] = "yes",
	[AGREE_SOME] = "some-stacks",
	[AGREE_UNKNOWN] = "unknown",
	[AGREE_NO] = "no",
};

/* The first cause with an outcome, if none is surer. */
static enum outcome outcome_seen(const struct paste *p)
{
	slice_for (const struct diagnosis, d, p->found) {
		if (d->level < p->found.v[0].level)
			break;
		if (d->cause->outcome != OUT_UNKNOWN)
			return d->cause->outcome;
	}
	return OUT_UNKNOWN;
}

struct tally {
	size_t same, unknown, n;
};

static void count(const struct prediction *p, enum outcome seen,
                  struct tally *t)
{
	slice_for (const struct variant, v, p->variants) {
		t->n++;
		t->same += v->run.outcome == seen;
		t->unknown += v->run.outcome == OUT_UNKNOWN;
	}
}

struct comparison compare_outcomes(const struct paste *p,
                                   const struct predictions *predicted)
{
	struct comparison c = {.seen = outcome_seen(p)};
	struct tally t = {0};

	if (c.seen == OUT_UNKNOWN || predicted->n == 0)
		return c;
	slice_for (const struct prediction, one, *predicted)
		count(one, c.seen, &t);
	if (t.same)
		c.agreement = t.same == t.n ? AGREE_YES : AGREE_SOME;
	else
		c.agreement = t.unknown ? AGREE_UNKNOWN : AGREE_NO;
	return c;
}
