#include "report/plan.h"

#include "report/text.h"

enum { LEFT = 4, POOL = 22, GPU = 30 };

static bool is_applied(const struct plan_report *r)
{
	return r->advice->best && r->proof->failed.n == 0;
}

static void put_titles(struct paper *p, const struct plan *plan)
{
	for (size_t i = 0; i < plan->actions_n; i++) {
		const struct action *a = plan->action[i];

		paper_tab(p, 2);
		paper_put(p, INK_BOLD,
		          arena_fmt(p->arena, "[%s] ", grade_names[a->grade]));
		paper_wrap(p, LEFT, paper_safe(p->arena, a->title));
		if (a->grade != GRADE_SAFE && a->why.n) {
			paper_tab(p, LEFT);
			paper_wrap(p, LEFT,
			           arena_fmt(p->arena, "to look at: " STR_F,
			                     STR_A(paper_safe(p->arena,
			                                      a->why))));
		}
		slice_for (struct str, line, a->impact) {
			paper_tab(p, LEFT);
			paper_wrap(
				p, LEFT,
				arena_fmt(p->arena, "it also concerns " STR_F,
			                  STR_A(paper_safe(p->arena, *line))));
		}
	}
}

static void put_flip(struct paper *p, const struct flip *f)
{
	paper_tab(p, LEFT);
	paper_cell(p, INK_PLAIN, paper_safe(p->arena, f->before->pool->name),
	           POOL);
	paper_cell(p, INK_PLAIN, paper_safe(p->arena, f->before->gpu->name),
	           GPU);
	paper_put(p, text_verdict_ink(f->before->verdict),
	          text_outcome(p->arena, &f->before->run));
	paper_put(p, INK_PLAIN, STR(" -> "));
	paper_put(p, text_verdict_ink(f->after->verdict),
	          text_outcome(p->arena, &f->after->run));
	paper_end(p);
}

static void put_flips(struct paper *p, const struct plan *plan)
{
	slice_for (struct flip, f, plan->flips)
		put_flip(p, f);
}

static struct str verdict(struct paper *p, const struct plan_report *r)
{
	const struct advice *ad = r->advice;
	const char *s = ad->failing == 1 ? "" : "s";

	if (ad->failing == 0 && ad->unknown)
		return arena_fmt(p->arena,
		                 "what becomes of %zu GPU%s is not known, so "
		                 "nothing is changed; `cudalint dockerfile` "
		                 "says what could not be seen",
		                 ad->unknown, ad->unknown == 1 ? "" : "s");
	if (ad->failing == 0)
		return STR("nothing to fix, no pool fails");
	if (is_applied(r))
		return arena_fmt(p->arena,
		                 "cures %zu of %zu failing GPU%s, worsens none",
		                 ad->best->cured, ad->failing, s);
	return arena_fmt(p->arena,
	                 "%zu GPU%s fail%s, and no edit that may be made "
	                 "cures one",
	                 ad->failing, s, ad->failing == 1 ? "s" : "");
}

static void put_verdict(struct paper *p, const struct plan_report *r)
{
	paper_put(p, INK_BOLD, paper_safe(p->arena, r->name));
	paper_put(p, INK_PLAIN, STR(": "));
	paper_wrap(p, 2, verdict(p, r));
}

static bool same_plan(const struct plan *a, const struct plan *b)
{
	if (!a || !b || a->actions_n != b->actions_n)
		return false;
	for (size_t i = 0; i < a->actions_n; i++)
		if (a->action[i] != b->action[i])
			return false;
	return true;
}

static struct str title_of(const struct plan *plan, struct arena *a)
{
	struct str out = plan->action[0]->title;

	for (size_t i = 1; i < plan->actions_n; i++)
		out = arena_fmt(a, STR_F "; " STR_F, STR_A(out),
		                STR_A(plan->action[i]->title));
	return out;
}

static void put_other(struct paper *p, const struct plan *plan, struct str why)
{
	struct str title = paper_safe(p->arena, title_of(plan, p->arena));

	paper_tab(p, 2);
	paper_put(p, INK_PLAIN,
	          arena_fmt(p->arena, "[%s] ", grade_names[plan->grade]));
	paper_wrap(p, LEFT,
	           arena_fmt(p->arena, STR_F ": " STR_F, STR_A(title),
	                     STR_A(paper_safe(p->arena, why))));
}

static struct str why_not(struct paper *p, const struct plan_report *r,
                          const struct plan *plan)
{
	if (plan->grade > r->in->limit)
		return arena_fmt(p->arena,
		                 "would cure %zu of %zu; --fix-review does it",
		                 plan->cured, r->advice->failing);
	return arena_fmt(p->arena, "would cure %zu of %zu too", plan->cured,
	                 r->advice->failing);
}

