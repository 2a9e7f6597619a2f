/*
 * registry.h - images in a registry, read no further than is asked.
 *
 * Shape:   a session has connections, tokens and credentials; one thread at a
 *          time per session, any number of sessions side by side.  Layers that
 *          are read early have sessions of their own inside of it.
 * Owner:   results in the arena given; what options point to outlives it.
 * Errors:  NOT_FOUND; DENIED: credentials are missing or wrong; BUSY: it said
 *          later, failed or stalled, retries are used up; FORMAT, DIGEST,
 *          LIMIT, IO, UNSUPPORTED.  Never with a credential in the message.
 * Source:  OCI distribution-spec v1.1; images.md B and C.
 */
#ifndef REGISTRY_REGISTRY_H
#define REGISTRY_REGISTRY_H

#include "image/image.h"
#include "registry/reference.h"

struct registry_opts {
	struct str login_host;         /* whom the next two are for, alone */
	struct str username, password; /* "" none */
	struct strs auth_files;        /* config.json, auth.json; first wins */
	struct str auth_json;          /* the same, in front of them; "" none */
	struct str ca_file;            /* PEM, beside the system's; "" none */
	struct strs certs_dirs;        /* with HOST:PORT/NAME.crt in them */
	struct strs mirrors;           /* "HOST=URL": asked first */
	int porter;                    /* runs helpers; 0: we do */
	bool plain_http;               /* to every host, not only loopback */
	bool insecure;                 /* certificates are not checked */
};

struct registry;

/* NULL: USAGE, a mirror is no HOST=URL. */
struct registry *registry_open(const struct registry_opts *o, struct err *err);
void registry_close(struct registry *r); /* NULL is fine */
CLEANUP_FN(struct registry *, registry_close)

/* Received so far, bodies and headers. */
uint64_t registry_bytes(const struct registry *r);

/* The digest of the manifest or index that a reference names, without reading
 * it where the registry allows that.  It is what registry_read() checks. */
int registry_resolve(struct registry *r, const struct reference *ref,
                     struct arena *a, struct str *digest, struct err *err);

/* All tags of ref's repository; its own tag does not matter. */
int registry_tags(struct registry *r, const struct reference *ref,
                  struct arena *a, struct strs *out, struct err *err);

/* All repositories of a host ("registry.example:5000"), where it says them. */
int registry_catalog(struct registry *r, struct str host, struct arena *a,
                     struct strs *out, struct err *err);

/*
 * As image_read(), o->path being the reference: of an index only the manifests of o->platforms are fetched;
 * configs and layers that o->cache has are not; layers go no deeper than
 * o->depth.  out->bytes_read is what was received.
 */
int registry_read(struct registry *r, const struct image_opts *o,
                  const struct layer_reader *reader, struct arena *a,
                  struct images *out, struct err *err);

#endif
