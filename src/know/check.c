#include "know/check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { REASON_MAX = 400 };

static struct str file_of(const struct check *c)
{
	slice_for (const struct know_table, t, c->tables)
		if (str_eq(t->name, str_c(c->table)))
			return str_eq(t->origin, STR("built-in")) ?
			               arena_fmt(c->a, "rules/" STR_F,
			                         STR_A(t->file)) :
			               t->origin;
	return str_c(c->table);
}

void check_say(struct check *c, const char *fmt, ...)
{
	char reason[REASON_MAX];
	va_list args;

	va_start(args, fmt);
	(void)vsnprintf(reason, sizeof reason, fmt, args);
	va_end(args);
	*arena_push(c->a, c->out) =
		arena_fmt(c->a, STR_F ": /%s/%zu (%.*s): %s", STR_A(file_of(c)),
	                  c->list, c->row, c->key.n > 60 ? 60 : (int)c->key.n,
	                  c->key.n ? c->key.p : "", reason);
}

void check_row(struct check *c, size_t row, struct str key,
               enum confidence confidence, struct str source)
{
	c->row = row;
	c->key = key;
	if (key.n == 0)
		check_say(c, "its key is empty");
	if (confidence == CONF_NONE)
		check_say(c, "confidence is none");
	if (source.n < 4)
		check_say(c, "no source");
	if (str_has_prefix(source, STR("memory")))
		check_say(c, "its source is somebody's memory");
}

void check_order(struct check *c, int order)
{
	if (c->row == 0 || order < 0)
		return;
	check_say(c, order ? "out of order" : "stands there twice");
}

void check_version(struct check *c, const char *what, struct str v)
{
	struct version parsed;

	if (v.n && !version_parse(v, &parsed))
		check_say(c, "%s '" STR_F "' is no version", what, STR_A(v));
}

void check_range(struct check *c, struct str low, struct str high)
{
	if (low.n && high.n && version_cmp_str(low, high) > 0)
		check_say(c, STR_F " is above " STR_F, STR_A(low), STR_A(high));
}

/* "12" stands for all of its major version. */
void check_toolkit(struct check *c, struct str cuda)
{
	struct version v;

	if (cuda.n == 0)
		return;
	if (!version_parse(cuda, &v)) {
		check_say(c, "cuda '" STR_F "' is no version", STR_A(cuda));
		return;
	}
	slice_for (const struct toolkit, t, c->k->toolkits) {
		struct version known = version_lead(t->cuda);

		known.n = v.n < known.n ? v.n : known.n;
		if (version_cmp(known, v) == 0)
			return;
	}
	check_say(c, "CUDA " STR_F " is not in toolkits.json", STR_A(cuda));
}

/* Before the first toolkit of the table. */
bool check_is_ancient(const struct check *c, struct str cuda)
{
	return c->k->toolkits.n &&
	       version_cmp_str(cuda, c->k->toolkits.v[0].cuda) < 0;
}

void check_branch(struct check *c, int64_t branch)
{
	if (branch && !know_branch(c->k, branch))
		check_say(c, "R%lld is not in branches.json",
		          (long long)branch);
}

void check_date(struct check *c, struct str date)
{
	int64_t days;

	if (date.n && !know_days(date, date, &days))
		check_say(c, "'" STR_F "' is no date", STR_A(date));
}

void check_distinct(struct check *c, const char *what, struct strs list)
{
	for (size_t i = 0; i < list.n; i++) {
		if (list.v[i].n == 0)
			check_say(c, "%s: an empty one", what);
		for (size_t j = 0; j < i; j++)
			if (str_eq(list.v[i], list.v[j]))
				check_say(c, "%s: '" STR_F "' twice", what,
				          STR_A(list.v[i]));
	}
}

static void code_of(struct check *c, struct str name, struct str cuda)
{
	const struct gpu_arch *a = know_arch(c->k, name);

	if (!a)
		check_say(c, STR_F " is not in arches.json", STR_A(name));
	else if (cuda.n && version_cmp_str(cuda, a->first) < 0)
		check_say(c, STR_F " came with CUDA " STR_F, STR_A(name),
		          STR_A(a->first));
	else if (cuda.n && a->removed.n &&
	         version_cmp_str(cuda, a->removed) >= 0)
		check_say(c, STR_F " left with CUDA " STR_F, STR_A(name),
		          STR_A(a->removed));
}

void check_code(struct check *c, struct strs archs, struct str cuda)
{
	check_distinct(c, "code", archs);
	slice_for (const struct str, name, archs)
		code_of(c, *name, cuda);
}

int know_check(const struct know *k, struct arena *a, struct strs *complaints)
{
	size_t before = complaints->n;
	struct check c = {.k = k,
	                  .a = a,
	                  .out = complaints,
	                  .tables = know_tables(k, a)};

	check_arches(&c);
	check_bases(&c);
	check_branches(&c);
	check_brands(&c);
	check_forward_compat(&c);
	check_frameworks(&c);
	check_gates(&c);
	check_gpus(&c);
	check_images(&c);
	check_libraries(&c);
	check_packages(&c);
	check_stacks(&c);
	check_symptoms(&c);
	check_toolkits(&c);
	check_torch(&c);
	return complaints->n > before ? -1 : 0;
}
