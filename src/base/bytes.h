/*
 * bytes.h - numbers in bytes that somebody else wrote.
 *
 * Shape:   of either byte order; what is not there reads as 0.
 * Units:   offsets and sizes in bytes.
 * Owner:   -
 * Errors:  none.
 * Source:  -
 */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include "base/str.h"

/* size bytes at off, at most 8. */
static inline uint64_t bytes_le(struct str bytes, uint64_t off, size_t size)
{
	uint64_t v = 0;

	if (off > bytes.n || bytes.n - off < size)
		return 0;
	for (size_t i = size; i-- > 0;)
		v = v << 8 | (unsigned char)bytes.p[off + i];
	return v;
}

/* The same, most significant first. */
static inline uint64_t bytes_be(struct str bytes, uint64_t off, size_t size)
{
	uint64_t v = 0;

	if (off > bytes.n || bytes.n - off < size)
		return 0;
	for (size_t i = 0; i < size; i++)
		v = v << 8 | (unsigned char)bytes.p[off + i];
	return v;
}

#endif
