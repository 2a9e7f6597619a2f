#include "dockerfile/expand.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* "A=x;B=y": variables; a name with '?' behind it has a value that nobody
 * knows, of which "x" is a part; "*" alone: there may be more variables. */
static void read_scope(struct scope *s, struct arena *a, const char *vars)
{
	struct str rest = str_c(vars), one, name, value;

	scope_init(s, a);
	while (str_next(&rest, ';', &one)) {
		struct binding *b;

		if (str_eq(one, STR("*"))) {
			s->open = true;
			continue;
		}
		if (one.n == 0)
			continue;
		(void)str_cut(one, '=', &name, &value);
		if (str_has_suffix(name, STR("?"))) {
			name.n--;
			b = scope_put(s, name);
			b->unknown = true;
		} else {
			b = scope_put(s, name);
		}
		b->value = text_of(a, TEXT_BASE, value);
	}
}

static void assert_str(struct str got, const char *want, const char *word)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("%s gave \"" STR_F "\" instead of \"%s\"", word,
		         STR_A(got), want);
}

static struct str joined(struct arena *a, const struct strs *list)
{
	struct str s = STR("");

	for (size_t i = 0; i < list->n; i++)
		s = arena_fmt(a, STR_F "%s" STR_F, STR_A(s), i ? "," : "",
		              STR_A(list->v[i]));
	return s;
}

#define LONG "/usr/local/cuda-12.1/lib64:/usr/local/cuda-12.1/compat"

