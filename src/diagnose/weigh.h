/*
 * weigh.h - what the causes ask of a paste.
 *
 * Shape:   a weighing belongs to one cause; evidence and level only grow.
 * Owner:   the arena.
 * Errors:  none.
 * Source:  -
 */
#ifndef DIAGNOSE_WEIGH_H
#define DIAGNOSE_WEIGH_H

#include "diagnose/diagnose.h"

enum { EXHIBITS_MAX = 6 };

struct weighing {
	const struct clues *clues;
	const struct host_seen *host;
	const struct know *know;
	struct arena *arena;
	enum level level;
	struct exhibits evidence;
};

/* Its lines become evidence; false: it is not there. */
bool weigh_symptom(struct weighing *w, enum symptom s, enum level level);

/* Is it there? */
bool weigh_has(const struct weighing *w, enum symptom s);

void weigh_raise(struct weighing *w, enum level level);
/* Not above this. */
void weigh_cap(struct weighing *w, enum level level);

/* A line is evidence once; what it says is added. */
void weigh_line(struct weighing *w, size_t line, struct str quote,
                struct str says);
void weigh_clue(struct weighing *w, const struct clue *c, struct str says);

/* That the loaded libcuda is not the kernel module's. */
void weigh_loaded(struct weighing *w);

/* The first GPU that never has forward compatibility. */
void weigh_unfit_gpu(struct weighing *w, const char *says);

#define WEIGH_FMT(w, ...) arena_fmt((w)->arena, __VA_ARGS__)

/* One file for each kind. */
extern const struct cause causes_of_start[], causes_of_absent[],
	causes_of_code[], causes_of_compat[], causes_of_driver[];
extern const size_t causes_of_start_n, causes_of_absent_n, causes_of_code_n,
	causes_of_compat_n, causes_of_driver_n;

#endif
