/*
 * sha256.h - digests of byte streams.
 *
 * Shape:   open, add, then end once; the text form is "sha256:<64 hex>".
 * Owner:   sha256_close() ends a handle, NULL is fine.
 * Errors:  none; libcrypto out of memory ends the process.
 * Source:  FIPS 180-4; OCI image-spec v1.1, descriptor.md, "Digests".
 */
#ifndef BASE_SHA256_H
#define BASE_SHA256_H

#include "base/arena.h"

enum { SHA256_TEXT = 71 }; /* "sha256:" and 64 hex digits */

struct sha256;

struct digest {
	char text[SHA256_TEXT + 1]; /* NUL-terminated; empty: none */
};

struct sha256 *sha256_open(void);
void sha256_add(struct sha256 *h, struct str bytes);
struct digest sha256_end(struct sha256 *h);
void sha256_close(struct sha256 *h);

struct digest sha256_of(struct str bytes);

/* "sha256:" and exactly 64 lower-case hex digits. */
bool digest_is_valid(struct str text);
struct str digest_str(const struct digest *d);

#endif
