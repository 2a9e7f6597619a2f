/* BuildKit's own tables for words: fixtures/conformance/buildkit/shell. */
#include "dockerfile/expand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DIR "fixtures/conformance/buildkit/shell/"

enum { FILE_MAX = 1 << 20, ENVIRONMENT_ROWS = 228, WORD_ROWS = 24 };

static struct str read_all(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	char *p = arena_array(a, char, FILE_MAX);
	size_t n;

	assert_non_null(f);
	n = fread(p, 1, FILE_MAX, f);
	assert_true(n > 0 && n < FILE_MAX);
	(void)fclose(f);
	return (struct str){p, n};
}

static void set(struct scope *s, struct arena *a, struct str name,
                struct str value)
{
	scope_put(s, name)->value = text_of(a, TEXT_BASE, value);
}

/* TAG|word|what it gives, or "error"; W is for Windows alone. */
static bool environment_row(const struct scope *s, struct arena *a,
                            struct str line)
{
	struct str tag, word, want;
	struct text t;
	struct expansion got;
	struct err err;
	int rc;

	assert_true(str_cut(line, '|', &tag, &line));
	assert_true(str_cut(line, '|', &word, &want));
	word = str_trim(word);
	want = str_trim(want);
	if (str_eq(str_trim(tag), STR("W")))
		return false;
	t = text_of(a, TEXT_MADE, word);
	rc = expand_word(&t, '\\', s, a, &got, &err);
	if (str_eq(want, STR("error")) ? rc < 0 :
	                                 rc == 0 && str_eq(got.text.s, want))
		return true;
	fail_msg(STR_F " gave " STR_F, STR_A(word),
	         STR_A(rc ? str_c(err.msg) : got.text.s));
	return false;
}

static void test_environment(void **state)
{
	struct arena a = {0};
	struct str rest = read_all(&a, DIR "envVarTest"), line;
	struct scope s;
	size_t n = 0;

	(void)state;
	scope_init(&s, &a);
	set(&s, &a, STR("PWD"), STR("/home"));
	set(&s, &a, STR("SHELL"), STR("bash"));
	set(&s, &a, STR("KOREAN"), STR("한국어"));
	set(&s, &a, STR("NULL"), STR(""));
	while (str_next(&rest, '\n', &line))
		if (!str_has_prefix(line, STR("#")) && str_trim(line).n)
			n += environment_row(&s, &a, line);
	(void)printf("# %zu of %d environment rows\n", n, ENVIRONMENT_ROWS);
	assert_int_equal(n, ENVIRONMENT_ROWS);
	arena_free(&a);
}

static struct str joined(struct arena *a, const struct expansions *words)
{
	struct str s = STR("");

	for (size_t i = 0; i < words->n; i++)
		s = arena_fmt(a, STR_F "%s" STR_F, STR_A(s), i ? "," : "",
		              STR_A(words->v[i].text.s));
	return s;
}

/* word | its words, by commas, or "error" */
static void word_row(const struct scope *s, struct arena *a, struct str line)
{
	struct str word, want, got;
	struct text t;
	struct expansions words;
	struct err err;

	assert_true(str_cut(line, '|', &word, &want));
	while (want.n && want.p[0] == ' ')
		want = str_from(want, 1);
	t = text_of(a, TEXT_MADE, str_trim(word));
	got = expand_words(&t, '\\', s, a, &words, &err) < 0 ?
	              STR("error") :
	              joined(a, &words);
	if (!str_eq(got, want))
		fail_msg(STR_F " gave " STR_F, STR_A(word), STR_A(got));
}

static void test_words(void **state)
{
	struct arena a = {0};
	struct str rest = read_all(&a, DIR "wordsTest"), line;
	struct scope s;
	size_t n = 0;

	(void)state;
	scope_init(&s, &a);
	while (str_next(&rest, '\n', &line)) {
		struct str name, value;

		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (str_has_prefix(line, STR("ENV "))) {
			assert_true(
				str_cut(str_from(line, 4), '=', &name, &value));
			set(&s, &a, name, value);
			continue;
		}
		word_row(&s, &a, line);
		n++;
	}
	(void)printf("# %zu of %d word rows\n", n, WORD_ROWS);
	assert_int_equal(n, WORD_ROWS);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_environment),
		cmocka_unit_test(test_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
