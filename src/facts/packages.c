#include "facts/gather.h"

#include "base/path.h"

#include <stdlib.h>

static int by_identity(const void *a, const void *b)
{
	const struct package *p = a, *q = b;
	int c = str_cmp(p->name, q->name);

	if (c == 0)
		c = str_cmp(p->arch, q->arch);
	return c ? c : str_cmp(p->path, q->path);
}

static int by_name(const void *a, const void *b)
{
	const struct package *p = a, *q = b;
	int c = by_identity(p, q);

	return c ? c : str_cmp(p->version, q->version);
}

static void take_packages(struct gather *g, const struct found *f)
{
	struct arena *a = g->arena;

	slice_for (struct package, p, f->said->packages) {
		if (!gather_room(g, g->out->packages.n, GROUP_PACKAGES))
			return;
		*arena_push(a, &g->out->packages) = (struct package){
			.name = arena_str(a, p->name),
			.version = arena_str(a, p->version),
			.arch = arena_str(a, p->arch),
			.manager = p->manager,
			.build = arena_str(a, p->build),
			.channel = arena_str(a, p->channel),
			.path = f->path,
			.layer = f->file->layer,
		};
	}
}

/* The n-th time that this database was written.  written: when it last had
 * each package; with a hole, the package was away in between. */
static void date_packages(struct gather *g, const struct kept *k, int64_t layer,
                          size_t n, size_t *written)
{
	struct packages *out = &g->out->packages;

	slice_for (struct package, q, k->said->packages) {
		struct package key = *q, *p;
		size_t i;

		key.path = k->path;
		p = bsearch(&key, out->v, out->n, sizeof *out->v, by_name);
		if (!p)
			continue;
		i = (size_t)(p - out->v);
		if (written[i] == 0 || written[i] < n - 1)
			p->layer = layer;
		written[i] = n;
	}
}

/* Who changes a package writes the whole database: since which layer has it
 * had this very version? */
static void date_database(struct gather *g, const struct found *f,
                          size_t *written)
{
	struct layer_list *layers = &g->merged.layers;
	size_t n = 0;

	for (size_t i = 0; i < layers->n; i++) {
		if (!layers->v[i])
			continue;
		slice_for (struct kept, k, layers->v[i]->kept)
			if (k->said && str_eq(k->path, f->path))
				date_packages(g, k, (int64_t)i, ++n, written);
	}
}

static void date_all(struct gather *g)
{
	size_t *written = arena_array(g->arena, size_t, g->out->packages.n);

	slice_for (struct found, f, g->finds)
		if (interest_is_database(f->what) && f->said)
			date_database(g, f, written);
}

/* "cuda-compat-11-3" of "…/cuda-compat-11-3:amd64.list" */
static struct str list_owner(struct str path)
{
	struct str base = path_base(path), rest;
	size_t suffix = str_has_suffix(base, STR(".list")) ? STR(".list").n :
	                                                     STR(".md5sums").n;

	base.n -= suffix < base.n ? suffix : base.n;
	(void)str_cut(base, ':', &base, &rest);
	return base;
}

static void own(struct gather *g, struct str path, const struct str *package)
{
	struct tree *t = &g->merged.tree;
	struct node *n =
		tree_walk(t, t->root, path, &(struct walk){.follow = false});

	if (n && !n->package)
		n->package = package;
}

static void own_lines(struct gather *g, const struct found *f, struct str owner)
{
	struct str *name = arena_new(g->arena, struct str);

	*name = owner;
	slice_for (struct str, line, f->said->lines)
		own(g, *line, name);
}

/* A record's files are below the environment that conda-meta is in. */
static void own_below(struct gather *g, const struct found *f)
{
	struct str *name = arena_new(g->arena, struct str);
	struct str prefix = path_dir(path_dir(f->path));

	*name = interest_stem(path_base(f->path), 2);
	slice_for (struct str, line, f->said->lines)
		own(g,
		    arena_fmt(g->arena, STR_F "/" STR_F, STR_A(prefix),
		              STR_A(*line)),
		    name);
}

static void take_owners(struct gather *g, const struct found *f)
{
	if (f->what == INTEREST_DPKG_LIST)
		own_lines(g, f, list_owner(f->path));
	else if (f->what == INTEREST_PACMAN)
		own_lines(g, f, interest_stem(path_base(path_dir(f->path)), 2));
	else if (f->what == INTEREST_CONDA)
		own_below(g, f);
	slice_for (struct pair, p, f->said->owners)
		own(g, p->key, &p->value);
}

/* A link to a database that is one by its own name too. */
static bool is_found_itself(const struct found *f)
{
	return f->node != f->file && interest_of(f->file_path) == f->what;
}

static bool is_rpm(const struct found *f)
{
	return f->what == INTEREST_RPM || f->what == INTEREST_RPM_MANIFEST;
}

static void check_rpm(struct gather *g)
{
	const struct found *first = NULL;

	slice_for (struct found, f, g->finds) {
		if (!is_rpm(f) || !f->file || is_found_itself(f))
			continue;
		if (first)
			merged_gap(&g->merged, GROUP_PACKAGES, f->path,
			           arena_fmt(g->arena,
			                     "which list of rpm's holds is not "
			                     "known: this one or " STR_F,
			                     STR_A(first->path)));
		first = first ? first : f;
	}
}

void gather_packages(struct gather *g)
{
	struct packages *out = &g->out->packages;

	slice_for (struct found, f, g->finds) {
		if (!f->said || is_found_itself(f))
			continue;
		take_packages(g, f);
		take_owners(g, f);
	}
	check_rpm(g);
	if (out->n == 0)
		return;
	qsort(out->v, out->n, sizeof *out->v, by_name);
	date_all(g);
}
