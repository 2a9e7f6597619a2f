#include "predict/require.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define LONG_TAIL                                                            \
	", please update your driver to a newer version, or use an earlier " \
	"cuda container"
#define UNSAT   "unsatisfied condition: "
#define INVALID "invalid expression"

#define HOST                                               \
	{                                                  \
		{"12.4", 4}, {"550.54.15", 9}, {"8.9", 3}, \
		{                                          \
			"GeForceRTX", 10                   \
		}                                          \
	}
static const struct require_host host = HOST;

struct vector {
	const char *expr;
	const char *message; /* "" for OK */
};

static void check(struct str expr, const struct require_host *h,
                  const char *toolkit, const char *want)
{
	struct require_verdict v = require_eval(expr, h);
	struct buf b = {0};

	require_message(expr, &v, str_c(toolkit), &b);
	assert_string_equal(b.p ? b.p : "", want);
	assert_int_equal(v.result == REQUIRE_OK, want[0] == '\0');
	assert_int_equal(v.result == REQUIRE_INVALID,
	                 strcmp(want, INVALID) == 0);
	buf_free(&b);
}

/* The vectors of model 2.5, in its order. */
static const struct vector vectors[] = {
	{"", ""},
	{"cuda>=12.4", ""},
	{"cuda>=12.4.0", ""},
	{"cuda>=12", ""},
	{"cuda=12.4.0.0", ""},
	{"cuda>=12.04", ""},
	{"cuda>=12..4", ""},
	{"cuda>=12.4 foo>=1", ""},
	{"foo>=1 cuda>=12.4", INVALID},
	{"cuda>=99 foo>=1", INVALID},
	{"cuda>=12.5", UNSAT "cuda>=12.5" LONG_TAIL},
	{"cuda>=12.4.1", UNSAT "cuda>=12.4.1" LONG_TAIL},
	{"cuda==12.4", INVALID},
	{"cuda=>12.4", INVALID},
	{"cuda >= 12.4", INVALID},
	{"cuda>=12.x", INVALID},
	{"cuda>=", INVALID},
	{">=12.4", INVALID},
	{"cuda>=.12", INVALID},
	{"cuda!12.5", ""},
	{"brand>geforce", INVALID},
	{"cuda>=12.4\tbrand=tesla", INVALID},
	{"cuda!=12.4", UNSAT "cuda!=12.4"},
	{",", ""},
	{", cuda>=99", ""},
	{"cuda>=99 ,", UNSAT "cuda>=99" LONG_TAIL},
	{"CUDA>=13", UNSAT "CUDA>=13"},
	{" cuda>=13.0", UNSAT},
	{"cuda>=13.0,driver>=1", UNSAT "cuda>=13.0,driver>=1" LONG_TAIL},
	{"cuda>=12.8 brand=tesla,driver>=535,driver<536 "
         "brand=GEFORCERTX,driver>=550,driver<551",
         ""},
	{"driver<=550", UNSAT "driver<=550"},
	{"driver<=550.54", UNSAT "driver<=550.54"},
};

static void test_vectors(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
		check(str_c(vectors[i].expr), &host, "", vectors[i].message);
	assert_int_equal(sizeof vectors / sizeof *vectors, 32);
}

static const struct vector oddities[] = {
	{"cuda<>12.4", INVALID},
	{"cuda=<12.4", INVALID},
	{"cuda>=<12.4", INVALID},
	{"cuda!!12.4", INVALID},
	{"cuda", INVALID},
	{"12.4", INVALID},
	{"cuda>=10_0", INVALID},
	{"cuda>=v12", INVALID},
	{"cuda>=-1", INVALID},
	{"Brand!=TESLA,ARCH=8.9.0,Driver>550.54", ""},
	{"brand!=geforcertx", UNSAT "brand!=geforcertx"},
	{"brand<=x", INVALID},
	{"arch>=8.10", UNSAT "arch>=8.10"},
	{"cuda=12.4.", ""},
	{"cuda>12.3.9", ""},
	{"cuda<12.4.0.1", ""},
	{"cuda>=.", INVALID},
	{"   ", ""},
	{",,, ,", ""},
	{"cuda>=12.4,", ""},
	{",cuda>=13", UNSAT ",cuda>=13"},
	{"cuda>=99  cuda>=12", ""},
	{"cuda>=13 cuda>=12.4,foo>=1", INVALID},
	{"cuda>=13 cuda>=14,foo>=1 driver>=1", ""},
	{"cuda>=12.4\ncuda>=99", INVALID},
	{"cuda>=18446744073709551614",
         UNSAT "cuda>=18446744073709551614" LONG_TAIL},
	{"cuda>=18446744073709551615", INVALID},
	{"cuda>=18446744073709551616", INVALID},
	{"cuda<13.18446744073709551616", ""},   /* decided before it */
	{"cuda<12.4.18446744073709551616", ""}, /* left over: not a number */
};

