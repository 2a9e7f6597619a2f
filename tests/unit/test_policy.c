/* Who a policy ignores, until when; what a baseline knows. */
#include "policy/baseline.h"
#include "policy/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define COUNT(v) (sizeof(v) / sizeof(v)[0])

static struct arena arena;

static int drop(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static struct strs words(const char *list)
{
	struct str rest = str_c(list), word;
	struct strs out = {0};

	while (str_next(&rest, ' ', &word))
		if (word.n)
			*arena_push(&arena, &out) = word;
	return out;
}

static struct policy parse(const char *members)
{
	struct str json =
		arena_fmt(&arena, "{\"schema\":\"" POLICY_SCHEMA "\",%s}",
	                  members);
	struct policy p;
	struct err err = {0};

	if (policy_parse(json, STR("p"), &arena, &p, &err))
		fail_msg("%s: %s", members, err.msg);
	return p;
}

/* An image by these names, with a finding of CL001 in these pools of a, b and
 * c, proved by these files. */
static const struct {
	const char *ignore;
	const char *names, *pools, *paths;
	bool matches;
} rows[] = {
	{"", "app.tar", "a", "/x", true},
	{"\"image\":\"app.tar\",", "app.tar", "a", "/x", true},
	{"\"image\":\"h/team/*\",", "docker://h/team/app:1", "a", "/x", true},
	{"\"image\":\"h/team/*\",", "h/team/app:1 h/prod/app:1", "a", "/x",
         false},
	{"\"image\":\"h/team/*\",", "h/team/app:1 h/team/app:2", "a", "/x",
         true},
	{"\"image\":\"*\",", "", "a", "/x", false},
	{"\"dockerfile\":\"*\",", "app.tar", "a", "/x", false},
	{"\"pool\":\"a\",", "i", "a", "/x", true},
	{"\"pool\":\"a\",", "i", "a b", "/x", false},
	{"\"pool\":\"?\",", "i", "a b", "/x", true},
	{"\"pool\":\"?\",", "i", "", "/x", true},
	{"\"pool\":\"[ab]\",", "i", "a", "/x", false},
	{"\"pool\":\"a\",", "i", "", "/x", false},
	{"\"path\":\"usr/*\",", "i", "a", "/usr/lib/x", true},
	{"\"path\":\"/usr/*\",", "i", "a", "usr/lib/x", true},
	{"\"path\":\"/usr/*\",", "i", "a", "/usr/lib/x /opt/x", false},
	{"\"path\":\"*\",", "i", "a", "", false},
	{"\"path\":\"/usr/*\",\"pool\":\"b\",", "i", "a", "/usr/x", false},
};

static void test_match(void **state)
{
	struct pool pools[] = {{.name = STR("a")},
	                       {.name = STR("b")},
	                       {.name = STR("c")}};
	struct fleet fleet = {.pools = {pools, COUNT(pools)}};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct policy p = parse(
			arena_fmt(
				&arena,
				"\"ignore\":[{%s\"rule\":\"CL001\",\"reason\":\"r\"}]",
				rows[i].ignore)
				.p);
		struct strs paths = words(rows[i].paths);
		struct lint_input in = {.fleet = &fleet,
		                        .arena = &arena,
		                        .names = words(rows[i].names)};
		struct finding f = {.rule = rule_get(STR("CL001")),
		                    .pools = words(rows[i].pools)};

		slice_for (const struct str, path, paths)
			*arena_push(&arena, &f.evidence) =
				(struct evidence){.path = *path};
		if (ignore_matches(&in, p.lint.ignores.v, &f) !=
		    rows[i].matches)
			fail_msg("row %zu: %s", i, rows[i].ignore);
		f.rule = rule_get(STR("CL007"));
		assert_false(ignore_matches(&in, p.lint.ignores.v, &f));
	}
}

/* As bad as a pattern and a path can be. */
static void test_hostile_glob(void **state)
{
	static char glob[POLICY_GLOB], path[4096];
	struct evidence proof = {.path = {path, sizeof path}};
	struct finding f = {.rule = rules[0], .evidence = {&proof, 1}};
	struct ignore i = {.rule = str_c(rules[0]->id),
	                   .path = {glob, sizeof glob}};
	struct lint_input in = {.arena = &arena};
	clock_t began = clock();

	(void)state;
	memset(path, 'a', sizeof path);
	for (size_t k = 0; k < sizeof glob; k++)
		glob[k] = k % 2 ? 'a' : '*';
	glob[sizeof glob - 1] = 'b';
	for (int k = 0; k < 100; k++)
		assert_false(ignore_matches(&in, &i, &f));
	assert_true(clock() - began < 5 * CLOCKS_PER_SEC);
}