static const struct {
	const char *vars, *word, *want; /* want NULL: an error */
} words[] = {
	/* idioms of files that choose a CUDA */
	{"V=12.1.1", "cu${V%.*}", "cu12.1"},
	{"V=12.1.1", "cu${V%%.*}", "cu12"},
	{"V=12.1", "cuda-nvcc-${V//./-}", "cuda-nvcc-12-1"},
	{"V=12.1", "torch==2.1.0+cu${V//./}", "torch==2.1.0+cu121"},
	{"V=12.1", "torch==2.1.0+cu${V/./}", "torch==2.1.0+cu121"},
	{"", "${X:-nvidia/cuda:12.1.1-base-ubuntu22.04}",
         "nvidia/cuda:12.1.1-base-ubuntu22.04"},
	{"L=" LONG, "${L#*:}", "/usr/local/cuda-12.1/compat"},
	{"L=" LONG, "${L##*/}", "compat"},
	{"L=" LONG, "${L%/*}",
         "/usr/local/cuda-12.1/lib64:/usr/local/cuda-12.1"},
	{"L=" LONG, "/x${L:+:$L}", "/x:" LONG},
	{"L=", "/x${L:+:$L}", "/x"},
	{"L=", "/x${L+:$L}", "/x:"},
	{"", "/x${L+:$L}", "/x"},
	{"A=amd64", "base-$A", "base-amd64"},
	{"A=1", "$A_B", ""},
	{"A=1", "$A-B", "1-B"},
	{"A=1", "${A}B", "1B"},
	/* defaults in defaults */
	{"", "${A:-${B:-${C:-c}}}", "c"},
	{"B=b", "${A:-${B:-${C:-c}}}", "b"},
	{"A=", "${A-x}", ""},
	{"A=", "${A:-x}", "x"},
	{"", "${A-}${B:-}", ""},
	{"", "${A:-\"a b\"}'$A'", "a b$A"},
	{"", "\"${A:-\"x\"}\"", "x"},
	{"A=1", "${A?no}${A:?no}", "11"},
	{"A=", "${A?no}", ""},
	{"A=", "${A:?no}", NULL},
	{"", "${A?no}", NULL},
	/* stars between the same characters: shortest and longest */
	{"A=a.b.c", "${A#*.}", "b.c"},
	{"A=a.b.c", "${A##*.}", "c"},
	{"A=a.b.c", "${A%.*}", "a.b"},
	{"A=a.b.c", "${A%%.*}", "a"},
	{"A=aXbXcXd", "${A#*X*X}", "cXd"},
	{"A=aXbXcXd", "${A##*X*X}", "d"},
	{"A=aXbXcXd", "${A%X*X*}", "aXb"},
	{"A=aXbXcXd", "${A%%X*X*}", "a"},
	{"A=abc", "${A#?}${A%?}${A##?}${A%%?}", "bcabbcab"},
	{"A=abc", "${A#b}${A%b}", "abcabc"},
	{"A=abc", "${A##*}", ""},
	{"A=abc", "${A%*}", "abc"},
	{"A=abc", "${A#abcd}${A%abcd}", "abcabc"},
	{"A=a*b", "${A#a\\*}", "b"},
	{"A=a*b", "${A%\\*b}", "a"},
	{"A=a}b", "${A#a\\}}", "b"},
	{"A=a/b", "${A#a/}", "b"},
	{"A=[x]", "${A#[x]}", ""},
	{"A=x", "${A#[x]}", "x"},
	{"A=a\nb", "${A##*}", "\nb"},
	{"A=a\nb", "${A##*b}", "a\nb"},
	{"A=a\nb", "${A#a\nb}", ""},
	{"A=a;P=a*\\", "${A#$P}", NULL},
	{"A=x*a;P=a*\\", "${A%$P}", "x*a"}, /* "\\*a" backwards */
	{"A=xa*;P=a*\\", "${A%$P}", "x"},
	{"A=a", "${A#\\a}", NULL},
	{"", "${A#\\a}", NULL},
	{"", "${A#a}", ""},
	/* replacing */
	{"A=aaa", "${A/a/b}", "baa"},
	{"A=aaa", "${A//a/b}", "bbb"},
	{"A=aaa", "${A//aa/b}", "ba"},
	{"A=abc", "${A//?/x}", "xxx"},
	{"A=abc", "${A//b*/x}", "ax"},
	{"A=abcbc", "${A/b?/x}", "axbc"},
	{"A=a/b", "${A//\\//-}", "a-b"},
	{"A=ab", "${A//b/\\}}", "a\\}"},
	{"A=ab", "${A////-}", "/-a/-b/-"},
	{"A=ab", "${A///-}", "-a-b-"},
	{"A=ab", "${A/x/y}", "ab"},
	{"A=ab", "${A//b/<'$0$0'>}", "a<bb>"},
	{"A=ab", "${A/b/'$0'}", "a$0"},
	{"A=ab", "${A//b/'${0}$1$x$$-$'}", "ab$-$"},
	{"A=aab", "${A//a*/x}", "x"},
	{"A=bab", "${A//*a/x}", "xb"},
	{"A=ab", "${A/b}", NULL},
	{"A=ab", "${A//b}", NULL},
	{"A=ab", "${A/b/c", NULL},
	{"A=ab", "${A//\\b/c}", NULL},
	{"", "${A//a/b}", ""},
	/* quotes in patterns lose theirs, escapes stay */
	{"A=a b", "${A#\"a \"}", "b"},
	{"A=a*b", "${A#'a*'}", "*b"},
	{"A=a\\b", "${A#a\\\\}", "b"},
	{"A=a\\nb", "${A#\"a\\n\"}", "b"},
	/* what only looks like a variable */
	{"A=1", "$", "$"},
	{"A=1", "a$", "a$"},
	{"A=1", "$.A", "$.A"},
	{"A=1", "\\$A\\\\$A", "$A\\1"},
	{"A=1", "'$A'\"$A\"", "$A1"},
	{"A=1", "\"\\A\\$A\"", "\\A$A"},
	{"A=1", "$$A$1$@$!-", "A-"},
	{"A=1", "${A:=x}", NULL},
	{"A=1", "${A=x}", NULL},
	{"A=1", "${A:0:1}", NULL},
	{"A=1", "${A:#x}", NULL},
	{"A=1", "${A:%x}", NULL},
	{"A=1", "${A^^}", NULL},
	{"A=1", "${#A}", NULL},
	{"A=1", "${!A}", NULL},
	{"A=1", "${+x}${/a/b}", ""},
	{"A=1", "${A", NULL},
	{"A=1", "${A:-x", NULL},
	{"A=1", "${", NULL},
	{"A=1", "\"$A", NULL},
	{"A=1", "'$A", NULL},
	/* characters */
	{"\xc3\xa9=1", "$\xc3\xa9.", "1."},
	{"A=1", "$A\xef\xbc\x8cx", "1\xef\xbc\x8cx"},
	{"A=1", "\xef\xbb\xbf$A\xef\xbb\xbf", "1\xef\xbb\xbf"},
	{"A=1", "a\xff$A",
         "a\xef\xbf\xbd"
         "1"},
	{"A=a\xff", "$A${A#a}", "a\xff\xff"},
	{"A=\xff.", "${A%.}", "\xef\xbf\xbd"},
	{"A=\xff.", "${A/?/x}", "x."},
	{"A=ab", "${A/\xef\xbb\xbf/x}", "xab"},
};