static void test_oddities(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof oddities / sizeof *oddities; i++)
		check(str_c(oddities[i].expr), &host, "", oddities[i].message);
	check((struct str){NULL, 0}, &host, "", "");
	check(STR("cuda>=12.4\0"), &host, "", INVALID);
	check(STR("cuda\0>=12.4"), &host, "", INVALID);
	check(STR("brand!=a\0b"), &host, "", "");
	check(STR("\0"), &host, "", INVALID);
}

/* A false factor that does not fit dsl.c's buffer is an error there. */
static void test_factor_too_long(void **state)
{
	char expr[256] = "cuda>=";
	char want[512];
	size_t at = strlen(expr);

	(void)state;
	memset(expr + at, '0', 117); /* name, op, two blanks, value: 127 */
	memcpy(expr + at + 117, "99", 3);
	(void)snprintf(want, sizeof want, "%s%s%s", UNSAT, expr, LONG_TAIL);
	check(str_c(expr), &host, "", want);
	memcpy(expr + at + 117, "099", 4);
	check(str_c(expr), &host, "", INVALID);
	memcpy(expr + at + 117, "012", 4); /* a true one is never printed */
	check(str_c(expr), &host, "", "");
}

/* nvidia-docker#861: the last factor that failed, not the first. */
static void test_generations(void **state)
{
	const struct require_host old = {STR("9.0"), STR("384.130"), STR("6.1"),
	                                 STR("GeForce")};
	struct str e = STR("cuda>=10.0 brand=tesla,driver>=384,driver<385");

	(void)state;
	check(e, &old, "1.0.3", UNSAT "brand = tesla");
	check(e, &old, "1.0.0", UNSAT "brand = tesla");
	check(e, &old, "1.0.4", UNSAT "cuda>=10.0");
	check(e, &old, "1.0.5", UNSAT "cuda>=10.0");
	check(e, &old, "1.0.6", UNSAT "cuda>=10.0" LONG_TAIL);
	check(e, &old, "1.17.4-rc.1", UNSAT "cuda>=10.0" LONG_TAIL);
	check(e, &old, "latest", UNSAT "cuda>=10.0" LONG_TAIL);
	check(STR("cuda!9"), &old, "1.0.3", UNSAT "cuda != 9");
	check(STR("cuda=x"), &old, "1.0.3", INVALID);
	check(STR("cuda>=9"), &old, "1.0.3", "");
}

static void test_unknown_host(void **state)
{
	const struct require_host none = {0};
	const struct require_host bad = {.driver = STR("550.54-open")};

	(void)state;
	check(STR("cuda>=99,driver>=99999,arch=1,brand=x"), &none, "", "");
	check(STR("cuda>=rubbish,brand<x"), &none, "", "");
	check(STR("foo=1"), &none, "", INVALID);
	check(STR("driver>=1"), &bad, "", INVALID);
}

static void test_verdict(void **state)
{
	struct str e = STR("cuda>=13 brand=tesla,driver<1 driver>=560");
	struct require_verdict v = require_eval(e, &host);

	(void)state;
	assert_int_equal(v.result, REQUIRE_UNSATISFIED);
	assert_true(str_eq(v.failed, STR("cuda>=13")));
	assert_true(v.failed.p == e.p);
	assert_true(str_eq(v.name, STR("driver")));
	assert_true(str_eq(v.op, STR(">=")));
	assert_true(str_eq(v.value, STR("560")));
	v = require_eval(STR("cuda>=13 x cuda>=1"), &host);
	assert_int_equal(v.result, REQUIRE_INVALID);
	assert_true(str_eq(v.failed, STR("x")));
}

