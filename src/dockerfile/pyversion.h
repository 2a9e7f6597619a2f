/*
 * pyversion.h - versions of Python distributions, and what they must satisfy.
 *
 * Shape:   a version as numbers, its local part as text; specifiers are an
 *          operator and a version.
 * Units:   -
 * Owner:   views of the argument.
 * Errors:  false for text that PEP 440 does not allow, or too long for us.
 * Source:  PEP 440; packaging.python.org, "Version specifiers".
 */
#ifndef DOCKERFILE_PYVERSION_H
#define DOCKERFILE_PYVERSION_H

#include "base/str.h"

enum { PY_RELEASE_MAX = 8 };

/* In order of age. */
enum py_pre { PY_ALPHA, PY_BETA, PY_CANDIDATE, PY_FINAL };

struct py_version {
	uint64_t epoch;
	uint64_t release[PY_RELEASE_MAX]; /* missing ones are 0 */
	size_t n;                         /* parts of release */
	enum py_pre pre;
	uint64_t pre_n, post_n, dev_n;
	bool post, dev;
	struct str local; /* "cu121"; "" none */
};

bool py_version_parse(struct str s, struct py_version *out);
int py_version_cmp(const struct py_version *a, const struct py_version *b);
/* Without the local parts. */
int py_version_cmp_public(const struct py_version *a,
                          const struct py_version *b);
bool py_version_is_pre(const struct py_version *v); /* a, b, rc or dev */

enum py_op {
	PY_EQ,        /* ==, also without local part */
	PY_EQ_PREFIX, /* ==2.1.* */
	PY_NE,
	PY_NE_PREFIX,
	PY_COMPATIBLE, /* ~= */
	PY_LE,
	PY_GE,
	PY_LT,
	PY_GT,
	PY_SAME, /* ===: as text */
};

struct py_spec {
	enum py_op op;
	struct str text; /* the version, without ".*" */
	struct py_version version;
};

/* One clause: ">=2.1"; blanks around the operator are allowed. */
bool py_spec_parse(struct str clause, struct py_spec *out);
bool py_spec_match(const struct py_spec *spec, const struct py_version *v,
                   struct str text);

#endif
