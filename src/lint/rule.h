/*
 * rule.h - what a rule is, and what it finds.
 *
 * Shape:   a rule is a pure function of const facts, predictions and
 *          knowledge: one file, one row in rules.def, its own bad and good
 *          example, which a test runs.
 * Units:   -
 * Owner:   findings live in the arena of the input.
 * Errors:  none.
 * Source:  each rule names its section of cudalint-model(7).
 */
#ifndef LINT_RULE_H
#define LINT_RULE_H

#include "dockerfile/docker.h"
#include "lint/finding.h"
#include "lint/policy.h"

/* Another stage of a Dockerfile that may be shipped. */
struct lint_target {
	const struct stage *stage;
	struct predictions predictions;
};
struct lint_targets {
	struct lint_target *v;
	size_t n;
	size_t left; /* not judged: too many */
};

struct lint_input {
	const struct image_facts *facts;
	const struct fleet *fleet;
	const struct know *know;
	const struct predictions *predictions; /* of all pools */
	struct arena *arena;
	const struct docker_image *docker; /* facts are a Dockerfile's */
	const struct dockerfile *file;     /* likewise */
	struct lint_targets targets;       /* likewise; may be none */
	struct strs names;                 /* of the image; the file's path */
	const struct lint_policy *policy;  /* NULL: none */
};

struct rule {
	const char *id;         /* "CL001"; never reused */
	const char *name;       /* says the bad thing */
	enum severity severity; /* default */
	bool fleet;             /* depends on the fleet: at most a warning
	                           with the embedded one */
	const char *title;      /* one line */
	const char *why;        /* what goes wrong, for whom; mechanism */
	const char *cure;       /* what to do */
	const char *source;     /* model 6#3, … */
	const char *bad;        /* facts JSON: must be found … */
	const char *good;       /* … must not */
	const char *pool;       /* fleet JSON for the examples; NULL: the
	                           embedded fleet */
	const char *good_pool;  /* for the good one, where that differs */
	const char *bad_file;   /* Dockerfiles instead of facts */
	const char *good_file;
	void (*check)(const struct lint_input *in, struct findings *out);
};

#define RULE(name) extern const struct rule rule_##name;
#include "lint/rules.def"
#undef RULE

extern const struct rule *const rules[];
extern const size_t rules_n;

/* By id or name; NULL. */
const struct rule *rule_get(struct str id);
/* What a wrong one was meant to be. */
const struct rule *rule_nearest(struct str name);

bool severity_get(struct str name, enum severity *out);

/* Run them all; findings come sorted by severity, then id, then message.  What
 * somebody ignores is none of them; NULL: nobody asks for it. */
void lint_run(const struct lint_input *in, struct findings *out,
              struct ignoreds *ignored);

/* For rules: a new finding, to be filled in. */
struct finding *finding_add(const struct lint_input *in, struct findings *out,
                            const struct rule *rule, struct str message);
void finding_at(const struct lint_input *in, struct finding *f, int64_t layer,
                struct str path);
/* In the config, with the history line that set the variable. */
void finding_env(const struct lint_input *in, struct finding *f,
                 struct str name);
void finding_pool(const struct lint_input *in, struct finding *f,
                  const struct pool *pool);

#endif
