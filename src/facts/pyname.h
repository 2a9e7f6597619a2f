/*
 * pyname.h - names of Python distributions and where they stand.
 *
 * Shape:   a distribution is NAME-VERSION.dist-info (or .egg-info) in a
 *          directory called site-packages or dist-packages.
 * Owner:   views of the argument, or of the caller's space.
 * Errors:  none.
 * Source:  PyPA, "Recording installed projects"; "Name normalization".
 */
#ifndef FACTS_PYNAME_H
#define FACTS_PYNAME_H

#include "base/str.h"

enum { PY_NAME_MAX = 128 };

struct py_space {
	char bytes[PY_NAME_MAX];
};

/* Lower case, one '-' for each run of [-_.]; cut at PY_NAME_MAX. */
struct str py_normal(struct py_space *space, struct str name);

/* "torch-1.12.1+cu113.dist-info", "torch-1.12.1-py3.9.egg-info" */
bool py_info_split(struct str base, struct str *name, struct str *version);

/* The site- or dist-packages directory that path is below, nearest first. */
bool py_site(struct str path, struct str *site);

#endif
