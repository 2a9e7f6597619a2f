#include "fleet/diff.h"

#include "fleet/setting.h"

#include <stdlib.h>

struct by_name {
	const struct pool **v; /* sorted */
	size_t n;
};

static int cmp(const void *a, const void *b)
{
	const struct pool *const *x = a, *const *y = b;

	return str_cmp((*x)->name, (*y)->name);
}

static struct by_name sorted(const struct pools *pools, struct arena *a)
{
	struct by_name out = {arena_array(a, const struct pool *, pools->n), 0};

	slice_for (const struct pool, p, *pools)
		out.v[out.n++] = p;
	if (out.n)
		qsort(out.v, out.n, sizeof *out.v, cmp);
	return out;
}

static const struct pool *get(const struct by_name *all, const struct pool *p)
{
	const struct pool **found =
		all->n ? bsearch(&p, all->v, all->n, sizeof *all->v, cmp) :
			 NULL;

	return found ? *found : NULL;
}

static struct str or_unknown(struct str s)
{
	return s.n ? s : STR("unknown");
}

/* What stands for a whole pool that comes or goes. */
static struct str summary(const struct settings *all, const struct pool *p,
                          struct arena *a)
{
	struct str gpus =
		setting_get(&all->v[all->n - 1], p, a); /* "gpu" is last */

	return arena_fmt(a, "%lld host%s, %s " STR_F ", " STR_F,
	                 (long long)p->nodes, p->nodes == 1 ? "" : "s",
	                 p->driver.n ? "driver" : "CUDA",
	                 STR_A(p->driver.n ? p->driver : p->cuda), STR_A(gpus));
}

static void compare(const struct settings *all, const struct pool *was,
                    const struct pool *is, struct arena *a, struct strs *out)
{
	slice_for (const struct setting, s, *all) {
		struct str x = setting_get(s, was, a);
		struct str y = setting_get(s, is, a);

		if (!str_eq(x, y))
			*arena_push(a, out) =
				arena_fmt(a,
			                  "  " STR_F ": " STR_F " was " STR_F
			                  ", is " STR_F,
			                  STR_A(is->name), STR_A(s->name),
			                  STR_A(or_unknown(x)),
			                  STR_A(or_unknown(y)));
	}
}

/* Those of pools that by_name has not. */
static void only_in(const struct pools *pools, const struct by_name *other,
                    const struct settings *all, const char *sign,
                    struct arena *a, struct strs *out)
{
	slice_for (const struct pool, p, *pools)
		if (!get(other, p))
			*arena_push(a, out) =
				arena_fmt(a, "%s " STR_F ": " STR_F, sign,
			                  STR_A(p->name),
			                  STR_A(summary(all, p, a)));
}

struct strs fleet_diff(const struct fleet *was, const struct fleet *is,
                       struct arena *a)
{
	struct settings all = settings_all(a);
	struct by_name old = sorted(&was->pools, a);
	struct by_name new = sorted(&is->pools, a);
	struct strs out = {0};

	slice_for (const struct pool, p, is->pools) {
		const struct pool *before = get(&old, p);

		if (before)
			compare(&all, before, p, a, &out);
	}
	only_in(&is->pools, &old, &all, "+", a, &out);
	only_in(&was->pools, &new, &all, "-", a, &out);
	return out;
}
