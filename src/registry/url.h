/*
 * url.h - http and https URLs, and where they lead.
 *
 * Shape:   parts are views of the text.
 * Owner:   url_join() in the arena.
 * Errors:  url_parse() is false: no such URL, or one with a user in it.
 * Source:  RFC 3986, 3 and 5.2; only what registries send.
 */
#ifndef REGISTRY_URL_H
#define REGISTRY_URL_H

#include "base/arena.h"
#include "base/buf.h"

struct url {
	struct str scheme;    /* "http" or "https" */
	struct str authority; /* host[:port] */
	struct str path;      /* from its slash on, with the query */
};

bool url_parse(struct str text, struct url *out);
bool url_is_secure(const struct url *u);
/* Without port and brackets. */
struct str url_host(const struct url *u);
struct str authority_host(struct str authority);
bool url_same_origin(const struct url *a, const struct url *b);

/* What a Location or Link found at base means; "" when it means nothing. */
struct str url_join(const struct url *base, struct str ref, struct arena *a);

/* Appends s so that it can stand in a query. */
void url_escape(struct str s, struct buf *out);

#endif
