#include "base/buf.h"
#include "dockerfile/requirement.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Each is less than the next; PEP 440, "Summary of permitted suffixes". */
static const char *const ordered[] = {
	"1.0.dev1", "1.0a1.dev1",    "1.0a1",    "1.0a2",     "1.0b1",
	"1.0rc1",   "1.0",           "1.0+cpu",  "1.0+cu118", "1.0+cu121",
	"1.0+1",    "1.0.post1.dev", "1.0-1",    "1.0.post2", "1.0.1",
	"1.1",      "1.10",          "2.1.2+cu", "1!0.5",
};

static void test_order(void **state)
{
	size_t n = sizeof ordered / sizeof *ordered;

	(void)state;
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			struct py_version a, b;
			int c;

			assert_true(py_version_parse(str_c(ordered[i]), &a));
			assert_true(py_version_parse(str_c(ordered[j]), &b));
			c = py_version_cmp(&a, &b);
			assert_int_equal((c > 0) - (c < 0), (i > j) - (i < j));
		}
}

static void test_equal(void **state)
{
	static const char *const same[][2] = {
		{"2.1", "2.1.0.0"},      {"v1.0", "1"},
		{"1.0alpha", "1.0a0"},   {"1.0-rc.1", "1.0c1"},
		{"1.0-1", "1.0.post1"},  {"1.0_REV2", "1.0r2"},
		{"1+CU.01", "1.0+cu.1"}, {" 1.0 ", "1.0"},
	};
	static const char *const bad[] = {"",         "1.x",     "1.0+",
	                                  "1.0+a..b", "torch",   "1.0.*",
	                                  "1..0",     "+cu121",  "1!",
	                                  "1 0",      "1.0dev1x"};

	(void)state;
	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		struct py_version a, b;

		assert_true(py_version_parse(str_c(same[i][0]), &a));
		assert_true(py_version_parse(str_c(same[i][1]), &b));
		assert_int_equal(py_version_cmp(&a, &b), 0);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct py_version v;

		if (py_version_parse(str_c(bad[i]), &v))
			fail_msg("%s is taken as a version", bad[i]);
	}
}

static const struct {
	const char *spec, *version;
	bool match;
} specs[] = {
	{"==2.1.0", "2.1.0", true},
	{"==2.1.0", "2.1.0+cu121", true},
	{"==2.1", "2.1.0", true},
	{"==2.1.0+cu121", "2.1.0", false},
	{"==2.1.0+cu121", "2.1.0+cu121", true},
	{"==2.1.0+CU121", "2.1.0+cu121", true},
	{"!=2.1.0", "2.1.0+cu121", false},
	{"==2.1.*", "2.1.2+cu121", true},
	{"==2.1.*", "2.10.0", false},
	{"!=2.1.*", "2.2.0", true},
	{"~=2.1", "2.14.1", true},
	{"~=2.1.0", "2.1.2", true},
	{"~=2.1.0", "2.2.0", false},
	{"<2.3", "2.2.2+cu121", true},
	{"<2.3", "2.3.0rc1", false},
	{"<2.3rc2", "2.3.0rc1", true},
	{"<=2.3", "2.3.0+cu121", true},
	{">2.3", "2.3.0+cu121", false},
	{">2.3", "2.3.0.post1", false},
	{">2.3", "2.3.1", true},
	{">=2.3", "2.3.0", true},
	{"===2.3", "2.3.0", false},
	{"===2.3.0+CU121", "2.3.0+cu121", true},
	{" >= 1.12 ", "1.12.1", true},
};

static void test_specs(void **state)
{
	static const char *const bad[] = {"2.1",  ">",        "~=2", ">=2.*",
	                                  "=2.1", "<2+cu121", "==a", "==1a1.*"};

	(void)state;
	for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
		struct py_version v;
		struct py_spec s;

		assert_true(py_spec_parse(str_c(specs[i].spec), &s));
		assert_true(py_version_parse(str_c(specs[i].version), &v));
		if (py_spec_match(&s, &v, str_c(specs[i].version)) !=
		    specs[i].match)
			fail_msg("%s and %s", specs[i].spec, specs[i].version);
	}
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct py_spec s;

		if (py_spec_parse(str_c(bad[i]), &s))
			fail_msg("%s is taken", bad[i]);
	}
}