static void test_words(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(words); i++) {
		struct arena a = {0};
		struct scope s;
		struct text t = text_of(&a, TEXT_MADE, str_c(words[i].word));
		struct expansion ex;
		struct err err = {0};
		int rc;

		read_scope(&s, &a, words[i].vars);
		rc = expand_word(&t, '\\', &s, &a, &ex, &err);
		if (words[i].want && rc)
			fail_msg("%s: %s", words[i].word, err.msg);
		else if (words[i].want)
			assert_str(ex.text.s, words[i].want, words[i].word);
		else
			assert_int_equal(rc, -1);
		arena_free(&a);
	}
}

static const struct {
	const char *vars, *word, *want;
	const char *unset, *unknown;
} names[] = {
	{"A=1", "$A$B${B}", "1", "B", ""},
	{"", "${A:-d}${B:+w}", "d", "", ""},
	{"", "${A#x}${B/x/y}$C", "", "A,B,C", ""},
	{"", "${A:-$B}", "", "B", ""},
	{"A=1", "${A:-$B}", "1", "", ""}, /* B doesn't matter */
	/* more variables may be set than are known */
	{"*", "$A", "", "", "A"},
	{"*", "/x:$A", "/x:", "", "A"},
	{"*", "${A:-d}", "", "", "A"},
	{"*", "/x${A:+:$A}", "/x", "", "A"},
	{"*", "${A?no}${B:?no}", "", "", "A,B"},
	{"*", "${A#x}${B/x/y}", "", "", "A,B"},
	{"*", "$1$@", "", "1,@", ""},
	{"*;A=1", "${A:-$B}", "1", "", ""},
	{"*;A=1", "${A:+$B}", "", "", "B"},
	{"*;A=", "${A:+$B}", "", "", ""},
	/* a value of which a part is known: it is set, and not empty */
	{"A?=/x:", "$A/y", "/x:/y", "", "A"},
	{"A?=/x:", "${A:-d}", "/x:", "", "A"},
	{"A?=/x:", "${A:+d}", "d", "", ""},
	{"A?=/x:", "${A%:}", "", "", "A"},
	{"A?=", "${A:+d}", "", "", "A"},
	{"A?=", "${A:-d}", "", "", "A"},
	{"A?=", "${A+d}", "d", "", ""},
	{"A?=", "${A-d}", "", "", "A"},
	{"A?=", "${A?no}", "", "", "A"},
	{"A?=", "${A:?no}", "", "", "A"},
	/* the pattern is what isn't known */
	{"A?=;V=x", "$A${V#$A}", "", "", "A,V"},
	{"A?=;V=x", "${V/x/$A}", "", "", "V"},
	{"A?=;V=x", "${V:+$A}${V:-$A}", "x", "", "A"},
};

