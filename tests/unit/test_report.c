/* The report's formats: what they say, and that an image cannot make them
 * say something else. */
#include "report/manual.h"
#include "report/paper.h"
#include "report/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* One image with one pool that fails, one that works; nothing is computed. */
struct world {
	struct arena arena;
	struct know know;
	struct fleet fleet;
	struct pool pools[2];
	struct fleet_gpu gpus[2];
	struct image_facts facts;
	struct layer_fact layers[1];
	struct prediction predictions[2];
	struct variant variants[2];
	struct step steps[1];
	struct finding finding;
	struct evidence evidence[1];
	struct str pool_names[1];
	struct requirement needs[2];
	struct gap gaps[1];
	struct report_image images[2];
	struct report report;
};

static void fill_hosts(struct world *w)
{
	w->gpus[0] = (struct fleet_gpu){
		.product = STR("NVIDIA GeForce RTX 3090"),
		.name = STR("NVIDIA GeForce RTX 3090"),
		.known = true,
	};
	w->gpus[1] = (struct fleet_gpu){
		.product = STR("A100"),
		.name = STR("NVIDIA A100-SXM4-40GB"),
		.known = true,
	};
	w->pools[0] = (struct pool){
		.name = STR("ws"),
		.nodes = 8,
		.driver = STR("460.67"),
		.gpus = {&w->gpus[0], 1},
	};
	w->pools[1] = (struct pool){
		.name = STR("dc"),
		.nodes = 2,
		.driver = STR("550.54.15"),
		.gpus = {&w->gpus[1], 1},
	};
	w->fleet.pools = (struct pools){w->pools, 2};
}

static void fill_predictions(struct world *w)
{
	w->steps[0] = (struct step){STR("driver"), RESULT_FAIL,
	                            STR("465.19.01 over 460.67"),
	                            STR("model 6#3"), STR("T")};
	w->variants[0].run = (struct run){
		.outcome = OUT_804,
		.stage = STAGE_INIT,
		.mechanism = MECH_LEGACY,
		.libcuda = {STR("465.19.01"), ORIGIN_IMAGE, STR("/c/libcuda"),
	                    0, NULL},
		.message = STR("forward compatibility was attempted"),
		.because = {w->steps, 1},
	};
	w->variants[1].run = (struct run){
		.outcome = OUT_OK,
		.route = ROUTE_NATIVE,
		.mechanism = MECH_CDI,
		.libcuda = {.origin = ORIGIN_HOST, .layer = -1},
	};
	w->predictions[0] = (struct prediction){
		.pool = &w->pools[0],
		.gpu = &w->gpus[0],
		.verdict = VERDICT_FAIL,
		.outcome = OUT_804,
		.run = w->variants[0].run,
		.variants = {&w->variants[0], 1},
	};
	w->predictions[1] = (struct prediction){
		.pool = &w->pools[1],
		.gpu = &w->gpus[1],
		.verdict = VERDICT_PASS,
		.outcome = OUT_OK,
		.run = w->variants[1].run,
		.variants = {&w->variants[1], 1},
	};
}

static void fill_finding(struct world *w)
{
	w->pool_names[0] = STR("ws");
	w->evidence[0] = (struct evidence){
		.layer = 0,
		.digest = STR("sha256:0"),
		.path = STR("/usr/local/cuda/compat/libcuda.so.465.19.01"),
		.history = STR("RUN /bin/sh -c apt-get  install\tcuda"),
	};
	w->finding = (struct finding){
		.rule = &rule_compat_on_unsupported_gpu,
		.severity = SEV_ERROR,
		.message = STR("the image's libcuda replaces the host's"),
		.pools = {w->pool_names, 1},
		.evidence = {w->evidence, 1},
		.cure = {GRADE_SAFE, STR("purge-compat"),
	                 STR("cuda-compat-11-3"),
	                 STR("apt-get purge -y cuda-compat-11-3")},
	};
}

