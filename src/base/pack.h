/*
 * pack.h - the structs of record.h as few bytes, for our own files.
 *
 * Shape:   the members of a schema in its order, without names; who reads must
 *          have the tables of who wrote.  Numbers are LEB128 varints, signed
 *          ones zigzag; strings and lists have their length in front.
 * Units:   left: bytes that what is unpacked may still take.
 * Owner:   what is unpacked is in the arena.
 * Errors:  while reading, bad is set and everything is zero from there on;
 *          look once, at the end.
 * Source:  -
 */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include "base/record.h"

void pack_uint(struct buf *out, uint64_t n);
void pack_str(struct buf *out, struct str s);
void pack_strs(struct buf *out, struct strs list);
/* *rec is what sc describes. */
void pack_record(struct buf *out, const struct schema *sc, const void *rec);

struct unpack {
	struct str rest;     /* not read yet */
	struct arena *arena; /* of strings and lists */
	size_t left;
	bool bad; /* cut off, not in range, or larger than left */
};

uint64_t unpack_uint(struct unpack *u);
/* Less than end. */
unsigned unpack_below(struct unpack *u, size_t end);
struct str unpack_str(struct unpack *u);
struct strs unpack_strs(struct unpack *u);
/* *rec is zeroed. */
void unpack_record(struct unpack *u, const struct schema *sc, void *rec);
/* A zeroed array of *n items of this size, as many as come next. */
void *unpack_list(struct unpack *u, size_t size, size_t *n);

#endif
