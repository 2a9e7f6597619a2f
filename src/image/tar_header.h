/*
 * tar_header.h - headers that say all about their entry in one block.
 *
 * Shape:   nearly all of a layer's: files, directories and links by POSIX or
 *          GNU with fields as these write them.  Of anything else, such as
 *          what follows in a pax header, libarchive knows more.
 * Units:   sizes in bytes.
 * Owner:   strings are in the struct.
 * Errors:  none: what is unusual in any way is not plain.
 * Source:  POSIX.1-2008 pax, "ustar Interchange Format"; GNU tar, tar.h.
 */
#ifndef IMAGE_TAR_HEADER_H
#define IMAGE_TAR_HEADER_H

#include "image/tar.h"

enum { TAR_BLOCK = 512, TAR_NAME_MAX = 155 + 1 + 100, TAR_TARGET_MAX = 100 };

/* What an entry of this size takes. */
static inline uint64_t tar_padded(uint64_t size)
{
	return (size + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
}

struct tar_header {
	char name[TAR_NAME_MAX], target[TAR_TARGET_MAX];
};

/* TAR_BLOCK bytes; *e but for where it is.  False: it is not plain. */
bool tar_header_plain(struct str block, struct tar_header *h, struct entry *e);
/* TAR_BLOCK bytes: a header of records about the entry that follows, or all. */
bool tar_header_pax(struct str block);

#endif
