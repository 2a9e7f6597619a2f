#include "image/inflate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <zlib.h>
#include <zstd.h>

#include "base/buf.h"

enum { TEXT = 300 * 1000 };

static char text[TEXT];

static void gzip_add(struct buf *b, struct str s)
{
	static unsigned char out[2 * TEXT];
	z_stream z = {.next_in = (unsigned char *)(uintptr_t)s.p,
	              .avail_in = (unsigned)s.n,
	              .next_out = out,
	              .avail_out = sizeof out};

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 16 + 15, 8, 0), Z_OK);
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	buf_add(b, (struct str){(char *)out, sizeof out - z.avail_out});
	(void)deflateEnd(&z);
}

static void zstd_add(struct buf *b, struct str s)
{
	static char out[2 * TEXT];
	size_t n = ZSTD_compress(out, sizeof out, s.p, s.n, 3);

	assert_false(ZSTD_isError(n));
	buf_add(b, (struct str){out, n});
}

static void skippable_add(struct buf *b)
{
	buf_add(b, STR("\x5a\x2a\x4d\x18\x06\0\0\0nobody"));
}

static struct str part(size_t at, size_t n)
{
	return (struct str){text + at, n};
}

/* What comes out of packed, or NULL and *err. */
static int unpack(struct str packed, struct inflate_limits lim,
                  struct buf *plain, struct err *err)
{
	struct stream *s;
	enum compression c;
	struct str chunk;
	int rc;

	buf_free(plain);
	assert_int_equal(inflate_auto(NULL, stream_of_bytes(packed), lim, &s,
	                              &c, err),
	                 0);
	do {
		rc = stream_next(s, &chunk, err);
		if (rc == 0)
			buf_add(plain, chunk);
	} while (rc == 0 && chunk.n);
	if (rc == 0) {
		assert_int_equal(stream_next(s, &chunk, err), 0);
		assert_int_equal(chunk.n, 0);
	}
	stream_close(s);
	return rc;
}

static void want_text(struct str packed, size_t n)
{
	struct inflate_limits none = {0};
	struct buf plain = {0};
	struct err err = {0};

	assert_int_equal(unpack(packed, none, &plain, &err), 0);
	assert_int_equal(plain.n, n);
	assert_memory_equal(plain.p, text, n);
	buf_free(&plain);
}

static void want_error(struct str packed, enum err_kind kind, const char *part)
{
	struct inflate_limits none = {0};
	struct buf plain = {0};
	struct err err = {0};

	assert_int_equal(unpack(packed, none, &plain, &err), -1);
	assert_int_equal(err.kind, kind);
	if (!strstr(err.msg, part))
		fail_msg("'%s' is not in '%s'", part, err.msg);
	buf_free(&plain);
}

