/*
 * reference.h - names of images: host/repository:tag@digest.
 *
 * Shape:   Docker's short names are made whole: "ubuntu" is
 *          docker.io/library/ubuntu:latest.
 * Owner:   parts are in the arena or views of the text.
 * Errors:  USAGE, saying what is wrong with it.
 * Source:  OCI distribution-spec v1.1, "Pulling manifests"; the grammar of
 *          github.com/distribution/reference; images.md B2.
 */
#ifndef REGISTRY_REFERENCE_H
#define REGISTRY_REFERENCE_H

#include "base/arena.h"
#include "base/err.h"

struct reference {
	struct str host;       /* "docker.io", "localhost:5000", "[::1]:5000" */
	struct str repository; /* "library/ubuntu" */
	struct str tag;        /* "latest"; "" when there is only a digest */
	struct str digest;     /* decides when it is there; else "" */
};

/* With or without "docker://" in front. */
int reference_parse(struct str text, struct arena *a, struct reference *out,
                    struct err *err);

/* The whole name. */
struct str reference_text(const struct reference *ref, struct arena *a);

/* What the registry is asked for: the digest, else the tag. */
struct str reference_key(const struct reference *ref);

#endif
