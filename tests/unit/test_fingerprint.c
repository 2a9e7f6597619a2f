/* A finding is known again after what does not concern it has changed. */
#include "lint/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(v) (sizeof(v) / sizeof(v)[0])
#define FROM     "FROM nvidia/cuda:10.2-base-ubuntu18.04\n"

#define PURGE "RUN apt-get purge -y cuda-compat-12-4\n"

static struct arena arena;
static struct know know;
static struct fleet fleet;

static int load(void **state)
{
	struct err err = {0};

	(void)state;
	return know_load(&know, STR(""), &arena, &err) ||
	       fleet_default(&know, &arena, &fleet, &err);
}

static int drop(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static struct findings lint_file(const char *name, const char *bytes)
{
	struct dockerfile *file = arena_new(&arena, struct dockerfile);
	struct docker_image *image = arena_new(&arena, struct docker_image);
	struct build_opts build = {0};
	struct docker_input of = {.file = file, .build = &build, .know = &know};
	struct predictions predictions = {0};
	struct predict_input in = {.facts = &image->facts, .know = &know};
	struct str path = str_c(name);
	struct lint_input lint = {.facts = &image->facts,
	                          .fleet = &fleet,
	                          .know = &know,
	                          .predictions = &predictions,
	                          .arena = &arena,
	                          .docker = image,
	                          .file = file,
	                          .names = {&path, 1}};
	struct findings out = {0};
	struct err err = {0};

	if (dockerfile_parse(str_c(bytes), &arena, file, &err) ||
	    docker_image_of(&of, &arena, image, &err))
		fail_msg("%s\n%s", err.msg, bytes);
	predict_fleet(&in, &fleet, &arena, &predictions);
	lint_run(&lint, &out, NULL);
	return out;
}

/* Of the rule's nth finding. */
static struct str print_of(const struct findings *all, const char *id,
                           size_t nth)
{
	slice_for (const struct finding, f, *all)
		if (strcmp(f->rule->id, id) == 0 && nth-- == 0)
			return f->fingerprint;
	fail_msg("no finding of %s", id);
	return STR("");
}

static const struct {
	const char *rule;
	const char *name, *bytes, *other_name, *other;
	bool same;
} rows[] = {
	{"CL054", "a", FROM, "a", "# one\n\n#two\n" FROM, true},
	{"CL054", "a", FROM, "a", "ARG X=1\n" FROM "RUN true\n", true},
	{"CL054", "a", FROM, "b", FROM, false},
	{"CL054", "a", FROM, "a",
         "FROM   \\\n  nvidia/cuda:10.2-base-ubuntu18.04", true},
	{"CL054", "a", FROM, "a",
         "FROM nvidia/cuda:10.2-base-ubuntu18.04 AS x\n", false},
	{"CL054", "a", FROM, "a", "FROM nvidia/cuda:10.1-base-ubuntu18.04\n",
         false},
	{"CL050", "a", "FROM python:3.12\nRUN pip install torch\n", "a",
         "FROM python:3.12\nRUN apt-get update\nRUN pip  install \\\n# why\n torch\n",
         true},
	{"CL050", "a", "FROM python:3.12\nRUN pip install torch\n", "a",
         "FROM python:3.12\nRUN pip install torch six\n", false},
};

static void test_file(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct findings a = lint_file(rows[i].name, rows[i].bytes);
		struct findings b =
			lint_file(rows[i].other_name, rows[i].other);
		struct str x = print_of(&a, rows[i].rule, 0);
		struct str y = print_of(&b, rows[i].rule, 0);

		assert_int_equal(x.n, FINGERPRINT_TEXT);
		if (str_eq(x, y) != rows[i].same)
			fail_msg("row %zu\n%s\n%s", i, rows[i].bytes,
			         rows[i].other);
	}
}

static struct findings lint_facts(const char *json)
{
	struct image_facts f = {0};
	struct predictions predictions = {0};
	struct predict_input in = {.facts = &f, .know = &know};
	struct lint_input lint = {.facts = &f,
	                          .fleet = &fleet,
	                          .know = &know,
	                          .predictions = &predictions,
	                          .arena = &arena};
	struct findings out = {0};
	struct err err = {0};

	if (record_parse(&facts_schema, str_c(json), RECORD_BYTES, &arena, &f,
	                 &err))
		fail_msg("%s", err.msg);
	predict_fleet(&in, &fleet, &arena, &predictions);
	lint_run(&lint, &out, NULL);
	return out;
}

#define LEFT(path, layer)                                       \
	"{\"path\":\"usr/lib/" path "\",\"kind\":\"leftover\"," \
	"\"version\":\"470.57.02\",\"size\":0,\"layer\":" layer "}"
#define IMAGE(one, two, umd)                                                                         \
	"{\"schema\":\"cudalint/facts/1\",\"config\":{\"architecture\":\"amd64\",\"os\":\"linux\"}," \
	"\"layers\":[{\"diff_id\":\"" one "\"},{\"diff_id\":\"" two                                  \
	"\"}],\"umd\":[" umd "]}"

/* Another build: other layers, and one of them elsewhere. */
static void test_image(void **state)
{
	struct findings a =
		lint_facts(IMAGE("sha256:1", "sha256:2",
	                         LEFT("libcuda.so.470.57.02", "0")));
	struct findings b =
		lint_facts(IMAGE("sha256:3", "sha256:4",
	                         LEFT("libcuda.so.470.57.02", "1")));
	struct findings c =
		lint_facts(IMAGE("sha256:1", "sha256:2",
	                         LEFT("lib64/libcuda.so.470.57.02", "0")));

	(void)state;
	assert_true(str_eq(print_of(&a, "CL010", 0), print_of(&b, "CL010", 0)));
	assert_false(
		str_eq(print_of(&a, "CL010", 0), print_of(&c, "CL010", 0)));
}

static void check_apart(const struct findings *all)
{
	slice_for (const struct finding, f, *all)
		for (const struct finding *g = all->v; g < f; g++)
			if (str_eq(f->fingerprint, g->fingerprint))
				fail_msg("%s " STR_F "\n%s " STR_F, f->rule->id,
				         STR_A(f->message), g->rule->id,
				         STR_A(g->message));
}

/* Two installations, word for word the same. */
static void test_twins(void **state)
{
	struct findings all = lint_file("a", "FROM ubuntu:22.04\n" PURGE PURGE);
	struct str first = print_of(&all, "CL052", 0);
	struct str second = print_of(&all, "CL052", 1);

	(void)state;
	assert_true(
		str_eq(second, arena_fmt(&arena, STR_F ":1", STR_A(first))));
	check_apart(&all);
}

/* Whatever the rule: apart in one input, and not moved by lines above. */
static void test_examples(void **state)
{
	size_t n = 0;

	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		const char *bytes = rules[i]->bad_file;
		struct findings all = bytes ? lint_file("a", bytes) :
		                              lint_facts(rules[i]->bad),
				moved;

		check_apart(&all);
		n += all.n;
		if (!bytes || strstr(bytes, "syntax="))
			continue;
		moved = lint_file("a",
		                  arena_fmt(&arena, "# why\n\n%s", bytes).p);
		assert_int_equal(all.n, moved.n);
		for (size_t k = 0; k < all.n; k++)
			assert_true(str_eq(all.v[k].fingerprint,
			                   moved.v[k].fingerprint));
	}
	assert_true(n > rules_n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_file),
		cmocka_unit_test(test_image),
		cmocka_unit_test(test_twins),
		cmocka_unit_test(test_examples),
	};

	return cmocka_run_group_tests(tests, load, drop);
}