static void sniff(void **state)
{
	static const struct {
		struct str head;
		enum compression want;
	} rows[] = {
		{{"\x1f\x8b\x08\0", 4}, COMP_GZIP},
		{{"\x1f\x8b\x08", 3}, COMP_NONE},
		{{"\x1f\x8b\x07\0", 4}, COMP_NONE},
		{{"\x28\xb5\x2f\xfd", 4}, COMP_ZSTD},
		{{"\x50\x2a\x4d\x18", 4}, COMP_ZSTD},
		{{"\x5f\x2a\x4d\x18", 4}, COMP_ZSTD},
		{{"\x60\x2a\x4d\x18", 4}, COMP_NONE},
		{{"BZh9", 4}, COMP_NONE},
		{{"", 0}, COMP_NONE},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(inflate_sniff(rows[i].head), rows[i].want);
}

static void gzip_members(void **state)
{
	struct buf b = {0};

	(void)state;
	gzip_add(&b, part(0, TEXT));
	want_text(buf_str(&b), TEXT);
	buf_free(&b);
	gzip_add(&b, part(0, 1000));
	gzip_add(&b, part(0, 0));
	gzip_add(&b, part(1000, TEXT - 1000));
	want_text(buf_str(&b), TEXT);
	buf_addc(&b, '\0', 700);
	want_text(buf_str(&b), TEXT);
	buf_add(&b, STR("more"));
	want_error(buf_str(&b), ERR_FORMAT, "after its end");
	buf_free(&b);
}

static void zstd_frames(void **state)
{
	struct buf b = {0};

	(void)state;
	zstd_add(&b, part(0, TEXT));
	want_text(buf_str(&b), TEXT);
	buf_free(&b);
	skippable_add(&b);
	zstd_add(&b, part(0, 1000));
	skippable_add(&b);
	zstd_add(&b, part(1000, 0));
	zstd_add(&b, part(1000, TEXT - 1000));
	skippable_add(&b);
	want_text(buf_str(&b), TEXT);
	buf_add(&b, STR("more"));
	want_error(buf_str(&b), ERR_FORMAT, "corrupt");
	buf_free(&b);
}

/* Every proper prefix that is not whole members is an error. */
static void cut_anywhere(void **state)
{
	struct buf gz = {0}, zst = {0};

	(void)state;
	gzip_add(&gz, part(0, 5000));
	skippable_add(&zst);
	zstd_add(&zst, part(0, 5000));
	for (size_t n = 4; n < gz.n; n++)
		want_error((struct str){gz.p, n}, ERR_FORMAT, "truncated");
	for (size_t n = 4; n < zst.n; n++)
		if (n != 14)
			want_error((struct str){zst.p, n}, ERR_FORMAT,
			           "truncated");
	gzip_add(&gz, part(0, 100));
	want_error((struct str){gz.p, gz.n - 1}, ERR_FORMAT, "truncated");
	buf_free(&gz);
	buf_free(&zst);
}

/* A few bits mean nothing: with these the text is the same. */
static void flipped_bits(void **state)
{
	struct inflate_limits none = {0};
	struct buf gz = {0}, plain = {0};

	(void)state;
	gzip_add(&gz, part(0, 5000));
	for (size_t i = 10; i < gz.n; i++) {
		struct err err = {0};

		gz.p[i] ^= 0x10;
		if (unpack(buf_str(&gz), none, &plain, &err) == 0) {
			assert_int_equal(plain.n, 5000);
			assert_memory_equal(plain.p, text, 5000);
		} else {
			assert_int_equal(err.kind, ERR_FORMAT);
		}
		gz.p[i] ^= 0x10;
	}
	buf_free(&gz);
	buf_free(&plain);
}

/* A frame header that asks for 2 GiB. */
static void zstd_window(void **state)
{
	struct str s = STR("\x28\xb5\x2f\xfd\0\xa8\x09\0\0x");

	(void)state;
	want_error(s, ERR_LIMIT, "--limit zstd-window=N");
}

static void limits(void **state)
{
	static const struct {
		struct inflate_limits lim;
		int rc;
	} rows[] = {
		{{.max_bytes = TEXT}, 0},
		{{.max_bytes = TEXT - 1}, -1},
		{{.max_ratio = 2, .ratio_from = 1000}, -1},
		{{.max_ratio = 2, .ratio_from = TEXT + 1}, 0},
		{{.max_ratio = 100000, .ratio_from = 1000}, 0},
	};
	struct buf b[2] = {{0}}, plain = {0};

	(void)state;
	gzip_add(&b[0], part(0, TEXT));
	zstd_add(&b[1], part(0, TEXT));
	for (size_t i = 0; i < 2 * sizeof rows / sizeof *rows; i++) {
		struct err err = {0};

		assert_int_equal(unpack(buf_str(&b[i % 2]), rows[i / 2].lim,
		                        &plain, &err),
		                 rows[i / 2].rc);
		assert_int_equal(err.kind,
		                 rows[i / 2].rc ? ERR_LIMIT : ERR_NONE);
	}
	buf_free(&b[0]);
	buf_free(&b[1]);
	buf_free(&plain);
}

static void plain_is_passed_through(void **state)
{
	(void)state;
	want_text(part(0, TEXT), TEXT);
	want_text(part(0, 3), 3);
	want_text(part(0, 0), 0);
	assert_string_equal(inflate_name(COMP_NONE), "plain");
	assert_string_equal(inflate_name(COMP_GZIP), "gzip");
	assert_string_equal(inflate_name(COMP_ZSTD), "zstd");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sniff),
		cmocka_unit_test(gzip_members),
		cmocka_unit_test(zstd_frames),
		cmocka_unit_test(cut_anywhere),
		cmocka_unit_test(flipped_bits),
		cmocka_unit_test(zstd_window),
		cmocka_unit_test(limits),
		cmocka_unit_test(plain_is_passed_through),
	};

	/* Compresses, about 4 : 1. */
	for (unsigned i = 0, x = 1; i < TEXT; i++, x = x * 69069 + 1)
		text[i] = "abcdefgh"[x >> 29 & x >> 26 & 7];
	return cmocka_run_group_tests(tests, NULL, NULL);
}
