/*
 * diagnose.h - from what somebody pasted to what is wrong.
 *
 * Shape:   a table of causes; each weighs the clues, and says how sure it is
 *          and by which lines.  What is absent from the text makes nothing
 *          certain: it may have been cut off.
 * Units:   lines from 1.
 * Owner:   the arena.
 * Errors:  those of clues_find(); no cause is a result.
 * Source:  each cause names its own.
 */
#ifndef DIAGNOSE_DIAGNOSE_H
#define DIAGNOSE_DIAGNOSE_H

#include "diagnose/host.h"
#include "predict/predict.h"

/* Certain: the message itself says so, or two independent facts do.  Likely:
 * what reports of this mostly came from.  Possible: one of several. */
enum level { LEVEL_NONE, LEVEL_POSSIBLE, LEVEL_LIKELY, LEVEL_CERTAIN, LEVEL_N };
extern const char *const level_names[LEVEL_N];

struct exhibit {
	int64_t line; /* of the paste */
	struct str quote;
	struct str says; /* what follows from it; "" it speaks for itself */
};

struct exhibits {
	struct exhibit *v;
	size_t n;
};

struct weighing;

enum { CAUSE_SYMPTOMS = 6 };

struct cause {
	const char *id;
	enum outcome
		outcome;     /* that cudalint would predict; OUT_UNKNOWN none */
	const char *title;   /* one line */
	const char *why;     /* what happens */
	const char *on_host; /* cures; NULL: none there */
	const char *in_image;
	const char *in_dockerfile;
	const char *tell; /* what output would confirm it, or rule it out */
	const char *source;
	struct {
		enum symptom symptom;
		enum level level; /* that it alone is worth */
	} by[CAUSE_SYMPTOMS];
	void (*weigh)(struct weighing *w); /* beside the symptoms; NULL */
};

struct diagnosis {
	const struct cause *cause;
	enum level level;
	struct exhibits evidence;
};

struct diagnoses {
	struct diagnosis *v;
	size_t n;
};

struct paste {
	struct clues clues;
	struct host_seen host;
	struct diagnoses found; /* the surest first */
};

int diagnose(struct str text, const struct know *k, struct arena *a,
             struct paste *out, struct err *err);

/* All causes, the more special before the general. */
enum { CAUSE_LISTS = 5 };
struct cause_list {
	const struct cause *v;
	const size_t *n;
};
extern const struct cause_list cause_lists[CAUSE_LISTS];

/* Does a prediction for this host agree with what was seen? */
enum agreement {
	AGREE_NOTHING, /* the paste has no outcome to compare */
	AGREE_YES,     /* what is predicted is what was seen */
	AGREE_SOME,    /* it is, for some stacks */
	AGREE_UNKNOWN, /* nothing certain was predicted */
	AGREE_NO,
	AGREE_N
};
extern const char *const agreement_names[AGREE_N];

struct comparison {
	enum outcome seen; /* OUT_UNKNOWN: none that could be predicted */
	enum agreement agreement;
};

struct comparison compare_outcomes(const struct paste *p,
                                   const struct predictions *predicted);

#endif
