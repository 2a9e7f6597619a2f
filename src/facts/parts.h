/*
 * parts.h - where in a file device code counts.
 *
 * Shape:   the data sections of the file, in order, none twice; what was found
 *          in them makes some of them sections of fat binaries.
 * Units:   offsets and sizes in bytes of the file.
 * Owner:   the arena.
 * Errors:  none; what is damaged is a gap.
 * Source:  model 15.
 */
#ifndef FACTS_PARTS_H
#define FACTS_PARTS_H

#include "facts/fatbin.h"
#include "facts/sections.h"

enum part_kind {
	PART_DATA,
	PART_FAT,     /* nothing but fat binaries */
	PART_DAMAGED, /* begins with one, and one of them is not whole */
};

struct part {
	struct section in;
	enum part_kind kind;
	uint64_t seen; /* in front of this it has been looked through */
};

struct parts {
	struct part *v;
	size_t n;
	bool whole; /* no sections: the file is the one part */
};

/* table: of sections; "" for a file without. */
void parts_find(struct parts *p, struct str table, uint64_t file_size,
                struct arena *a);
/* What kind each is.  Sorts the list. */
void parts_judge(struct parts *p, struct fatbins list);
/* Does device code in parts of kind PART_DATA count? */
bool parts_want_data(const struct parts *p);
/* The device code that counts; gap: "" or what is damaged. */
void parts_take(const struct parts *p, const struct fatbin_scan *s,
                struct arena *a, struct device_code *out, struct str *gap);

#endif
