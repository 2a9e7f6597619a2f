/*
 * conformance.h - BuildKit's own test data, and how to count them.
 *
 * Shape:   a set is a kind of case with the number there must be of it; each
 *          failure is a line, each set another.
 * Owner:   the arena of the run.
 * Errors:  a file that can't be read ends the program.
 * Source:  fixtures/conformance/README.md.
 */
#ifndef CONFORMANCE_H
#define CONFORMANCE_H

#include "base/arena.h"

struct run {
	struct arena arena;
	struct str dir; /* fixtures/conformance */
	bool bad;
};

struct set {
	const char *name;
	size_t want; /* cases in the fixtures */
	size_t n, good;
};

/* A case of the set; where it fails, the words say what and why. */
void set_case(struct set *s, bool good, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void set_end(struct run *r, const struct set *s);

struct str path_read(struct run *r, const char *path);
/* Names in a folder, in order, without those that begin with '.'. */
struct strs folder_names(struct run *r, const char *path);

void conform_parser(struct run *r);
void conform_probes(struct run *r);
void conform_roundtrip(struct run *r);

#endif
