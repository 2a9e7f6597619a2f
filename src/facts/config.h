/*
 * config.h - an image's configuration.
 *
 * Shape:   the JSON of an OCI or Docker image config, flattened.
 * Owner:   strings in the arena.
 * Errors:  FORMAT, with a JSON pointer; unknown keys and null pass.
 * Source:  OCI image-spec v1.1, config.md; Docker image spec v1.2.
 */
#ifndef FACTS_CONFIG_H
#define FACTS_CONFIG_H

#include "facts/facts.h"

int config_parse(struct str json, struct arena *a, struct config *out,
                 struct err *err);

/* Which history line made which layer; nothing when the counts disagree. */
void config_name_layers(const struct config *c, struct layers *layers);

#endif
