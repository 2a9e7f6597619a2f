#include "diagnose/weigh.h"

#include <assert.h>

const char *const level_names[LEVEL_N] = {
	[LEVEL_POSSIBLE] = "possible",
	[LEVEL_LIKELY] = "likely",
	[LEVEL_CERTAIN] = "certain",
};

const struct cause_list cause_lists[CAUSE_LISTS] = {
	{causes_of_start, &causes_of_start_n},
	{causes_of_absent, &causes_of_absent_n},
	{causes_of_code, &causes_of_code_n},
	{causes_of_compat, &causes_of_compat_n},
	{causes_of_driver, &causes_of_driver_n},
};

static void weigh_symptoms(struct weighing *w, const struct cause *c)
{
	for (size_t i = 0; i < CAUSE_SYMPTOMS; i++)
		if (c->by[i].symptom != SYM_NONE)
			(void)weigh_symptom(w, c->by[i].symptom,
			                    c->by[i].level);
}

static void weigh(struct paste *p, const struct know *k, struct arena *a,
                  const struct cause *c)
{
	struct weighing w = {.clues = &p->clues,
	                     .host = &p->host,
	                     .know = k,
	                     .arena = a};

	weigh_symptoms(&w, c);
	if (c->weigh)
		c->weigh(&w);
	if (w.level == LEVEL_NONE)
		return;
	assert(w.evidence.n > 0);
	*arena_push(a, &p->found) = (struct diagnosis){c, w.level, w.evidence};
}

/* The surest first; of equals, the earlier in the lists. */
static void sort(struct diagnoses *d)
{
	for (size_t i = 1; i < d->n; i++) {
		struct diagnosis x = d->v[i];
		size_t at = i;

		for (; at && d->v[at - 1].level < x.level; at--)
			d->v[at] = d->v[at - 1];
		d->v[at] = x;
	}
}

int diagnose(struct str text, const struct know *k, struct arena *a,
             struct paste *out, struct err *err)
{
	*out = (struct paste){0};
	if (clues_find(text, k, a, &out->clues, err))
		return -1;
	host_of(&out->clues, k, a, &out->host);
	for (size_t i = 0; i < CAUSE_LISTS; i++)
		for (size_t j = 0; j < *cause_lists[i].n; j++)
			weigh(out, k, a, &cause_lists[i].v[j]);
	sort(&out->found);
	return 0;
}
