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
			.path = f->path,
			.layer = f->file->layer,
		};
	}
}

/* dpkg rewrites its status as a whole: who first listed this version? */
static void date_packages(struct gather *g, const struct kept *status,
                          int64_t layer, bool *dated)
{
	struct packages *out = &g->out->packages;

	slice_for (struct package, q, status->said->packages) {
		struct package key = {.name = q->name,
		                      .arch = q->arch,
		                      .path = status->path};
		struct package *p = bsearch(&key, out->v, out->n,
		                            sizeof *out->v, by_identity);

		if (!p || (dated[p - out->v] && str_eq(p->version, q->version)))
			continue;
		dated[p - out->v] = str_eq(p->version, q->version);
		p->layer = layer;
	}
}

static void date_all(struct gather *g)
{
	bool *dated = arena_array(g->arena, bool, g->out->packages.n);
	struct layer_list *layers = &g->merged.layers;

	for (size_t i = 0; i < layers->n; i++) {
		if (!layers->v[i])
			continue;
		slice_for (struct kept, k, layers->v[i]->kept)
			if (k->what == INTEREST_DPKG_STATUS && k->said)
				date_packages(g, k, (int64_t)i, dated);
	}
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

static void take_owner(struct gather *g, const struct found *f)
{
	struct tree *t = &g->merged.tree;
	struct str *name = arena_new(g->arena, struct str);

	*name = list_owner(f->path);
	slice_for (struct str, line, f->said->lines) {
		struct node *n = tree_walk(t, t->root, *line,
		                           &(struct walk){.follow = false});

		if (n && !n->package)
			n->package = name;
	}
}

void gather_packages(struct gather *g)
{
	struct packages *out = &g->out->packages;

	slice_for (struct found, f, g->finds) {
		if (!f->said)
			continue;
		if (f->what == INTEREST_DPKG_LIST)
			take_owner(g, f);
		else if (f->what == INTEREST_DPKG_STATUS ||
		         f->what == INTEREST_DPKG_PART)
			take_packages(g, f);
	}
	if (out->n == 0)
		return;
	qsort(out->v, out->n, sizeof *out->v, by_name);
	date_all(g);
}
