/*
 * install_conda.h - what conda is asked for, and what comes of it.
 *
 * Shape:   specs, channels and pip's lines of one command and its files.
 * Owner:   as apply.h.
 * Errors:  none; what can't be known is a gap.
 * Source:  conda documentation; rules/torch.json, "conda".
 */
#ifndef DOCKERFILE_INSTALL_CONDA_H
#define DOCKERFILE_INSTALL_CONDA_H

#include "dockerfile/conda_spec.h"
#include "dockerfile/environment.h"
#include "dockerfile/install.h"

struct conda_specs {
	struct conda_spec *v;
	size_t n;
};

struct conda {
	struct apply *ap;
	const struct command *c;
	struct str root, prefix; /* clean paths: conda's, the environment's */
	bool named;              /* -n or -p said which */
	struct conda_specs specs;
	struct strs channels;
	struct strs pip; /* lines of an environment file */
	struct str file; /* in the context; "" the Dockerfile */
	struct str path; /* of the environment file, in the image */
	size_t files;
};

void conda_gap(struct conda *k, enum fact_group group, struct str why);
void conda_apply(struct conda *k);
/* pip's lines, which are those of a requirements file. */
void install_environment(struct conda *c);

#endif