static void test_names(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(names); i++) {
		struct arena a = {0};
		struct scope s;
		struct text t = text_of(&a, TEXT_MADE, str_c(names[i].word));
		struct expansion ex;
		struct err err = {0};

		read_scope(&s, &a, names[i].vars);
		if (expand_word(&t, '\\', &s, &a, &ex, &err))
			fail_msg("%s: %s", names[i].word, err.msg);
		assert_str(ex.text.s, names[i].want, names[i].word);
		assert_str(joined(&a, &ex.unset), names[i].unset,
		           names[i].word);
		assert_str(joined(&a, &ex.unknown), names[i].unknown,
		           names[i].word);
		arena_free(&a);
	}
}

/* The bytes of the file that a word is made of, with '|' between runs; what
 * is not of the file is in parentheses. */
static struct str shown(struct arena *a, const struct text *t, struct str file)
{
	struct str s = STR("");

	slice_for (const struct text_run, r, t->runs) {
		bool own = r->from == TEXT_FILE;
		struct str part = {own ? file.p + r->offset : t->s.p + r->at,
		                   r->n};

		s = arena_fmt(a, STR_F "%s" STR_F "%s", STR_A(s),
		              own ? "|" : "(", STR_A(part), own ? "" : ")");
	}
	return s;
}

/* The file: "12.1.1", V's value, and then the word. */
static const struct {
	const char *word, *want;
	const char *edits; /* as shown() */
} origins[] = {
	{"torch==2.1+cu$V", "torch==2.1+cu12.1.1", "|torch==2.1+cu|12.1.1"},
	{"cu${V%.*}", "cu12.1", "|cu|12.1"},
	{"cu${V%%.*}", "cu12", "|cu|12"},
	{"${V#*.}", "1.1", "|1.1"},
	{"${V##*.}x", "1x", "|1|x"},
	{"${V//./}", "1211", "|12|1|1"},
	{"${V/./}", "121.1", "|12|1.1"},
	{"${V//./-}", "12-1-1", "|12|-|1|-|1"},
	{"${V//1/'$0'}", "12.1.1", "|12.1.1"},
	{"${X:-a$V}", "a12.1.1", "|a|12.1.1"},
	{"${V:+a}", "a", "|a"},
	{"${X:-${X:-'b c'}}", "b c", "|b c"},
	{"'a'b\"c\"\\d$", "abcd$", "|a|b|c|d$"},
	{"a\xff", "a\xef\xbf\xbd", "|a(\xef\xbf\xbd)"},
	{"$G-$V", "given-12.1.1", "(given)|-|12.1.1"},
	{"${G%n}", "give", "(give)"},
};

static void test_origins(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(origins); i++) {
		struct arena a = {0};
		struct scope s;
		struct str file = arena_fmt(&a, "12.1.1%s", origins[i].word);
		struct text t = text_of_file(&a, file, 6, SIZE_MAX);
		struct expansion ex;
		struct err err = {0};

		scope_init(&s, &a);
		scope_put(&s, STR("V"))->value = text_of_file(&a, file, 0, 6);
		scope_put(&s, STR("G"))->value =
			text_of(&a, TEXT_BUILD_ARG, STR("given"));
		if (expand_word(&t, '\\', &s, &a, &ex, &err))
			fail_msg("%s: %s", origins[i].word, err.msg);
		assert_str(ex.text.s, origins[i].want, origins[i].word);
		assert_str(shown(&a, &ex.text, file), origins[i].edits,
		           origins[i].word);
		arena_free(&a);
	}
}

/* With the other escape, and in a heredoc, where quotes are text. */
static void test_forms(void **state)
{
	struct arena a = {0};
	struct scope s;
	struct text t = text_of(&a, TEXT_MADE, STR("`$A\\n$A\"`n\""));
	struct text doc = text_of(&a, TEXT_MADE, STR("it's \"$A\" \\$A\n"));
	struct expansion ex;
	struct err err = {0};

	(void)state;
	read_scope(&s, &a, "A=1");
	assert_int_equal(expand_word(&t, '`', &s, &a, &ex, &err), 0);
	assert_str(ex.text.s, "$A\\n1`n", "escape=`");
	assert_int_equal(expand_heredoc(&doc, &s, &a, &ex, &err), 0);
	assert_str(ex.text.s, "it's \"1\" $A\n", "heredoc");
	arena_free(&a);
}

