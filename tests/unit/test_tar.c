#include "image/tar.h"

#include "crumbs.h"
#include "mktar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static const char big[100 * 1000] = "begins";

static void make(struct buf *b)
{
	mktar_other(b, "./", '5', "");
	mktar_other(b, "./usr/", '5', "");
	mktar_file(b, "./usr/big", (struct str){big, sizeof big});
	mktar_other(b, "lib", '2', "usr/lib");
	mktar_other(b, "/abs", '1', "./usr/big");
	mktar_other(b, "../up", '6', "");
	mktar_file(b, "small", STR("12345"));
	mktar_file(b, "none", STR(""));
	mktar_end(b);
}

static const struct {
	enum entry_type type;
	const char *name, *target;
	uint64_t size;
} made[] = {
	{ENTRY_DIR, "./", "", 0},
	{ENTRY_DIR, "./usr/", "", 0},
	{ENTRY_FILE, "./usr/big", "", sizeof big},
	{ENTRY_SYMLINK, "lib", "usr/lib", 0},
	{ENTRY_HARDLINK, "/abs", "./usr/big", 0},
	{ENTRY_OTHER, "../up", "", 0},
	{ENTRY_FILE, "small", "", 5},
	{ENTRY_FILE, "none", "", 0},
};

static void want_all(struct stream *s)
{
	struct tar *t = tar_open(s, 0);
	struct entry e = {0};
	struct err err = {0};
	uint64_t next = 0;

	for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
		assert_int_equal(tar_next(t, &e, &err), 1);
		assert_int_equal(e.type, made[i].type);
		assert_true(str_eq(e.name, str_c(made[i].name)));
		assert_true(str_eq(e.target, str_c(made[i].target)));
		assert_int_equal(e.size, made[i].size);
		assert_int_equal(e.mode, 0755);
		assert_false(e.sparse);
		assert_int_equal(e.header, next);
		assert_int_equal(e.data, next + 512);
		assert_int_equal(tar_position(t), next);
		assert_false(tar_has_end_marker(t));
		next = e.data + (e.size + 511) / 512 * 512;
	}
	for (int i = 0; i < 2; i++) {
		assert_int_equal(tar_next(t, &e, &err), 0);
		assert_int_equal(tar_position(t), next);
		assert_true(tar_has_end_marker(t));
	}
	tar_close(t);
	stream_close(s);
}

static void entries(void **state)
{
	static const size_t steps[] = {1, 7, 511, 512, 513, 10240, 1 << 20};
	struct buf b = {0};

	(void)state;
	make(&b);
	want_all(stream_of_bytes(buf_str(&b)));
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		want_all(crumbs_new(buf_str(&b), steps[i]));
	buf_free(&b);
}

/* In a file, only what is near the headers is read. */
static void seeking(void **state)
{
	struct buf b = {0};
	uint64_t read_bytes = 0;
	FILE *f = tmpfile();

	(void)state;
	make(&b);
	assert_non_null(f);
	assert_int_equal(fwrite(b.p, 1, b.n, f), b.n);
	assert_int_equal(fflush(f), 0);
	want_all(stream_of_file(fileno(f), 0, b.n, &read_bytes));
	assert_true(read_bytes < 20 * 1000);
	fclose(f);
	buf_free(&b);
}

/* Bytes of an entry without those in front, before and after reading on. */
static void want_at(struct tar *t, const struct entry *e)
{
	struct stream *s = tar_stream(t);
	struct err err = {0};
	struct str chunk;
	char got[6] = "";

	assert_true(stream_has_at(s));
	assert_int_equal(stream_at(s, sizeof big - 6, 6, got, &err), 0);
	assert_memory_equal(got, big + sizeof big - 6, 6);
	assert_int_equal(stream_next(s, &chunk, &err), 0);
	assert_int_equal(stream_at(s, 0, 6, got, &err), 0);
	assert_memory_equal(got, "begins", 6);
	assert_int_equal(stream_at(s, e->size, 0, got, &err), 0);
	assert_int_equal(stream_at(s, e->size - 5, 6, got, &err), -1);
	assert_int_equal(stream_at(s, UINT64_MAX, 6, got, &err), -1);
}

static void random_access(void **state)
{
	struct buf b = {0};
	struct err err = {0};
	struct entry e = {0};
	struct stream *s;
	struct tar *t;
	int got;

	(void)state;
	make(&b);
	s = stream_of_bytes(buf_str(&b));
	t = tar_open(s, 0);
	while ((got = tar_next(t, &e, &err)) == 1)
		if (e.size == sizeof big)
			want_at(t, &e);
	assert_int_equal(got, 0);
	tar_close(t);
	stream_close(s);
	s = crumbs_new(buf_str(&b), 700);
	t = tar_open(s, 0);
	assert_int_equal(tar_next(t, &e, &err), 1);
	assert_false(stream_has_at(tar_stream(t)));
	tar_close(t);
	stream_close(s);
	buf_free(&b);
}

