/*
 * twin.h - sessions for other threads, inside of the first.
 *
 * Shape:   it begins with what the first has learned: where a server is, who
 *          we are to it, tokens.  The first learns of newer tokens when it gets
 *          it back, and gives it away again, with its connections.
 * Units:   -
 * Owner:   the first, on whose thread both functions are called.
 * Errors:  none.
 * Source:  images.md B3 to B5.
 */
#ifndef REGISTRY_TWIN_H
#define REGISTRY_TWIN_H

#include "registry/session.h"

/* NULL: r has asked nobody yet, so it knows nothing. */
struct registry *twin_take(struct registry *r);
void twin_give_back(struct registry *r, struct registry *twin);

#endif
