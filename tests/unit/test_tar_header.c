/* Headers that are read here are read as libarchive reads them. */
#include "image/tar_header.h"

#include "crumbs.h"
#include "mktar.h"

#include <archive.h>
#include <archive_entry.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { H = TAR_BLOCK, REAL_SIZE = 483 };

/* One line for each entry, then how it ended. */
static void put(struct buf *out, int type, struct str name, struct str target,
                uint64_t size, uint32_t mode, uint64_t at)
{
	buf_printf(out, "%d %o %llu at %llu ", type, (unsigned)mode,
	           (unsigned long long)size, (unsigned long long)at);
	buf_add(out, name);
	buf_add(out, STR(" -> "));
	buf_add(out, target);
	buf_addc(out, '\n', 1);
}

static void by_us(struct str bytes, size_t step, struct buf *out)
{
	struct stream *s = crumbs_new(bytes, step);
	struct tar *t = tar_open(s, 0);
	struct err err = {0};
	struct entry e;
	int rc;

	while ((rc = tar_next(t, &e, &err)) > 0) {
		put(out, e.type, e.name, e.target, e.size, e.mode, e.header);
		if (e.type == ENTRY_FILE && tar_read(t, UINT64_MAX, out, &err))
			break;
	}
	buf_printf(out, "%s\n", rc ? "bad" : "end");
	tar_close(t);
	stream_close(s);
}

static int type_of(struct archive_entry *ae)
{
	if (archive_entry_hardlink(ae))
		return ENTRY_HARDLINK;
	switch (archive_entry_filetype(ae)) {
	case AE_IFREG:
		return ENTRY_FILE;
	case AE_IFDIR:
		return ENTRY_DIR;
	case AE_IFLNK:
		return ENTRY_SYMLINK;
	default:
		return ENTRY_OTHER;
	}
}

static int read_all(struct archive *a, size_t size, struct buf *out)
{
	size_t n = 0, begun = out->n;
	const void *p;
	la_int64_t at;
	int rc;

	while ((rc = archive_read_data_block(a, &p, &n, &at)) == ARCHIVE_OK) {
		if ((size_t)at < out->n - begun || (size_t)at + n > size)
			return -1; /* a bad map */
		buf_addc(out, '\0', (size_t)at - (out->n - begun));
		buf_add(out, (struct str){p, n});
	}
	if (rc == ARCHIVE_EOF)
		buf_addc(out, '\0', size - (out->n - begun));
	return rc == ARCHIVE_EOF ? 0 : -1;
}

static bool one_by_libarchive(struct archive *a, struct buf *out, int *rc)
{
	struct archive_entry *ae;
	const char *target;
	int type;

	*rc = archive_read_next_header(a, &ae);
	if (*rc != ARCHIVE_OK && *rc != ARCHIVE_WARN)
		return false;
	if (*rc == ARCHIVE_WARN && strstr(archive_error_string(a), "pax ext"))
		return false; /* which we refuse */
	type = type_of(ae);
	target = type == ENTRY_HARDLINK ? archive_entry_hardlink(ae) :
	         type == ENTRY_SYMLINK  ? archive_entry_symlink(ae) :
	                                  "";
	if (!target || ((type == ENTRY_HARDLINK || type == ENTRY_DIR) &&
	                archive_entry_size(ae) > 0)) { /* which we refuse */
		*rc = ARCHIVE_FATAL;
		return false;
	}
	put(out, type, str_c(archive_entry_pathname(ae)), str_c(target),
	    (uint64_t)archive_entry_size(ae), archive_entry_perm(ae) & 07777,
	    (uint64_t)archive_read_header_position(a));
	if (type == ENTRY_FILE &&
	    read_all(a, (size_t)archive_entry_size(ae), out))
		*rc = ARCHIVE_FATAL;
	return *rc != ARCHIVE_FATAL;
}

static void by_libarchive(struct str bytes, struct buf *out)
{
	struct archive *a = archive_read_new();
	int rc;

	(void)archive_read_support_format_tar(a);
	assert_int_equal(archive_read_open_memory(a, bytes.p, bytes.n),
	                 ARCHIVE_OK);
	while (one_by_libarchive(a, out, &rc))
		continue;
	buf_printf(out, "%s\n", rc == ARCHIVE_EOF ? "end" : "bad");
	(void)archive_read_free(a);
}

static void want_the_same(struct str bytes)
{
	static const size_t steps[] = {1 << 20, 700};
	struct buf theirs = {0};

	by_libarchive(bytes, &theirs);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct buf ours = {0};

		by_us(bytes, steps[i], &ours);
		if (!str_eq(buf_str(&ours), buf_str(&theirs)))
			fail_msg("ours: %.*s, theirs: %.*s", (int)ours.n,
			         ours.p, (int)theirs.n, theirs.p);
		buf_free(&ours);
	}
	buf_free(&theirs);
}

/* The header in question stands between others: the first one of an archive is
 * libarchive's, and that had seen a link before. */