static void fill(struct world *w)
{
	*w = (struct world){0};
	fill_hosts(w);
	fill_predictions(w);
	fill_finding(w);
	w->layers[0] = (struct layer_fact){STR("sha256:0"), STR("RUN x")};
	w->gaps[0] =
		(struct gap){GROUP_DRIVER, STR("layer 2"), STR("truncated")};
	w->facts.schema = STR(FACTS_SCHEMA);
	w->facts.digest = STR("sha256:1");
	w->facts.layers = (struct layers){w->layers, 1};
	w->facts.gaps = (struct gaps){w->gaps, 1};
	w->needs[0] = (struct requirement){CLASS_GEFORCE, STR("--gpus"),
	                                   STR("465.19.01"), ROUTE_NATIVE};
	w->needs[1] = (struct requirement){CLASS_TITAN, STR("--gpus"),
	                                   STR("465.19.01"), ROUTE_NATIVE};
	w->images[0] = (struct report_image){
		.ref = STR("app.tar"),
		.platform = STR("linux/amd64"),
		.verdict = VERDICT_FAIL,
		.facts = &w->facts,
		.predictions = {w->predictions, 2},
		.requires_ = {w->needs, 2},
		.findings = {&w->finding, 1},
	};
	w->images[1] = (struct report_image){
		.ref = STR("none.tar"),
		.error = STR("none.tar: No such file or directory"),
	};
	w->report = (struct report){
		.version = STR("0.1.0"),
		.knowledge = STR("2026-11-20"),
		.fleet = &w->fleet,
		.know = &w->know,
		.images = {w->images, 1},
	};
}

static struct buf written(const struct report *r, const char *format,
                          struct report_style style)
{
	struct buf out = {0};

	report_format_get(str_c(format))->write(r, &style, &out);
	return out;
}

static void want(const struct buf *b, const char *text)
{
	if (!strstr(b->p, text))
		fail_msg("no '%s' in\n%s", text, b->p);
}

static void no_line_is_long(const struct buf *b, unsigned width)
{
	struct str rest = buf_str(b), line;

	while (str_next(&rest, '\n', &line)) {
		if (paper_cols(line) > width)
			fail_msg("%u columns: %.*s", paper_cols(line),
			         (int)line.n, line.p);
	}
}

static void text_says_it(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	b = written(&w.report, "text", (struct report_style){0});
	want(&b, "FAIL app.tar (linux/amd64): 1 of 2 pools fails\n");
	assert_int_equal(b.p[0], 'F');
	want(&b, "needs  geforce, titan: driver 465.19.01 or later (native)");
	want(&b, "fail  ws");
	want(&b, "804 compat");
	want(&b, "ok, native");
	want(&b, "error CL001 compat-on-unsupported-gpu");
	want(&b, "layer 0, /usr/local/cuda/compat/libcuda.so.465.19.01");
	want(&b, "apt-get install cuda");
	want(&b, "cure  apt-get purge -y cuda-compat-11-3 [safe]");
	want(&b, "unseen layer 2: truncated (may change: driver)");
	assert_null(strchr(b.p, '\033'));
	assert_null(strstr(b.p, "465.19.01 over 460.67"));
	no_line_is_long(&b, 80);
	buf_free(&b);
}

static void why_shows_steps(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	b = written(&w.report, "text", (struct report_style){.why = true});
	want(&b, "465.19.01 over 460.67 [T, model 6#3]");
	no_line_is_long(&b, 80);
	buf_free(&b);
}

static void quiet_is_one_line(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	w.fleet.embedded = true;
	b = written(&w.report, "text", (struct report_style){.quiet = true});
	assert_string_equal(b.p,
	                    "FAIL app.tar (linux/amd64): 1 of 2 pools fails\n");
	buf_free(&b);
}

static void embedded_fleet_is_said_first(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	w.fleet.embedded = true;
	b = written(&w.report, "text", (struct report_style){0});
	assert_int_equal(strncmp(b.p, "No fleet profile given", 22), 0);
	buf_free(&b);
}

