/*
 * tar_extended.h - entries of a tar archive that libarchive reads.
 *
 * Shape:   the stream stands at a header of any kind: that of a long name, of
 *          pax, of a sparse file, of an old tar, garbage, the end.  libarchive
 *          is given what belongs to this entry, and no more: what stands
 *          between two of them it need not see.
 * Units:   offsets in bytes of the stream.
 * Owner:   the stream stays the caller's; an entry's strings and pieces live
 *          until the next call.
 * Errors:  FORMAT, and what the stream gives; later calls fail like the first.
 * Source:  libarchive(3); POSIX.1-2008 pax; GNU tar.
 */
#ifndef IMAGE_TAR_EXTENDED_H
#define IMAGE_TAR_EXTENDED_H

#include "image/tar.h"

struct tar_extended;

struct tar_extended *tar_extended_open(struct stream *in);
/* 1: an entry, 0: the end, -1. */
int tar_extended_next(struct tar_extended *x, struct entry *e, struct err *err);
/* More of its data, and where in the entry that is; 1, 0: the end, -1. */
int tar_extended_data(struct tar_extended *x, struct str *piece, uint64_t *at,
                      struct err *err);
/* Go behind the entry.  True in *apart: the next one can be read without it. */
int tar_extended_leave(struct tar_extended *x, bool *apart, struct err *err);
/* Where the header of the entry, or the end, began. */
uint64_t tar_extended_header(const struct tar_extended *x);
/* After the end: its two blocks of zeros were there. */
bool tar_extended_has_end_marker(const struct tar_extended *x);
void tar_extended_close(struct tar_extended *x); /* NULL is fine */

#endif