static const struct {
	const char *expires, *reason;
	const char *today;
	bool want_reason, want_expiry;
	enum ignore_state state;
} states[] = {
	{"", "", "2026-11-21", false, false, IGNORE_COUNTS},
	{"2026-11-21", "", "2026-11-21", false, false, IGNORE_COUNTS},
	{"2026-11-21", "", "2026-11-22", false, false, IGNORE_EXPIRED},
	{"2024-02-29", "", "2024-02-29", false, false, IGNORE_COUNTS},
	{"2024-02-29", "", "2024-03-01", false, false, IGNORE_EXPIRED},
	{"2026-12-31", "", "2027-01-01", false, false, IGNORE_EXPIRED},
	{"9999-12-31", "", "2026-11-21", false, true, IGNORE_COUNTS},
	{"", "r", "2026-11-21", true, false, IGNORE_COUNTS},
	{"", "", "2026-11-21", true, false, IGNORE_WITHOUT_REASON},
	{"", "r", "2026-11-21", true, true, IGNORE_WITHOUT_EXPIRY},
	{"soon", "r", "2026-11-21", false, false, IGNORE_EXPIRED},
};

static void test_state(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(states); i++) {
		struct ignore it = {.expires = str_c(states[i].expires),
		                    .reason = str_c(states[i].reason)};
		struct lint_policy p = {.require_reason = states[i].want_reason,
		                        .require_expiry =
		                                states[i].want_expiry};

		assert_true(know_days(STR("1970-01-01"), str_c(states[i].today),
		                      &p.today));
		if (ignore_state(&it, &p) != states[i].state)
			fail_msg("row %zu", i);
	}
}

static const struct {
	const char *value;
	const char *want; /* "RULE<UNTIL(REASON)" of each, then a problem */
} labels[] = {
	{"CL001", "CL001<()"},
	{"CL001,CL002 why not", "CL001<(why not) CL002<(why not)"},
	{" CL001 until=2027-01-31  x ;; CL002 y;",
         "CL001<2027-01-31(x) CL002<(y)"},
	{"CL001 until=2027-01-31", "CL001<2027-01-31()"},
	{"CL001 until=never x",
         " label cudalint.ignore: until= wants YYYY-MM-DD"},
	{",CL001 x",
         " label cudalint.ignore: wants RULE,RULE and a reason behind a blank"},
	{"", ""},
};

static void test_label(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(labels); i++) {
		struct ignores all = {0};
		struct strs problems = {0};
		struct str got = STR("");

		ignores_of_label(str_c(labels[i].value), &arena, &all,
		                 &problems);
		slice_for (const struct ignore, it, all)
			got = arena_fmt(&arena,
			                STR_F "%s" STR_F "<" STR_F "(" STR_F
			                      ")",
			                STR_A(got), got.n ? " " : "",
			                STR_A(it->rule), STR_A(it->expires),
			                STR_A(it->reason));
		slice_for (const struct str, p, problems)
			got = arena_fmt(&arena, STR_F " " STR_F, STR_A(got),
			                STR_A(*p));
		if (!str_eq(got, str_c(labels[i].want)))
			fail_msg("%s gave " STR_F, labels[i].value, STR_A(got));
	}
}

#define PRINT "0123456789abcdef0123456789abcdef"

/* The baseline knows PRINT in a and b as a warning, PRINT:1 in c as an error,
 * and another everywhere as a warning. */
static const struct {
	const char *input, *fingerprint;
	enum severity severity;
	const char *pools;
	bool known;
} findings[] = {
	{"i", PRINT, SEV_WARNING, "a b", true},
	{"i", PRINT, SEV_WARNING, "b a", true},
	{"i", PRINT, SEV_WARNING, "b", true},
	{"i", PRINT, SEV_NOTE, "b", true},
	{"i", PRINT, SEV_ERROR, "b", false},
	{"i", PRINT, SEV_WARNING, "a b c", true}, /* of both */
	{"i", PRINT, SEV_ERROR, "c", true},       /* the first is cured */
	{"i", PRINT, SEV_WARNING, "d", false},
	{"i", PRINT, SEV_WARNING, "a d", false},
	{"i", PRINT, SEV_WARNING, "", false}, /* all of whatever fleet */
	{"j", PRINT, SEV_WARNING, "a", false},
	{"i", "f" PRINT, SEV_WARNING, "a", false},
	{"i", "f", SEV_WARNING, "", true},
	{"i", "f", SEV_WARNING, "d", true},
	{"i", "f:1", SEV_WARNING, "", false},
	{"i", "f", SEV_ERROR, "", false},
};