static void want_header(const char h[H], struct str data)
{
	struct buf b = {0};

	mktar_file(&b, "first", STR("1"));
	mktar_other(&b, "link", '2', "x");
	buf_add(&b, (struct str){h, H});
	mktar_data(&b, data);
	mktar_file(&b, "last", STR("9"));
	mktar_end(&b);
	want_the_same(buf_str(&b));
	buf_free(&b);
}

static bool is_plain(const char h[H])
{
	struct tar_header room;
	struct entry e;

	return tar_header_plain((struct str){h, H}, &room, &e);
}

static void posix(char h[H], char type, const char *target, size_t size)
{
	mktar_header(h, "dir/name", type, target, size);
}

static void gnu(char h[H], char type, const char *target, size_t size)
{
	posix(h, type, target, size);
	memcpy(h + 257, "ustar  ", 8);
	memcpy(h + 345, "14567654321", 11); /* atime */
	mktar_sum(h);
}

typedef void header_fn(char h[H], char type, const char *target, size_t size);

static header_fn *const kinds[] = {posix, gnu};

static const struct {
	char type;
	const char *target, *data;
	bool plain;
} usual[] = {
	{'0', "", "", true},      {'0', "", "some data", true},
	{'\0', "", "old", true},  {'5', "", "", true},
	{'1', "dir/x", "", true}, {'2', "../x", "", true},
	{'1', "x", "y", false},   {'2', "x", "y", false},
	{'5', "", "y", false},    {'2', "", "", false},
	{'3', "", "", false},     {'6', "", "", false},
	{'7', "", "x", false},    {'Z', "", "x", false},
};

static void types(void **state)
{
	char h[H];

	(void)state;
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
			struct str data = str_c(usual[i].data);

			kinds[k](h, usual[i].type, usual[i].target, data.n);
			assert_int_equal(is_plain(h), usual[i].plain);
			want_header(h, data);
		}
}

/* With a right sum and with a wrong one. */
static void mutate(char h[H], size_t at, char value, struct str data)
{
	char old[H];

	memcpy(old, h, H);
	h[at] = value;
	want_header(h, data);
	if (at < 148 || at >= 156) {
		mktar_sum(h);
		want_header(h, data);
	}
	memcpy(h, old, H);
}

static void every_byte(void **state)
{
	static const char values[] = {0,   ' ', '/', '0', '1',    '5',
	                              '7', '8', 'x', 'S', '\x80', '\xff'};
	char h[H];

	(void)state;
	for (size_t k = 0; k < 2; k++)
		for (size_t at = 0; at < H; at++)
			for (size_t i = 0; i < sizeof values; i++) {
				if (at == REAL_SIZE && values[i] == '\xff')
					continue; /* 8 EiB of zeros */
				kinds[k](h, '0', "", 9);
				mutate(h, at, values[i], STR("nine char"));
			}
}

static void long_names(void **state)
{
	static const size_t sizes[] = {0, 1, 2, 99, 100, 154, 155};
	static const size_t n = sizeof sizes / sizeof *sizes;
	char h[H];

	(void)state;
	for (size_t i = 0; i < n * n * 4; i++) {
		size_t dir = sizes[i % n], name = sizes[i / n % n];
		bool slash = i / n / n % 2;
		char type = i / n / n / 2 ? '0' : '5';

		mktar_header(h, "", type, "", 0);
		memset(h, 'n', name < 100 ? name : 100);
		memset(h + 345, 'd', dir);
		if (slash && dir)
			h[345 + dir - 1] = '/';
		mktar_sum(h);
		assert_int_equal(is_plain(h), name || (type == '5' && dir));
		want_header(h, STR(""));
	}
	mktar_header(h, "link", '2', "", 0);
	memset(h + 157, 't', 100);
	mktar_sum(h);
	assert_true(is_plain(h));
	want_header(h, STR(""));
}

static void numbers(void **state)
{
	static const struct {
		const char *text; /* 12 bytes */
		bool plain;
	} sizes[] = {
		{"00000000011\0", true},
		{"         11 ", true},
		{"11\0\0\0\0\0\0\0\0\0\0", true},
		{"11          ", true},
		{"000000000011", true},
		{" 11 \0 \0 \0 \0", true},
		{"00000000019\0", false},
		{"11x         ", false},
		{"-1          ", false},
		{"\t11         ", false},
		{"11 0        ", false},
		{"11\0 11      ", false},
		{"\200\0\0\0\0\0\0\0\0\0\0\11", false},
		{"\377\377\377\377\377\377\377\377\377\377\377\377", false},
		{"            ", false},
		{"\0\0\0\0\0\0\0\0\0\0\0\0", false},
		{"777777777777", true},
	};
	char h[H];

	(void)state;
	for (size_t k = 0; k < 2; k++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			kinds[k](h, '0', "", 0);
			memcpy(h + 124, sizes[i].text, 12);
			mktar_sum(h);
			assert_int_equal(is_plain(h), sizes[i].plain);
			want_header(h, STR("nine char"));
		}
}

