/*
 * install_plan.h - what will be there when an installer has run.
 *
 * Shape:   a torch, if it changes, and other distributions of interest.
 * Owner:   the arena of struct apply.
 * Errors:  none; what is not settled is in the ask's doubts, or the choice.
 * Source:  pip's resolver: what is there stays as long as it will do.
 */
#ifndef DOCKERFILE_INSTALL_PLAN_H
#define DOCKERFILE_INSTALL_PLAN_H

#include "dockerfile/install.h"

/* A distribution that will be there. */
struct item {
	struct str name, version; /* version "" open */
	const struct wanted *by;
};

struct items {
	struct item *v;
	size_t n;
};

struct plan {
	bool torch; /* is another one afterwards */
	struct torch_choice choice;
	const struct wanted *by; /* torch, or what brings it along */
	struct items items;
};

void install_plan(struct ask *k, struct plan *out);
/* It brings a CUDA runtime, or uses the system's. */
bool install_binds(const struct know *k, struct str name);
void install_carry_out(struct ask *k, const struct plan *p);
/* Taken away, if it is there. */
void install_drop(struct apply *ap, const struct command *c, struct str site,
                  struct str name);

#endif
