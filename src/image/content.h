/*
 * content.h - what bytes are, from how they begin.
 *
 * Shape:   never by name: a blob called sha256:… can be anything.
 * Units:   CONTENT_HEAD leading bytes tell all kinds apart.
 * Owner:   names are static.
 * Errors:  none.
 * Source:  images.md A2; POSIX pax, "ustar Interchange Format" (checksum);
 *          magic numbers from the formats' own documents.
 */
#ifndef IMAGE_CONTENT_H
#define IMAGE_CONTENT_H

#include "image/inflate.h"

enum { CONTENT_HEAD = STREAM_PEEK_MAX };

enum content {
	CONTENT_EMPTY, /* no bytes at all */
	CONTENT_TAR,
	CONTENT_GZIP,
	CONTENT_ZSTD,
	CONTENT_JSON,
	CONTENT_OTHER,
};

enum content content_of(struct str head);

/* For messages, with an article: "a squashfs image". */
const char *content_name(struct str head);

#endif
