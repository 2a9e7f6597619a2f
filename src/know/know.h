/*
 * know.h - what NVIDIA and the frameworks published, as of a date.
 *
 * Shape:   one table per file in rules/, parsed on first use; every row has a
 *          source.  Look-ups say "not known" by returning NULL.
 * Units:   versions as text; branches as integers (535).
 * Owner:   the arena given to know_load(); const for everyone else.
 * Errors:  ERR_FORMAT from know_load(), for the compiled-in files and for
 *          those of --knowledge DIR alike.
 * Source:  each row's "source".
 */
#ifndef KNOW_KNOW_H
#define KNOW_KNOW_H

#include "know/driver.h"
#include "know/gpu.h"
#include "know/stack.h"
#include "know/torch.h"

struct know {
	struct str as_of; /* YYYY-MM-DD, the oldest of all tables */
	struct branches branches;
	struct driver_versions driver_versions;
	struct toolkits toolkits;
	struct fc_cells fc;
	struct fc_classes fc_classes;
	struct gpus gpus;
	struct vgpu_boards vgpu_boards;
	struct brands brands;
	struct brand_shifts brand_shifts;
	struct torch_builds torch;
	struct torch_condas conda;
	struct stacks stacks;
};

/* Parse the compiled-in tables, or those in dir where a file is there. */
int know_load(struct know *k, struct str dir, struct arena *a, struct err *err);

#endif
