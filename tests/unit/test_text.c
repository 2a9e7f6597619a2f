#include "dockerfile/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct str file = {"FROM nvidia/cuda:12.1\nRUN true\n", 31};

/* "nvidia/cuda" by hand, and "-12.1" out of the file. */
static struct text mixed(struct arena *a)
{
	struct text_maker m = {.arena = a};

	text_add_file(&m, file, 5, 7);  /* "nvidia/" */
	text_add_file(&m, file, 12, 4); /* "cuda": goes on where that ends */
	text_add_made(&m, STR("-"));
	text_add_file(&m, file, 17, 4); /* "12.1" */
	return text_take(&m);
}

/* Runs cover the text without holes, and file bytes are the file's. */
static void check(const struct text *t)
{
	size_t at = 0;

	slice_for (const struct text_run, r, t->runs) {
		assert_int_equal(r->at, at);
		assert_true(r->n > 0);
		if (r->from == TEXT_FILE)
			assert_memory_equal(t->s.p + r->at, file.p + r->offset,
			                    r->n);
		at += r->n;
	}
	assert_int_equal(at, t->s.n);
}

static void assert_str(struct str got, const char *want)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("\"" STR_F "\" instead of \"%s\"", STR_A(got), want);
}

static void test_make(void **state)
{
	struct arena a = {0};
	struct text t = mixed(&a), none = {0}, twice;

	(void)state;
	assert_str(t.s, "nvidia/cuda-12.1");
	assert_int_equal(t.runs.n, 3);
	check(&t);
	check(&none);
	twice = text_cat(&a, &t, &t);
	assert_str(twice.s, "nvidia/cuda-12.1nvidia/cuda-12.1");
	assert_int_equal(twice.runs.n, 6);
	check(&twice);
	arena_free(&a);
}

static void test_of(void **state)
{
	struct arena a = {0};
	struct text all = text_of_file(&a, file, 0, SIZE_MAX);
	struct text past = text_of_file(&a, file, 99, 1);
	struct text given = text_of(&a, TEXT_BUILD_ARG, STR("12.4"));

	(void)state;
	check(&all);
	assert_int_equal(all.s.n, file.n);
	assert_int_equal(past.s.n, 0);
	assert_int_equal(past.runs.n, 0);
	assert_int_equal(given.runs.v[0].from, TEXT_BUILD_ARG);
	given = text_of(&a, TEXT_BUILD_ARG, STR(""));
	assert_int_equal(given.runs.n, 0);
	arena_free(&a);
}

/* Every part of a text is a text. */
static void test_slices(void **state)
{
	struct arena a = {0};
	struct text t = mixed(&a);

	(void)state;
	for (size_t at = 0; at <= t.s.n + 1; at++)
		for (size_t n = 0; n <= t.s.n + 1; n++) {
			struct text part = text_slice(&a, &t, at, n);
			struct text_maker m = {.arena = &a};
			struct text copy;

			check(&part);
			text_add(&m, &t, at, n);
			copy = text_take(&m);
			check(&copy);
			assert_true(str_eq(copy.s, part.s));
			assert_int_equal(copy.runs.n, part.runs.n);
			if (at < t.s.n)
				assert_memory_equal(part.s.p, t.s.p + at,
				                    part.s.n);
		}
	arena_free(&a);
}

/* The first n bytes stay, and what is added then goes on from there. */
static void test_cut(void **state)
{
	(void)state;
	for (size_t n = 0; n <= 20; n++) {
		struct arena a = {0};
		struct text from = mixed(&a), t, tail;
		struct text_maker m = {.arena = &a};

		text_add(&m, &from, 0, from.s.n);
		tail = text_copy_from(&m, n < m.n ? n : m.n);
		check(&tail);
		text_cut(&m, n);
		check(&(struct text){{m.p, m.n}, m.runs});
		text_add(&m, &tail, 0, tail.s.n);
		t = text_take(&m);
		check(&t);
		assert_str(t.s, "nvidia/cuda-12.1");
		assert_int_equal(t.runs.n, 3);
		arena_free(&a);
	}
}

static const struct {
	size_t at, n;
	bool one;      /* in one piece of the file */
	size_t offset; /* then: where */
	size_t spans;  /* 0: not of the file alone */
	size_t near;   /* for messages */
} places[] = {
	{0, 11, true, 5, 1, 5},    /* nvidia/cuda */
	{7, 4, true, 12, 1, 12},   /* cuda */
	{12, 4, true, 17, 1, 17},  /* 12.1 */
	{12, 99, true, 17, 1, 17}, /* cut at its end */
	{11, 1, false, 0, 0, 17},  /* - */
	{10, 3, false, 0, 0, 15},  /* a-1 */
	{3, 0, false, 0, 0, 8},    /* nothing */
	{16, 1, false, 0, 0, 20},  /* behind it: what is last */
};

static void test_places(void **state)
{
	struct arena a = {0};
	struct text t = mixed(&a);

	(void)state;
	for (size_t i = 0; i < COUNT(places); i++) {
		struct span span;
		struct spans spans;
		size_t near;

		assert_int_equal(text_span(&t, places[i].at, places[i].n,
		                           &span),
		                 places[i].one);
		if (places[i].one)
			assert_int_equal(span.offset, places[i].offset);
		assert_int_equal(text_spans(&t, places[i].at, places[i].n, &a,
		                            &spans),
		                 places[i].spans > 0);
		if (places[i].spans)
			assert_int_equal(spans.n, places[i].spans);
		assert_true(text_where(&t, places[i].at, &near));
		assert_int_equal(near, places[i].near);
	}
	arena_free(&a);
}

/* Pieces of the file, in the text's order; none in what was computed. */
static void test_pieces(void **state)
{
	struct arena a = {0};
	struct text_maker m = {.arena = &a};
	struct text t, made = text_of(&a, TEXT_MADE, STR("x"));
	struct spans spans;
	struct span span;
	size_t near;

	(void)state;
	text_add_file(&m, file, 17, 2);
	text_add_file(&m, file, 20, 1);
	t = text_take(&m);
	assert_str(t.s, "121");
	assert_false(text_span(&t, 0, 3, &span));
	assert_true(text_spans(&t, 0, 3, &a, &spans));
	assert_int_equal(spans.n, 2);
	assert_int_equal(spans.v[1].offset, 20);
	assert_false(text_where(&made, 0, &near));
	assert_false(text_spans(&made, 0, 1, &a, &spans));
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_make),   cmocka_unit_test(test_of),
		cmocka_unit_test(test_slices), cmocka_unit_test(test_cut),
		cmocka_unit_test(test_places), cmocka_unit_test(test_pieces),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
