/*
 * base64.h - base64 as HTTP and the files of credentials use it.
 *
 * Shape:   the standard alphabet, with padding.
 * Owner:   base64_decode() in the arena.
 * Errors:  base64_decode() is false on any other character.
 * Source:  RFC 4648, 4.
 */
#ifndef BASE_BASE64_H
#define BASE_BASE64_H

#include "base/arena.h"
#include "base/buf.h"

void base64_encode(struct str bytes, struct buf *out);
bool base64_decode(struct str text, struct arena *a, struct str *out);

#endif
