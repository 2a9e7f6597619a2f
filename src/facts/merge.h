/*
 * merge.h - layers on top of each other.
 *
 * Shape:   base first; whiteouts and opaque directories act on lower layers
 *          only, then entries in archive order; the last one wins.
 * Owner:   the arena; nodes borrow from the layers' facts.
 * Errors:  none; what can't be placed is a gap.
 * Source:  OCI image-spec v1.1, layer.md, "Applying changesets"; images.md A5.
 */
#ifndef FACTS_MERGE_H
#define FACTS_MERGE_H

#include "facts/tree.h"

struct layer_list {
	const struct layer_facts **v; /* NULL: it could not be read */
	size_t n;
};

/* That all of them were read with; 0 when there is none. */
uint64_t layer_list_seed(struct layer_list layers);

struct merged {
	struct tree tree;
	struct layer_list layers;
	struct gaps gaps;
};

void merge(struct layer_list layers, struct arena *a, struct merged *out);

enum presence_kind { PRESENT_NOT, PRESENT_DIR, PRESENT_OTHER };

/* Is this path in the image, of interest or not?  It must be free of links. */
enum presence_kind merged_presence(const struct merged *m, struct str path);

/* "layer 3" */
void merged_gap(struct merged *m, enum fact_group group, struct str where,
                struct str reason);

#endif
