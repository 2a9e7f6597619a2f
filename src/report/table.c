#include "report/text.h"

/* The outcome has the rest of the line; it should be enough for a word. */
enum { POOL_MIN = 12, GPU_MIN = 14, DRIVER_MIN = 12, WORDS_MIN = 18 };

/* Short enough for a cell; cudalint explain has the rest. */
static const char *const short_words[OUT_N] = {
	[OUT_UNKNOWN] = "unknown",          [OUT_OK] = "ok",
	[OUT_REFUSED] = "refused at start", [OUT_NO_GPU] = "no GPU",
	[OUT_WRONG_ARCH] = "wrong CPU",     [OUT_34] = "34 stub library",
	[OUT_35] = "35 driver too old",     [OUT_36] = "36 driver too old",
	[OUT_100] = "100 no device",        [OUT_209] = "209 no kernel",
	[OUT_221] = "221 no compiler",      [OUT_222] = "222 PTX too new",
	[OUT_802] = "802 not ready",        [OUT_803] = "803 mismatch",
	[OUT_804] = "804 compat",           [OUT_DEPENDS] = "depends",
};

struct str text_outcome(struct arena *a, const struct run *run)
{
	if (run->outcome == OUT_UNKNOWN && run->fails)
		return STR("fails, code unknown");
	if (run->outcome == OUT_OK && run->route != ROUTE_NONE)
		return arena_fmt(a, "ok, %s", route_names[run->route]);
	return str_c(short_words[run->outcome]);
}

/* "804 | ok": what it may be; a finding says what decides. */
static struct str prediction_words(struct arena *a, const struct prediction *p)
{
	struct buf b = {0};
	struct str out;
	bool seen[OUT_N] = {false};

	if (p->outcome != OUT_DEPENDS)
		return text_outcome(a, &p->run);
	slice_for (struct variant, v, p->variants) {
		enum outcome o = v->run.outcome;

		if (seen[o])
			continue;
		seen[o] = true;
		buf_printf(&b, "%s%s", b.n ? " | " : "", outcome_names[o]);
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct row {
	enum verdict verdict;
	struct str pool, gpu, driver, words;
};

/* Without the words that all of a kind share. */
static struct str gpu_words(const struct prediction *p)
{
	static const char *const common[] = {"NVIDIA ", "GeForce ", "Tesla "};
	struct str name = p->gpu->name;

	for (size_t i = 0; i < sizeof common / sizeof *common; i++)
		if (str_has_prefix(name, str_c(common[i])))
			name = str_from(name, str_c(common[i]).n);
	return name;
}

static struct row row_of(struct arena *a, const struct prediction *p)
{
	struct row r = {
		.verdict = p->verdict,
		.pool = paper_safe(a, p->pool->name),
		.gpu = paper_safe(a, gpu_words(p)),
		.driver = paper_safe(a, p->pool->driver),
		.words = prediction_words(a, p),
	};

	if (r.driver.n == 0)
		r.driver = arena_fmt(a, "CUDA " STR_F,
		                     STR_A(paper_safe(a, p->pool->cuda)));
	return r;
}

/* Columns of the table, in order. */
enum { COL_VERDICT, COL_POOL, COL_GPU, COL_DRIVER, COLS };

static void widen(unsigned *width, struct str s)
{
	unsigned cols = paper_cols(s);

	if (cols > *width)
		*width = cols;
}

/* The widest columns give way until the outcome has room. */
static void fit(unsigned width[COLS], unsigned paper)
{
	unsigned want = 2 + 2 * COLS + WORDS_MIN;

	for (size_t i = 0; i < COLS; i++)
		want += width[i];
	for (; want > paper && width[COL_GPU] > GPU_MIN; want--)
		width[COL_GPU]--;
	for (; want > paper && width[COL_POOL] > POOL_MIN; want--)
		width[COL_POOL]--;
	for (; want > paper && width[COL_DRIVER] > DRIVER_MIN; want--)
		width[COL_DRIVER]--;
}

static void put_row(struct paper *p, const struct row *r,
                    const unsigned width[COLS])
{
	const struct str cells[COLS] = {
		[COL_VERDICT] = str_c(verdict_names[r->verdict]),
		[COL_POOL] = r->pool,
		[COL_GPU] = r->gpu,
		[COL_DRIVER] = r->driver,
	};

	for (size_t i = 0; i < COLS; i++) {
		paper_tab(p, p->col + 2);
		paper_cell(p,
		           i == COL_VERDICT ? text_verdict_ink(r->verdict) :
		                              INK_PLAIN,
		           cells[i], width[i]);
	}
	paper_tab(p, p->col + 2);
	paper_wrap(p, p->col, r->words);
}

void text_table(struct paper *p, const struct predictions *all)
{
	unsigned width[COLS] = {0};

	if (all->n == 0)
		return;
	paper_end(p);
	slice_for (struct prediction, it, *all) {
		struct row r = row_of(p->arena, it);

		widen(&width[COL_VERDICT], str_c(verdict_names[r.verdict]));
		widen(&width[COL_POOL], r.pool);
		widen(&width[COL_GPU], r.gpu);
		widen(&width[COL_DRIVER], r.driver);
	}
	fit(width, p->width);
	slice_for (struct prediction, it, *all) {
		struct row r = row_of(p->arena, it);

		put_row(p, &r, width);
	}
}
