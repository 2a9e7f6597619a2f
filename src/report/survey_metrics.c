/*
 * For node_exporter's textfile collector, which adds the time of the file
 * itself.  A series for an image only where it does not work: those are few.
 */
#include "report/paper.h"
#include "report/survey.h"

struct sheet {
	struct buf *out;
	struct arena *arena;
	const struct survey *s;
};

/* In a label: backslash, quote and line feed escaped, all of it UTF-8. */
static struct str label(const struct sheet *sh, struct str s)
{
	struct str safe = paper_safe(sh->arena, s), out;
	struct buf b = {0};

	for (size_t i = 0; i < safe.n; i++) {
		if (safe.p[i] == '"' || safe.p[i] == '\\')
			buf_addc(&b, '\\', 1);
		buf_addc(&b, safe.p[i], 1);
	}
	out = arena_str(sh->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static void head(const struct sheet *sh, const char *name, const char *help)
{
	buf_printf(sh->out, "# HELP cudalint_%s %s\n# TYPE cudalint_%s gauge\n",
	           name, help, name);
}

static void put_images(const struct sheet *sh)
{
	size_t n[VERDICT_N] = {0}, errors = 0;

	slice_for (struct survey_row, r, sh->s->rows) {
		if (r->error.n)
			errors++;
		else
			n[r->verdict]++;
	}
	head(sh, "images", "Images by the verdict of their worst pool.");
	for (int v = 0; v < VERDICT_N; v++)
		buf_printf(sh->out, "cudalint_images{verdict=\"%s\"} %zu\n",
		           verdict_names[v], n[v]);
	head(sh, "images_unread", "Images that could not be read.");
	buf_printf(sh->out, "cudalint_images_unread %zu\n", errors);
}

static size_t count(const struct survey *s, struct str pool, enum verdict v)
{
	size_t n = 0;

	slice_for (struct survey_row, r, s->rows)
		slice_for (struct survey_pool, p, r->pools)
			n += p->verdict == v && str_eq(p->pool, pool);
	return n;
}

static void put_pools(const struct sheet *sh)
{
	head(sh, "pool_images", "Images by pool and verdict.");
	slice_for (struct pool, p, sh->s->fleet->pools)
		for (int v = 0; v < VERDICT_N; v++)
			buf_printf(sh->out,
			           "cudalint_pool_images{pool=\"" STR_F
			           "\",verdict=\"%s\"} %zu\n",
			           STR_A(label(sh, p->name)), verdict_names[v],
			           count(sh->s, p->name, (enum verdict)v));
}

static size_t with_finding(const struct survey *s, const struct rule *rule)
{
	size_t n = 0;

	slice_for (struct survey_row, r, s->rows) {
		bool has = false;

		slice_for (struct survey_finding, f, r->findings)
			has |= str_eq(f->id, str_c(rule->id));
		n += has;
	}
	return n;
}

static void put_findings(const struct sheet *sh)
{
	head(sh, "finding_images", "Images with a finding.");
	for (size_t i = 0; i < rules_n; i++) {
		size_t n = with_finding(sh->s, rules[i]);

		if (n)
			buf_printf(sh->out,
			           "cudalint_finding_images{id=\"%s\",name=\"%s"
			           "\"} %zu\n",
			           rules[i]->id, rules[i]->name, n);
	}
}

static void put_failure(const struct sheet *sh, const struct survey_row *r,
                        const struct survey_pool *p)
{
	buf_printf(sh->out,
	           "cudalint_image_fails{image=\"" STR_F "\",platform=\"" STR_F
	           "\",pool=\"" STR_F "\",outcome=\"" STR_F "\"} 1\n",
	           STR_A(label(sh, r->ref)), STR_A(label(sh, r->platform)),
	           STR_A(label(sh, p->pool)),
	           STR_A(label(sh, survey_outcome(p))));
}

static void put_failures(const struct sheet *sh)
{
	head(sh, "image_fails", "1 for an image and a pool that it fails on.");
	slice_for (struct survey_row, r, sh->s->rows)
		slice_for (struct survey_pool, p, r->pools)
			if (p->verdict == VERDICT_FAIL)
				put_failure(sh, r, p);
}

void survey_write_metrics(const struct survey *s, struct buf *out)
{
	struct arena a = {0};
	struct sheet sh = {out, &a, s};

	put_images(&sh);
	put_pools(&sh);
	put_findings(&sh);
	put_failures(&sh);
	arena_free(&a);
}
