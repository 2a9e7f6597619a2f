/*
 * place.h - where an image that is no registry's is, as people write it.
 *
 * Shape:   PATH, or skopeo's docker-archive:PATH[:NAME], oci-archive:, oci:,
 *          dir:; where what is in front of a colon is there, NAME is one image
 *          of several.
 * Owner:   views into the argument.
 * Errors:  none: what is not there is a path all the same.
 * Source:  containers-transports(5).
 */
#ifndef CLI_PLACE_H
#define CLI_PLACE_H

#include "base/str.h"

struct place {
	struct str path; /* "-": standard input */
	struct str name; /* "": all that is in it */
};

struct place place_of(struct str arg);

/* Nobody wants a registry to be asked for a file whose name is mistyped. */
bool place_is_likely(struct str arg);

/* By its words alone it can be nothing but a place. */
bool place_is_certain(struct str arg);

#endif
