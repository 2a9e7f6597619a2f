#include "image/stream.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N = 600 * 1000 };

static char data[N];
static FILE *file;

/* Chunks of 1, 2, 3 … 7 bytes, then again. */
struct crumbs {
	struct stream s;
	size_t at, end, step;
};

static int crumbs_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct crumbs *c = (struct crumbs *)s;
	size_t left = c->end - c->at;

	(void)err;
	c->step = c->step % 7 + 1;
	*chunk = (struct str){data + c->at, left < c->step ? left : c->step};
	c->at += chunk->n;
	return 0;
}

static struct stream *crumbs_new(size_t n)
{
	static const struct stream_ops ops = {crumbs_next, NULL, NULL, NULL};
	struct crumbs *c = stream_new(struct crumbs, &ops);

	c->end = n;
	return &c->s;
}

enum source { BYTES, FILE_PART, PIPE, CRUMBS, HASHED, SOURCES };

/* The first n bytes of data; a pipe holds at most 4000. */
static struct stream *open_source(enum source which, size_t n,
                                  uint64_t *read_bytes)
{
	int fds[2];

	switch (which) {
	case BYTES:
		return stream_of_bytes((struct str){data, n});
	case FILE_PART:
		return stream_of_file(fileno(file), 0, n, read_bytes);
	case PIPE:
		assert_int_equal(pipe(fds), 0);
		assert_int_equal(write(fds[1], data, n), n);
		assert_int_equal(dup2(fds[0], 9), 9);
		close(fds[0]);
		close(fds[1]);
		return stream_of_pipe(9, read_bytes);
	case CRUMBS:
		return crumbs_new(n);
	case HASHED:
		return stream_hashing(crumbs_new(n));
	case SOURCES:
		break;
	}
	return NULL;
}

static void want_bytes(size_t at, struct str got)
{
	assert_true(at + got.n <= N);
	assert_memory_equal(got.p, data + at, got.n);
}

/* Peek, skip and next in turn, always against the position. */
static void walk(struct stream *s, size_t n, unsigned seed)
{
	struct err err = {0};
	struct str v = {0};
	uint64_t skipped;

	for (unsigned x = seed; s->pos < n; x = x * 1103515245 + 12345) {
		size_t at = (size_t)s->pos, ask = x >> 16 & 2047;

		if (x >> 28 & 1) {
			assert_int_equal(stream_peek(s, ask, &v, &err), 0);
			assert_int_equal(v.n, ask < n - at ? ask : n - at);
			assert_int_equal(s->pos, at);
			want_bytes(at, v);
		} else if (x >> 29 & 1) {
			assert_int_equal(stream_skip(s, ask, &skipped, &err),
			                 0);
			assert_int_equal(skipped, ask < n - at ? ask : n - at);
		} else {
			assert_int_equal(stream_next(s, &v, &err), 0);
			assert_true(v.n > 0);
			want_bytes(at, v);
		}
	}
	assert_int_equal(s->pos, n);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(stream_next(s, &v, &err), 0);
		assert_int_equal(v.n, 0);
		assert_int_equal(stream_skip(s, 5, &skipped, &err), 0);
		assert_int_equal(skipped, 0);
		assert_int_equal(stream_peek(s, 5, &v, &err), 0);
		assert_int_equal(v.n, 0);
	}
}

static void all_walks_agree(void **state)
{
	static const size_t sizes[] = {0, 1, 5, 511, 2048, 4000};

	(void)state;
	for (int src = 0; src < SOURCES; src++)
		for (unsigned i = 0; i < 6 * 50; i++) {
			struct stream *s = open_source(src, sizes[i % 6], NULL);

			walk(s, sizes[i % 6], i * 7919);
			stream_close(s);
			close(9);
		}
}

static void long_walk(void **state)
{
	(void)state;
	for (unsigned seed = 0; seed < 30; seed++) {
		struct stream *s = open_source(FILE_PART, N, NULL);

		walk(s, N, seed);
		stream_close(s);
	}
}

