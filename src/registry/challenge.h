/*
 * challenge.h - what a server wants before it answers.
 *
 * Shape:   all challenges of all WWW-Authenticate lines, in their order.
 * Owner:   values in the arena, names are views.
 * Errors:  none: what can't be read is left out.
 * Source:  RFC 9110, 11.6.1; RFC 6750, 3; distribution, "Token
 *          Authentication Specification".
 */
#ifndef REGISTRY_CHALLENGE_H
#define REGISTRY_CHALLENGE_H

#include "base/arena.h"

enum { CHALLENGES_MAX = 16, CHALLENGE_PARAMS_MAX = 16 };

struct challenge {
	struct str scheme; /* "Bearer", "Basic", ... */
	struct pairs params;
};

struct challenges {
	struct challenge *v;
	size_t n;
};

/* Adds those of one line. */
void challenges_parse(struct str line, struct arena *a, struct challenges *out);

/* The first of a scheme; NULL: none. */
const struct challenge *challenges_get(const struct challenges *all,
                                       struct str scheme);
/* "" when it has no such parameter. */
struct str challenge_param(const struct challenge *c, struct str name);

#endif
