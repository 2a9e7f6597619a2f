/*
 * rpm.h - the package database of rpm, in the three formats it had.
 *
 * Shape:   each format holds header blobs; those of interest become packages,
 *          and libraries of interest in them owners.
 * Units:   sizes in bytes.
 * Owner:   what is said is in the arena.
 * Errors:  a reader gives "", or why not all of it could be read; what it took
 *          before that stays.
 * Source:  images.md F2; each reader's comment.
 */
#ifndef FACTS_RPM_H
#define FACTS_RPM_H

#include "facts/extract.h"

struct rpm {
	struct arena *arena;
	struct said *said;
	size_t left; /* bytes of the file that no header has had yet: a byte is
	                in one header only, or there would be no end */
};

/* A header of the database.  False: it is none. */
bool rpm_take(struct rpm *r, struct str blob);

/* rpmdb.sqlite.  SQLite may write to the bytes. */
struct str rpm_read_sqlite(struct rpm *r, struct buf *bytes);
/* Packages.db: SUSE's. */
struct str rpm_read_ndb(struct rpm *r, struct str bytes);
/* Packages: a hash of Berkeley DB. */
struct str rpm_read_bdb(struct rpm *r, struct str bytes);

#endif
