/*
 * member.h - one member of a gzip stream after another.
 *
 * Shape:   bytes in, text out, until MEMBER_ENDED; member_next() begins anew.
 *          By zlib or by ISA-L: the Makefile takes one of two files.
 * Owner:   the arena; member_close() before it ends.
 * Errors:  both check the checksum and the length at the end, and find the
 *          same streams MEMBER_CORRUPT, if not at the same byte; but ISA-L
 *          reads a Huffman code that has unused codes, which zlib refuses.
 * Source:  RFC 1952, 2.3; RFC 1951.
 */
#ifndef IMAGE_MEMBER_H
#define IMAGE_MEMBER_H

#include "base/arena.h"

enum member_state {
	MEMBER_GOES_ON,
	MEMBER_ENDED,
	MEMBER_CORRUPT,
	MEMBER_NO_MEMORY,
};

struct member;

struct member *member_open(struct arena *a);
void member_next(struct member *m);
void member_close(struct member *m);

/* Takes from the front of *in and fills out, which has room; *n is how much.
 * If neither moves, it wants more. */
enum member_state member_step(struct member *m, struct str *in, char *out,
                              size_t room, size_t *n);

#endif
