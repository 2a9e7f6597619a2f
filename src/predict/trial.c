#include "predict/trial.h"

void trial_say(struct trial *t, const char *step, enum step_result result,
               const char *tag, struct str source, struct str detail)
{
	*arena_push(t->arena, &t->run.because) = (struct step){
		.step = str_c(step),
		.result = result,
		.tag = str_c(tag),
		.source = source,
		.detail = detail,
	};
}

void trial_end(struct trial *t, enum outcome outcome, enum stage stage,
               struct str message)
{
	t->run.outcome = outcome;
	t->run.stage = stage;
	t->run.message = message.n ? message : str_c(outcome_messages[outcome]);
	if (outcome != OUT_OK)
		t->run.route = ROUTE_NONE;
	t->ended = true;
}

/* A card's brand word changed with the drivers; rules/brand-shifts. */
struct str trial_brand(const struct trial *t, const struct fleet_gpu *g)
{
	const struct branch *b;

	if (g->brand.n)
		return g->brand;
	b = know_branch_of(t->know, t->sc->pool->driver);
	slice_for (struct brand_shift, s, t->know->brand_shifts) {
		if (!b || s->gpu_class != g->gpu_class ||
		    !str_eq(s->now, g->table_brand))
			continue;
		if (b->branch <= s->until)
			return s->then;
		if (b->branch < s->from)
			return t->sc->answer[OPEN_BRAND] ? s->then : s->now;
	}
	return g->table_brand;
}
