#include "scan/spec.h"
#include "scan/state.h"

#include "base/sha256.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void specs(void **state)
{
	static const struct {
		const char *text;
		enum spec_kind kind;
		const char *name, *repositories, *tags;
	} rows[] = {
		{"app", SPEC_TAGS, "app", "", "*"},
		{"app:1.2", SPEC_IMAGE, "app:1.2", "", ""},
		{"app:1.*", SPEC_TAGS, "app", "", "1.*"},
		{"h:5000/app", SPEC_TAGS, "h:5000/app", "", "*"},
		{"h:5000/a/app:v?", SPEC_TAGS, "h:5000/a/app", "", "v?"},
		{"h:5000/app@sha256:ab", SPEC_IMAGE, "h:5000/app@sha256:ab", "",
	         ""},
		{"h/app:1@sha256:ab", SPEC_IMAGE, "h/app:1@sha256:ab", "", ""},
		{"docker://h/app:1", SPEC_IMAGE, "docker://h/app:1", "", ""},
		{"docker://h/app", SPEC_TAGS, "h/app", "", "*"},
		{"h/", SPEC_HOST, "h", "*", "*"},
		{"h:5000/", SPEC_HOST, "h:5000", "*", "*"},
		{"h/team/*", SPEC_HOST, "h", "team/*", "*"},
		{"h/team/*:v1*", SPEC_HOST, "h", "team/*", "v1*"},
		{"h/*:1", SPEC_HOST, "h", "*", "1"},
		{"[::1]:5000/app", SPEC_TAGS, "[::1]:5000/app", "", "*"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct spec s = spec_parse(str_c(rows[i].text));

		if (s.kind != rows[i].kind ||
		    !str_eq(s.name, str_c(rows[i].name)) ||
		    !str_eq(s.repositories, str_c(rows[i].repositories)) ||
		    !str_eq(s.tags, str_c(rows[i].tags)))
			fail_msg("%s: %d " STR_F " " STR_F " " STR_F,
			         rows[i].text, s.kind, STR_A(s.name),
			         STR_A(s.repositories), STR_A(s.tags));
	}
}

static void lists(void **state)
{
	struct arena a = {0};
	struct strs l = spec_lines(STR("# x\n\n  a:1 \r\nb\n#\n\tc"), &a);

	(void)state;
	assert_int_equal(l.n, 3);
	assert_true(str_eq(l.v[0], STR("a:1")));
	assert_true(str_eq(l.v[1], STR("b")));
	assert_true(str_eq(l.v[2], STR("c")));
	assert_int_equal(spec_lines(STR(""), &a).n, 0);
	arena_free(&a);
}

/* Every digest is in one share, and the shares are alike. */
static void shards(void **state)
{
	static const char *const wrong[] = {"0/4", "5/4",  "1",    "a/b",
	                                    "1/0", "-1/2", "1/2/3"};
	enum { N = 4, DIGESTS = 4000 };

	struct shard s[N];
	size_t n[N] = {0};
	struct err err;

	(void)state;
	for (size_t i = 0; i < COUNT(wrong); i++)
		assert_int_equal(shard_parse(str_c(wrong[i]), &s[0], &err), -1);
	assert_int_equal(shard_parse(STR(""), &s[0], &err), 0);
	assert_true(shard_has(&s[0], STR("x")));
	for (size_t i = 0; i < N; i++) {
		char text[] = {(char)('1' + i), '/', '4', 0};

		assert_int_equal(shard_parse(str_c(text), &s[i], &err), 0);
	}
	for (size_t d = 0; d < DIGESTS; d++) {
		struct digest digest =
			sha256_of((struct str){(char *)&d, sizeof d});
		size_t shares = 0;

		for (size_t i = 0; i < N; i++) {
			bool has = shard_has(&s[i], digest_str(&digest));

			n[i] += has;
			shares += has;
		}
		assert_int_equal(shares, 1);
	}
	for (size_t i = 0; i < N; i++)
		assert_in_range(n[i], 900, 1100);
}

static void tags(void **state)
{
	static const char *const rising[] = {
		"",  "1",  "1.2",  "1.9", "1.10", "1.10-a", "2",       "10",
		"a", "a1", "a01b", "a2",  "v1.9", "v1.10",  "v1.10.1", "w",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rising); i++)
		for (size_t k = 0; k < COUNT(rising); k++) {
			int c = tag_cmp(str_c(rising[i]), str_c(rising[k]));

			if ((c > 0) - (c < 0) != (i > k) - (i < k))
				fail_msg("'%s' '%s': %d", rising[i], rising[k],
				         c);
		}
}

struct seen {
	struct strs digests;
	struct arena *a;
};

static void see(void *ctx, const struct state_line *l)
{
	struct seen *s = ctx;

	*arena_push(s->a, &s->digests) = l->digest;
	assert_int_equal(l->images.n, 1);
	assert_true(str_eq(l->images.v[0].pools.v[0].pool, STR("p\xff")));
	assert_int_equal(l->images.v[0].verdict, VERDICT_FAIL);
	assert_int_equal(l->images.v[0].findings.v[0].severity, SEV_ERROR);
}

