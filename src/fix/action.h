/*
 * action.h - what could be done about a Dockerfile, each a pair: an effect on
 * the facts and an edit of the file.
 *
 * Shape:   candidates, not yet judged; planner.h predicts what each brings.
 * Units:   -
 * Owner:   the arena of the call.
 * Errors:  none; what can't be edited says why.
 * Source:  dockerfile.md D2-D6, F3, F5-F9.
 */
#ifndef FIX_ACTION_H
#define FIX_ACTION_H

#include "dockerfile/docker.h"
#include "fix/edit.h"
#include "lint/rule.h"

enum action_kind {
	ACTION_DROP_PACKAGE, /* compat out of an install list */
	ACTION_PURGE_COMPAT, /* a guarded RUN */
	ACTION_DROP_PATH,    /* compat out of a literal LD_LIBRARY_PATH */
	ACTION_RETAG_BASE,
	ACTION_RETAG_TORCH,     /* and its partners and index */
	ACTION_COMPAT_BY_ARG,   /* the purge behind a build argument */
	ACTION_DISABLE_REQUIRE, /* never applied: manual */
	ACTION_N
};
extern const char *const action_names[ACTION_N]; /* "purge-compat", … */

struct action {
	enum action_kind kind;
	enum grade grade;
	struct str title; /* "retag the base to 11.2.2-…", one line */
	struct str why;   /* why it is no better than its grade */
	struct edits edits;
	size_t distance;    /* from what the file has now, among its kind */
	size_t inserts;     /* instructions that the edits add */
	struct strs impact; /* what else the same bytes decide */
	struct str refused; /* why it can't be written here; "" it can */
	/* What it does to the facts: lists are replaced, never written to.
	 * NULL: as the edited Dockerfile says. */
	void (*effect)(const struct action *action, struct arena *a,
	               struct image_facts *f);
	/* By a build argument: its setting that has the effect; "" always. */
	struct pair setting;
};

struct actions {
	struct action *v;
	size_t n;
};

enum placement { PLACE_EARLY, PLACE_CACHE }; /* --placement; D5.4 */

struct fix_input {
	const struct docker_input *docker_input;
	const struct docker_image *docker;
	const struct image_facts *facts; /* of --image, else the docker's */
	bool built;                      /* facts are of the built image */
	const struct fleet *fleet;
	const struct know *know;
	const struct predictions *before;
	const struct findings *findings;
	enum grade limit; /* SAFE or REVIEW: what may be applied */
	enum placement placement;
	bool digest_drop;     /* --allow-digest-drop */
	struct str base_user; /* --base-user; "" not said */
	struct str name;      /* path of the file */
	const struct lint_policy *policy;
};

void actions_of(const struct fix_input *in, struct arena *a,
                struct actions *out);

/* One per file action_*.c; each adds what it has. */
void action_drop_package(const struct fix_input *in, struct arena *a,
                         struct actions *out);
void action_purge(const struct fix_input *in, struct arena *a,
                  struct actions *out);
void action_drop_path(const struct fix_input *in, struct arena *a,
                      struct actions *out);
void action_retag_base(const struct fix_input *in, struct arena *a,
                       struct actions *out);
void action_retag_torch(const struct fix_input *in, struct arena *a,
                        struct actions *out);
void action_compat_by_arg(const struct fix_input *in, struct arena *a,
                          struct actions *out);
void action_disable_require(const struct fix_input *in, struct arena *a,
                            struct actions *out);

#endif
