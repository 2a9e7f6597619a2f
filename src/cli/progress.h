/*
 * progress.h - how far a read has come.
 *
 * Shape:   begin, show any number of times, end.
 * Owner:   the caller, by value.
 * Errors:  none.
 * Source:  -
 */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "base/str.h"

/* A line on a terminal's standard error, from the second second on. */
struct progress {
	struct str path;
	int64_t began; /* nanoseconds, 0: silent */
	bool shown;
};
void progress_begin(struct progress *p, struct str path, bool quiet);
void progress_show(void *ctx, uint64_t bytes, uint64_t total);
void progress_end(struct progress *p);

#endif
