/*
 * pysource.h - where Python distributions come from, and what torch is there.
 *
 * Shape:   indexes and pages of links by their URL; PyTorch's own name a build
 *          in the last part of theirs.
 * Units:   -
 * Owner:   the arena; texts keep the origin of their bytes.
 * Errors:  none; an index that nobody here knows is SOURCE_UNKNOWN.
 * Source:  pytorch.org, "Previous PyTorch versions"; pip and uv documentation.
 */
#ifndef DOCKERFILE_PYSOURCE_H
#define DOCKERFILE_PYSOURCE_H

#include "dockerfile/text.h"

struct sources {
	struct text index;  /* in place of PyPI; "" PyPI */
	struct texts extra; /* beside it, in order */
	struct texts links; /* pages of links */
	bool no_index;      /* neither index nor extra */
	bool first;         /* uv: the first index that has the name */
	bool pre;           /* pre-releases too */
	struct str doubt;   /* why there may be others; "" none */
};

/* What an index or page has of torch. */
enum source_kind {
	SOURCE_PYPI,
	SOURCE_TAG,     /* builds of one tag */
	SOURCE_ALL,     /* of every tag */
	SOURCE_NIGHTLY, /* no releases; of one tag, where it has one */
	SOURCE_NONE,    /* no torch at all */
	SOURCE_UNKNOWN,
};

enum source_kind source_of(const struct text *url, struct arena *a,
                           struct text *tag);

/* "cu121", "cpu", "rocm6.0", "xpu" */
bool torch_tag(struct str s);
/* "12.1" for "cu121"; "" for tags without CUDA. */
struct str torch_tag_cuda(struct str tag, struct arena *a);

#endif
