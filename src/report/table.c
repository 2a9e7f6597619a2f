#include "report/text.h"

enum { POOL_MAX = 20, GPU_MAX = 26, DRIVER_MAX = 12 };

/* Short enough for a cell; cudalint explain has the rest. */
static const char *const short_words[OUT_N] = {
	[OUT_UNKNOWN] = "unknown",
	[OUT_OK] = "ok",
	[OUT_REFUSED] = "refused at start",
	[OUT_NO_GPU] = "no GPU in the container",
	[OUT_WRONG_ARCH] = "wrong CPU architecture",
	[OUT_34] = "34 stub library",
	[OUT_35] = "35 driver too old",
	[OUT_36] = "36 call needs newer driver",
	[OUT_100] = "100 no device",
	[OUT_209] = "209 no kernel for the GPU",
	[OUT_221] = "221 PTX compiler missing",
	[OUT_222] = "222 PTX too new",
	[OUT_802] = "802 system not ready",
	[OUT_803] = "803 driver mismatch",
	[OUT_804] = "804 compat not supported",
	[OUT_DEPENDS] = "depends",
};

struct str text_outcome(struct arena *a, const struct run *run)
{
	if (run->outcome == OUT_UNKNOWN && run->fails)
		return STR("fails, code unknown");
	if (run->outcome == OUT_OK && run->route != ROUTE_NONE)
		return arena_fmt(a, "ok, %s", route_names[run->route]);
	return str_c(short_words[run->outcome]);
}

/* "804 … or ok, native; by the stack": what it may be, worst first. */
static struct str prediction_words(struct arena *a, const struct prediction *p)
{
	struct buf b = {0};
	struct strs seen = {0};
	struct str out;

	if (p->outcome != OUT_DEPENDS)
		return text_outcome(a, &p->run);
	slice_for (struct variant, v, p->variants) {
		struct str words = text_outcome(a, &v->run);
		bool have = false;

		slice_for (struct str, s, seen)
			have |= str_eq(*s, words);
		if (have)
			continue;
		*arena_push(a, &seen) = words;
		buf_printf(&b, "%s" STR_F, b.n ? " | " : "", STR_A(words));
	}
	if (p->decided_by.n)
		buf_printf(&b, "; by " STR_F,
		           STR_A(paper_safe(a, p->decided_by)));
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct row {
	enum verdict verdict;
	struct str pool, gpu, driver, words;
};

static struct str gpu_words(const struct prediction *p)
{
	struct str vendor = STR("NVIDIA ");

	if (str_has_prefix(p->gpu->name, vendor))
		return str_from(p->gpu->name, vendor.n);
	return p->gpu->name;
}

static struct row row_of(struct arena *a, const struct prediction *p)
{
	struct row r = {
		.verdict = p->verdict,
		.pool = paper_safe(a, p->pool->name),
		.gpu = paper_safe(a, gpu_words(p)),
		.driver = paper_safe(a, p->pool->driver),
		.words = prediction_words(a, p),
	};

	if (r.driver.n == 0)
		r.driver = arena_fmt(a, "CUDA " STR_F,
		                     STR_A(paper_safe(a, p->pool->cuda)));
	return r;
}

static void widen(unsigned *width, struct str s, unsigned max)
{
	unsigned cols = paper_cols(s);

	if (cols > max)
		cols = max;
	if (cols > *width)
		*width = cols;
}

static void put_row(struct paper *p, const struct row *r,
                    const unsigned width[3])
{
	enum { VERDICT_COLS = 7 };

	paper_tab(p, 2);
	paper_cell(p, text_verdict_ink(r->verdict),
	           str_c(verdict_names[r->verdict]), VERDICT_COLS);
	paper_tab(p, p->col + 2);
	paper_cell(p, INK_PLAIN, r->pool, width[0]);
	paper_tab(p, p->col + 2);
	paper_cell(p, INK_PLAIN, r->gpu, width[1]);
	paper_tab(p, p->col + 2);
	paper_cell(p, INK_PLAIN, r->driver, width[2]);
	paper_tab(p, p->col + 2);
	paper_wrap(p, p->col, r->words);
}

void text_table(struct paper *p, const struct predictions *all)
{
	unsigned width[3] = {0};

	if (all->n == 0)
		return;
	paper_end(p);
	slice_for (struct prediction, it, *all) {
		struct row r = row_of(p->arena, it);

		widen(&width[0], r.pool, POOL_MAX);
		widen(&width[1], r.gpu, GPU_MAX);
		widen(&width[2], r.driver, DRIVER_MAX);
	}
	slice_for (struct prediction, it, *all) {
		struct row r = row_of(p->arena, it);

		put_row(p, &r, width);
	}
}

static bool same_need(const struct requirement *a, const struct requirement *b)
{
	return str_eq(a->stack, b->stack) && str_eq(a->driver, b->driver) &&
	       a->route == b->route;
}

static const char *class_name(enum gpu_class c)
{
	return gpu_class_names[c] ? gpu_class_names[c] : "unknown";
}

static void put_need(struct paper *p, const struct requirements *all,
                     const struct requirement *first)
{
	struct buf b = {0};
	const char *sep = " on ";

	if (first->driver.n)
		buf_printf(&b, "driver " STR_F " or later (%s)",
		           STR_A(first->driver),
		           route_names[first->route] ?
		                   route_names[first->route] :
		                   "any route");
	else
		buf_add(&b, STR("no known driver works"));
	slice_for (struct requirement, r, *all) {
		if (!same_need(r, first))
			continue;
		buf_printf(&b, "%s%s", sep, class_name(r->gpu_class));
		sep = ", ";
	}
	buf_printf(&b, "; " STR_F, STR_A(paper_safe(p->arena, first->stack)));
	paper_wrap(p, 9, buf_str(&b));
	buf_free(&b);
}

static bool was_told(const struct requirements *all,
                     const struct requirement *r)
{
	slice_for (struct requirement, old, *all) {
		if (old == r)
			return false;
		if (same_need(old, r))
			return true;
	}
	return false;
}

void text_requires(struct paper *p, const struct requirements *all)
{
	if (all->n == 0)
		return;
	paper_end(p);
	slice_for (struct requirement, r, *all) {
		if (was_told(all, r))
			continue;
		paper_put(p, INK_PLAIN, r == all->v ? STR("  needs") : STR(""));
		paper_tab(p, 9);
		put_need(p, all, r);
	}
}
