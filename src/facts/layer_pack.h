/*
 * layer_pack.h - the facts of one layer as bytes, and back.
 *
 * Shape:   pack.h; what is unpacked is what layer_facts_read() could have
 *          given: clean paths, sorted keys.
 * Owner:   the arena.
 * Errors:  NULL: the bytes are no such facts, or there is no room for them
 *          beside the image's other layers.
 * Source:  -
 */
#ifndef FACTS_LAYER_PACK_H
#define FACTS_LAYER_PACK_H

#include "facts/layer.h"

extern const struct schema said_schema, layer_sizes_schema;

void layer_pack(const struct layer_facts *l, struct buf *out);
struct layer_facts *layer_unpack(struct str bytes, struct arena *a);

#endif
