#include "report/text.h"
#include "report/formats.h"

#include <string.h>

enum { WIDTH = 80 };

static const char *verdict_head(enum verdict v)
{
	switch (v) {
	case VERDICT_PASS:
		return "PASS";
	case VERDICT_WARN:
		return "WARN";
	case VERDICT_FAIL:
		return "FAIL";
	case VERDICT_UNKNOWN:
	case VERDICT_N:
		break;
	}
	return "UNKNOWN";
}

enum ink text_verdict_ink(enum verdict v)
{
	switch (v) {
	case VERDICT_PASS:
		return INK_GREEN;
	case VERDICT_FAIL:
		return INK_RED;
	case VERDICT_WARN:
	case VERDICT_UNKNOWN:
	case VERDICT_N:
		break;
	}
	return INK_YELLOW;
}

/* pass < unknown < warn < fail */
static int weight(enum verdict v)
{
	static const int weights[VERDICT_N] = {
		[VERDICT_PASS] = 0,
		[VERDICT_UNKNOWN] = 1,
		[VERDICT_WARN] = 2,
		[VERDICT_FAIL] = 3,
	};

	return weights[v];
}

/* Pools by their worst GPU; predictions of one pool stand together. */
static void count_pools(const struct predictions *all, size_t n[VERDICT_N])
{
	for (size_t i = 0; i < all->n;) {
		const struct pool *pool = all->v[i].pool;
		enum verdict worst = VERDICT_PASS;

		for (; i < all->n && all->v[i].pool == pool; i++)
			if (weight(all->v[i].verdict) > weight(worst))
				worst = all->v[i].verdict;
		n[worst]++;
	}
}

static struct str headline(struct arena *a, const struct report_image *im)
{
	size_t n[VERDICT_N] = {0}, all;
	const char *what = NULL;
	struct str unknown = STR("");

	count_pools(&im->predictions, n);
	all = n[VERDICT_PASS] + n[VERDICT_UNKNOWN] + n[VERDICT_WARN] +
	      n[VERDICT_FAIL];
	switch (im->verdict) {
	case VERDICT_FAIL:
		what = n[VERDICT_FAIL] == 1 ? "fails" : "fail";
		break;
	case VERDICT_WARN:
		what = n[VERDICT_WARN] == 1 ?
		               "fails on a stack out of support" :
		               "fail on stacks out of support";
		break;
	case VERDICT_UNKNOWN:
		what = "unknown";
		break;
	case VERDICT_PASS:
	case VERDICT_N:
		break;
	}
	if (all == 0)
		return STR("no pool to judge it for");
	if (!what && all == 1)
		return STR("works on the one pool");
	if (!what)
		return arena_fmt(a, "works on all %zu pools", all);
	if (n[VERDICT_UNKNOWN] && im->verdict != VERDICT_UNKNOWN)
		unknown = arena_fmt(a, ", %zu unknown", n[VERDICT_UNKNOWN]);
	return arena_fmt(a, "%zu of %zu pool%s %s" STR_F, n[im->verdict], all,
	                 all == 1 ? "" : "s", what, STR_A(unknown));
}

static void put_head(struct paper *p, enum ink ink, const char *word,
                     struct str rest)
{
	paper_put(p, ink, str_c(word));
	paper_put(p, INK_PLAIN, STR(" "));
	paper_wrap(p, 2, rest);
}

static void image_error(struct paper *p, const struct report_image *im)
{
	put_head(p, INK_RED, "ERROR",
	         paper_safe(p->arena,
	                    arena_fmt(p->arena, STR_F ": " STR_F,
	                              STR_A(im->ref), STR_A(im->error))));
}

static size_t lowered_n(const struct findings *all)
{
	size_t n = 0;

	slice_for (struct finding, f, *all)
		n += f->lowered;
	return n;
}

/* Whatever the verdict: what a policy keeps silent is never not there. */
static struct str policy_words(struct paper *p, const struct report_image *im,
                               bool shown)
{
	size_t lowered = lowered_n(&im->findings), ignored = im->ignored.n;
	struct str out = {0};

	if (ignored)
		out = arena_fmt(p->arena, "; %zu finding%s ignored%s", ignored,
		                ignored == 1 ? "" : "s",
		                shown ? "" : " (--show-ignored)");
	if (lowered)
		out = arena_fmt(p->arena, STR_F "; %zu lowered", STR_A(out),
		                lowered);
	return out;
}

static void image_head(struct paper *p, const struct report_image *im,
                       bool shown)
{
	bool known = im->platform.n > 0;
	struct str text =
		arena_fmt(p->arena,
	                  STR_F "%s" STR_F "%s" STR_F "%s: " STR_F STR_F,
	                  STR_A(im->ref), known ? " (" : "",
	                  STR_A(im->platform),
	                  known && im->depth.n ? ", depth " : "",
	                  STR_A(known ? im->depth : STR("")), known ? ")" : "",
	                  STR_A(headline(p->arena, im)),
	                  STR_A(policy_words(p, im, shown)));

	put_head(p, text_verdict_ink(im->verdict), verdict_head(im->verdict),
	         paper_safe(p->arena, text));
}