static void test_bad_factor(void **state)
{
	static const struct vector v[] = {
		{"cuda>=12.4 foo>=1", "foo>=1"},
		{"cuda>=1,brand<x cuda>=", "brand<x"},
		{"cuda>=12.4 brand=tesla,driver>=418", ""},
		{"", ""},
		{" ,, ", ""},
		{"cuda>=10_0", "cuda>=10_0"},
		{"cuda>=1.18446744073709551616",
	         "cuda>=1.18446744073709551616"},
		{"driver>=.5", "driver>=.5"},
		{"arch!7 BRAND=@", ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++)
		assert_true(str_eq(require_bad_factor(str_c(v[i].expr)),
		                   str_c(v[i].message)));
}

static void check_csv(const char *expr, const char *want)
{
	const struct require_host orin = {STR("12.6"), STR("540.4.0"),
	                                  STR("8.7"), STR("Tegra")};
	struct require_verdict v = require_eval_csv(str_c(expr), &orin);
	struct buf b = {0};

	require_message_csv(str_c(expr), &v, &orin, &b);
	assert_string_equal(b.p ? b.p : "", want);
	assert_int_equal(v.result == REQUIRE_OK, want[0] == '\0');
	buf_free(&b);
}

#define NOT_MET "requirements not met: "
#define VALUE   "; expected a valid version string"

static const struct vector csv_vectors[] = {
	{"", ""},
	{"  ", ""},
	{"cuda>=12.6", ""},
	{"cuda>=v12.6", ""},
	{"cuda>=13.0", NOT_MET UNSAT "cuda>=13.0 (cuda=12.6)"},
	{"cuda>=13.0 brand=tesla,driver>=450",
         NOT_MET "cuda>=13.0||brand=tesla&&driver>=450 not met"},
	{"cuda>=13.0 arch>=8.7", ""},
	{"cuda>=12.0,arch=7.2", NOT_MET UNSAT "arch=7.2 (arch=8.7)"},
	{"CUDA>=99", ""}, /* names are case-sensitive, unknown ones ignored */
	{"foo>=1", ""},
	{"cuda>=13 foo>=1", NOT_MET UNSAT "cuda>=13 (cuda=12.6)"},
	{"cuda>=12.6 driver>=470.57.02",
         NOT_MET "invailid value 470.57.02" VALUE},
	{"cuda>=12.8.1.0", NOT_MET "invailid value 12.8.1.0" VALUE},
	{"cuda>=12.04", NOT_MET "invailid value 12.04" VALUE},
	{"cuda==12.6", NOT_MET "invailid value =12.6" VALUE},
	{"cuda!12.5", NOT_MET "invailid value !12.5" VALUE},
	{"cuda>=", NOT_MET "invailid value " VALUE},
	{"nonsense", NOT_MET "invalid constraint: nonsense"},
	{"foo=1 nonsense", NOT_MET "invalid constraint: nonsense"},
	{"driver>=1", NOT_MET UNSAT "driver>=1 (driver=)"},
	{"driver<1", ""}, /* unset is lowest */
	{"brand=Tegra", NOT_MET UNSAT "brand=Tegra (brand=)"},
	{"brand<=x", ""},
	{"brand=", ""},
	{"brand!x", NOT_MET "invalid operator "},
	{"brand!x cuda>=12", ""},
	{"cuda>12.6.0-rc.1", ""},
	{"cuda>=12.6.0+build.01", ""},
	{"cuda>=12.6-rc", NOT_MET "invailid value 12.6-rc" VALUE},
	{"cuda>=12.6.0-01", NOT_MET "invailid value 12.6.0-01" VALUE},
	{"cuda<99999999999999999999", ""},
	{"cuda!=12.6.0", NOT_MET UNSAT "cuda!=12.6.0 (cuda=12.6)"},
	{"cuda>=12.6,\t,", ""},
	{"cuda>=12.6\tcuda>=1", NOT_MET "invailid value 12.6\tcuda>=1" VALUE},
};

static void test_csv(void **state)
{
	const struct require_host none = {0};
	struct require_verdict v;

	(void)state;
	for (size_t i = 0; i < sizeof csv_vectors / sizeof *csv_vectors; i++)
		check_csv(csv_vectors[i].expr, csv_vectors[i].message);
	v = require_eval_csv(STR("cuda>=0"), &none);
	assert_int_equal(v.result, REQUIRE_UNSATISFIED);
	v = require_eval_csv(STR("cuda<0 cuda>=1"), &none);
	assert_int_equal(v.result, REQUIRE_OK);
}

/* All gates that NVIDIA ships, but for two of ppc64le images, are well
 * formed, and a host with a CUDA that is new enough passes them. */
static void check_gate(const char *line)
{
	const struct require_host newest = {STR("99.0"), STR("999.1"),
	                                    STR("12.0"), STR("nvidia")};
	struct str id, expr, bad;

	assert_true(str_cut(str_trim(str_c(line)), '\t', &id, &expr));
	bad = require_bad_factor(expr);
	if (str_contains(expr, STR("_"))) {
		assert_true(str_eq(bad, expr));
		check(expr, &newest, "", INVALID);
		return;
	}
	assert_int_equal(bad.n, 0);
	check(expr, &newest, "", "");
}

static void test_gates(void **state)
{
	static char line[16384];
	FILE *f = fopen("fixtures/gates.tsv", "re");
	size_t n = 0;

	(void)state;
	if (!f)
		skip();
	while (fgets(line, sizeof line, f)) {
		if (line[0] == '#')
			continue;
		assert_non_null(strchr(line, '\n'));
		check_gate(line);
		n++;
	}
	(void)fclose(f);
	assert_int_equal(n, 101);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_oddities),
		cmocka_unit_test(test_factor_too_long),
		cmocka_unit_test(test_generations),
		cmocka_unit_test(test_unknown_host),
		cmocka_unit_test(test_verdict),
		cmocka_unit_test(test_bad_factor),
		cmocka_unit_test(test_csv),
		cmocka_unit_test(test_gates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
