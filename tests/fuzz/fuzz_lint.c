/*
 * Any bytes, as facts; what parses is judged for a pool of the default fleet,
 * linted and reported.  Text is valid UTF-8 without controls, JSON is ASCII.
 * The length picks the pool, one more format, and whether to ask what is
 * required: all take their time.
 */
#include "base/utf8.h"
#include "lint/rule.h"
#include "predict/predict.h"
#include "report/report.h"

#include <assert.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct world {
	struct arena arena;
	struct know know;
	struct fleet fleet;
};

static const struct world *world(void)
{
	static struct world w;
	struct err err = {0};

	if (!w.arena.used &&
	    (know_load(&w.know, (struct str){0}, &w.arena, &err) ||
	     fleet_default(&w.know, &w.arena, &w.fleet, &err)))
		abort();
	return &w;
}

/* The page's own style and script are indented by tabs. */
static void check_text(struct str s, bool tabs)
{
	for (size_t i = 0, len; i < s.n; i += len) {
		uint32_t cp;

		len = utf8_decode(s.p + i, s.n - i, &cp);
		assert(len && (cp == '\n' || (tabs && cp == '\t') ||
		               !utf8_is_unsafe(cp)));
	}
}

static void check_json(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		assert(s.p[i] == '\n' || (s.p[i] >= ' ' && s.p[i] < 0x7f));
}

static void write_all(const struct report *r, size_t pick)
{
	const struct report_format *any =
		&report_formats[pick % report_formats_n];
	const struct report_style styles[] = {{.why = true},
	                                      {.width = 40},
	                                      {.quiet = true}};
	const struct report_format *json = report_format_get(STR("json"));
	struct buf b = {0};

	for (size_t i = 0; i < sizeof styles / sizeof *styles; i++) {
		report_format_get(STR("text"))->write(r, &styles[i], &b);
		check_text(buf_str(&b), false);
		buf_free(&b);
	}
	json->write(r, &styles[0], &b);
	check_json(buf_str(&b));
	buf_free(&b);
	if (str_eq(str_c(any->name), STR("json")))
		return;
	report_write(any, r, &styles[0], &b);
	check_text(buf_str(&b), str_eq(str_c(any->name), STR("html")));
	buf_free(&b);
}

static void judge(const struct image_facts *f, size_t pick, struct arena *a)
{
	const struct world *w = world();
	struct fleet fleet = w->fleet;
	struct report r = {.version = STR("0"),
	                   .knowledge = w->know.as_of,
	                   .fleet = &fleet,
	                   .know = &w->know};
	struct report_image *im = arena_push(a, &r.images);
	struct predict_input in = {.facts = f, .know = &w->know};
	struct lint_input lint = {.facts = f,
	                          .fleet = &fleet,
	                          .know = &w->know,
	                          .predictions = &im->predictions,
	                          .arena = a};

	fleet.pools =
		(struct pools){&w->fleet.pools.v[pick % w->fleet.pools.n], 1};
	*im = (struct report_image){.ref = STR("x"),
	                            .platform = facts_platform(f, a),
	                            .facts = f,
	                            .pools = fleet.pools.n};
	predict_pool(&in, fleet.pools.v, a, &im->predictions);
	if (pick % 16 == 0)
		predict_requires(&in, a, &im->requires_);
	lint_run(&lint, &im->findings, &im->ignored);
	im->verdict = predict_worst(&im->predictions);
	write_all(&r, pick);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct image_facts f = {0};
	struct err err = {0};

	if (!facts_parse((struct str){(const char *)data, size}, &a, &f, &err))
		judge(&f, size, &a);
	else
		assert(err.kind == ERR_FORMAT || err.kind == ERR_LIMIT);
	arena_free(&a);
	return 0;
}