static void write_image(struct paper *p, const struct report_style *style,
                        const struct report_image *im)
{
	if (im->error.n) {
		image_error(p, im);
		return;
	}
	image_head(p, im, style->ignored && !style->quiet);
	if (style->quiet)
		return;
	text_requires(p, &im->requires_);
	text_table(p, &im->predictions);
	if (im->asked_what_if)
		what_if_text(p, 2, &im->what_if);
	if (style->why)
		text_why(p, &im->predictions);
	else
		text_unknown(p, &im->predictions);
	if (style->sizes && im->facts)
		text_sizes(p, im->facts);
	text_findings(p, im, im->pools);
	if (style->ignored)
		text_ignored(p, im);
	if (im->facts)
		text_gaps(p, &im->facts->gaps);
}

static void write_fleet(struct paper *p, const struct report *r)
{
	struct str s;

	if (!r->fleet || !r->fleet->embedded)
		return;
	s = arena_fmt(p->arena,
	              "No fleet profile given: judged for the default fleet of "
	              "%zu pool%s, so what depends on hosts is at most a "
	              "warning.",
	              r->fleet->pools.n, r->fleet->pools.n == 1 ? "" : "s");
	paper_wrap(p, 0, s);
}

static void write_summary(struct paper *p, const struct report *r)
{
	static const enum verdict order[] = {VERDICT_FAIL, VERDICT_WARN,
	                                     VERDICT_UNKNOWN, VERDICT_PASS};
	size_t n[VERDICT_N] = {0}, errors = 0;
	struct buf b = {0};

	slice_for (struct report_image, im, r->images) {
		if (im->error.n)
			errors++;
		else
			n[im->verdict]++;
	}
	buf_printf(&b, "%zu images:", r->images.n);
	for (size_t i = 0; i < sizeof order / sizeof *order; i++)
		if (n[order[i]])
			buf_printf(&b, " %zu %s,", n[order[i]],
			           verdict_names[order[i]]);
	if (errors)
		buf_printf(&b, " %zu could not be read,", errors);
	b.n -= b.n && b.p[b.n - 1] == ',';
	paper_wrap(p, 0, buf_str(&b));
	buf_free(&b);
}

/* Names of the stale tables of that date. */
static struct str stale_names(struct arena *a, struct pairs stale,
                              struct str as_of)
{
	struct str out = {0};

	slice_for (struct pair, t, stale)
		if (str_eq(t->value, as_of))
			out = arena_fmt(a, STR_F "%s" STR_F, STR_A(out),
			                out.n ? ", " : "", STR_A(t->key));
	return out;
}

static bool is_first_of_date(const struct pairs *stale, const struct pair *t)
{
	slice_for (struct pair, p, *stale)
		if (str_eq(p->value, t->value))
			return p == t;
	return false;
}

/* The report may lack what came out since. */
static void write_stale(struct paper *p, const struct pairs *stale)
{
	struct str all = {0};

	slice_for (struct pair, t, *stale) {
		struct str names = stale_names(p->arena, *stale, t->value);

		if (is_first_of_date(stale, t))
			all = arena_fmt(p->arena,
			                STR_F "%s" STR_F " (" STR_F ")",
			                STR_A(all), all.n ? "; " : "",
			                STR_A(names), STR_A(t->value));
	}
	if (!all.n)
		return;
	paper_end(p);
	paper_wrap(p, 0,
	           arena_fmt(p->arena,
	                     "Old knowledge: what came out since is not in "
	                     "these tables: " STR_F ".",
	                     STR_A(all)));
}

static void write_notes(struct paper *p, const struct strs *notes)
{
	if (notes->n)
		paper_end(p);
	slice_for (const struct str, n, *notes)
		paper_wrap(p, 2, paper_safe(p->arena, *n));
}

void report_write_text(const struct report *r, const struct report_style *style,
                       struct buf *out)
{
	struct arena a = {0};
	struct paper p = {
		.out = out,
		.arena = &a,
		.width = style->width ? style->width : WIDTH,
		.color = style->color,
	};
	bool apart = !style->quiet;

	if (p.width < WIDTH / 2)
		p.width = WIDTH / 2;
	if (!style->quiet)
		write_fleet(&p, r);
	slice_for (struct report_image, im, r->images) {
		if (apart && im > r->images.v)
			paper_end(&p);
		write_image(&p, style, im);
	}
	if (r->images.n > 1 && apart)
		paper_end(&p);
	if (r->images.n > 1)
		write_summary(&p, r);
	if (!style->quiet)
		write_notes(&p, &r->notes);
	if (!style->quiet)
		write_stale(&p, &r->stale);
	arena_free(&a);
}
