/* A line for each image, a column for each pool. */
#include "report/survey.h"
#include "report/text.h"

#include <string.h>

enum { WIDTH = 80, NAME_MIN = 30 };

struct sheet {
	struct paper p;
	const struct survey *s;
	size_t columns; /* pools that have one */
};

static const struct {
	const char *mark;
	const char *means;
} marks[VERDICT_N] = {
	[VERDICT_UNKNOWN] = {"?", "unknown"},
	[VERDICT_PASS] = {".", "works"},
	[VERDICT_WARN] = {"w", "fails on stacks out of support"},
	[VERDICT_FAIL] = {"F", "fails"},
};

static const enum verdict gravest_first[VERDICT_N] = {VERDICT_FAIL,
                                                      VERDICT_WARN,
                                                      VERDICT_UNKNOWN,
                                                      VERDICT_PASS};

static size_t columns_of(const struct survey *s)
{
	size_t room = WIDTH - NAME_MIN;

	return s->fleet->pools.n < room ? s->fleet->pools.n : room;
}

/* "1=ws-3090 2=dgx-h100" */
static void put_legend(struct sheet *sh)
{
	struct arena *a = sh->p.arena;
	struct str all = {0};

	if (sh->s->fleet->embedded)
		paper_wrap(&sh->p, 0,
		           STR("No fleet profile given: judged for the default "
		               "fleet, so what depends on hosts is at most a "
		               "warning."));
	for (size_t i = 0; i < sh->columns; i++) {
		struct str name = sh->s->fleet->pools.v[i].name;

		all = arena_fmt(a, STR_F "%s%zu=" STR_F, STR_A(all),
		                i ? " " : "", i + 1,
		                STR_A(paper_safe(a, name)));
	}
	if (sh->columns < sh->s->fleet->pools.n)
		all = arena_fmt(a, STR_F ", and %zu pools without a column",
		                STR_A(all),
		                sh->s->fleet->pools.n - sh->columns);
	paper_wrap(&sh->p, 0, all);
	all = (struct str){0};
	for (size_t i = 0; i < VERDICT_N; i++)
		all = arena_fmt(a, STR_F "%s%s %s", STR_A(all), i ? ", " : "",
		                marks[gravest_first[i]].mark,
		                marks[gravest_first[i]].means);
	paper_wrap(&sh->p, 0, all);
	paper_end(&sh->p);
}

/* Numbers of columns, from top to bottom. */
static void put_numbers(struct sheet *sh)
{
	size_t unit = 1;

	while (unit * 10 <= sh->columns)
		unit *= 10;
	for (; unit; unit /= 10) {
		for (size_t n = 1; n <= sh->columns; n++) {
			char c = (char)('0' + n / unit % 10);

			if (n < unit)
				c = ' ';
			paper_put(&sh->p, INK_PLAIN, (struct str){&c, 1});
		}
		if (unit == 1)
			paper_put(&sh->p, INK_PLAIN, STR("  IMAGE"));
		paper_end(&sh->p);
	}
}

static const struct survey_pool *pool_get(const struct survey_row *r,
                                          struct str name)
{
	slice_for (struct survey_pool, p, r->pools)
		if (str_eq(p->pool, name))
			return p;
	return NULL;
}

static void add_new(struct arena *a, struct str *all, struct strs *seen,
                    struct str s)
{
	slice_for (struct str, old, *seen)
		if (str_eq(*old, s))
			return;
	*arena_push(a, seen) = s;
	*all = arena_fmt(a, STR_F "%s" STR_F, STR_A(*all), all->n ? ", " : "",
	                 STR_A(s));
}

/* What comes of it where it does not work: "804, 35". */
static struct str outcomes_of(const struct survey_row *r, struct arena *a)
{
	struct str all = {0};
	struct strs seen = {0};

	slice_for (struct survey_pool, p, r->pools) {
		struct str worst = survey_outcome(p);

		if (p->verdict != VERDICT_PASS)
			add_new(a, &all, &seen, worst);
	}
	return all;
}

/* "app:1 and 3 more (linux/arm64): 804" */
static struct str name_of(const struct survey_row *r, struct arena *a)
{
	struct str all = arena_str(a, r->ref), why = outcomes_of(r, a);

	if (r->tags.n)
		all = arena_fmt(a, STR_F " and %zu more", STR_A(all),
		                r->tags.n);
	if (r->platform.n)
		all = arena_fmt(a, STR_F " (" STR_F ")", STR_A(all),
		                STR_A(r->platform));
	if (why.n)
		all = arena_fmt(a, STR_F ": " STR_F, STR_A(all), STR_A(why));
	return paper_safe(a, all);
}

