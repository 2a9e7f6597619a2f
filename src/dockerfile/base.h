/*
 * base.h - the image that a stage begins with.
 *
 * Shape:   fills files, config, layers, scope and state of a new struct apply.
 * Owner:   the arena of struct apply.
 * Errors:  none; a base that is not known is a gap in everything.
 * Source:  rules/images.json, rules/bases.json; dockerfile.md C1, D1.
 */
#ifndef DOCKERFILE_BASE_H
#define DOCKERFILE_BASE_H

#include "dockerfile/files.h"

struct base {
	enum base_known known;
	struct image_lookup lookup;
};

/* By the catalogue: "nvidia/cuda:12.4.1-base-ubuntu22.04". */
void base_by_name(struct apply *ap, struct str ref, struct base *out);
/* FROM of a stage that has no parent. */
void base_of_stage(struct apply *ap, const struct stage *root,
                   struct base *out);
/* From the facts of an image, which come back as they are. */
void base_of_facts(struct apply *ap, const struct image_facts *f);

/* The root file system of a distribution. */
void base_distro(struct apply *ap, const struct distro *d);

#endif
