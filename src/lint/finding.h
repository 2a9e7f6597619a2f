/*
 * finding.h - what there is to tell, how loud, and where.
 *
 * Shape:   plain data, made by rules.
 * Units:   layers are indices, base first; places in bytes of a Dockerfile.
 * Owner:   the arena of the input.
 * Errors:  none.
 * Source:  architecture.md 4, 6.2.
 */
#ifndef LINT_FINDING_H
#define LINT_FINDING_H

#include "dockerfile/text.h"
#include "predict/predict.h"

struct rule;

enum severity { SEV_NOTE, SEV_WARNING, SEV_ERROR, SEV_N };
extern const char *const severity_names[SEV_N];

struct evidence {
	int64_t layer;      /* -1: the config */
	struct str digest;  /* the layer's diffID */
	struct str path;    /* in the image, or "config.Env" */
	struct str history; /* the line that made the layer */
};

struct evidences {
	struct evidence *v;
	size_t n;
};

enum grade { GRADE_NONE, GRADE_SAFE, GRADE_REVIEW, GRADE_MANUAL, GRADE_N };
extern const char *const grade_names[GRADE_N];

/* What would cure it; the Dockerfile edit is fix/'s business. */
struct cure {
	enum grade grade;
	struct str action;  /* "purge-compat", "raise-driver", … */
	struct str package; /* "cuda-compat-11-3"; "" none */
	struct str text;    /* one line for people: what to do */
};

struct finding {
	const struct rule *rule;
	enum severity severity;
	bool lowered; /* by a policy: it would be graver */
	struct str message;
	struct strs pools; /* names of the pools it concerns; empty: all */
	struct evidences evidence;
	struct cure cure;
	struct span at;         /* in the Dockerfile; n == 0: no place */
	struct str fingerprint; /* of its content: fingerprint.h */
};

struct findings {
	struct finding *v;
	size_t n;
};

/* Who says that a finding does not count. */
enum ignored_by {
	IGNORED_BY_COMMENT, /* in the Dockerfile */
	IGNORED_BY_LABEL,   /* of the image */
	IGNORED_BY_POLICY,  /* cudalint.json */
	IGNORED_BY_BASELINE,
	IGNORED_BY_N
};
extern const char *const ignored_by_names[IGNORED_BY_N];

struct ignored {
	struct finding finding;
	enum ignored_by by;
	struct str where;   /* "line 3", the label's name, the file's */
	struct str reason;  /* "" none is given */
	struct str expires; /* YYYY-MM-DD, the last day; "" never */
};

struct ignoreds {
	struct ignored *v;
	size_t n;
};

#endif
