/*
 * auth.h - who we are to a server, and how that is said to it.
 *
 * Shape:   learned from a server's first 401, and from the token service that
 *          it names.
 * Units:   times in milliseconds of clock.h.
 * Owner:   the endpoint; auth_close() ends what is in bufs and in space.
 * Errors:  DENIED, BUSY, FORMAT, and those of credential.h.
 * Source:  RFC 9110, 11; distribution's token specification; images.md B3.
 */
#ifndef REGISTRY_AUTH_H
#define REGISTRY_AUTH_H

#include "registry/credential.h"

enum {
	TOKENS_MAX = 16, /* of one endpoint; the oldest goes first */
	TOKEN_BODY_MAX = 64 << 10,
};

struct answer;
struct endpoint;
struct fetch;

struct token {
	struct buf scope, value;
	int64_t until; /* it is asked for anew then */
};

enum auth_how { AUTH_NONE, AUTH_BASIC, AUTH_BEARER };

struct auth {
	enum auth_how how;         /* as the last challenge said */
	struct str realm, service; /* of a Bearer challenge */
	struct arena space;        /* of mine */
	struct credential mine;
	struct str mine_for; /* repository; p is NULL: not looked up */
	struct buf refresh;  /* token to get tokens with; empty: none */
	struct token tokens[TOKENS_MAX];
	size_t next; /* of tokens, to be replaced */
};

/* "Authorization: …" for it, or nothing; may fetch a token. */
int auth_header(struct endpoint *ep, const struct fetch *f, struct buf *out,
                struct err *err);
/* Learn from a 401; 0: it makes sense to ask again. */
int auth_learn(struct endpoint *ep, const struct fetch *f,
               const struct answer *w, struct err *err);
void auth_add_basic(const struct credential *c, struct buf *out);
/* A new one for the scope, into ep->auth.tokens. */
int auth_get_token(struct endpoint *ep, struct str scope, struct err *err);
/* The one for a scope; NULL: none. */
struct token *auth_token(struct auth *a, struct str scope);
void auth_keep_token(struct auth *a, struct str scope, struct str value,
                     int64_t until);
/* What there is, was not enough: DENIED. */
int auth_denied(const struct endpoint *ep, struct err *err);
void auth_close(struct auth *a);

#endif
