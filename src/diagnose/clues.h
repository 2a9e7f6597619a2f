/*
 * clues.h - what stands in text that somebody pasted.
 *
 * Shape:   symptoms and details in the order of the text, each with the line it
 *          is on; what fleet/ can read of hosts in between.
 * Units:   lines from 1.
 * Owner:   the arena; quotes are views into a copy of the text.
 * Errors:  USAGE: it is too long.
 * Source:  rules/symptoms.json.
 */
#ifndef DIAGNOSE_CLUES_H
#define DIAGNOSE_CLUES_H

#include "fleet/import.h"
#include "know/know.h"

enum {
	PASTE_BYTES = 16 << 20,
	CLUES_OF_ROW = 8,  /* of one spelling; the first ones tell */
	CLUES_SIGHTS = 64, /* documents that tell of a host */
};

struct clue {
	enum symptom symptom; /* SYM_NONE: only details */
	enum detail detail;   /* DETAIL_NONE: only a symptom */
	struct str value;     /* of the detail */
	struct str by;        /* who prints such lines */
	size_t line;
	struct str quote; /* the line, without blanks around it */
};

struct sighting {
	struct sight s;
	size_t line; /* where its driver stands, else where it begins */
	struct str quote;
};

struct sightings {
	struct sighting *v;
	size_t n;
};

struct clues {
	struct clue *v;
	size_t n;
	struct sightings sightings;
	size_t lines; /* of the text */
};

int clues_find(struct str text, const struct know *k, struct arena *a,
               struct clues *out, struct err *err);

/* The first one; NULL: there is none. */
const struct clue *clues_symptom(const struct clues *c, enum symptom s);
const struct clue *clues_detail(const struct clues *c, enum detail d);
/* "" where there is none. */
struct str clues_value(const struct clues *c, enum detail d);

#endif