static void seeking_reads_little(void **state)
{
	uint64_t read_bytes = 0, skipped;
	struct stream *s = open_source(FILE_PART, N, &read_bytes);
	struct err err = {0};
	struct str v;

	(void)state;
	for (int i = 0; i < 5; i++) {
		assert_int_equal(stream_peek(s, 1, &v, &err), 0);
		assert_int_equal(stream_skip(s, 100 * 1000, &skipped, &err), 0);
		assert_int_equal(skipped, 100 * 1000);
	}
	assert_true(read_bytes <= 5 * 4096);
	assert_int_equal(stream_skip(s, UINT32_MAX, &skipped, &err), 0);
	assert_int_equal(skipped, 100 * 1000);
	stream_close(s);
}

static void a_part_is_a_part(void **state)
{
	struct stream *s = stream_of_file(fileno(file), 1000, 10, NULL);
	struct err err = {0};
	struct str v;

	(void)state;
	assert_int_equal(stream_next(s, &v, &err), 0);
	assert_int_equal(v.n, 10);
	assert_memory_equal(v.p, data + 1000, 10);
	stream_close(s);
}

static void a_short_file_is_an_error(void **state)
{
	struct stream *s = stream_of_file(fileno(file), N - 10, 20, NULL);
	struct err err = {0};

	(void)state;
	assert_int_equal(stream_drain(s, &err), -1);
	assert_int_equal(err.kind, ERR_FORMAT);
	assert_non_null(strstr(err.msg, "truncated"));
	stream_close(s);
}

static void a_bad_descriptor_is_an_error(void **state)
{
	struct stream *s = stream_of_file(-1, 0, 20, NULL);
	struct stream *p = stream_of_pipe(-1, NULL);
	struct err err = {0};

	(void)state;
	assert_int_equal(stream_drain(s, &err), -1);
	assert_int_equal(err.kind, ERR_IO);
	assert_int_equal(stream_drain(p, &err), -1);
	assert_int_equal(err.kind, ERR_IO);
	stream_close(s);
	stream_close(p);
}

/* Never more than is asked for, and nothing twice. */
static void taking(void **state)
{
	static const size_t asks[] = {1, 3, 512, 5, 100};
	struct err err = {0};
	struct str v;

	(void)state;
	for (int which = 0; which < SOURCES; which++) {
		struct stream *s = open_source((enum source)which, 3999, NULL);
		size_t at = 0, i = 0;

		do {
			size_t ask = asks[i++ % 5];

			assert_int_equal(stream_peek(s, 9, &v, &err), 0);
			assert_int_equal(stream_take(s, ask, &v, &err), 0);
			assert_true(v.n <= ask);
			assert_true(str_eq(v, (struct str){data + at, v.n}));
			at += v.n;
			assert_int_equal(s->pos, at);
		} while (v.n);
		assert_int_equal(at, 3999);
		stream_close(s);
	}
}

/* Also what is peeked at and skipped counts, once. */
static void the_digest_is_of_all_bytes(void **state)
{
	struct digest want = sha256_of((struct str){data, 5000}), got;
	struct stream *s = open_source(HASHED, 5000, NULL);
	struct err err = {0};
	struct str v;
	uint64_t skipped;

	(void)state;
	assert_int_equal(stream_peek(s, 100, &v, &err), 0);
	assert_int_equal(stream_skip(s, 2000, &skipped, &err), 0);
	assert_int_equal(stream_drain(s, &err), 0);
	got = stream_digest(s);
	assert_string_equal(got.text, want.text);
	stream_close(s);
	stream_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(taking),
		cmocka_unit_test(all_walks_agree),
		cmocka_unit_test(long_walk),
		cmocka_unit_test(seeking_reads_little),
		cmocka_unit_test(a_part_is_a_part),
		cmocka_unit_test(a_short_file_is_an_error),
		cmocka_unit_test(a_bad_descriptor_is_an_error),
		cmocka_unit_test(the_digest_is_of_all_bytes),
	};

	for (unsigned i = 0, x = 1; i < N; i++, x = x * 69069 + 1)
		data[i] = (char)(x >> 24);
	file = tmpfile();
	if (!file || fwrite(data, 1, N, file) != N || fflush(file))
		return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
