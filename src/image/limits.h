/*
 * limits.h - how much of an input is read.
 *
 * Shape:   one table: a name, a default, what it bounds.  --limit, --help, the
 *          manual and every error of the kind LIMIT use its names.
 * Units:   bytes, where a row does not say otherwise.
 * Owner:   static tables.
 * Errors:  USAGE for a name or value that is none; a hit is LIMIT, or a gap
 *          where the rest can be read without it.
 * Source:  images.md A6.
 */
#ifndef IMAGE_LIMITS_H
#define IMAGE_LIMITS_H

#include "base/buf.h"
#include "base/err.h"

struct image_limits {
	uint64_t json_bytes;  /* one manifest, index or config */
	uint64_t json_total;  /* all JSON kept from an input */
	uint64_t layer_bytes; /* one layer, decompressed */
	uint64_t image_bytes; /* all layers of an input, decompressed */
	uint64_t ratio;       /* decompressed : compressed … */
	uint64_t ratio_from;  /* … once this much has come out */
	uint64_t zstd_window; /* a power of two */
	uint64_t entries;     /* in one layer */
	uint64_t members;     /* in the archive */
	uint64_t holes;       /* of sparse files, in one archive or layer */
	uint64_t links;       /* symbolic links kept of a layer */
	uint64_t file_bytes;  /* one file that is read for what it says */
	uint64_t rpm_bytes;   /* one rpm database */
	uint64_t facts_bytes; /* what is kept of an image's layers */
	uint64_t seed; /* no limit: of hashes that last as long as this */
};

struct image_limit {
	const char *name;
	size_t off;      /* in struct image_limits */
	bool bytes;      /* else it is a number of things */
	uint64_t usual;  /* the default */
	uint64_t max;    /* more than that cannot be asked for */
	const char *doc; /* what must not be larger */
};

extern const struct image_limit image_limit_rows[];
extern const size_t image_limit_rows_n;

struct image_limits image_limits_default(void);
/* "2G", "512M", "1000"; of things K is a thousand, of bytes 1024. */
int image_limits_set(struct image_limits *l, struct str name, struct str value,
                     struct err *err);
/* The table, for people. */
void image_limits_print(struct buf *out);

/* "limit: …; --limit NAME=N raises it".  Always returns -1. */
int limit_hit(struct err *err, const char *name, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#endif