static void put_row(struct sheet *sh, const struct survey_row *r)
{
	for (size_t i = 0; i < sh->columns; i++) {
		const struct survey_pool *p =
			pool_get(r, sh->s->fleet->pools.v[i].name);
		const char *mark = p ? marks[p->verdict].mark : " ";

		paper_put(&sh->p, p ? text_verdict_ink(p->verdict) : INK_PLAIN,
		          str_c(mark));
	}
	paper_put(&sh->p, INK_PLAIN, STR("  "));
	paper_wrap(&sh->p, (unsigned)sh->columns + 2, name_of(r, sh->p.arena));
	if (r->what_if.n)
		what_if_text(&sh->p, (unsigned)sh->columns + 4, &r->what_if);
}

static bool is_told(const struct sheet *sh, const struct survey_row *r,
                    enum verdict v)
{
	return r->error.n == 0 && r->verdict == v &&
	       !(sh->s->quiet && v == VERDICT_PASS);
}

static void put_rows(struct sheet *sh)
{
	size_t n = 0;

	for (size_t i = 0; i < VERDICT_N; i++) {
		slice_for (struct survey_row, r, sh->s->rows) {
			if (!is_told(sh, r, gravest_first[i]))
				continue;
			if (n++ == 0)
				put_numbers(sh);
			put_row(sh, r);
		}
	}
}

static bool any_read(const struct survey *s)
{
	slice_for (struct survey_row, r, s->rows)
		if (r->error.n == 0)
			return true;
	return false;
}

static bool has_finding(const struct survey_row *r, const struct rule *rule)
{
	slice_for (struct survey_finding, f, r->findings)
		if (str_eq(f->id, str_c(rule->id)))
			return true;
	return false;
}

/* "CL001 compat-on-unsupported-gpu: 12 images" */
static void put_findings(struct sheet *sh)
{
	bool first = true;

	for (size_t i = 0; i < rules_n; i++) {
		size_t n = 0;

		slice_for (struct survey_row, r, sh->s->rows)
			n += has_finding(r, rules[i]);
		if (n == 0)
			continue;
		if (first)
			paper_end(&sh->p);
		first = false;
		paper_put(&sh->p, INK_BOLD, str_c(rules[i]->id));
		paper_wrap(&sh->p, 6,
		           arena_fmt(sh->p.arena, "%s: %zu image%s",
		                     rules[i]->name, n, n == 1 ? "" : "s"));
	}
}

static void put_errors(struct sheet *sh)
{
	struct arena *a = sh->p.arena;
	bool first = true;

	slice_for (struct survey_row, r, sh->s->rows) {
		if (r->error.n == 0)
			continue;
		if (first)
			paper_end(&sh->p);
		first = false;
		paper_put(&sh->p, INK_RED, STR("ERROR"));
		paper_put(&sh->p, INK_PLAIN, STR(" "));
		paper_wrap(&sh->p, 2,
		           paper_safe(a, arena_fmt(a, STR_F ": " STR_F,
		                                   STR_A(r->ref),
		                                   STR_A(r->error))));
	}
}

/* "3 images under 5 names: 1 fail, 2 pass" */
static void put_total(struct sheet *sh)
{
	struct arena *a = sh->p.arena;
	size_t n[VERDICT_N] = {0}, errors = 0, names = 0, ignored = 0;
	struct str all;

	slice_for (struct survey_row, r, sh->s->rows) {
		names += 1 + r->tags.n;
		ignored += r->ignored.n;
		if (r->error.n)
			errors++;
		else
			n[r->verdict]++;
	}
	all = arena_fmt(a, "%zu image%s under %zu name%s:", sh->s->rows.n,
	                sh->s->rows.n == 1 ? "" : "s", names,
	                names == 1 ? "" : "s");
	for (size_t i = 0; i < VERDICT_N; i++)
		if (n[gravest_first[i]])
			all = arena_fmt(a, STR_F " %zu %s,", STR_A(all),
			                n[gravest_first[i]],
			                verdict_names[gravest_first[i]]);
	if (errors)
		all = arena_fmt(a, STR_F " %zu could not be read,", STR_A(all),
		                errors);
	all.n--;
	if (ignored)
		all = arena_fmt(a, STR_F "; %zu finding%s ignored", STR_A(all),
		                ignored, ignored == 1 ? "" : "s");
	paper_wrap(&sh->p, 0, all);
	slice_for (const struct str, note, sh->s->notes)
		if (!sh->s->quiet)
			paper_wrap(&sh->p, 2, paper_safe(a, *note));
}

void survey_write_text(const struct survey *s, struct buf *out)
{
	struct arena a = {0};
	struct sheet sh = {
		.p = {.out = out,
	              .arena = &a,
	              .width = WIDTH,
	              .color = s->color},
		.s = s,
		.columns = columns_of(s),
	};

	if (!s->quiet && any_read(s))
		put_legend(&sh);
	put_rows(&sh);
	if (!s->quiet)
		put_findings(&sh);
	put_errors(&sh);
	if (s->rows.n && !s->quiet)
		paper_end(&sh.p);
	put_total(&sh);
	arena_free(&a);
}
