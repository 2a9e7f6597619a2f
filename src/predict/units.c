#include "predict/units.h"

#include "base/path.h"
#include "base/version.h"
#include "facts/pyname.h"

struct grouper {
	const struct know *know;
	struct arena *arena;
	struct units *out;
};

/* Whose it is; a Python package without a row is an extension of something. */
static struct unit owner_of(const struct grouper *g, struct str path)
{
	const struct known_library *row = know_library(g->know, path);
	struct unit u = {.name = path, .role = ROLE_OWN};
	struct str rest;

	(void)py_site(path, &u.site);
	if (row) {
		u.name = row->name;
		u.role = row->role;
	} else if (u.site.n) {
		u.role = ROLE_PLUGIN;
		(void)str_cut(str_from(path, u.site.n + 1), '/', &u.name,
		              &rest);
		if (str_has_suffix(u.name, STR(".libs")))
			u.name.n -= STR(".libs").n;
	}
	return u;
}

static bool same_target(const struct code_target *x,
                        const struct code_target *y)
{
	return x->kind == y->kind && x->arch == y->arch &&
	       x->variant == y->variant && str_eq(x->isa, y->isa);
}

static bool same_targets(const struct code_targets *x,
                         const struct code_targets *y)
{
	if (x->n != y->n)
		return false;
	for (size_t i = 0; i < x->n; i++)
		if (!same_target(&x->v[i], &y->v[i]))
			return false;
	return true;
}

static bool belongs(const struct unit *u, const struct unit *to,
                    const struct code_targets *targets)
{
	if (u->role != to->role || !str_eq(u->site, to->site))
		return false;
	return u->role == ROLE_OWN ?
	               targets && same_targets(targets, &to->code.targets) :
	               str_eq(u->name, to->name);
}

/* NULL: there are too many. */
static struct unit *unit_at(struct grouper *g, struct str path,
                            const struct code_targets *targets)
{
	struct unit u = owner_of(g, path);

	slice_for (struct unit, old, *g->out)
		if (belongs(&u, old, targets))
			return old;
	if (g->out->n == UNITS_MAX) {
		g->out->partial = true;
		return NULL;
	}
	*arena_push(g->arena, g->out) = u;
	return &g->out->v[g->out->n - 1];
}

static void add_target(struct grouper *g, struct unit *u,
                       const struct code_target *t)
{
	slice_for (struct code_target, old, u->code.targets) {
		if (same_target(old, t)) {
			old->modules += t->modules;
			return;
		}
	}
	*arena_push(g->arena, &u->code.targets) = *t;
}

static void add_file(struct grouper *g, const struct code_file *f)
{
	struct unit *u = unit_at(g, f->path, &f->code.targets);

	if (!u)
		return;
	*arena_push(g->arena, &u->files) = f;
	u->code.modules += f->code.modules;
	slice_for (struct code_target, t, f->code.targets)
		add_target(g, u, t);
}

/* "layer 3" or a path */
static void add_gap(struct grouper *g, const struct gap *gap)
{
	struct unit *u;

	if (gap->group != GROUP_CODE)
		return;
	if (!str_contains(gap->where, STR("/"))) {
		g->out->partial = true;
		return;
	}
	u = unit_at(g, gap->where, NULL);
	if (u)
		u->unsure = true;
}

void units_of(const struct image_facts *f, const struct know *k,
              struct arena *a, struct units *out)
{
	struct grouper g = {k, a, out};

	*out = (struct units){.scanned = f->code.scanned};
	slice_for (struct code_file, file, f->code.files)
		add_file(&g, file);
	slice_for (struct gap, gap, f->gaps)
		add_gap(&g, gap);
}

const struct unit *units_get(const struct units *u, struct str name,
                             struct str site)
{
	slice_for (struct unit, it, *u)
		if (str_eq(it->name, name) && str_eq(it->site, site))
			return it;
	return NULL;
}

struct str unit_label(const struct unit *u, struct arena *a)
{
	if (u->role != ROLE_OWN || u->files.n < 2)
		return u->name;
	return arena_fmt(a, STR_F " and %zu more", STR_A(u->name),
	                 u->files.n - 1);
}

static struct str first_cuda(const struct know *k, const struct code_target *t,
                             struct arena *a)
{
	const struct gpu_arch *row = know_arch(k, code_target_name(t, a));
	struct str by_isa = t->kind == CODE_PTX && t->isa.n ?
	                            know_cuda_of_ptx(k, t->isa) :
	                            STR("");

	if (!row || (by_isa.n && version_cmp_str(by_isa, row->first) > 0))
		return by_isa;
	return row->first;
}

struct str unit_cuda(const struct unit *u, const struct know *k,
                     struct arena *a)
{
	struct str cuda = {0};

	slice_for (struct code_target, t, u->code.targets) {
		struct str first = first_cuda(k, t, a);

		if (first.n &&
		    (cuda.n == 0 || version_cmp_str(first, cuda) > 0))
			cuda = first;
	}
	return cuda;
}