static const struct {
	const char *word, *want; /* kind name extras version clauses marker */
} words[] = {
	{"torch", "named torch [] - 0 ;"},
	{"torch==2.1.0+cu121", "named torch [] 2.1.0+cu121 1 ;"},
	{"torch>=2.1,<2.3", "named torch [] - 2 ;"},
	{"torch (>=2.1, <2.3)", "named torch [] - 2 ;"},
	{"Torch_Vision ~= 0.16 ; python_version < '3.12'",
         "named Torch_Vision [] - 1 ;python_version < '3.12'"},
	{"jax[cuda12]", "named jax [cuda12] - 0 ;"},
	{"jax[CUDA12_pip, x]==0.4.20", "named jax [cuda12_pip,x] 0.4.20 1 ;"},
	{"torch @ https://x/whl/cu121/torch-2.1.0%2Bcu121-cp310-cp310-linux_"
         "x86_64.whl",
         "url torch [] 2.1.0+cu121 0 ;"},
	{"torch @ https://x/t.whl ; sys_platform == 'linux'",
         "url torch [] - 0 ;sys_platform == 'linux'"},
	{"https://x/torch-1.12.1%2Bcu113-cp38-cp38-linux_x86_64.whl#sha256=00",
         "url torch [] 1.12.1+cu113 0 ;"},
	{"git+https://github.com/pytorch/pytorch.git@v2.1.0",
         "url pytorch [] - 0 ;"},
	{"git+https://g/x#egg=flash-attn", "url flash-attn [] - 0 ;"},
	{"/tmp/torch-2.1.0-cp38-cp38-linux_aarch64.whl",
         "url torch [] 2.1.0 0 ;"},
	{".", "project - [] - 0 ;"},
	{".[gpu]", "project - [gpu] - 0 ;"},
	{"./lib/x", "project - [] - 0 ;"},
	{"torch==", "bad torch [] - 0 ;"},
	{"torch==2.x", "bad torch [] - 0 ;"},
	{"torch=2.1", "bad torch [] - 0 ;"},
	{"-torch", "bad - [] - 0 ;"},
	{"", "bad - [] - 0 ;"},
	{"torch[cuda", "bad torch [] - 0 ;"},
};

static struct str shown(struct str s)
{
	return s.n ? s : STR("-");
}

static void show(const struct requirement *r, struct buf *b)
{
	static const char *const kinds[] = {"bad", "named", "url", "project"};
	struct text pin = requirement_pin(r);

	buf_printf(b, "%s " STR_F " [", kinds[r->kind],
	           STR_A(shown(r->name.s)));
	for (size_t i = 0; i < r->extras.n; i++)
		buf_printf(b, "%s" STR_F, i ? "," : "", STR_A(r->extras.v[i]));
	buf_printf(b, "] " STR_F " %zu ;" STR_F, STR_A(shown(pin.s)),
	           r->clauses.n, STR_A(r->marker));
}

static void test_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct arena a = {0};
		struct buf b = {0};
		struct requirement r;
		struct text t = text_of_file(&a, str_c(words[i].word), 0,
		                             strlen(words[i].word));

		requirement_parse(&t, &a, &r);
		show(&r, &b);
		assert_string_equal(b.p, words[i].want);
		buf_free(&b);
		arena_free(&a);
	}
}

/* The tag keeps its place in the file, also behind a "%2B". */
static void test_origin(void **state)
{
	struct arena a = {0};
	struct str file = STR("RUN pip install "
	                      "https://x/torch-2.1.0%2Bcu121-a.whl");
	struct text word = text_of_file(&a, file, 16, file.n);
	struct requirement r;
	struct span span;

	(void)state;
	requirement_parse(&word, &a, &r);
	assert_false(text_span(&r.version, 0, r.version.s.n, &span));
	assert_true(text_span(&r.version, 6, 5, &span));
	assert_int_equal(span.offset, 40);
	arena_free(&a);
}

