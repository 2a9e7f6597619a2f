/*
 * session.h - what the files of this folder share of a session.
 *
 * Shape:   an endpoint is a server by one name: its URL, how it is spoken to,
 *          and who we are to it.  A fetch is one request to it, with all that
 *          may come between: tokens, redirects, another try.
 * Units:   times in milliseconds of clock.h.
 * Owner:   the session's arena; tokens are bufs and end with it.
 * Errors:  as registry.h.
 * Source:  images.md B3 to B5.
 */
#ifndef REGISTRY_SESSION_H
#define REGISTRY_SESSION_H

#include "registry/auth.h"
#include "registry/http.h"
#include "registry/url.h"

struct layer_part;

enum {
	FETCH_TRIES = 5,
	REDIRECTS_MAX = 10,
	ERROR_BODY_MAX = 64 << 10,
	FETCH_JSON_MAX = 4 << 20, /* a manifest, a page of a list */
};

struct endpoint {
	struct registry *r;
	struct str host; /* by which credentials and files know it */
	struct str base; /* URL up to "/v2" */
	bool mirror;     /* others have the same: one try will do */
	bool no_ranges;  /* it sends all of a blob whatever is asked */
	bool settled;    /* it answered, so base is right */
	bool public;     /* what it says may not lead to private places */
	struct tls_files tls;
	struct auth auth;
	struct endpoint *next;
};

struct registry {
	struct arena own; /* holds this */
	struct registry_opts o;
	struct http *http;
	struct endpoint *endpoints;
	struct registry *twins; /* with nothing to do */
	uint64_t twins_bytes;   /* that twins received */
	struct registry *next;  /* of a twin, in the list of the other */
	uint64_t counted;       /* of a twin's bytes, in twins_bytes */
};

/* Without all four an old registry sends what it had in 2015. */
#define FETCH_MANIFEST                                                \
	"Accept: application/vnd.oci.image.index.v1+json, "           \
	"application/vnd.docker.distribution.manifest.list.v2+json, " \
	"application/vnd.oci.image.manifest.v1+json, "                \
	"application/vnd.docker.distribution.manifest.v2+json"

struct fetch {
	const char *method;
	struct str path;   /* from "/v2/" on; a URL's without scheme and host */
	struct str accept; /* "" anything */
	struct str repository; /* "" none: a catalog */
	bool ranged;
	uint64_t from, to; /* first and last byte */
};

/* beside: it is used on another thread than the first session is. */
struct registry *registry_new(const struct registry_opts *o, bool beside);
/* False: nobody wants any more what is waited for. */
bool registry_wait(const struct registry *r, int64_t ms);

/* The blob of a digest as a stream, taken up again where it breaks.  size: as
 * the manifest says; 0: unknown, but no more than FETCH_JSON_MAX. */
struct stream *blob_open(struct registry *r, const struct reference *ref,
                         struct str path, struct str accept, uint64_t size);

/* A layer by its table of contents, as remote.part. */
int partial_read(struct registry *r, const struct reference *ref,
                 const struct layer_part *part, void **facts, struct err *err);
/* "bytes 100-199/200": it begins at that byte. */
bool range_begins_at(const struct answer *w, uint64_t at);

/* The endpoint for a host, made when it is asked for first. */
struct endpoint *endpoint_get(struct registry *r, struct str host);
/* Its i-th mirror; NULL: no more. */
struct endpoint *endpoint_mirror(struct registry *r, struct str host, size_t i);
/* The files of HOST in the certs_dirs, where there are any. */
struct tls_files endpoint_files(struct registry *r, struct str host);

/* The answer with a status of 200 to 299; NULL: *err says why not. */
struct answer *endpoint_fetch(struct endpoint *ep, const struct fetch *f,
                              struct err *err);
/* Mirrors first, then the host itself. */
struct answer *registry_fetch(struct registry *r, struct str host,
                              const struct fetch *f, struct err *err);

#endif
