#include "lint/hits.h"

#include "lint/look.h"

/* How many names a sentence bears. */
enum { NAMES_MAX = 3 };

static void add_once(struct arena *a, struct strs *list, struct str s)
{
	if (s.n && !strs_has(*list, s))
		*arena_push(a, list) = s;
}

struct str words_list(struct arena *a, struct strs list, const char *more)
{
	struct buf b = {0};
	struct str out;
	size_t shown = list.n > NAMES_MAX ? NAMES_MAX - 1 : list.n;

	for (size_t i = 0; i < shown; i++)
		buf_printf(&b, "%s" STR_F,
		           i == 0         ? "" :
		           i + 1 < list.n ? ", " :
		                            " and ",
		           STR_A(list.v[i]));
	if (shown < list.n)
		buf_printf(&b, " and %zu more%s", list.n - shown, more);
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

/* "driver 460.67", or the span of several. */
static struct str span_words(struct arena *a, const char *what,
                             struct strs list)
{
	struct str low, high;

	if (list.n == 0)
		return STR("");
	low = high = list.v[0];
	slice_for (struct str, s, list) {
		if (version_cmp_str(*s, low) < 0)
			low = *s;
		if (version_cmp_str(*s, high) > 0)
			high = *s;
	}
	if (list.n == 1)
		return arena_fmt(a, "%s " STR_F, what, STR_A(low));
	return arena_fmt(a, "%ss " STR_F " to " STR_F, what, STR_A(low),
	                 STR_A(high));
}

struct str batch_drivers(const struct lint_input *in, const struct batch *b)
{
	struct strs drivers = {0}, cudas = {0};

	slice_for (struct hit, h, b->hits) {
		add_once(in->arena, &drivers, h->p->pool->driver);
		if (h->p->pool->driver.n == 0)
			add_once(in->arena, &cudas, h->p->pool->cuda);
	}
	if (drivers.n)
		return span_words(in->arena, "driver", drivers);
	return span_words(in->arena, "host CUDA version", cudas);
}

struct str batch_where(const struct lint_input *in, const struct batch *b)
{
	struct strs pools = {0}, gpus = {0};
	struct str names, drivers = batch_drivers(in, b);
	const char *sep = drivers.n ? ", " : "";

	slice_for (struct hit, h, b->hits) {
		add_once(in->arena, &pools, h->p->pool->name);
		add_once(in->arena, &gpus, h->p->gpu->name);
	}
	names = words_list(in->arena, gpus, "");
	if (pools.n == 1)
		return arena_fmt(in->arena,
		                 "pool " STR_F " (" STR_F "%s" STR_F ")",
		                 STR_A(pools.v[0]), STR_A(names), sep,
		                 STR_A(drivers));
	return arena_fmt(in->arena, "%zu of %zu pools (" STR_F "%s" STR_F ")",
	                 pools.n, in->fleet->pools.n, STR_A(names), sep,
	                 STR_A(drivers));
}

struct str batch_stacks(const struct lint_input *in, const struct batch *b)
{
	struct strs labels = {0};
	bool always = true;

	slice_for (struct hit, h, b->hits) {
		always &= h->p->variants.n == 1;
		slice_for (struct str, label, h->v->stacks)
			add_once(in->arena, &labels, *label);
	}
	if (always || labels.n == 0)
		return STR("");
	return arena_fmt(in->arena, " under " STR_F,
	                 STR_A(words_list(in->arena, labels, " stacks")));
}
