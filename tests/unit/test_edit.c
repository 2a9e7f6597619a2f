/* Edits and their diffs; git itself says whether a diff gives the edited file. */
#include "fix/diff.h"

#include <setjmp.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

extern char **environ;

static struct arena arena;

static int drop(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static struct edit edit(size_t at, size_t n, const char *text)
{
	return (struct edit){{at, n}, str_c(text)};
}

static void test_order(void **state)
{
	struct edits e = {0};

	(void)state;
	assert_true(edits_add(&arena, &e, edit(6, 5, "you")));
	assert_true(edits_add(&arena, &e, edit(0, 5, "bye")));
	assert_true(edits_add(&arena, &e, edit(6, 0, "to ")));
	assert_int_equal(e.n, 3);
	assert_true(str_eq(edits_apply(STR("hello world\n"), &e, &arena),
	                   STR("bye to you\n")));
	assert_int_equal(edits_size(&e), 19);
}

static void test_clash(void **state)
{
	static const struct {
		struct edit a, b;
		bool fit;
	} rows[] = {
		{{{0, 3}, {"x", 1}}, {{3, 2}, {"y", 1}}, true},
		{{{0, 3}, {"x", 1}}, {{2, 2}, {"y", 1}}, false},
		{{{0, 3}, {"x", 1}}, {{0, 3}, {"x", 1}}, true},
		{{{0, 3}, {"x", 1}}, {{0, 3}, {"y", 1}}, false},
		{{{4, 0}, {"x", 1}}, {{4, 0}, {"y", 1}}, false},
		{{{4, 0}, {"x", 1}}, {{4, 2}, {"y", 1}}, true},
		{{{4, 2}, {"x", 1}}, {{4, 0}, {"y", 1}}, true},
		{{{0, 9}, {"x", 1}}, {{4, 0}, {"y", 1}}, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct edits a = {0}, b = {0}, both;

		edits_add(&arena, &a, rows[i].a);
		edits_add(&arena, &b, rows[i].b);
		if (edits_join(&arena, &a, &b, &both) != rows[i].fit ||
		    edits_join(&arena, &b, &a, &both) != rows[i].fit)
			fail_msg("row %zu", i);
	}
}

/* An insertion between two instructions touches neither. */
static void test_touch(void **state)
{
	static const struct {
		size_t at, n;
		bool touched;
	} rows[] = {
		{0, 4, false}, {0, 5, true},  {4, 1, true},  {5, 1, true},
		{6, 4, false}, {7, 3, false}, {9, 2, true},  {10, 2, false},
		{8, 4, true},  {10, 9, true}, {12, 1, true}, {13, 9, false},
	};
	struct edits e = {0};

	(void)state;
	assert_true(edits_add(&arena, &e, edit(4, 2, "")));
	assert_true(edits_add(&arena, &e, edit(10, 0, "x")));
	assert_true(edits_add(&arena, &e, edit(12, 1, "y")));
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct span s = {rows[i].at, rows[i].n};

		if (edits_touch(&e, s) != rows[i].touched)
			fail_msg("row %zu", i);
	}
}

static void test_text(void **state)
{
	static const struct {
		const char *file;
		size_t at, n;
		const char *text, *path, *diff;
	} rows[] = {
		{"a\nb\nc\n", 2, 0, "x\n", "./D",
	         "--- a/D\n+++ b/D\n@@ -1,3 +1,4 @@\n a\n+x\n b\n c\n"},
		{"a\nb", 2, 1, "c", "a b",
	         "--- a/a b\t\n+++ b/a b\t\n@@ -1,2 +1,2 @@\n a\n-b\n"
	         "\\ No newline at end of file\n+c\n"
	         "\\ No newline at end of file\n"},
		{"a\r\nb\r\n", 3, 1, "c", "/x/D",
	         "--- a/x/D\n+++ b/x/D\n@@ -1,2 +1,2 @@\n a\r\n-b\r\n+c\r\n"},
		{"a\n", 0, 2, "", "\"q\"",
	         "--- \"a/\\\"q\\\"\"\n+++ \"b/\\\"q\\\"\"\n@@ -1 +0,0 @@\n"
	         "-a\n"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf out = {0};
		struct edits e = {0};

		edits_add(&arena, &e,
		          edit(rows[i].at, rows[i].n, rows[i].text));
		diff_write(str_c(rows[i].path), str_c(rows[i].file), &e, &out);
		if (!str_eq(buf_str(&out), str_c(rows[i].diff)))
			fail_msg("row %zu:\n%.*s", i, (int)out.n, out.p);
		buf_free(&out);
	}
}

static void write_file(const char *path, struct str s)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	assert_int_equal(fwrite(s.p, 1, s.n, f), s.n);
	fclose(f);
}

static struct str read_file(const char *path)
{
	static char bytes[1 << 16];
	FILE *f = fopen(path, "rb");
	struct str s = {bytes, 0};

	assert_non_null(f);
	s.n = fread(bytes, 1, sizeof bytes, f);
	fclose(f);
	return s;
}

static bool git_apply(void)
{
	char *argv[] = {"git", "apply", "--whitespace=nowarn", "d.diff", NULL};
	int status;
	pid_t pid;

	if (posix_spawnp(&pid, "git", NULL, NULL, argv, environ))
		return false;
	return waitpid(pid, &status, 0) == pid && status == 0;
}

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16;
}

static struct str some_file(unsigned *seed)
{
	static const char *const lines[] = {"FROM a\n", "\n", "x\r\n", "RUN\n"};
	struct buf b = {0};
	struct str s;

	for (unsigned n = next(seed) % 24; n; n--)
		buf_add(&b, str_c(lines[next(seed) % 4]));
	if (next(seed) % 3 == 0)
		buf_add(&b, STR("end"));
	if (b.n == 0)
		buf_add(&b, STR("one\n"));
	s = arena_str(&arena, buf_str(&b));
	buf_free(&b);
	return s;
}

static void some_edits(unsigned *seed, size_t size, struct edits *e)
{
	static const char *const texts[] = {"", "y", "RUN z\n", "\nq",
	                                    "1\n2\n"};

	for (unsigned n = 1 + next(seed) % 4; n; n--) {
		size_t at = next(seed) % (size + 1);
		size_t len = next(seed) % 3 ? next(seed) % 9 : 0;

		if (len > size - at)
			len = size - at;
		edits_add(&arena, e, edit(at, len, texts[next(seed) % 5]));
	}
}

static void test_git(void **state)
{
	char dir[] = "/tmp/cudalint-diff-XXXXXX";
	unsigned seed = 7, done = 0;

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	for (int i = 0; i < 300; i++) {
		struct str before = some_file(&seed), after;
		struct edits e = {0};
		struct buf out = {0};

		some_edits(&seed, before.n, &e);
		after = edits_apply(before, &e, &arena);
		if (str_eq(before, after) || after.n == 0)
			continue;
		diff_write(STR("f"), before, &e, &out);
		write_file("f", before);
		write_file("d.diff", buf_str(&out));
		if (!git_apply() || !str_eq(read_file("f"), after))
			fail_msg("%d:\n%.*s", i, (int)out.n, out.p);
		buf_free(&out);
		done++;
	}
	assert_true(done > 200);
	unlink("f");
	unlink("d.diff");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(dir), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order), cmocka_unit_test(test_clash),
		cmocka_unit_test(test_touch), cmocka_unit_test(test_text),
		cmocka_unit_test(test_git),
	};

	return cmocka_run_group_tests(tests, NULL, drop);
}