/* Plain entries and others in turn; libarchive sees only the others. */
static void in_turn(void **state)
{
	struct buf b = {0}, text = {0};
	char h[H];

	(void)state;
	for (int i = 0; i < 20; i++) {
		size_t n = (size_t)(i * 377 % 3000);

		mktar_file(&b, "plain", STR("plain data"));
		buf_addc(&text, 'a', n + 300 - text.n % 300);
		mktar_header(h, "././@LongLink", i % 2 ? 'L' : 'K', "", n + 1);
		memcpy(h + 257, "ustar  ", 8);
		mktar_sum(h);
		buf_add(&b, (struct str){h, H});
		mktar_data(&b, (struct str){text.p, n});
		if (n % 512 == 0)
			buf_addc(&b, '\0', H);
		mktar_header(h, "x", i % 2 ? '0' : '2', i % 2 ? "" : "y",
		             i % 2 ? n : 0);
		memcpy(h + 257, "ustar  ", 8);
		mktar_sum(h);
		buf_add(&b, (struct str){h, H});
		mktar_data(&b, (struct str){text.p, i % 2 ? n : 0});
		mktar_header(h, "pax", 'x', "", 17);
		buf_add(&b, (struct str){h, H});
		mktar_data(&b, STR("17 path=p/longer\n"));
		mktar_other(&b, "after", '5', "");
	}
	want_the_same(buf_str(&b));
	mktar_end(&b);
	want_the_same(buf_str(&b));
	buf_free(&b);
	buf_free(&text);
}

static void put_pax(struct buf *b, struct str record, char type)
{
	char h[H];

	mktar_header(h, "pax", type, "", record.n);
	buf_add(b, (struct str){h, H});
	mktar_data(b, record);
}

/* Of links to what is not ASCII, Go writes no more into the plain header. */
static void target_by_pax(const char *types, bool after_dir, char global)
{
	size_t n = strlen(types), at = 0;
	struct buf b = {0};
	struct err err = {0};
	struct stream *s;
	struct entry e;
	struct tar *t;

	if (global)
		put_pax(&b, STR("14 comment=an\n"), global);
	if (after_dir)
		mktar_other(&b, "dir", '5', "");
	at = b.n;
	for (size_t i = 0; i < n; i++) {
		put_pax(&b, STR("15 linkpath=to\n"), 'x');
		mktar_other(&b, "link", types[i], "");
	}
	mktar_end(&b);
	s = stream_of_bytes(buf_str(&b));
	t = tar_open(s, 0);
	if (after_dir)
		assert_int_equal(tar_next(t, &e, &err), 1);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(tar_next(t, &e, &err), 1);
		assert_int_equal(e.type, types[i] == '2' ? ENTRY_SYMLINK :
		                                           ENTRY_HARDLINK);
		assert_true(str_eq(e.target, STR("to")));
		if (i || after_dir || !global)
			assert_int_equal(e.header, at + i * 3 * H);
	}
	assert_int_equal(tar_next(t, &e, &err), 0);
	assert_true(tar_has_end_marker(t));
	tar_close(t);
	stream_close(s);
	buf_free(&b);
}

static void targets_by_pax(void **state)
{
	(void)state;
	target_by_pax("212", true, 0);
	target_by_pax("212", false, 0);
	target_by_pax("122", false, 0);
	target_by_pax("221", true, 'g');
	target_by_pax("221", false, 'g');
}

/* Of chunks that end within a header too; then what follows can be plain. */
static void given_no_more(void **state)
{
	struct buf b = {0};
	struct err err = {0};
	struct stream *s;
	struct entry e;
	struct tar *t;

	(void)state;
	for (int i = 0; i < 20; i++) {
		put_pax(&b, STR("17 path=p/longer\n"), 'x');
		mktar_file(&b, "x", STR("some data"));
		mktar_file(&b, "plain", STR("plain data"));
	}
	mktar_end(&b);
	s = crumbs_new(buf_str(&b), 700);
	t = tar_open(s, 0);
	while (tar_next(t, &e, &err) > 0)
		assert_int_equal(s->pos, e.data);
	assert_true(tar_has_end_marker(t));
	tar_close(t);
	stream_close(s);
	buf_free(&b);
}

/* Cut at any byte, both say that it is. */
static void cut(void **state)
{
	struct buf b = {0};

	(void)state;
	mktar_file(&b, "first", STR("1"));
	mktar_file(&b, "second", STR("22"));
	mktar_other(&b, "third", '2', "second");
	mktar_file(&b, "fourth", STR("4444"));
	mktar_end(&b);
	for (size_t n = H; n < b.n; n++)
		want_the_same((struct str){b.p, n});
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(types),
		cmocka_unit_test(every_byte),
		cmocka_unit_test(long_names),
		cmocka_unit_test(numbers),
		cmocka_unit_test(in_turn),
		cmocka_unit_test(targets_by_pax),
		cmocka_unit_test(given_no_more),
		cmocka_unit_test(cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