static const struct {
	const char *marker;
	enum marker_answer answer;
} markers[] = {
	{"", MARKER_YES},
	{"sys_platform == 'linux'", MARKER_YES},
	{"sys_platform == \"win32\"", MARKER_NO},
	{"platform_system != 'Darwin' and platform_machine == 'x86_64'",
         MARKER_YES},
	{"python_version >= '3.9'", MARKER_YES},
	{"python_version < '3.9'", MARKER_NO},
	{"python_version < '3.9' or (python_version == '3.10' and "
         "os_name=='posix')",
         MARKER_YES},
	{"'linux' in sys_platform", MARKER_YES},
	{"platform_machine not in 'aarch64 arm64'", MARKER_YES},
	{"extra == 'gpu'", MARKER_NO},
	{"platform_release >= '5'", MARKER_UNKNOWN},
	{"platform_release >= '5' and sys_platform == 'win32'", MARKER_NO},
	{"platform_release >= '5' or sys_platform == 'linux'", MARKER_YES},
	{"sys_platform = 'linux'x", MARKER_UNKNOWN},
	{"(sys_platform == 'linux'", MARKER_UNKNOWN},
	{"((((((((((((((((((((((sys_platform == 'linux'", MARKER_UNKNOWN},
};

static void test_markers(void **state)
{
	static const struct marker_env env = {{"x86_64", 6}, {"3.10", 4}};

	(void)state;
	for (size_t i = 0; i < sizeof markers / sizeof *markers; i++)
		if (marker_eval(str_c(markers[i].marker), &env) !=
		    markers[i].answer)
			fail_msg("%s", markers[i].marker);
}

static void show_lines(const struct req_lines *lines, struct buf *b)
{
	static const char kinds[] = "RICO";

	slice_for (const struct req_line, l, *lines)
		buf_printf(b, "%zu%c " STR_F "|" STR_F "\n", l->line,
		           kinds[l->kind], STR_A(l->option), STR_A(l->value.s));
}

static void test_file(void **state)
{
	static const char file[] = "\xEF\xBB\xBF# comment\r\n"
				   "--index-url https://x/whl/cu121  # why\r\n"
				   "-fhttps://x/t.html\n"
				   "--extra-index-url=https://y\n"
				   "\n"
				   "torch==2.1.0 \\\n"
				   "    --hash=sha256:00 \\\n"
				   "    --hash=sha256:11\n"
				   "-r more.txt\n"
				   "-c 'constraints.txt'\n"
				   "-e git+https://g/x#egg=y\n"
				   "numpy # 1\n"
				   "a \\\n"
				   "# ends it\n"
				   "--pre\n"
				   "--no-index\n"
				   "flask \\";
	static const char want[] = "2O --index-url|https://x/whl/cu121\n"
				   "3O --find-links|https://x/t.html\n"
				   "4O --extra-index-url|https://y\n"
				   "6R |torch==2.1.0\n"
				   "9I --requirement|more.txt\n"
				   "10C --constraint|constraints.txt\n"
				   "11R --editable|git+https://g/x#egg=y\n"
				   "12R |numpy\n"
				   "13R |a\n"
				   "15O --pre|\n"
				   "16O --no-index|\n"
				   "17R |flask\n";
	struct arena a = {0};
	struct buf b = {0};
	struct req_lines lines;
	struct text text;

	(void)state;
	text = text_of_file(&a, str_c(file), 0, sizeof file - 1);
	requirement_file(&text, &a, &lines);
	show_lines(&lines, &b);
	assert_string_equal(b.p, want);
	assert_false(lines.cut);
	assert_int_equal(lines.v[7].value.runs.v[0].from, TEXT_FILE);
	assert_int_equal(lines.v[3].value.runs.v[0].from, TEXT_MADE);
	buf_free(&b);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order),  cmocka_unit_test(test_equal),
		cmocka_unit_test(test_specs),  cmocka_unit_test(test_words),
		cmocka_unit_test(test_origin), cmocka_unit_test(test_markers),
		cmocka_unit_test(test_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
