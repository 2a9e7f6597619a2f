/*
 * origin.h - an image's config and layers, as facts.
 *
 * Shape:   plain data.
 * Owner:   the arena of the image's facts.
 * Errors:  none.
 * Source:  OCI image-spec v1.1, config.md.
 */
#ifndef FACTS_ORIGIN_H
#define FACTS_ORIGIN_H

#include "base/record.h"

struct layer_fact {
	struct str diff_id;    /* config rootfs.diff_ids[i] */
	struct str created_by; /* config history, empty layers skipped */
	int64_t bytes;         /* of the files in its tar, unpacked … */
	int64_t files; /* … and how many; 0: none, or it was not read */
};

struct layers {
	struct layer_fact *v;
	size_t n;
};

struct history_line {
	struct str created_by; /* config history[].created_by */
	bool empty_layer;      /* config history[].empty_layer */
};

struct history {
	struct history_line *v;
	size_t n;
};

struct config {
	struct str os;           /* config os */
	struct str architecture; /* config architecture */
	struct str variant;      /* config variant */
	struct str created;      /* config created */
	struct str user;         /* config.User */
	struct str workdir;      /* config.WorkingDir */
	struct strs entrypoint;  /* config.Entrypoint */
	struct strs cmd;         /* config.Cmd */
	struct strs env;         /* config.Env, "NAME=value" in order */
	struct pairs labels;     /* config.Labels */
	struct history history;  /* config history */
};

#endif
