#include "facts/merge.h"

#include "base/path.h"

#include <assert.h>
#include <string.h>

enum { GAPS_MAX = 1000 };

struct merger {
	struct merged *m;
	struct tree *tree;
	struct arena *arena;
	const struct layer_facts *layer;
	int64_t index;
	bool full; /* said so once */
};

void merged_gap(struct merged *m, enum fact_group group, struct str where,
                struct str reason)
{
	struct arena *a = m->tree.arena;

	if (m->gaps.n == GAPS_MAX) {
		group = GROUP_ALL;
		where = STR("image");
		reason = STR("too many gaps to list");
	} else if (m->gaps.n > GAPS_MAX) {
		return;
	}
	*arena_push(a, &m->gaps) =
		(struct gap){group, arena_str(a, where), arena_str(a, reason)};
}

static struct node *find_parent(struct merger *g, struct str path,
                                struct walk *w)
{
	return tree_walk(g->tree, g->tree->root, path_dir(path), w);
}

/* The node itself, its parents resolved; NULL if there is none. */
static struct node *find_here(struct merger *g, struct str path)
{
	struct walk w = {.follow = true};
	struct node *dir = find_parent(g, path, &w);

	return dir && dir->kind == NODE_DIR ?
	               tree_child(g->tree, dir, path_base(path)) :
	               NULL;
}

/* Through a link, unless the layer puts a directory in its place. */
static struct node *find_opaque(struct merger *g, struct str path)
{
	struct walk w = {.follow = true};

	if (pathkeys_has(g->layer->others, pathkey(g->tree->paths, path) | 1))
		return find_here(g, path);
	return tree_walk(g->tree, g->tree->root, path, &w);
}

static void hide(struct merger *g)
{
	slice_for (struct str, path, g->layer->opaque) {
		struct node *n = find_opaque(g, *path);

		while (n && n->child)
			tree_remove(g->tree, n->child);
	}
	slice_for (struct str, path, g->layer->whiteouts) {
		struct node *n = find_here(g, *path);

		if (n)
			tree_remove(g->tree, n);
	}
}

static void make_dir(struct merger *g, struct node *n)
{
	n->kind = NODE_DIR;
	n->kept = NULL;
	n->package = NULL;
	n->layer = g->index;
}

/* What this layer has under the name of a lower layer's node. */
static void cover(struct merger *g, struct node *n, bool directory)
{
	if (!directory)
		tree_remove(g->tree, n);
	else if (n->kind != NODE_DIR)
		make_dir(g, n);
}

/* The same for a layer of very many entries, of which few are nodes. */
static struct pathkeys those_of_nodes(const struct tree *t,
                                      struct pathkeys keys, struct arena *space)
{
	uint64_t *v = arena_array(space, uint64_t, 2 * t->n);
	size_t found = 0;

	for (size_t i = 0; i < t->table_n; i++)
		for (const struct node *n = t->table[i]; n; n = n->chain)
			for (uint64_t bit = 0; bit < 2; bit++) {
				uint64_t key = pathkey_of_state(n->state) | bit;

				if (pathkeys_has(keys, key))
					v[found++] = key;
			}
	return pathkeys_sort(v, found);
}

static void cover_all(struct merger *g)
{
	enum { MANY = 64 }; /* to search for a node takes as long */
	struct arena space = {0};
	struct pathkeys keys = g->layer->others;

	if (keys.n / MANY > g->tree->n)
		keys = those_of_nodes(g->tree, keys, &space);
	for (size_t i = 0; i < keys.n; i++) {
		uint64_t key = keys.v[i] & ~UINT64_C(1);
		struct node *n = tree_by_key(g->tree, key);

		if (n)
			cover(g, n, keys.v[i] & 1);
	}
	arena_free(&space);
}

static void no_room(struct merger *g, struct str path, const struct walk *w)
{
	if (w->loop) {
		merged_gap(g->m, GROUP_ALL, path,
		           STR("its directory is a loop of symbolic links"));
		return;
	}
	if (!g->full && g->tree->steps) /* if not, gather.c says so */
		merged_gap(g->m, GROUP_ALL, path,
		           STR("the image has too many or too long paths"));
	g->full = true;
}

/* A free place for an entry: what was there before is gone. */
static struct node *place(struct merger *g, struct str path)
{
	struct walk w = {.follow = true, .make = true, .layer = g->index};
	struct node *dir = find_parent(g, path, &w);
	struct node *n = dir ? tree_child(g->tree, dir, path_base(path)) : NULL;

