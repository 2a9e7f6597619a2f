/*
 * weigh.h - what the files of one layer weigh.
 *
 * Shape:   sums by component and directory, of directories of no component
 *          only the first levels; files that are large stand alone, with every
 *          name that they have.
 * Units:   bytes as unpacked; of a hard link none.
 * Owner:   scale_take() moves all to an arena; scale_free() ends the scale.
 * Errors:  none: where there are too many directories they are summed up
 *          higher, where too many large files, only larger ones stand alone.
 *          That depends on what there is, not on its order.
 * Source:  images.md A5.
 */
#ifndef FACTS_WEIGH_H
#define FACTS_WEIGH_H

#include "facts/component.h"
#include "facts/keymap.h"

enum {
	BULKS_MAX = KEYMAP_MAX, /* more than there are components */
	BIGS_MAX = KEYMAP_MAX,
	WEIGH_TEXT_MAX = 96 << 10, /* bytes of the paths of either */
	BIG_BYTES_MIN = 1 << 20,
};

/* Files that are summed up. */
struct bulk {
	struct str place;
	enum component component;
	int64_t bytes, files;
};

struct bulks {
	struct bulk *v;
	size_t n;
};

/* One large file under one of its names. */
struct big {
	struct str path;
	enum component component;
	int64_t place_n; /* bytes of path: the directory it counts for */
	int64_t bytes;   /* of another name of a file none … */
	int64_t of; /* … but that file's index and 1; 0: its first name */
};

struct bigs {
	struct big *v;
	size_t n;
};

struct layer_sizes {
	int64_t bytes, files; /* of all */
	struct bulks bulks;   /* sorted; without what bigs have */
	struct bigs bigs;     /* sorted by path */
};

struct scale;

struct scale *scale_new(uint64_t seed); /* pathkey.h */
void scale_free(struct scale *s);       /* NULL is fine */
/* Paths are clean. */
void scale_file(struct scale *s, struct str path, uint64_t size);
void scale_link(struct scale *s, struct str path, struct str target);
void scale_take(struct scale *s, struct arena *a, struct layer_sizes *out);

#endif
