#include "dockerfile/pragma.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* "LINE:first-last ids (reason)" for each, then problems. */
static struct str shown(struct arena *a, const struct pragmas *p)
{
	struct str s = STR("");

	slice_for (const struct pragma, it, *p) {
		s = arena_fmt(a, STR_F "%s%zu:", STR_A(s), s.n ? "; " : "",
		              it->line);
		s = it->last == SIZE_MAX ?
		            arena_fmt(a, STR_F "%zu-", STR_A(s), it->first) :
		            arena_fmt(a, STR_F "%zu-%zu", STR_A(s), it->first,
		                      it->last);
		slice_for (const struct str, id, it->ids)
			s = arena_fmt(a, STR_F " " STR_F, STR_A(s), STR_A(*id));
		if (it->reason.n)
			s = arena_fmt(a, STR_F " (" STR_F ")", STR_A(s),
			              STR_A(it->reason));
		if (it->until.n)
			s = arena_fmt(a, STR_F " < " STR_F, STR_A(s),
			              STR_A(it->until));
	}
	slice_for (const struct str, it, p->problems)
		s = arena_fmt(a, STR_F "%s" STR_F, STR_A(s), s.n ? "; " : "",
		              STR_A(*it));
	return s;
}

#define IGNORE "# cudalint ignore="
#define BAD    ": # cudalint: "
#define ONLY   "only reason=\"…\" and until=YYYY-MM-DD may follow the rules"

static const struct {
	const char *text, *want;
} rows[] = {
	{"FROM a\n" IGNORE "CL001\nRUN b\nRUN c\n", "2:3-3 CL001"},
	{"FROM a\n" IGNORE "CL001,compat-split reason=\"a b\"\n\n# c\nRUN b\n",
         "2:5-5 CL001 compat-split (a b)"},
	{"FROM a\n#cudalint\tignore=A, B ,C \t reason=\"\" \nRUN b \\\n c\n",
         "2:3-4 A B C"},
	{"FROM a\r\n" IGNORE "A\r\nRUN b\r\n", "2:3-3 A"},
	{"FROM a\n  " IGNORE "A\n" IGNORE "B\nRUN b", "2:4-4 A; 3:4-4 B"},
	/* between the lines of an instruction: for all of it */
	{"FROM a\nRUN b && \\\n  " IGNORE "A\n  c && \\\n d\nRUN e", "3:2-5 A"},
	{"FROM a\nRUN <<E\n" IGNORE "A\nE\nRUN c", ""},
	{"FROM a\nRUN b " IGNORE "A\n", ""},
	/* for more */
	{"# cudalint global ignore=A\nFROM a\n", "1:1- A"},
	{"FROM a\nRUN b\n# cudalint global ignore=A reason=\"c\"",
         "3:1- A (c)"},
	{"FROM a\nRUN b\n# cudalint stage ignore=A\nRUN c\nFROM d\nRUN e",
         "3:1-4 A"},
	{"FROM a\n# cudalint stage ignore=A\nFROM d\nRUN e", "2:3- A"},
	{"FROM a\nRUN b\n# cudalint stage ignore=A\n", "3:1- A"},
	{"FROM a\n" IGNORE "A until=2027-01-31\nRUN b", "2:3-3 A < 2027-01-31"},
	{"FROM a\n" IGNORE "A until=2027-01-31 reason=\"b\"\nRUN b",
         "2:3-3 A (b) < 2027-01-31"},
	{"FROM a\n" IGNORE "A until=soon\nRUN b",
         "line 2" BAD "until= wants YYYY-MM-DD"},
	{"FROM a\n" IGNORE "A reason=\"b\" reason=\"c\"\nRUN b",
         "line 2" BAD "one reason is enough"},
	/* not for us */
	{"# cudalint is a linter\n# hadolint ignore=DL1\n# cudalints ignore=A\n"
         "# we cudalint ignore=A\nFROM a",
         ""},
	/* malformed */
	{IGNORE "A\nARG a\n# cudalint stage ignore=B\nARG b\nFROM c",
         "1:2-2 A; line 3" BAD "no FROM stands before that; use global"},
	{"FROM a\n" IGNORE "A\n", "line 2" BAD "no instruction follows"},
	{"FROM a\n" IGNORE "\nRUN b",
         "line 2" BAD "ignore= wants rules, like CL001,CL002"},
	{"FROM a\n" IGNORE "A,\nRUN b",
         "line 2" BAD "ignore= wants rules, like CL001,CL002"},
	{"FROM a\n" IGNORE "A because\nRUN b", "line 2" BAD ONLY},
	{"FROM a\n" IGNORE "A reason=x\nRUN b", "line 2" BAD ONLY},
	{"FROM a\n" IGNORE "A reason=\"x\nRUN b",
         "line 2" BAD "the reason has no closing quote"},
	{"FROM a\n" IGNORE "A reason=\"x\" y\nRUN b", "line 2" BAD ONLY},
	{"FROM a\n# cudalint ignore A\nRUN b",
         "line 2" BAD "must be ignore=RULE,RULE reason=\"…\", with stage or "
         "global before it if it is for more"},
};

static void parse(struct arena *a, const char *text, struct dockerfile *d,
                  struct pragmas *p)
{
	struct err err;

	if (dockerfile_parse(str_c(text), a, d, &err))
		fail_msg("%s: %s", text, err.msg);
	pragmas_of(d, a, p);
}

static void test_read(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct pragmas p;
		struct str got;

		parse(&a, rows[i].text, &d, &p);
		got = shown(&a, &p);
		if (!str_eq(got, str_c(rows[i].want)))
			fail_msg("%s\ngave " STR_F, rows[i].text, STR_A(got));
		slice_for (const struct pragma, it, p)
			assert_int_equal(rows[i].text[it->span.offset], '#');
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
