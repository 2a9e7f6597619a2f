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

void trial_doubt(struct trial *t, const char *step, const char *tag,
                 struct str source, struct str detail)
{
	trial_say(t, step, RESULT_UNSURE, tag, source, detail);
	t->doubtful = true;
}

void trial_end(struct trial *t, enum outcome outcome, enum run_stage stage,
               struct str message)
{
	t->run.outcome = outcome;
	t->run.stage = stage;
	t->run.message = message.n ? message : str_c(outcome_messages[outcome]);
	if (outcome != OUT_OK)
		t->run.route = ROUTE_NONE;
	t->ended = true;
}

/* A card's brand word changed with the drivers; rules/brands.json. */
struct str trial_brand(const struct trial *t, const struct fleet_gpu *g)
{
	struct version driver = version_lead(t->sc->pool->driver);

	if (g->brand.n)
		return g->brand;
	slice_for (struct brand_shift, s, t->know->brand_shifts) {
		if (s->gpu_class != g->gpu_class ||
		    !str_eq(s->now, g->table_brand))
			continue;
		if (driver.n && driver.part[0] <= s->until)
			return s->then;
		if (driver.n == 0 || driver.part[0] < s->from)
			return t->sc->answer[OPEN_BRAND] ? s->then : s->now;
	}
	return g->table_brand;
}

bool trial_knows_gpu(const struct trial *t, const struct fleet_gpu *g)
{
	if (g->cc_given)
		return true;
	slice_for (struct gpu, row, t->know->gpus) {
		if (row->confidence != CONF_LOW)
			continue;
		if (str_eq(row->name, g->name))
			return false;
		slice_for (struct str, name, g->candidates)
			if (str_eq(row->name, *name))
				return false;
	}
	return true;
}

bool trial_is_docker(const struct container *c)
{
	return c->engine == ENGINE_DOCKER ||
	       (c->engine == ENGINE_UNKNOWN && c->docker.n);
}
