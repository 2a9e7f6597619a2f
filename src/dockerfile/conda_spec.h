/*
 * conda_spec.h - what conda is asked for: CHANNEL::NAME=VERSION=BUILD.
 *
 * Shape:   views and parts of the word.
 * Owner:   the arena; texts keep the origin of their bytes.
 * Errors:  none; a word without a name has name "".
 * Source:  conda docs, "Package match specifications".
 */
#ifndef DOCKERFILE_CONDA_SPEC_H
#define DOCKERFILE_CONDA_SPEC_H

#include "dockerfile/text.h"

struct conda_spec {
	struct text word;
	struct text name;
	struct text version; /* "2.1", of "=2.1", "==2.1", "2.1.*" */
	bool range;          /* any other condition: version is "" */
	struct str build;    /* "py3.10_cuda12.1_cudnn8.9.2_0" */
	struct str channel;  /* "pytorch", "nvidia/label/cuda-11.8.0" */
};

void conda_spec_parse(const struct text *word, struct arena *a,
                      struct conda_spec *out);

/* "12.1" of "py3.10_cuda12.1_cudnn8.9.2_0", "cuda121py310h…"; "" none. */
struct str conda_build_cuda(struct str build, struct arena *a);

#endif
