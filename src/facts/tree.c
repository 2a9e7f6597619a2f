#include "facts/tree.h"

#include "base/path.h"

#include <string.h>

enum { STEP_BYTES = 16 };

static size_t slot(const struct tree *t, uint64_t key)
{
	return (size_t)(key >> 1) & (t->table_n - 1);
}

static uint64_t child_state(const struct tree *t, const struct node *dir,
                            struct str name)
{
	return pathkey_child(t->paths, dir->state, dir->path_n, name);
}

static struct node *node_new(struct tree *t, struct node *dir, struct str name)
{
	struct node *n = t->unused;

	if (n)
		t->unused = n->chain;
	else
		n = arena_new(t->arena, struct node);
	*n = (struct node){.parent = dir};
	n->name = name;
	n->state = dir ? child_state(t, dir, name) : PATHKEY_ROOT;
	n->path_n = (uint32_t)name.n;
	if (dir && dir->path_n)
		n->path_n += dir->path_n + 1;
	return n;
}

void tree_init(struct tree *t, uint64_t seed, struct arena *a)
{
	*t = (struct tree){.arena = a,
	                   .paths = arena_new(a, struct path_hash),
	                   .table_n = 1024,
	                   .steps = TREE_STEPS_MAX};
	path_hash_init(t->paths, seed, a);
	t->table = arena_array(a, struct node *, t->table_n);
	t->root = node_new(t, NULL, STR(""));
}

struct node *tree_child(const struct tree *t, const struct node *dir,
                        struct str name)
{
	uint64_t state = child_state(t, dir, name);
	struct node *n = t->table[slot(t, pathkey_of_state(state))];

	while (n && (n->state != state || n->parent != dir ||
	             !str_eq(n->name, name)))
		n = n->chain;
	return n;
}

struct node *tree_by_key(const struct tree *t, uint64_t key)
{
	struct node *n = t->table[slot(t, key)];

	while (n && pathkey_of_state(n->state) != key)
		n = n->chain;
	return n;
}

static void chain_in(struct tree *t, struct node *n)
{
	struct node **head = &t->table[slot(t, pathkey_of_state(n->state))];

	n->chain = *head;
	*head = n;
}

static void grow(struct tree *t)
{
	struct node **old = t->table;
	size_t old_n = t->table_n;

	t->table_n = 2 * old_n;
	t->table = arena_array(t->arena, struct node *, t->table_n);
	for (size_t i = 0; i < old_n; i++) {
		for (struct node *n = old[i], *next; n; n = next) {
			next = n->chain;
			chain_in(t, n);
		}
	}
}

struct node *tree_add(struct tree *t, struct node *dir, struct str name)
{
	struct node *n;

	if (t->n >= TREE_NODES_MAX || dir->path_n + 1 + name.n > PATH_MAX_BYTES)
		return NULL;
	if (++t->n > t->table_n)
		grow(t);
	n = node_new(t, dir, name);
	n->next = dir->child;
	if (n->next)
		n->next->prev = n;
	dir->child = n;
	chain_in(t, n);
	return n;
}

/* A node without children. */
static void unhook(struct tree *t, struct node *n)
{
	struct node **at = &t->table[slot(t, pathkey_of_state(n->state))];

	while (*at != n)
		at = &(*at)->chain;
	*at = n->chain;
	if (n->next)
		n->next->prev = n->prev;
	if (n->prev)
		n->prev->next = n->next;
	else
		n->parent->child = n->next;
	t->n--;
	n->chain = t->unused;
	t->unused = n;
}

void tree_remove(struct tree *t, struct node *n)
{
	struct node *at = n;

	while (at) {
		struct node *up = at == n ? NULL : at->parent;

		if (at->child) {
			at = at->child;
			continue;
		}
		if (at->parent)
			unhook(t, at);
		at = up;
	}
}

bool tree_spend(struct tree *t, size_t bytes)
{
	uint64_t steps = 1 + bytes / STEP_BYTES;

	t->steps -= steps < t->steps ? steps : t->steps;
	return t->steps > 0;
}

/* Where the path would go on from a place that is not there. */
static void locate(struct tree *t, struct str base, struct str rest,
                   struct walk *w)
{
	char space[PATH_MAX_BYTES];
	struct buf whole = {.max = (size_t)2 * PATH_MAX_BYTES};
	struct str clean;

	buf_add(&whole, base);
	buf_add(&whole, STR("/"));
	buf_add(&whole, rest);
	w->missing = STR("");
	if (tree_spend(t, whole.n) && !whole.truncated &&
	    path_clean(buf_str(&whole), space, &clean) == PATH_OK)
		w->missing = arena_str(t->arena, clean);
	buf_free(&whole);
}

static void locate_child(struct tree *t, const struct node *dir,
                         struct str name, struct walk *w)
{
	char space[PATH_MAX_BYTES];

	if (w->locate)
		locate(t, tree_path_in(dir, space), name, w);
}

/* dir's child called name, made when that is wanted. */
static struct node *step(struct tree *t, struct node *dir, struct str name,
                         struct walk *w)
{
	struct node *n = tree_child(t, dir, name);

	if (n && w->make && n->kind == NODE_FILE) {
		tree_remove(t, n);
		n = NULL;
	}
	if (n || !w->make)
		return n;
	n = tree_add(t, dir, name);
	if (n)
		n->layer = w->layer;
	else
		w->full = true;
	return n;
}

static struct node *follow(struct tree *t, struct node *link, struct walk *w)
{
	bool end = w->follow;
	struct node *n;

	if (++w->hops > TREE_HOPS_MAX) {
		w->loop = true;
		return NULL;
	}
	w->follow = true;
	n = tree_walk(t, link->parent, link->kept->target, w);
	w->follow = end;
	return n;
}

/* One component; NULL ends the walk. */
static struct node *enter(struct tree *t, struct node *at, struct str name,
                          struct str rest, struct walk *w)
{
	struct node *n;

	if (name.n == 0 || str_eq(name, STR(".")))
		return at;
	if (str_eq(name, STR("..")))
		return at->parent ? at->parent : at;
	if (at->kind != NODE_DIR)
		return NULL;
	n = step(t, at, name, w);
	if (!n)
		locate_child(t, at, name, w);
	if (n && n->kind == NODE_LINK && (path_rel(rest).n || w->follow))
		return follow(t, n, w);
	return n;
}

struct node *tree_walk(struct tree *t, struct node *from, struct str path,
                       struct walk *w)
{
	struct node *at = path.n && path.p[0] == '/' ? t->root : from;
	struct str rest = path, name;

	while (at && str_next(&rest, '/', &name)) {
		if (!tree_spend(t, name.n))
			return NULL;
		at = enter(t, at, name, rest, w);
	}
	if (!at && w->missing.n && rest.n)
		locate(t, w->missing, rest, w);
	return at;
}

struct node *tree_find(struct tree *t, struct str path)
{
	return tree_walk(t, t->root, path, &(struct walk){.follow = true});
}

struct str tree_path_in(const struct node *n, char *space)
{
	struct str path = {space, n->path_n};
	size_t end = path.n;

	for (; n->parent; n = n->parent) {
		end -= n->name.n;
		memcpy(space + end, n->name.p, n->name.n);
		if (end)
			space[--end] = '/';
	}
	return path;
}

struct str tree_path(const struct node *n, struct arena *a)
{
	return tree_path_in(n, arena_array(a, char, n->path_n + 1));
}
