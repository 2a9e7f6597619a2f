/*
 * verify.h - proof that an edited Dockerfile is what was meant.
 *
 * Shape:   the edited bytes are parsed and predicted from scratch: only the
 *          declared instructions changed, the findings are gone, nothing new
 *          appeared, the rest is identical, and a second run is idle.
 * Units:   -
 * Owner:   the arena of the call.
 * Errors:  none; a proof that fails says at what.
 * Source:  dockerfile.md B, "Verify by re-parse".
 */
#ifndef FIX_VERIFY_H
#define FIX_VERIFY_H

#include "fix/planner.h"

struct proof {
	struct str bytes;                  /* of the file after */
	struct str failed;                 /* at what; "" it holds */
	const struct docker_image *docker; /* of the file after */
	struct findings findings;          /* likewise */
};

void prove(const struct fix_input *in, const struct plan *plan, struct arena *a,
           struct proof *out);

/* The best plan whose proof holds stays in the advice, or none; true: the
 * proof of one did not hold. */
bool prove_best(const struct fix_input *in, struct arena *a,
                struct advice *advice, struct proof *out);

#endif
