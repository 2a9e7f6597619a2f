#include "diagnose/weigh.h"

enum { QUOTES_OF_SYMPTOM = 2 };

bool weigh_has(const struct weighing *w, enum symptom s)
{
	return clues_symptom(w->clues, s) != NULL;
}

void weigh_raise(struct weighing *w, enum level level)
{
	if (w->level < level)
		w->level = level;
}

void weigh_cap(struct weighing *w, enum level level)
{
	if (w->level > level)
		w->level = level;
}

void weigh_line(struct weighing *w, size_t line, struct str quote,
                struct str says)
{
	slice_for (struct exhibit, e, w->evidence)
		if (e->line == (int64_t)line) {
			if (e->says.n && says.n)
				e->says =
					WEIGH_FMT(w, STR_F "; " STR_F,
				                  STR_A(e->says), STR_A(says));
			else if (says.n)
				e->says = says;
			return;
		}
	if (w->evidence.n < EXHIBITS_MAX)
		*arena_push(w->arena, &w->evidence) =
			(struct exhibit){(int64_t)line, quote, says};
}

void weigh_clue(struct weighing *w, const struct clue *c, struct str says)
{
	weigh_line(w, c->line, c->quote, says);
}

bool weigh_symptom(struct weighing *w, enum symptom s, enum level level)
{
	size_t n = 0;

	slice_for (const struct clue, c, *w->clues) {
		if (c->symptom != s)
			continue;
		if (n++ < QUOTES_OF_SYMPTOM)
			weigh_clue(w, c, (struct str){0});
	}
	if (n)
		weigh_raise(w, level);
	return n > 0;
}

void weigh_loaded(struct weighing *w)
{
	const struct host_seen *h = w->host;

	if (h->loaded != LOADED_UNKNOWN)
		weigh_line(w, h->loaded_line, h->loaded_quote, h->loaded_says);
}

/* The line that names it: of a table that is the one with the versions. */
static void weigh_gpu(struct weighing *w, const struct fleet_gpu *g,
                      const char *says)
{
	struct str name = g->name.n ? g->name : g->product;
	struct str text = WEIGH_FMT(w, STR_F " %s", STR_A(name), says);

	slice_for (const struct clue, c, *w->clues)
		if (c->detail == DETAIL_GPU && str_eq(c->value, g->product)) {
			weigh_clue(w, c, text);
			return;
		}
	slice_for (const struct sighting, r, w->clues->sightings)
		if (r->s.gpus.n) {
			weigh_line(w, r->line, r->quote, text);
			return;
		}
}

void weigh_unfit_gpu(struct weighing *w, const char *says)
{
	slice_for (const struct fleet_gpu, g, w->host->pool.gpus) {
		if (know_fc_class(w->know, g->gpu_class) != FCS_NO)
			continue;
		weigh_gpu(w, g, says);
		return;
	}
}