static bool same_kinds(const struct plan *a, const struct plan *b)
{
	if (a->actions_n != b->actions_n)
		return false;
	for (size_t i = 0; i < a->actions_n; i++)
		if (a->action[i]->kind != b->action[i]->kind)
			return false;
	return true;
}

/* The best of a kind is enough: there may be a dozen tags. */
static bool is_repeated(const struct plan_report *r, const struct plans *plans,
                        const struct plan *plan)
{
	if (r->advice->best && plan->refused.n == 0 &&
	    same_kinds(plan, r->advice->best))
		return true;
	slice_for (struct plan, old, *plans) {
		if (old == plan)
			return false;
		if (same_kinds(old, plan) &&
		    str_eq(old->refused, plan->refused))
			return true;
	}
	return false;
}

static void put_heading(struct paper *p, bool *put)
{
	if (*put)
		return;
	paper_end(p);
	paper_put(p, INK_PLAIN, STR("not done"));
	paper_end(p);
	*put = true;
}

/* Two that fail alone seldom do together: only what would work is told. */
static void put_others(struct paper *p, const struct plan_report *r)
{
	bool heading = false;

	slice_for (struct plan, plan, r->advice->plans) {
		if (same_plan(plan, r->advice->best) ||
		    is_repeated(r, &r->advice->plans, plan))
			continue;
		put_heading(p, &heading);
		put_other(p, plan,
		          plan->refused.n ? plan->refused :
		                            why_not(p, r, plan));
	}
	slice_for (struct plan, plan, r->advice->dropped) {
		if (plan->actions_n != 1 ||
		    is_repeated(r, &r->advice->dropped, plan))
			continue;
		put_heading(p, &heading);
		put_other(p, plan, plan->refused);
	}
}

static struct str names(struct paper *p, const struct strs *list)
{
	struct str all = {0};

	slice_for (struct str, s, *list)
		all = arena_fmt(p->arena, STR_F "%s" STR_F, STR_A(all),
		                all.n ? ", " : "",
		                STR_A(paper_safe(p->arena, *s)));
	return all;
}

static void put_splits(struct paper *p, const struct splits *splits)
{
	if (splits->n == 0)
		return;
	paper_end(p);
	paper_wrap(p, LEFT, STR("two tags of it would serve more"));
	slice_for (struct split, s, *splits) {
		struct str what =
			s->plan ? s->plan->action[0]->title : STR("as it is");

		paper_tab(p, 2);
		paper_wrap(p, LEFT,
		           arena_fmt(p->arena, STR_F ": for " STR_F,
		                     STR_A(paper_safe(p->arena, what)),
		                     STR_A(names(p, &s->pools))));
	}
}

static void put_raises(struct paper *p, const struct raises *raises)
{
	if (raises->n == 0)
		return;
	paper_end(p);
	paper_wrap(p, LEFT, STR("a newer driver would do on"));
	slice_for (struct raise, r, *raises) {
		const char *route = route_names[r->to.route];

		paper_tab(p, 2);
		paper_wrap(p, LEFT,
		           arena_fmt(p->arena,
		                     STR_F ": " STR_F " (now " STR_F "%s%s)",
		                     STR_A(paper_safe(p->arena, r->pool->name)),
		                     STR_A(r->to.driver),
		                     STR_A(paper_safe(p->arena,
		                                      r->pool->driver)),
		                     route ? "; " : "", route ? route : ""));
	}
}

void plan_text(const struct plan_report *r, const struct report_style *style,
               struct buf *out)
{
	struct arena a = {0};
	struct paper p = {.out = out,
	                  .arena = &a,
	                  .width = style->width ? style->width : 80,
	                  .color = style->color};

	put_verdict(&p, r);
	if (is_applied(r)) {
		put_titles(&p, r->advice->best);
		put_flips(&p, r->advice->best);
	}
	put_others(&p, r);
	put_splits(&p, &r->advice->splits);
	put_raises(&p, &r->advice->raises);
	arena_free(&a);
}

const struct report_fix *fix_of_proof(const struct advice *advice,
                                      const struct proof *proof,
                                      struct arena *a)
{
	const struct plan *best = advice->best;
	struct report_fix *out;

	if (!best || proof->failed.n)
		return NULL;
	out = arena_new(a, struct report_fix);
	*out = (struct report_fix){
		.title = title_of(best, a),
		.grade = best->grade,
		.edits = &best->edits,
		.left = &proof->findings,
	};
	return out;
}