static struct known known_of(const char *input, const char *fingerprint,
                             enum severity severity, const char *pools)
{
	return (struct known){str_c(input), STR("linux/amd64"),
	                      STR("CL001"), str_c(fingerprint),
	                      severity,     words(pools)};
}

static struct baseline baseline(void)
{
	struct baseline b = {.schema = STR(BASELINE_SCHEMA)}, out;
	struct buf json = {0};
	struct err err = {0};

	*arena_push(&arena, &b.findings) = known_of("i", "f", SEV_WARNING, "");
	*arena_push(&arena, &b.findings) =
		known_of("i", PRINT ":1", SEV_ERROR, "c");
	*arena_push(&arena, &b.findings) =
		known_of("i", PRINT, SEV_WARNING, "b a");
	baseline_write(&b, &json);
	if (baseline_parse(buf_str(&json), &arena, &out, &err))
		fail_msg("%s", err.msg);
	buf_free(&json);
	return out;
}

static void test_baseline(void **state)
{
	struct baseline b = baseline();

	(void)state;
	for (size_t i = 0; i < COUNT(findings); i++) {
		struct known k =
			known_of(findings[i].input, findings[i].fingerprint,
		                 findings[i].severity, findings[i].pools);

		if (baseline_has(&b, &k) != findings[i].known)
			fail_msg("row %zu", i);
	}
}

/* What was not judged stays, what is there no more goes. */
static void test_next(void **state)
{
	struct baseline b = baseline(), next;
	struct knowns now = {0};
	struct judgeds judged = {0};

	(void)state;
	next = baseline_next(&b, &now, &judged, &arena);
	assert_int_equal(next.findings.n, 3);
	assert_int_equal(baseline_gone(&b, &now, &judged, &arena).n, 0);
	*arena_push(&arena, &judged) =
		(struct judged){STR("i"), STR("linux/arm64")};
	assert_int_equal(baseline_next(&b, &now, &judged, &arena).findings.n,
	                 3);
	*arena_push(&arena, &judged) =
		(struct judged){STR("i"), STR("linux/amd64")};
	judgeds_sort(&judged);
	*arena_push(&arena, &now) = known_of("i", PRINT, SEV_NOTE, "d");
	*arena_push(&arena, &now) = known_of("i", PRINT, SEV_NOTE, "d");
	assert_int_equal(baseline_gone(&b, &now, &judged, &arena).n, 1);
	next = baseline_next(&b, &now, &judged, &arena);
	assert_int_equal(next.findings.n, 1);
	assert_true(str_eq(next.findings.v[0].pools.v[0], STR("d")));
}

/* Only a baseline of one input, for one input. */
static void test_rename(void **state)
{
	struct known k = known_of("new", "f", SEV_WARNING, "");
	struct judged both[] = {{STR("new"), STR("linux/amd64")},
	                        {STR("newer"), STR("linux/amd64")}};
	struct judgeds judged = {both, 2};
	struct baseline b = baseline();

	(void)state;
	baseline_rename(&b, &judged);
	assert_false(baseline_has(&b, &k));
	judged.n = 1;
	baseline_rename(&b, &judged);
	assert_true(baseline_has(&b, &k));
	b.findings.v[0].input = STR("old");
	baseline_rename(&b, &(struct judgeds){both + 1, 1});
	assert_true(baseline_has(&b, &k));
}

static void test_nearest(void **state)
{
	(void)state;
	assert_string_equal(rule_nearest(STR("driver-to-old"))->id, "CL007");
	assert_string_equal(rule_nearest(STR("CL0O1"))->id, "CL001");
	assert_non_null(rule_nearest(STR("")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_match),
		cmocka_unit_test(test_hostile_glob),
		cmocka_unit_test(test_state),
		cmocka_unit_test(test_label),
		cmocka_unit_test(test_baseline),
		cmocka_unit_test(test_next),
		cmocka_unit_test(test_rename),
		cmocka_unit_test(test_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, drop);
}