	if (n)
		tree_remove(g->tree, n);
	n = dir ? tree_add(g->tree, dir, path_base(path)) : NULL;
	if (!n) {
		no_room(g, path, &w);
		return NULL;
	}
	n->layer = g->index;
	return n;
}

/* It was looked at where its bytes are, and there was nothing in it. */
static bool has_no_code(const struct kept *k)
{
	return k->what == INTEREST_CODE &&
	       interest_of_file(k->target, k->mode) == INTEREST_CODE;
}

/* Another name for a file; its facts are the file's. */
static void add_hardlink(struct merger *g, const struct kept *k)
{
	struct node *from = find_here(g, k->target), *n;
	const struct kept *kept = k;
	enum node_kind kind = NODE_FILE;

	if (!from && has_no_code(k)) {
		n = find_here(g, k->path);
		if (n)
			tree_remove(g->tree, n);
		return;
	}
	if (from && from->kind != NODE_DIR) {
		kept = from->kept;
		kind = from->kind;
		if (find_here(g, k->path) == from)
			return;
	} else {
		merged_gap(g->m, interest_capture(k->what).group, k->path,
		           arena_fmt(g->arena,
		                     "a hard link to '" STR_F
		                     "', which no layer kept",
		                     STR_A(k->target)));
	}
	n = place(g, k->path);
	if (!n)
		return;
	n->kind = kind;
	n->kept = kept;
}

static void add_entry(struct merger *g, const struct kept *k)
{
	struct node *n;

	if (k->replaced)
		return;
	if (k->type == ENTRY_HARDLINK) {
		add_hardlink(g, k);
		return;
	}
	n = place(g, k->path);
	if (!n)
		return;
	n->kind = k->type == ENTRY_SYMLINK ? NODE_LINK : NODE_FILE;
	n->kept = k;
}

static void add_layer(struct merger *g)
{
	hide(g);
	cover_all(g);
	slice_for (struct kept, k, g->layer->kept)
		add_entry(g, k);
	slice_for (struct gap, gap, g->layer->gaps)
		merged_gap(g->m, gap->group,
		           arena_fmt(g->arena, "layer %d", (int)g->index),
		           gap->reason);
}

uint64_t layer_list_seed(struct layer_list layers)
{
	const struct layer_facts *first = NULL;

	for (size_t i = 0; i < layers.n; i++) {
		const struct layer_facts *l = layers.v[i];

		first = first ? first : l;
		assert(!l || l->seed == first->seed);
	}
	return first ? first->seed : 0;
}

void merge(struct layer_list layers, struct arena *a, struct merged *out)
{
	struct merger g = {.m = out, .tree = &out->tree, .arena = a};

	*out = (struct merged){.layers = layers};
	tree_init(&out->tree, layer_list_seed(layers), a);
	for (size_t i = 0; i < layers.n; i++) {
		g.layer = layers.v[i];
		g.index = (int64_t)i;
		if (g.layer)
			add_layer(&g);
	}
}

/* Does the layer take away what lower layers have at key? */
static bool takes_away(const struct layer_facts *l, uint64_t key, bool last)
{
	return pathkeys_has(l->hidden, key) ||
	       (!last && pathkeys_has(l->hidden, key | 1)) ||
	       pathkeys_has(l->others, key);
}

static bool is_hidden_by(const struct layer_facts *l, struct path_hash *h,
                         struct str path)
{
	for (struct str at = path; at.n; at = path_dir(at))
		if (takes_away(l, pathkey(h, at), at.n == path.n))
			return true;
	return pathkeys_has(l->hidden, pathkey_of_state(PATHKEY_ROOT) | 1);
}

enum presence_kind merged_presence(const struct merged *m, struct str path)
{
	uint64_t key = pathkey(m->tree.paths, path);
	const struct node *n =
		path.n ? tree_by_key(&m->tree, key) : m->tree.root;

	if (n)
		return n->kind == NODE_DIR ? PRESENT_DIR : PRESENT_OTHER;
	for (size_t i = m->layers.n; i-- > 0;) {
		const struct layer_facts *l = m->layers.v[i];

		if (!l)
			continue;
		if (pathkeys_has(l->others, key | 1) ||
		    pathkeys_has(l->hidden, key | 1))
			return PRESENT_DIR;
		if (pathkeys_has(l->others, key))
			return PRESENT_OTHER;
		if (is_hidden_by(l, m->tree.paths, path))
			return PRESENT_NOT;
	}
	return PRESENT_NOT;
}
