/*
 * scan.h - many images, in one run.
 *
 * Shape:   names become targets, one for each digest; processes of our own
 *          judge them side by side, so that what one image does to its reader
 *          ends nothing else.
 * Owner:   the context's arena.
 * Errors:  what a name or an image does wrong is a row with its reason.
 * Source:  architecture.md 5, 7.
 */
#ifndef CLI_SCAN_H
#define CLI_SCAN_H

#include "cli/judge.h"
#include "report/survey.h"
#include "scan/spec.h"

enum { SCAN_JOBS_MAX = 64 };

/* Something to judge, by all its names. */
struct target {
	struct str ref;    /* the first name, for people */
	struct str path;   /* what judge_path() takes */
	struct strs tags;  /* further names */
	struct str digest; /* "": a file, or nobody knows */
	struct str key;    /* in the state: the digest, and more */
	size_t order;      /* of the first name */
	struct survey_rows rows;
	bool done;
};

struct targets {
	struct target *v;
	size_t n;
};

/* What it cost. */
struct scan_cost {
	uint64_t judged;      /* images that were not taken from the state */
	uint64_t read, known; /* layers; known: to the cache */
	uint64_t bytes;       /* received */
};

struct scan {
	struct context *c;
	bool details; /* a format wants those of each image */
	struct judge judge;
	struct shard shard;
	uint64_t newest; /* tags of a repository; 0: all */
	uint64_t jobs;
	struct targets all; /* in the order they were named */
	struct str silent;  /* host that did not answer … */
	size_t silent_n;    /* … so often in a row */
	struct scan_cost cost;
	/* Called with each that is done. */
	int (*found)(struct scan *s, struct target *t, struct err *err);
};

/* From the arguments and --from-file to s->all, each digest once. */
int scan_name(struct scan *s, struct err *err);

/* Judge those that are not done. */
int scan_run(struct scan *s, struct err *err);

/* A row that only says why. */
void scan_failed(struct scan *s, struct target *t, struct str why);

/* Below: between the files of this module. */
struct reference;
void scan_take(struct scan *s, const struct target *t);
/* A name that names nothing that can be had. */
void scan_unnamed(struct scan *s, struct str name, const struct err *why);
int scan_resolve(struct scan *s, const struct reference *ref,
                 struct target *out, struct err *err);
/* Take those of a repository that match. */
void scan_tags(struct scan *s, struct str name, struct str pattern);

#endif
