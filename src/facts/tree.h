/*
 * tree.h - the files of an image that we know of, after all layers.
 *
 * Shape:   nodes by (parent, name), found by hash; a directory has a list of
 *          its children.  Directories of no interest are not there.
 * Units:   hops of symbolic links, at most TREE_HOPS_MAX in one look-up;
 *          steps: names of a path, a long one more than one.  Without steps
 *          left nothing is found.
 * Owner:   the arena; names and kept entries are borrowed from the layers; a
 *          removed node may come back as another.
 * Errors:  look-ups give NULL and say why in the walk.
 * Source:  images.md A5; path_resolution(7) inside the image's root.
 */
#ifndef FACTS_TREE_H
#define FACTS_TREE_H

#include "facts/layer.h"

enum {
	TREE_HOPS_MAX = 40,
	TREE_NODES_MAX = 1 << 17, /* 16 MiB */
	TREE_STEPS_MAX = 1 << 26, /* of all look-ups: seconds */
};

enum node_kind { NODE_DIR, NODE_FILE, NODE_LINK };

struct node {
	struct node *parent;      /* NULL: the root */
	struct node *child;       /* first of a directory's children */
	struct node *next, *prev; /* among the children of parent */
	struct node *chain;       /* next with the same hash, or free */
	struct str name;
	uint64_t state;  /* of its path; pathkey.h */
	uint32_t path_n; /* bytes of its path */
	enum node_kind kind;
	const struct kept *kept;   /* entry that made it; NULL: a directory */
	int64_t layer;             /* that wrote it */
	const struct str *package; /* owner; NULL: none known */
};

struct tree {
	struct arena *arena;
	struct path_hash *paths; /* what their keys are made with */
	struct node *root;
	struct node **table; /* by hash of the path */
	size_t table_n, n;
	struct node *unused; /* removed ones, to be used again */
	uint64_t steps;      /* that look-ups may still take */
};

/* One look-up, and what became of it. */
struct walk {
	bool follow; /* a link at the end too */
	bool make;   /* missing directories, in layer */
	bool locate; /* fill missing */
	int64_t layer;
	int hops;           /* links followed so far */
	bool loop;          /* more than TREE_HOPS_MAX */
	bool full;          /* no room for another node */
	struct str missing; /* where a look-up in vain would have ended */
};

void tree_init(struct tree *t, uint64_t seed, struct arena *a);
struct node *tree_child(const struct tree *t, const struct node *dir,
                        struct str name);
/* The node with this key of its path, without following anything. */
struct node *tree_by_key(const struct tree *t, uint64_t key);
/* A new child; NULL when there is no room. */
struct node *tree_add(struct tree *t, struct node *dir, struct str name);
/* With everything below it; the root only loses what is below. */
void tree_remove(struct tree *t, struct node *n);

struct node *tree_walk(struct tree *t, struct node *from, struct str path,
                       struct walk *w);
/* Work on that many bytes of names; false: there are no steps left. */
bool tree_spend(struct tree *t, size_t bytes);
/* From the root, following links. */
struct node *tree_find(struct tree *t, struct str path);

/* At most PATH_MAX_BYTES long. */
struct str tree_path_in(const struct node *n, char *space);
struct str tree_path(const struct node *n, struct arena *a);

#endif