static void several_images_are_summed_up(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	w.report.images.n = 2;
	b = written(&w.report, "text", (struct report_style){0});
	want(&b, "ERROR none.tar: none.tar: No such file or directory\n");
	want(&b, "\n2 images: 1 fail, 1 could not be read\n");
	buf_free(&b);
}

static void colors_on_a_terminal(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	b = written(&w.report, "text", (struct report_style){.color = true});
	want(&b, "\033[31mFAIL\033[0m");
	want(&b, "\033[32mpass\033[0m");
	buf_free(&b);
}

/* Each string of the image goes to the terminal by way of paper_safe(). */
static void escapes_stay_text(void **state)
{
	static const char evil[] = "a\033[2Jb\r\n\x9b"
				   "31m\xe2\x80\xae\xff";
	struct str s = {evil, sizeof evil - 1};
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	w.images[0].ref = w.images[0].platform = s;
	w.finding.message = w.finding.cure.text = s;
	w.evidence[0].path = w.evidence[0].history = s;
	w.pool_names[0] = w.pools[0].name = w.pools[0].driver = s;
	w.gpus[0].name = s;
	w.gaps[0].where = w.gaps[0].reason = s;
	w.needs[0].stack = w.needs[0].driver = s;
	w.steps[0].detail = w.steps[0].source = s;
	w.variants[0].run.message = s;
	b = written(&w.report, "text", (struct report_style){.why = true});
	for (size_t i = 0; i < b.n; i++)
		assert_true(b.p[i] == '\n' || (unsigned char)b.p[i] >= ' ');
	assert_null(memchr(b.p, 0x9b, b.n));
	assert_null(strstr(b.p, "\xe2\x80\xae"));
	want(&b, "a\\x1b[2Jb");
	no_line_is_long(&b, 80);
	buf_free(&b);
}

static void long_words_are_broken(void **state)
{
	static char path[3000];
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	memset(path, 'x', sizeof path);
	w.evidence[0].path = (struct str){path, sizeof path};
	w.finding.message = w.evidence[0].path;
	w.pools[0].name = w.gpus[0].name = w.evidence[0].path;
	b = written(&w.report, "text", (struct report_style){.width = 60});
	no_line_is_long(&b, 60);
	buf_free(&b);
}

static void safe_text(void **state)
{
	static const struct {
		const char *in, *out;
	} table[] = {
		{"plain", "plain"},
		{"", ""},
		{"gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f"},
		{"\xff\xfe", "\\xff\\xfe"},
		{"\xc3", "\\xc3"},
		{"\xc0\xaf", "\\xc0\\xaf"},
		{"\xed\xa0\x80", "\\xed\\xa0\\x80"},
		{"\xc2\x9b", "\\xc2\\x9b"},
		{"a\\xb", "a\\x5cxb"},
		{"a\\b", "a\\b"},
		{"\x7f\t", "\\x7f\\x09"},
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		struct str got = paper_safe(&a, str_c(table[i].in));

		assert_string_equal(got.p, table[i].out);
	}
	arena_free(&a);
}

static void json_has_the_schema(void **state)
{
	struct world w;
	struct buf b, again = {0};
	struct report_rows rows = {0};
	struct err err = {0};

	(void)state;
	fill(&w);
	w.report.images.n = 2;
	w.finding.message = STR("not \xff UTF-8");
	b = written(&w.report, "json", (struct report_style){0});
	if (record_parse(&report_schema, buf_str(&b), RECORD_BYTES, &w.arena,
	                 &rows, &err))
		fail_msg("%s", err.msg);
	assert_true(str_eq(rows.schema, STR(REPORT_SCHEMA)));
	assert_int_equal(rows.images.n, 2);
	assert_int_equal(rows.images.v[0].predictions.v[0].outcome, OUT_804);
	assert_true(str_eq(rows.images.v[0].findings.v[0].message,
	                   w.finding.message));
	record_write(&report_schema, &rows, &again);
	assert_string_equal(b.p, again.p);
	buf_free(&b);
	buf_free(&again);
	arena_free(&w.arena);
}

