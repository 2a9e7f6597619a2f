/*
 * platform.h - which machines an image is for.
 *
 * Shape:   text: "os/arch" or "os/arch/variant"; arm64/v8 is arm64.
 * Owner:   platform_text() in the arena.
 * Errors:  none.
 * Source:  OCI image-spec v1.1, image-index.md, "platform"; images.md A3.
 */
#ifndef IMAGE_PLATFORM_H
#define IMAGE_PLATFORM_H

#include "base/arena.h"

/* "" when neither os nor architecture is known. */
struct str platform_text(struct arena *a, struct str os, struct str arch,
                         struct str variant);

/* A host that wants one can run the other.  An unknown image runs anywhere. */
bool platform_matches(struct str wanted, struct str image);

#endif
