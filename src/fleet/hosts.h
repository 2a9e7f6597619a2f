/*
 * hosts.h - what all inputs together say of each host.
 *
 * Shape:   a file tells of one host, unless what is in it names several; the
 *          same name is the same host in all files.  What has no GPU joins
 *          the only host that it can be of.  The first to say a thing counts,
 *          who says otherwise later is noted.
 * Owner:   the arena.
 * Errors:  USAGE, in front the input and its kind.
 * Source:  -
 */
#ifndef FLEET_HOSTS_H
#define FLEET_HOSTS_H

#include "fleet/import.h"

enum { NOTES_MAX = 100 };

struct host {
	struct sight s;
	struct str origin; /* "nodes.json: nodes of kubectl" */
	size_t input;
	bool joined; /* it has become a part of another */
};

struct hosts {
	struct host *v;
	size_t n;
};

/* What became of a GPU as it was printed. */
struct narrowed {
	struct sight_gpu from;
	struct str driver;
	struct fleet_gpu to;
};

struct merge {
	const struct know *know;
	struct arena *arena;
	struct fleet *fleet; /* notes, and pools of profiles */
	struct hosts hosts;
	struct {
		struct narrowed *v;
		size_t n;
	} narrowed; /* each kind once */
};

int hosts_read(struct merge *m, const struct input *in, size_t i,
               struct err *err);

/* When all is read: parts find their host. */
void hosts_join(struct merge *m);

/* Each line once. */
void hosts_note(struct merge *m, struct str line);

/* How to call it in a message. */
struct str hosts_name(const struct host *h);

/* From what is known of a host to pools; the rest is noted and counted. */
void hosts_pools(struct merge *m);

/* Notes what no input says of the pools from there on. */
void hosts_missing(struct merge *m, size_t from);

#endif