static struct state_line a_line(struct str basis, struct str digest)
{
	static struct str outcomes[] = {{"804", 3}};
	static struct survey_pool pools[] = {
		{{"p\xff", 2}, VERDICT_FAIL, {outcomes, 1}}};
	static struct survey_finding findings[] = {{.id = {"CL001", 5},
	                                            .name = {"x", 1},
	                                            .message = {"a\nb", 3},
	                                            .severity = SEV_ERROR}};
	static struct survey_row rows[] = {{.ref = {"app:1", 5},
	                                    .verdict = VERDICT_FAIL,
	                                    .pools = {pools, 1},
	                                    .findings = {findings, 1},
	                                    .gaps = 3}};

	return (struct state_line){STR(STATE_SCHEMA), basis, digest, {rows, 1}};
}

/* Opens, reads, adds these, closes; how many it had. */
static size_t use(const char *path, const char *basis, const char *add)
{
	struct arena a = {0};
	struct seen seen = {.a = &a};
	struct err err;
	struct state s = {.basis = str_c(basis)};
	struct state_reader r = {&seen, see};

	assert_int_equal(state_open(&s, path, &r, &a, &err), 0);
	if (add) {
		struct state_line l = a_line(str_c(basis), str_c(add));

		assert_int_equal(state_add(&s, &l, &err), 0);
	}
	assert_int_equal(state_close(&s, &err), 0);
	if (seen.digests.n)
		assert_true(str_eq(seen.digests.v[0], STR("d1")));
	arena_free(&a);
	return seen.digests.n;
}

static const char *new_path(void)
{
	static char path[64];
	int fd;

	strcpy(path, "/tmp/test_scan.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	close(fd);
	unlink(path);
	return path;
}

static void states(void **state)
{
	const char *path = new_path();

	(void)state;
	assert_int_equal(use(path, "b1", "d1"), 0);
	assert_int_equal(use(path, "b1", "d2"), 1);
	assert_int_equal(use(path, "b2", "d1"), 0); /* judged by other tables */
	assert_int_equal(use(path, "b1", NULL), 2);
	assert_int_equal(use(path, "b2", NULL), 1);
	unlink(path);
}

static off_t length(const char *path)
{
	int fd = open(path, O_RDONLY);
	off_t n = lseek(fd, 0, SEEK_END);

	close(fd);
	return n;
}

/* Cut off anywhere in its last line, it has what was before, and goes on. */
static void torn(void **state)
{
	const char *path = new_path();
	off_t one, two;

	(void)state;
	(void)use(path, "b", "d1");
	one = length(path);
	(void)use(path, "b", "d2");
	two = length(path);
	for (off_t n = two - 1; n >= one; n--) {
		assert_int_equal(truncate(path, n), 0);
		assert_int_equal(use(path, "b", "d3"), n == two - 1 ? 2 : 1);
		assert_int_equal(use(path, "b", NULL), n == two - 1 ? 3 : 2);
		assert_int_equal(truncate(path, two), 0);
		unlink(path);
		(void)use(path, "b", "d1");
		(void)use(path, "b", "d2");
	}
	unlink(path);
}

static void foreign(void **state)
{
	const char *path = new_path();
	int fd = open(path, O_CREAT | O_WRONLY, 0600);
	char *junk = malloc(STATE_LINE_MAX + 10);

	(void)state;
	memset(junk, 'x', STATE_LINE_MAX + 10);
	assert_int_equal(write(fd, "{}\nnull\n\n[1]\n\0\n", 15), 15);
	assert_int_equal(write(fd, junk, STATE_LINE_MAX + 10),
	                 STATE_LINE_MAX + 10);
	close(fd);
	free(junk);
	assert_int_equal(use(path, "b", "d1"), 0);
	assert_int_equal(use(path, "b", NULL), 1);
	unlink(path);
}

static void locked(void **state)
{
	const char *path = new_path();
	struct arena a = {0};
	struct err err = {0};
	struct state s = {.basis = STR("b")}, other = s;
	struct state_reader r = {NULL, see};
	int status;

	(void)state;
	assert_int_equal(state_open(&s, path, &r, &a, &err), 0);
	if (fork() == 0) {
		int rc = state_open(&other, path, &r, &a, &err);

		_exit(rc == -1 && err.kind == ERR_BUSY ? 0 : 1);
	}
	assert_true(wait(&status) > 0);
	assert_int_equal(status, 0);
	assert_int_equal(state_close(&s, &err), 0);
	unlink(path);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(specs),   cmocka_unit_test(lists),
		cmocka_unit_test(shards),  cmocka_unit_test(tags),
		cmocka_unit_test(states),  cmocka_unit_test(torn),
		cmocka_unit_test(foreign), cmocka_unit_test(locked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
