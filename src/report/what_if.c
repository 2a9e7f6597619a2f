#include "report/what_if.h"

#include "base/record.h"

/* clang-format off */
static const struct field what_if_fields[] = {
	FIELD(struct what_if, pool, REQUIRED, "name of the pool"),
	FIELD(struct what_if, gpu, ALWAYS, "one of its GPUs, as it is then"),
	FIELD_ENUM(struct what_if, was, ALWAYS, outcome_names, "outcome as the hosts are"),
	FIELD_ENUM(struct what_if, is, ALWAYS, outcome_names, "outcome as they would be"),
	FIELD_ENUM(struct what_if, was_verdict, ALWAYS, verdict_names, "verdict as the hosts are"),
	FIELD_ENUM(struct what_if, verdict, ALWAYS, verdict_names, "verdict as they would be"),
};
/* clang-format on */
const struct schema what_if_schema = SCHEMA(struct what_if, what_if_fields);

static bool same_pool(const struct prediction *a, const struct prediction *b)
{
	return str_eq(a->pool->name, b->pool->name);
}

/* Where the pool of like begins, from i on; all->n when nowhere. */
static size_t pool_from(const struct predictions *all, size_t i,
                        const struct prediction *like)
{
	while (i < all->n && !same_pool(&all->v[i], like))
		i++;
	return i;
}

struct what_ifs what_if_compare(const struct predictions *was,
                                const struct predictions *is, struct arena *a)
{
	struct what_ifs out = {0};
	size_t at = 0;

	slice_for (const struct prediction, p, *is) {
		bool first = p == is->v || !same_pool(p, p - 1);
		size_t i = first ? pool_from(was, at, p) : at;
		const struct prediction *before;

		if (i >= was->n || !same_pool(&was->v[i], p))
			continue;
		before = &was->v[i];
		at = i + 1;
		if (p->outcome != before->outcome ||
		    p->verdict != before->verdict)
			*arena_push(a, &out) = (struct what_if){
				.pool = p->pool->name,
				.gpu = p->gpu->name,
				.was = before->outcome,
				.is = p->outcome,
				.was_verdict = before->verdict,
				.verdict = p->verdict,
			};
	}
	return out;
}

/* The outcome; where it stays the same, the verdict. */
static struct str words(struct arena *a, const struct what_if *f)
{
	if (f->was == f->is)
		return arena_fmt(a, "%s: %s \xe2\x86\x92 %s",
		                 outcome_names[f->is],
		                 verdict_names[f->was_verdict],
		                 verdict_names[f->verdict]);
	return arena_fmt(a, "%s \xe2\x86\x92 %s", outcome_names[f->was],
	                 outcome_names[f->is]);
}

static bool has_sibling(const struct what_ifs *all, const struct what_if *f)
{
	return (f > all->v && str_eq(f[-1].pool, f->pool)) ||
	       (f + 1 < all->v + all->n && str_eq(f[1].pool, f->pool));
}

static void put_line(struct paper *p, unsigned left, struct str s)
{
	paper_tab(p, left);
	paper_put(p, INK_BOLD, STR("what if:"));
	paper_put(p, INK_PLAIN, STR(" "));
	paper_wrap(p, left + 2, paper_safe(p->arena, s));
}

void what_if_text(struct paper *p, unsigned left, const struct what_ifs *all)
{
	if (all->n == 0)
		put_line(p, left, STR("no outcome changes"));
	slice_for (const struct what_if, f, *all) {
		struct str gpu = {0};

		if (has_sibling(all, f))
			gpu = arena_fmt(p->arena, ", " STR_F ",",
			                STR_A(f->gpu));
		put_line(p, left,
		         arena_fmt(p->arena, STR_F STR_F " " STR_F,
		                   STR_A(f->pool), STR_A(gpu),
		                   STR_A(words(p->arena, f))));
	}
}
