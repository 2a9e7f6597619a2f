/* What became of the files of each layer: removed, replaced, or still there. */
#include "facts/gather.h"

#include "base/path.h"

#include <stdlib.h>
#include <string.h>

enum {
	ITEMS_MAX = 1 << 16, /* of all layers */
	PARTS_MAX = PATH_MAX_BYTES / 2 + 1,
};

/* A sum of files, or one name of a large one. */
struct item {
	struct str path; /* of a sum: its directory */
	struct str place;
	enum component component;
	bool file;       /* it is a name */
	struct item *of; /* a file's first name; NULL: it is that itself */
	int64_t layer, bytes, files;
	int64_t hidden_by; /* 0: still there */
	bool again;
};

/* What one layer does to those below. */
struct upper {
	const struct layer_facts *facts;
	struct pathkeys kept;
	int64_t index;
};

/* The components of a path so far. */
struct trail {
	struct str path;
	size_t n;
	size_t ends[PARTS_MAX];
	uint64_t states[PARTS_MAX];
};

struct weigher {
	struct arena *arena; /* ends with the weighing */
	struct item *items;
	struct item *
		*order; /* by path, directories in front of what is in them */
	size_t n;
	struct trail trail;
	struct path_hash paths;
};

static size_t items_of(const struct layer_facts *l)
{
	return l ? l->sizes.bulks.n + l->sizes.bigs.n : 0;
}

static size_t count_items(const struct layer_list *layers)
{
	size_t n = 0;

	for (size_t i = 0; i < layers->n; i++)
		n += items_of(layers->v[i]);
	return n < ITEMS_MAX ? n : ITEMS_MAX;
}

static void add_layer(struct weigher *w, const struct layer_sizes *sizes,
                      int64_t layer)
{
	struct item *bigs = w->items + w->n;

	slice_for (struct big, b, sizes->bigs)
		w->items[w->n++] = (struct item){
			.path = b->path,
			.place = {b->path.p, (size_t)b->place_n},
			.component = b->component,
			.file = true,
			.of = b->of ? bigs + b->of - 1 : NULL,
			.layer = layer,
			.bytes = b->bytes,
			.files = b->of ? 0 : 1,
		};
	slice_for (struct bulk, b, sizes->bulks)
		w->items[w->n++] = (struct item){
			.path = b->place,
			.place = b->place,
			.component = b->component,
			.layer = layer,
			.bytes = b->bytes,
			.files = b->files,
		};
}

/* A slash is less than any byte, so what is in a directory follows it. */
static int tree_cmp(struct str a, struct str b)
{
	size_t n = a.n < b.n ? a.n : b.n;

	for (size_t i = 0; i < n; i++) {
		int x = a.p[i] == '/' ? -1 : (unsigned char)a.p[i];
		int y = b.p[i] == '/' ? -1 : (unsigned char)b.p[i];

		if (x != y)
			return x - y;
	}
	return (a.n > b.n) - (a.n < b.n);
}

static int by_path(const void *a, const void *b)
{
	const struct item *x = *(struct item *const *)a;
	const struct item *y = *(struct item *const *)b;
	int order = tree_cmp(x->path, y->path);

	return order ? order : (x > y) - (x < y);
}

static void sort_items(struct weigher *w)
{
	w->order = arena_array(w->arena, struct item *, w->n + 1);
	for (size_t i = 0; i < w->n; i++)
		w->order[i] = &w->items[i];
	qsort(w->order, w->n, sizeof *w->order, by_path);
}

/* Is what lower layers have at this path gone?  Inside: it is a directory, and
 * what is in it matters. */
static bool takes_away(const struct upper *u, uint64_t state, bool inside)
{
	uint64_t key = pathkey_of_state(state);

	return pathkeys_has(u->facts->hidden, key) ||
	       (inside && pathkeys_has(u->facts->hidden, key | 1)) ||
	       (!inside && pathkeys_has(u->facts->others, key | 1)) ||
	       pathkeys_has(u->facts->others, key) ||
	       pathkeys_has(u->kept, key);
}

/* Components that the trail and path share stay. */
static void turn_back(struct trail *t, struct str path)
{
	size_t same = 0;

	while (same < t->path.n && same < path.n &&
	       t->path.p[same] == path.p[same])
		same++;
	while (t->n &&
	       (t->ends[t->n - 1] > same || (t->ends[t->n - 1] < path.n &&
	                                     path.p[t->ends[t->n - 1]] != '/')))
		t->n--;
	t->path = path;
}

/* Walk on to it; false when something on the way is taken away, and then the
 * trail ends there. */
static bool reach(struct trail *t, struct path_hash *h, const struct upper *u,
                  bool file)
{
	size_t at = t->n ? t->ends[t->n - 1] : 0;

	while (at < t->path.n) {
		struct str rest = str_from(t->path, at + (at > 0)), part;
		uint64_t from = t->n ? t->states[t->n - 1] : PATHKEY_ROOT;
		size_t dir_n = at;

		(void)str_next(&rest, '/', &part);
		at += part.n + (at > 0);
		t->ends[t->n] = at;
		t->states[t->n] = pathkey_child(h, from, dir_n, part);
		if (takes_away(u, t->states[t->n], !file || at < t->path.n))
			return false;
		t->n++;
	}
	return true;
}

static bool is_at(const struct item *i, struct str gone)
{
	return gone.p && path_is_under(i->path, gone);
}

