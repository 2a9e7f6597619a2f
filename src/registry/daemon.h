/*
 * daemon.h - images of a Docker Engine, or of Podman speaking like one.
 *
 * Shape:   `docker save` without docker: one stream, read once.
 * Owner:   results in the arena given.
 * Errors:  NOT_FOUND: it has no such image; DENIED: not for this user; BUSY:
 *          it does not run; USAGE for an address that is none; UNSUPPORTED.
 * Source:  Docker Engine API v1.41, "Export an image"; images.md A1.
 */
#ifndef REGISTRY_DAEMON_H
#define REGISTRY_DAEMON_H

#include "image/image.h"

struct daemon {
	struct str address; /* unix:///…, tcp://HOST:PORT */
	struct str certs;   /* directory with ca.pem, cert.pem, key.pem; "" */
};

/* o->path is the image's name. */
int daemon_read(const struct daemon *d, const struct image_opts *o,
                const struct layer_reader *reader, struct arena *a,
                struct images *out, struct err *err);

#endif
