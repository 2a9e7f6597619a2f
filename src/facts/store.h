/*
 * store.h - small files by digest, for whoever comes next.
 *
 * Shape:   DIR/KIND/ab/cdef…: one file an entry, complete or not there; its
 *          first line says which entry it is and the digest of the rest.
 *          DIR/cudalint-seed: a number of this store's own.
 *          Readers never lock; several processes may share a directory.
 * Units:   max: bytes on disk; the least recently used go first.
 * Owner:   what is read is in the given arena; store_close() ends it.
 * Errors:  only opening fails.  What can't be read, or is not what it should
 *          be, is not there; the first failure to write is in trouble.
 * Source:  rename(2)
 */
#ifndef FACTS_STORE_H
#define FACTS_STORE_H

#include "base/arena.h"
#include "base/err.h"

#define STORE_SEED "cudalint-seed"

enum { STORE_ENTRY_MAX = 48 << 20, STORE_NAME_MAX = 128 };

struct store {
	int dir;
	uint64_t max;
	uint64_t added; /* bytes, since what is there was counted */
	struct err trouble;
	bool locked;
	int lock;
	char lock_name[STORE_NAME_MAX];
};

/* Makes the directory; *s is zeroed. */
int store_open(struct store *s, const char *dir, uint64_t max, struct err *err);
/* Removes what is too much. */
void store_close(struct store *s);

/* The digest is a valid one; at most max bytes, which are in *bytes. */
bool store_get(struct store *s, const char *kind, struct str digest, size_t max,
               struct arena *a, struct str *bytes);
/* The same, from its name alone. */
bool store_has(const struct store *s, const char *kind, struct str digest);
void store_put(struct store *s, const char *kind, struct str digest,
               struct str bytes);

/* A number that only who can read the store knows, the same for all of them.
 * False, and trouble says why: it could not be kept there. */
bool store_seed(struct store *s, uint64_t *seed);

/* Others who want to make this entry wait, and then find it; one at a time.
 * Without a lock it is only made twice. */
void store_lock(struct store *s, const char *kind, struct str digest);
void store_unlock(struct store *s);

/* Below: between the files of this module. */
const char *store_path(struct arena *a, const char *kind, struct str digest);
/* A new file; true when all of it was written. */
bool store_write_file(struct store *s, const char *path, struct str head,
                      struct str bytes);
void store_trouble(struct store *s, const char *what); /* errno's */
/* A name beside path that nobody else has. */
const char *store_temp_path(struct arena *a, const char *path);
bool store_make_dir(struct store *s, const char *kind, const char *path);
void store_trim(struct store *s);

#endif