static void reading(void **state)
{
	struct buf b = {0}, out = {0};
	struct err err = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;
	struct str v;

	(void)state;
	make(&b);
	s = crumbs_new(buf_str(&b), 700);
	t = tar_open(s, 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(tar_next(t, &e, &err), 1);
	assert_int_equal(tar_read(t, 4, &out, &err), 0);
	assert_true(str_eq(buf_str(&out), STR("begi")));
	assert_int_equal(tar_read(t, 2, &out, &err), 0);
	assert_true(str_eq(buf_str(&out), STR("begins")));
	assert_int_equal(stream_peek(tar_stream(t), 2000, &v, &err), 0);
	assert_memory_equal(v.p, big + 6, 2000);
	assert_int_equal(tar_read(t, UINT64_MAX, &out, &err), 0);
	assert_int_equal(out.n, sizeof big);
	assert_memory_equal(out.p, big, sizeof big);
	assert_int_equal(tar_read(t, 1, &out, &err), 0);
	assert_int_equal(out.n, sizeof big);
	for (int i = 0; i < 4; i++)
		assert_int_equal(tar_next(t, &e, &err), 1);
	assert_int_equal(stream_next(tar_stream(t), &v, &err), 0);
	assert_true(str_eq(v, STR("12345")));
	assert_int_equal(stream_next(tar_stream(t), &v, &err), 0);
	assert_int_equal(v.n, 0);
	tar_close(t);
	stream_close(s);
	tar_close(NULL);
	buf_free(&b);
	buf_free(&out);
}

/* Old GNU: 10 bytes at 1000, 20 at 5000, of 9000. */
static void sparse_header(char h[512], const char *realsize)
{
	mktar_header(h, "sparse", 'S', "", 30);
	memcpy(h + 257, "ustar  ", 8);
	memcpy(h + 386,
	       "00000001750\0"
	       "00000000012\0"
	       "00000011610\0"
	       "00000000024\0",
	       48);
	memcpy(h + 483, realsize, 11);
	mktar_sum(h);
}

static void put_sparse(struct buf *b, const char *realsize)
{
	char h[512];

	sparse_header(h, realsize);
	buf_add(b, (struct str){h, sizeof h});
	mktar_data(b, STR("0123456789abcdefghijklmnopqrst"));
}

static void holes_are_zeros(void **state)
{
	static char want[9000];
	struct buf b = {0}, out = {0};
	struct err err = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;

	(void)state;
	put_sparse(&b, "00000021450");
	mktar_file(&b, "after", STR("x"));
	mktar_end(&b);
	memcpy(want + 1000, "0123456789", 10);
	memcpy(want + 5000, "abcdefghijklmnopqrst", 20);
	s = stream_of_bytes(buf_str(&b));
	t = tar_open(s, 0);
	assert_int_equal(tar_next(t, &e, &err), 1);
	assert_true(e.sparse);
	assert_int_equal(e.size, 9000);
	assert_int_equal(tar_read(t, 9999, &out, &err), 0);
	assert_int_equal(out.n, 9000);
	assert_memory_equal(out.p, want, 9000);
	assert_int_equal(tar_next(t, &e, &err), 1);
	assert_int_equal(e.header, 1024);
	tar_close(t);
	stream_close(s);
	buf_free(&b);
	buf_free(&out);
}

/* 8 GiB - 1 each: the third does not fit. */
static void holes_are_bounded(void **state)
{
	struct buf b = {0};
	struct err err = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;

	(void)state;
	for (int i = 0; i < 3; i++)
		put_sparse(&b, "77777777777");
	mktar_end(&b);
	s = stream_of_bytes(buf_str(&b));
	t = tar_open(s, 0);
	for (int i = 0; i < 3; i++) {
		assert_int_equal(tar_next(t, &e, &err), 1);
		assert_int_equal(stream_drain(tar_stream(t), &err),
		                 i < 2 ? 0 : -1);
	}
	assert_int_equal(err.kind, ERR_LIMIT);
	tar_close(t);
	stream_close(s);
	buf_free(&b);
}

/* What was not read of an entry is not the next one's. */
static void leftovers(void **state)
{
	struct buf b = {0}, out = {0};
	struct err err = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;

	(void)state;
	put_sparse(&b, "00000021450");
	mktar_end(&b);
	s = crumbs_new(buf_str(&b), 700);
	t = tar_open(s, 0);
	assert_int_equal(tar_next(t, &e, &err), 1);
	assert_int_equal(tar_read(t, 1, &out, &err), 0);
	assert_int_equal(tar_next(t, &e, &err), 0);
	assert_int_equal(tar_read(t, 1, &out, &err), 0);
	assert_int_equal(out.n, 1);
	tar_close(t);
	stream_close(s);
	buf_free(&b);
	buf_free(&out);
}

static int fail_once(struct stream *s, struct str *chunk, struct err *err)
{
	struct crumbs *c = (struct crumbs *)s;

	if (c->left.n > 512)
		return crumbs_next(s, chunk, err);
	assert_int_not_equal(c->step, 0); /* not asked again */
	c->step = 0;
	return err_set(err, ERR_IO, "no more");
}

static void one_failure(void **state)
{
	static const struct stream_ops ops = {.next = fail_once};
	struct buf b = {0}, out = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;

	(void)state;
	make(&b);
	s = crumbs_new((struct str){b.p, 50 * 1000}, 700);
	s->ops = &ops;
	t = tar_open(s, 0);
	for (int i = 0; i < 3; i++)
		assert_int_equal(tar_next(t, &e, &(struct err){0}), 1);
	for (int i = 0; i < 4; i++) {
		struct err err = {0};
		int rc = i < 2 ? tar_read(t, UINT64_MAX, &out, &err) :
		                 tar_next(t, &e, &err);

		assert_int_equal(rc, -1);
		assert_string_equal(err.msg, "no more");
	}
	tar_close(t);
	stream_close(s);
	buf_free(&b);
	buf_free(&out);
}

/* It fails behind the first block of the end marker: that is no clean end. */
static void failing_end(void **state)
{
	static const struct stream_ops ops = {.next = fail_once};
	struct buf b = {0};
	struct err err = {0};
	struct entry e;
	struct stream *s;
	struct tar *t;

	(void)state;
	mktar_file(&b, "x", STR("5"));
	mktar_end(&b);
	s = crumbs_new(buf_str(&b), 512);
	s->ops = &ops;
	t = tar_open(s, 0);
	assert_int_equal(tar_next(t, &e, &err), 1);
	assert_int_equal(tar_next(t, &e, &err), -1);
	assert_string_equal(err.msg, "no more");
	tar_close(t);
	stream_close(s);
	buf_free(&b);
}

static int count_all(struct str bytes, uint64_t max, bool *marker,
                     struct err *err)
{
	struct stream *s = crumbs_new(bytes, 3000);
	struct tar *t = tar_open(s, max);
	struct entry e;
	int n = 0, rc;

	while ((rc = tar_next(t, &e, err)) > 0)
		n++;
	*marker = rc == 0 && tar_has_end_marker(t);
	if (rc < 0)
		assert_int_equal(tar_next(t, &e, err), -1);
	tar_close(t);
	stream_close(s);
	return rc < 0 ? -1 : n;
}

/* Never all entries and the end marker. */
static void cut_anywhere(void **state)
{
	struct buf b = {0};
	bool marker;

	(void)state;
	make(&b);
	for (size_t n = 0; n < b.n; n += n < 2000 || n + 4000 > b.n ? 1 : 509) {
		struct err err = {0};
		int rc = count_all((struct str){b.p, n}, 0, &marker, &err);

		assert_false(marker);
		if (rc < 0) {
			assert_int_equal(err.kind, ERR_FORMAT);
			assert_null(strstr(err.msg, "INTERNAL"));
		}
	}
	buf_free(&b);
}

/* A directory by its name only: Docker would take what follows for its data. */
static void ambiguous(void **state)
{
	struct buf b = {0};
	struct err err = {0};
	bool marker;

	(void)state;
	mktar_file(&b, "first", STR("1"));
	mktar_file(&b, "dir/", STR("data"));
	mktar_end(&b);
	assert_int_equal(count_all(buf_str(&b), 0, &marker, &err), -1);
	assert_string_equal(err.msg, "damaged tar archive: the directory at "
	                             "byte 1024 has data");
	buf_free(&b);
}

static void bad_archives(void **state)
{
	struct buf b = {0};
	struct err err = {0};
	bool marker;

	(void)state;
	assert_int_equal(count_all(STR("hello"), 0, &marker, &err), -1);
	assert_string_equal(err.msg, "not a tar archive");
	make(&b);
	assert_int_equal(count_all(buf_str(&b), 8, &marker, &err), 8);
	assert_true(marker);
	assert_int_equal(count_all(buf_str(&b), 7, &marker, &err), -1);
	assert_int_equal(err.kind, ERR_LIMIT);
	b.p[512 + 3] ^= 1;
	assert_int_equal(count_all(buf_str(&b), 0, &marker, &err), -1);
	assert_int_equal(err.kind, ERR_FORMAT);
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(entries),
		cmocka_unit_test(seeking),
		cmocka_unit_test(random_access),
		cmocka_unit_test(reading),
		cmocka_unit_test(holes_are_zeros),
		cmocka_unit_test(holes_are_bounded),
		cmocka_unit_test(leftovers),
		cmocka_unit_test(one_failure),
		cmocka_unit_test(failing_end),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(ambiguous),
		cmocka_unit_test(bad_archives),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