/* Does that layer have the same name and size? */
static bool is_again(const struct upper *u, const struct item *i)
{
	const struct bigs *all = &u->facts->sizes.bigs;
	size_t lo = 0, hi = all->n;

	while (i->file && lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		int order = str_cmp(all->v[mid].path, i->path);

		if (order == 0)
			return all->v[mid].bytes == i->bytes;
		if (order < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

static void hide(struct item *i, const struct upper *u, struct str gone)
{
	i->hidden_by = u->index;
	i->again = i->bytes && is_again(u, i);
	if (i->component == COMPONENT_NONE && gone.n < i->place.n)
		i->place = gone;
}

static void hide_all(struct weigher *w, const struct upper *u)
{
	bool root = pathkeys_has(u->facts->hidden,
	                         pathkey_of_state(PATHKEY_ROOT) | 1);
	struct str gone = {root ? "" : NULL, 0};
	struct trail *t = &w->trail;

	t->n = 0;
	t->path = (struct str){0};
	for (size_t n = 0; n < w->n; n++) {
		struct item *i = w->order[n];

		if (i->layer >= u->index || i->hidden_by)
			continue;
		if (is_at(i, gone)) {
			hide(i, u, gone);
			continue;
		}
		turn_back(t, i->path);
		if (!reach(t, &w->paths, u, i->file)) {
			gone = (struct str){i->path.p, t->ends[t->n]};
			hide(i, u, gone);
		} else if (i->file && t->n) {
			t->n--; /* as a directory it was not looked at */
		}
	}
}

static void hide_by_layers(struct weigher *w, const struct layer_list *layers)
{
	for (size_t i = 1; i < layers->n; i++) {
		struct upper u = {.facts = layers->v[i], .index = (int64_t)i};

		if (!u.facts)
			continue;
		u.kept = layer_kept_keys(u.facts, &w->paths, w->arena);
		hide_all(w, &u);
	}
}

/* A file is there as long as one of its names is. */
static void join_names(struct weigher *w)
{
	for (size_t n = 0; n < w->n; n++) {
		struct item *i = &w->items[n], *first = i->of;

		if (!first || !first->hidden_by)
			continue;
		if (!i->hidden_by) {
			first->place = i->place;
			first->component = i->component;
		}
		if (!i->hidden_by || i->hidden_by > first->hidden_by)
			first->hidden_by = i->hidden_by;
		first->again &= first->hidden_by > 0;
	}
}

static int by_row(const void *a, const void *b)
{
	const struct size_row *x = a, *y = b;
	int order;

	if (x->layer != y->layer)
		return x->layer < y->layer ? -1 : 1;
	order = str_cmp(x->place, y->place);
	if (order == 0)
		order = (int)x->component - (int)y->component;
	if (order == 0)
		order = (x->hidden_by > y->hidden_by) -
		        (x->hidden_by < y->hidden_by);
	return order ? order : (int)x->again - (int)y->again;
}

static int by_bytes(const void *a, const void *b)
{
	const struct size_row *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return by_row(a, b);
}

static void add_up(struct size_rows *rows)
{
	size_t n = 0;

	slice_for (struct size_row, r, *rows) {
		if (n && by_row(&rows->v[n - 1], r) == 0) {
			int64_t *sum = &rows->v[n - 1].bytes;

			*sum = *sum < SIZE_BYTES_MAX - r->bytes ?
			               *sum + r->bytes :
			               SIZE_BYTES_MAX;
			rows->v[n - 1].files += r->files;
		} else {
			rows->v[n++] = *r;
		}
	}
	rows->n = n;
}

/* Of what is no part of CUDA only what is hidden; the largest, if there are
 * too many. */
static void take_rows(struct weigher *w, struct arena *a, struct sizes *out)
{
	struct size_rows all = {arena_array(w->arena, struct size_row,
	                                    w->n + 1),
	                        0};

	for (size_t n = 0; n < w->n; n++) {
		const struct item *i = &w->items[n];

		if (i->of || i->bytes == 0 || (!i->component && !i->hidden_by))
			continue;
		all.v[all.n++] =
			(struct size_row){i->component, i->place, i->layer,
		                          i->bytes,     i->files, i->hidden_by,
		                          i->again};
	}
	qsort(all.v, all.n, sizeof *all.v, by_row);
	add_up(&all);
	if (all.n > FACTS_LIST_MAX) {
		out->partial = true;
		qsort(all.v, all.n, sizeof *all.v, by_bytes);
		all.n = FACTS_LIST_MAX;
		qsort(all.v, all.n, sizeof *all.v, by_row);
	}
	out->rows.v = arena_array(a, struct size_row, all.n);
	out->rows.n = all.n;
	for (size_t n = 0; n < all.n; n++) {
		out->rows.v[n] = all.v[n];
		out->rows.v[n].place = arena_str(a, all.v[n].place);
	}
}

static bool weigh_layers(struct weigher *w, const struct layer_list *layers,
                         struct layers *out)
{
	bool whole = true;

	for (size_t i = 0; i < layers->n; i++) {
		const struct layer_facts *l = layers->v[i];

		if (l && i < out->n) {
			out->v[i].bytes = l->sizes.bytes;
			out->v[i].files = l->sizes.files;
		}
		if (l && w->n + items_of(l) <= ITEMS_MAX)
			add_layer(w, &l->sizes, (int64_t)i);
		else
			whole = false;
	}
	return whole;
}

void gather_sizes(const struct layer_list *layers, struct arena *a,
                  struct image_facts *out)
{
	struct arena space = {0};
	struct weigher *w = arena_new(&space, struct weigher);

	w->arena = &space;
	path_hash_init(&w->paths, layer_list_seed(*layers), &space);
	w->items = arena_array(&space, struct item, count_items(layers));
	out->sizes.measured = weigh_layers(w, layers, &out->layers);
	sort_items(w);
	hide_by_layers(w, layers);
	join_names(w);
	take_rows(w, a, &out->sizes);
	arena_free(&space);
}