/* Nesting costs no recursion, and each level little. */
static void test_deep(void **state)
{
	enum { DEPTH = 1 << 17 };
	struct arena a = {0};
	struct text_maker m = {.arena = &a};
	struct text t;
	struct scope s;
	struct expansion ex;
	struct err err = {0};

	(void)state;
	for (size_t i = 0; i < DEPTH; i++)
		text_add_made(&m, STR("${a:-"));
	text_add_made(&m, STR("x"));
	for (size_t i = 0; i < DEPTH; i++)
		text_add_made(&m, STR("}"));
	t = text_take(&m);
	read_scope(&s, &a, "");
	assert_int_equal(expand_word(&t, '\\', &s, &a, &ex, &err), 0);
	assert_str(ex.text.s, "x", "many ${a:-");
	assert_int_equal(ex.unset.n, 0);
	assert_int_equal(ex.used.n, 1);
	t.s.n--;
	assert_int_equal(expand_word(&t, '\\', &s, &a, &ex, &err), -1);
	assert_int_equal(err.kind, ERR_FORMAT);
	arena_free(&a);
}

/* What doubles with each line, and what looks for ever, comes to an end. */
static void test_limits(void **state)
{
	struct arena a = {0};
	struct scope s;
	struct text twice = text_of(&a, TEXT_MADE, STR("$A$A"));
	struct text look = text_of(&a, TEXT_MADE, STR("${A//*a*b/}"));
	struct expansion ex;
	struct err err = {0};
	int lines = 0;

	(void)state;
	read_scope(&s, &a, "A=aaaaaaaaaaaaaaaa");
	while (expand_word(&twice, '\\', &s, &a, &ex, &err) == 0) {
		scope_put(&s, STR("A"))->value = ex.text;
		assert_true(++lines < 64);
	}
	assert_int_equal(err.kind, ERR_LIMIT);
	scope_init(&s, &a);
	ex.text.s.n = 1 << 16;
	scope_put(&s, STR("A"))->value = ex.text;
	assert_int_equal(expand_word(&look, '\\', &s, &a, &ex, &err), -1);
	assert_int_equal(err.kind, ERR_LIMIT);
	arena_free(&a);
}

static void test_scope(void **state)
{
	struct arena a = {0};
	struct scope s, copy;

	(void)state;
	scope_init(&s, &a);
	for (size_t i = 0; i < 1000; i++)
		scope_put(&s, arena_fmt(&a, "V%zu", i))->value =
			text_of(&a, TEXT_BASE, arena_fmt(&a, "%zu", i));
	scope_copy(&copy, &s, &a);
	scope_put(&copy, STR("V7"))->value = text_of(&a, TEXT_MADE, STR("x"));
	scope_put(&copy, STR("W"))->env = true;
	assert_int_equal(s.all.n, 1000);
	assert_int_equal(copy.all.n, 1001);
	assert_str(scope_get(&s, STR("V7"))->value.s, "7", "V7");
	assert_str(scope_get(&copy, STR("V7"))->value.s, "x", "V7");
	assert_str(scope_get(&copy, STR("V999"))->value.s, "999", "V999");
	assert_null(scope_get(&s, STR("W")));
	scope_forget(&s);
	assert_true(s.open);
	assert_null(scope_get(&s, STR("V7")));
	scope_put(&s, STR("V7"))->unset = true;
	assert_true(scope_get(&s, STR("V7"))->unset);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),   cmocka_unit_test(test_names),
		cmocka_unit_test(test_origins), cmocka_unit_test(test_forms),
		cmocka_unit_test(test_deep),    cmocka_unit_test(test_limits),
		cmocka_unit_test(test_scope),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
