#include "policy/baseline.h"

#include "lint/fingerprint.h"

#include <stdlib.h>

/* clang-format off */
static const struct field known_fields[] = {
	FIELD(struct known, input, REQUIRED, "path of the Dockerfile, or name of the image"),
	FIELD(struct known, platform, ALWAYS, "that it was judged for"),
	FIELD(struct known, rule, REQUIRED, "id of the rule"),
	FIELD(struct known, fingerprint, REQUIRED, "of the finding, as in the report"),
	FIELD_ENUM(struct known, severity, ALWAYS, severity_names, "a graver one is new"),
	FIELD(struct known, pools, ALWAYS, "in other pools it is new; empty: all"),
};
static const struct schema known_schema = SCHEMA(struct known, known_fields);

static const struct field baseline_fields[] = {
	FIELD(struct baseline, schema, REQUIRED, "always " BASELINE_SCHEMA),
	FIELD_LIST(struct baseline, findings, ALWAYS, &known_schema, "in order of their members"),
};
/* clang-format on */
const struct schema baseline_schema = SCHEMA(struct baseline, baseline_fields);

/* Findings of one content differ in what follows. */
static struct str content_of(const struct known *k)
{
	struct str s = k->fingerprint;

	s.n = s.n < FINGERPRINT_TEXT ? s.n : FINGERPRINT_TEXT;
	return s;
}

static int cmp_input(const struct known *a, struct str input,
                     struct str platform)
{
	int order = str_cmp(a->input, input);

	return order ? order : str_cmp(a->platform, platform);
}

static int cmp_content(const struct known *a, const struct known *b)
{
	int order = cmp_input(a, b->input, b->platform);

	if (order == 0)
		order = str_cmp(a->rule, b->rule);
	return order ? order : str_cmp(content_of(a), content_of(b));
}

static int by_all(const void *left, const void *right)
{
	const struct known *a = left, *b = right;
	int order = cmp_content(a, b);

	return order ? order : str_cmp(a->fingerprint, b->fingerprint);
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void knowns_sort(struct knowns *all)
{
	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, by_all);
	slice_for (struct known, k, *all)
		if (k->pools.n)
			qsort(k->pools.v, k->pools.n, sizeof *k->pools.v,
			      by_text);
}

int baseline_parse(struct str json, struct arena *a, struct baseline *out,
                   struct err *err)
{
	*out = (struct baseline){0};
	if (json.n > BASELINE_BYTES)
		return err_set(err, ERR_LIMIT, "larger than %d bytes",
		               BASELINE_BYTES);
	if (record_parse(&baseline_schema, json, RECORD_STRICT | RECORD_BYTES,
	                 a, out, err))
		return -1;
	if (!str_eq(out->schema, STR(BASELINE_SCHEMA)))
		return err_set(err, ERR_USAGE,
		               "/schema: want '" BASELINE_SCHEMA "'");
	knowns_sort(&out->findings);
	return 0;
}

void baseline_write(const struct baseline *b, struct buf *out)
{
	record_write(&baseline_schema, b, out);
}

/* Those of one content stand together. */
static struct knowns alike(const struct knowns *all, const struct known *k)
{
	size_t low = 0, high = all->n;
	struct knowns out;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (cmp_content(&all->v[middle], k) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	out = (struct knowns){all->v + low, 0};
	while (low + out.n < all->n && cmp_content(&out.v[out.n], k) == 0)
		out.n++;
	return out;
}

static bool names_pool(const struct known *k, struct str pool)
{
	slice_for (const struct str, p, k->pools)
		if (str_eq(*p, pool))
			return true;
	return k->pools.n == 0;
}

static bool is_known_in(const struct knowns *old, const struct known *k,
                        struct str pool)
{
	slice_for (const struct known, o, *old)
		if (o->severity >= k->severity && names_pool(o, pool))
			return true;
	return false;
}

bool baseline_has(const struct baseline *b, const struct known *k)
{
	struct knowns old = alike(&b->findings, k);

	slice_for (const struct str, pool, k->pools)
		if (!is_known_in(&old, k, *pool))
			return false;
	if (k->pools.n)
		return true;
	slice_for (const struct known, o, old)
		if (str_eq(o->fingerprint, k->fingerprint) &&
		    o->severity >= k->severity && o->pools.n == 0)
			return true;
	return false;
}

static bool is_single(const struct knowns *all)
{
	slice_for (const struct known, k, *all)
		if (!str_eq(k->input, all->v[0].input))
			return false;
	return all->n > 0;
}

void baseline_rename(struct baseline *b, const struct judgeds *judged)
{
	slice_for (const struct judged, j, *judged)
		if (!str_eq(j->input, judged->v[0].input))
			return;
	if (judged->n == 0 || !is_single(&b->findings))
		return;
	slice_for (struct known, k, b->findings)
		k->input = judged->v[0].input;
}

static int by_input(const void *left, const void *right)
{
	const struct judged *a = left, *b = right;
	int order = str_cmp(a->input, b->input);

	return order ? order : str_cmp(a->platform, b->platform);
}

void judgeds_sort(struct judgeds *all)
{
	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, by_input);
}

static bool was_judged(const struct judgeds *judged, const struct known *k)
{
	struct judged key = {k->input, k->platform};

	return judged->n &&
	       bsearch(&key, judged->v, judged->n, sizeof key, by_input);
}

static bool is_there(const struct knowns *now, const struct known *k)
{
	struct knowns found = alike(now, k);

	slice_for (const struct known, f, found)
		if (f->pools.n || str_eq(f->fingerprint, k->fingerprint))
			return true;
	return false;
}

struct knowns baseline_gone(const struct baseline *b, const struct knowns *now,
                            const struct judgeds *judged, struct arena *a)
{
	struct knowns out = {0};

	slice_for (const struct known, k, b->findings)
		if (was_judged(judged, k) && !is_there(now, k))
			*arena_push(a, &out) = *k;
	return out;
}

static bool is_twin(const struct known *a, const struct known *b)
{
	if (by_all(a, b) || a->severity != b->severity ||
	    a->pools.n != b->pools.n)
		return false;
	for (size_t i = 0; i < a->pools.n; i++)
		if (!str_eq(a->pools.v[i], b->pools.v[i]))
			return false;
	return true;
}

/* Of an input that was named twice. */
static void drop_twins(struct knowns *all)
{
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (n == 0 || !is_twin(&all->v[n - 1], &all->v[i]))
			all->v[n++] = all->v[i];
	all->n = n;
}

struct baseline baseline_next(const struct baseline *b,
                              const struct knowns *now,
                              const struct judgeds *judged, struct arena *a)
{
	struct baseline out = {.schema = STR(BASELINE_SCHEMA)};

	slice_for (const struct known, k, b->findings)
		if (!was_judged(judged, k))
			*arena_push(a, &out.findings) = *k;
	slice_for (const struct known, k, *now)
		*arena_push(a, &out.findings) = *k;
	knowns_sort(&out.findings);
	drop_twins(&out.findings);
	return out;
}
