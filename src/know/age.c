#include "know/age.h"

#include "know/tables.h"

static bool is_stale(const struct loaded *l, const struct know_age *age)
{
	int64_t as_of;

	return know_days(STR("1970-01-01"), l->as_of, &as_of) &&
	       age->today - as_of > (age->max < 0 ? l->stale_days : age->max);
}

struct pairs know_stale(const struct know *k, const struct know_age *age,
                        struct arena *a)
{
	struct pairs out = {0};

	for (size_t i = 0; i < TABLES_N; i++) {
		const struct table *t = table_list[i];
		const struct loaded *l = &k->lazy->loaded[i];

		if (age->all && t->lazy)
			(void)know_lazy(k, t);
		if (l->parsed && is_stale(l, age))
			*arena_push(a, &out) =
				(struct pair){str_c(t->name), l->as_of};
	}
	return out;
}
