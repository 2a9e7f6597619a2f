/*
 * state.h - what a scan has found so far, in a file.
 *
 * Shape:   a line of JSON for each digest that was judged, only ever appended;
 *          those of this basis count.  A line that was cut off, or is
 *          somebody else's, is not there.
 * Owner:   rows are in the arena given.
 * Errors:  IO; BUSY: another scan writes to it.
 * Source:  -
 *
 * A killed program loses nothing: a line is one write.  Against a power cut
 * the file is synced once a second.
 */
#ifndef SCAN_STATE_H
#define SCAN_STATE_H

#include "report/survey.h"

#define STATE_SCHEMA "cudalint/scan-state/2"

enum { STATE_LINE_MAX = 16 << 20 };

/* What became of one digest. */
struct state_line {
	struct str schema; /* STATE_SCHEMA */
	struct str basis;  /* what it was judged by, as a digest */
	struct str digest; /* of what was judged */
	struct survey_rows images;
};

void state_write_line(const struct state_line *l, struct buf *out);
/* FORMAT */
int state_parse_line(struct str json, struct arena *a, struct state_line *out,
                     struct err *err);

struct state {
	struct str basis; /* set by the caller */
	int fd;
	int64_t synced; /* when; seconds */
};

/* Told each line of this basis, oldest first. */
struct state_reader {
	void *ctx;
	void (*found)(void *ctx, const struct state_line *l);
};

int state_open(struct state *s, const char *path, const struct state_reader *r,
               struct arena *a, struct err *err);
int state_add(struct state *s, const struct state_line *l, struct err *err);
int state_close(struct state *s, struct err *err);

#endif
