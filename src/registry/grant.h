/*
 * grant.h - what a token service answers.
 *
 * Shape:   JSON in; the token is fit to stand in a header.
 * Units:   seconds.
 * Owner:   strings in the arena.
 * Errors:  FORMAT, without a word of the answer: it may be the token.
 * Source:  distribution, "Token Authentication Specification"; RFC 6749, 5.1.
 */
#ifndef REGISTRY_GRANT_H
#define REGISTRY_GRANT_H

#include "base/arena.h"
#include "base/err.h"

enum { GRANT_LIFE_MIN = 60, GRANT_LIFE_MAX = 24 * 3600 };

struct grant {
	struct str token;
	struct str refresh; /* to get more; "" none */
	int64_t life;
};

int grant_parse(struct str json, struct arena *a, struct grant *out,
                struct err *err);

#endif
