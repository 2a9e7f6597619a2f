/*
 * tables.h - the files of rules/ and what their rows look like.
 *
 * Shape:   every file has a head and one or two lists of rows; each list goes
 *          to one member of struct know.
 * Owner:   static tables.
 * Errors:  none.
 * Source:  know.h.
 */
#ifndef KNOW_TABLES_H
#define KNOW_TABLES_H

#include "know/know.h"

/* Any {v, n} slice of rows. */
struct rows {
	void *v;
	size_t n;
};

struct file {
	struct str schema;    /* "cudalint/know/NAME/1" */
	struct str as_of;     /* YYYY-MM-DD */
	struct str source;    /* of rows that name none */
	struct pairs sources; /* short key to text */
	struct rows rows[2];
};

struct list {
	size_t off;    /* of the slice in struct know */
	size_t size;   /* of a row */
	size_t source; /* of the row's source in the row */
};

struct table {
	const char *name; /* rules/NAME.json */
	const struct schema *schema;
	const char *bytes; /* compiled in */
	const size_t *bytes_size;
	struct list lists[2]; /* size 0: none */
};

enum { TABLES_N = 7 };
extern const struct table know_tables[TABLES_N];

#endif
