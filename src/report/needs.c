/* "Which driver do I need, on which GPUs?", in a few lines. */
#include "report/paper.h"
#include "report/report.h"
#include "report/text.h"

enum { NEEDS_COLUMN = 9 };

/* The next answer for the class of `after`, behind it. */
static const struct requirement *next_of(const struct requirements *all,
                                         enum gpu_class c,
                                         const struct requirement *after)
{
	slice_for (struct requirement, r, *all)
		if (r > after && r->gpu_class == c)
			return r;
	return NULL;
}

static bool same_answer(const struct requirement *a,
                        const struct requirement *b)
{
	return str_eq(a->stack, b->stack) && str_eq(a->driver, b->driver) &&
	       a->route == b->route &&
	       (a->driver.n || a->unknown == b->unknown);
}

static bool same_answers(const struct requirements *all, enum gpu_class x,
                         enum gpu_class y)
{
	const struct requirement *a = next_of(all, x, NULL);
	const struct requirement *b = next_of(all, y, NULL);

	while (a && b && same_answer(a, b)) {
		a = next_of(all, x, a);
		b = next_of(all, y, b);
	}
	return !a && !b;
}

/* The answer that holds for most stacks goes without naming them. */
static const struct requirement *main_answer(const struct requirements *all,
                                             enum gpu_class c)
{
	const struct requirement *best = next_of(all, c, NULL);

	slice_for (struct requirement, r, *all)
		if (r->gpu_class == c && r->stacks > best->stacks)
			best = r;
	return best;
}

static void add_answer(struct paper *p, const struct requirement *r,
                       struct buf *b)
{
	const char *route = route_names[r->route];

	if (r->driver.n)
		buf_printf(b, "driver " STR_F " or later%s%s%s",
		           STR_A(paper_safe(p->arena, r->driver)),
		           route ? " (" : "", route ? route : "",
		           route ? ")" : "");
	else if (r->unknown)
		buf_add(b, STR("not known"));
	else
		buf_add(b, STR("no known driver works"));
}

static void add_classes(const struct requirements *all, enum gpu_class c,
                        struct buf *b)
{
	for (int x = 0; x < CLASS_N; x++) {
		if (!next_of(all, (enum gpu_class)x, NULL) ||
		    !same_answers(all, c, (enum gpu_class)x))
			continue;
		buf_printf(b, "%s%s", b->n ? ", " : "",
		           gpu_class_names[x] ? gpu_class_names[x] : "other");
	}
}

static void put_class(struct paper *p, const struct requirements *all,
                      enum gpu_class c)
{
	const struct requirement *most = main_answer(all, c), *r = NULL;
	struct buf b = {0};

	add_classes(all, c, &b);
	buf_add(&b, STR(": "));
	add_answer(p, most, &b);
	while ((r = next_of(all, c, r))) {
		if (r == most)
			continue;
		buf_printf(&b, "; with " STR_F ": ",
		           STR_A(paper_safe(p->arena, r->stack)));
		add_answer(p, r, &b);
	}
	paper_wrap(p, NEEDS_COLUMN, buf_str(&b));
	buf_free(&b);
}

static bool was_told(const struct requirements *all,
                     const struct requirement *r)
{
	slice_for (struct requirement, old, *all) {
		if (old == r)
			return false;
		if (same_answers(all, old->gpu_class, r->gpu_class))
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
		paper_tab(p, NEEDS_COLUMN);
		put_class(p, all, r->gpu_class);
	}
}