static void json_in_the_agreed_order(void **state)
{
	static const char *const keys[] = {
		"\"ref\"",
		"\"digest\"",
		"\"platform\"",
		"\"verdict\"",
		"\"pool\"",
		"\"nodes\"",
		"\"gpu\"",
		"\"outcome\"",
		"\"stage\": \"init\"",
		"\"route\": null",
		"\"mechanism\"",
		"\"libcuda\"",
		"\"message\"",
		"\"because\"",
		"\"variants\": []",
		"\"requires\"",
		"\"class\": \"geforce\"",
		"\"code\"",
		"\"gate\": null",
		"\"findings\"",
		"\"evidence\"",
		"\"fix\"",
		"\"gaps\"",
		"\"error\": null",
	};
	struct world w;
	struct buf b;
	const char *at;

	(void)state;
	fill(&w);
	b = written(&w.report, "json", (struct report_style){0});
	at = b.p;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		at = strstr(at, keys[i]);
		if (!at)
			fail_msg("%s is not behind %s", keys[i],
			         i ? keys[i - 1] : "");
	}
	buf_free(&b);
}

static void variants_when_they_differ(void **state)
{
	struct world w;
	struct report_rows rows;
	struct buf b;

	(void)state;
	fill(&w);
	w.predictions[0].outcome = OUT_DEPENDS;
	w.predictions[0].variants.n = 2;
	rows = rows_of(&w.report, &w.arena);
	assert_int_equal(rows.images.v[0].predictions.v[0].variants.n, 2);
	assert_int_equal(rows.images.v[0].predictions.v[1].variants.n, 0);
	b = written(&w.report, "text", (struct report_style){0});
	want(&b, "804 | ok");
	buf_free(&b);
	arena_free(&w.arena);
}

static void unknown_says_why(void **state)
{
	struct world w;
	struct buf b;

	(void)state;
	fill(&w);
	w.images[0].verdict = VERDICT_UNKNOWN;
	w.predictions[0].verdict = VERDICT_UNKNOWN;
	w.predictions[0].outcome = OUT_UNKNOWN;
	w.variants[0].run.outcome = OUT_UNKNOWN;
	w.steps[0].result = RESULT_UNSURE;
	b = written(&w.report, "text", (struct report_style){0});
	want(&b, "UNKNOWN app.tar (linux/amd64): 1 of 2 pools unknown");
	want(&b, "  unknown ws: 465.19.01 over 460.67");
	buf_free(&b);
}

static void formats(void **state)
{
	(void)state;
	assert_null(report_format_get(STR("sarif2")));
	for (size_t i = 0; i < report_formats_n; i++)
		assert_ptr_equal(report_format_get(
					 str_c(report_formats[i].name)),
		                 &report_formats[i]);
}

static void manuals(void **state)
{
	void (*const pages[])(struct buf *) = {manual_rules, manual_fleet,
	                                       manual_report};

	(void)state;
	for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
		struct buf b = {0};

		pages[i](&b);
		want(&b, "\n.Sh NAME\n");
		want(&b, "\n.Sh SEE ALSO\n");
		no_line_is_long(&b, 80);
		for (size_t k = 0; k < b.n; k++)
			assert_true(b.p[k] == '\n' ||
			            (b.p[k] >= ' ' && b.p[k] <= '~'));
		buf_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_says_it),
		cmocka_unit_test(why_shows_steps),
		cmocka_unit_test(quiet_is_one_line),
		cmocka_unit_test(embedded_fleet_is_said_first),
		cmocka_unit_test(several_images_are_summed_up),
		cmocka_unit_test(colors_on_a_terminal),
		cmocka_unit_test(escapes_stay_text),
		cmocka_unit_test(long_words_are_broken),
		cmocka_unit_test(safe_text),
		cmocka_unit_test(json_has_the_schema),
		cmocka_unit_test(json_in_the_agreed_order),
		cmocka_unit_test(variants_when_they_differ),
		cmocka_unit_test(unknown_says_why),
		cmocka_unit_test(formats),
		cmocka_unit_test(manuals),
	};

	return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
