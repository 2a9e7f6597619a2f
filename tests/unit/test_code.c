/* Device code in files: by hopping and by streaming, whole and damaged. */
#include "facts/scan.h"

#include "crumbs.h"
#include "facts/fatbin.h"
#include "facts/sections.h"
#include "mkelf.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { FLAG_A = 1 << 20, FLAG_F = 1 << 21, MIB = 1 << 20 };

#define LIST(...)                    \
	(const struct mkelf_entry[]) \
	{                            \
		__VA_ARGS__,         \
		{                    \
			0            \
		}                    \
	}

static const struct mkelf_entry plain[] = {
	{2, 70, 1, 7, 0, 0, 104},    {2, 80, 1, 7, 0, 32, 8},
	{2, 90, 1, 7, FLAG_A, 0, 0}, {2, 100, 1, 8, FLAG_F, 32, 24},
	{1, 120, 8, 7, 0, 48, 64},   {1, 121, 9, 0, FLAG_F, 48, 8},
	{8, 52, 0, 0, 0, 0, 8},      {0},
};

#define PLAIN_SAYS                                               \
	"sm_70:1 sm_80:1 sm_90a:1 sm_100f:1 compute_120(8.7):1 " \
	"compute_121f(9.0):1"

/* What was found, in words; then the gap. */
static void scan(struct stream *s, size_t size, struct buf *out)
{
	struct arena a = {0};
	struct device_code code;
	struct err err = {0};
	struct str gap;

	assert_int_equal(code_scan(s, size, &a, &code, &gap, &err), 0);
	slice_for (struct code_target, t, code.targets) {
		buf_printf(out, "%s" STR_F, out->n ? " " : "",
		           STR_A(code_target_name(t, &a)));
		if (t->isa.n)
			buf_printf(out, "(" STR_F ")", STR_A(t->isa));
		buf_printf(out, ":%d", (int)t->modules);
	}
	buf_printf(out, "%s" STR_F, gap.n ? "!" : "", STR_A(gap));
	stream_close(s);
	arena_free(&a);
}

static void want_by(struct stream *s, size_t size, const char *want)
{
	struct buf got = {0};

	scan(s, size, &got);
	assert_string_equal(got.n ? got.p : "", want);
	buf_free(&got);
}

/* By every road. */
static void want(struct str file, const char *says)
{
	static const size_t steps[] = {1, 7, 8, 63, 4096, MIB};

	want_by(stream_of_bytes(file), file.n, says);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
		want_by(crumbs_new(file, steps[i]), file.n, says);
}

/* A library with one section. */
static void want_section(struct str bytes, uint64_t flags, const char *says)
{
	struct buf file = {0};
	struct mkelf m;

	mkelf_begin(&m, &file);
	mkelf_section(&m, flags, bytes);
	mkelf_end(&m);
	want(buf_str(&file), says);
	buf_free(&file);
}

static void test_targets(void **state)
{
	struct buf b = {0};

	(void)state;
	mkelf_fatbin(&b, plain);
	want_section(buf_str(&b), 2, PLAIN_SAYS);
	mkelf_fatbin_header(&b, 0); /* nvcc, for a file without kernels */
	mkelf_fatbin(&b, LIST({2, 70, 1, 7, 0, 0, 8}, {1, 120, 8, 8, 0, 0, 8},
	                      {2, 70, 1, 7, 0, 0, 8}));
	want_section(buf_str(&b), 2,
	             "sm_70:2 sm_80:1 sm_90a:1 sm_100f:1 compute_120(8.7):1 "
	             "compute_120(8.8):1 compute_121f(9.0):1");
	b.n = 0;
	mkelf_fatbin(&b, LIST({.kind = 2, .arch = 52, .stub = true}));
	want_section(buf_str(&b), 2, "");
	mkelf_fatbin(&b, LIST({.kind = 2, .arch = 80, .payload = 8}));
	want_section(buf_str(&b), 2, "sm_52:1 sm_80:1");
	want_section(buf_str(&b), 6, ""); /* code of the CPU */
	want_section(buf_str(&b), 1, ""); /* not loaded */
	buf_free(&b);
}

/* Sections of fat binaries, and data with one in it. */
static void two_sections(size_t data_n, size_t fat_n, const char *says)
{
	struct buf fat = {0}, data = {0}, file = {0};
	struct mkelf m;

	if (fat_n)
		mkelf_fatbin(&fat, LIST({2, 70, 1, 7, 0, 0, fat_n}));
	buf_addc(&data, 'd', 4096);
	mkelf_fatbin(&data, LIST({2, 80, 1, 7, 0, 0, 8}));
	buf_addc(&data, 'd', 24);
	mkelf_fatbin(&data, LIST({1, 90, 8, 0, 0, 0, 8}));
	buf_addc(&data, 'd', data_n - data.n);
	mkelf_begin(&m, &file);
	mkelf_section(&m, 2, STR("constants"));
	if (fat_n)
		mkelf_section(&m, 2, buf_str(&fat));
	mkelf_section(&m, 3, buf_str(&data));
	mkelf_end(&m);
	want(buf_str(&file), says);
	buf_free(&fat);
	buf_free(&data);
	buf_free(&file);
}

/* Where most of the data is, the kernels may be as well. */
static void test_elsewhere(void **state)
{
	(void)state;
	two_sections(8192, 0, "sm_80:1 compute_90(8.0):1");
	two_sections(8192, 8192, "sm_70:1");
	two_sections(8192, 512, "sm_70:1 sm_80:1 compute_90(8.0):1");
	two_sections((size_t)9 * MIB, 0, "");
	two_sections((size_t)9 * MIB, (size_t)4 * MIB, "sm_70:1");
}

/* Without a table of sections the file is one. */
static void test_no_sections(void **state)
{
	struct buf file = {0};
	struct mkelf m;

	(void)state;
	mkelf_begin(&m, &file);
	buf_addc(&file, 'd', 20 * MIB);
	mkelf_fatbin(&file, plain);
	mkelf_end(&m);
	mkelf_put(&file, 60, 0, 2);
	want(buf_str(&file), PLAIN_SAYS);
	mkelf_put(&file, 60, 1, 2);
	mkelf_put(&file, 40, file.n - 63, 8); /* past the end */
	want(buf_str(&file), PLAIN_SAYS);
	mkelf_put(&file, 60, SECTIONS_MAX + 1, 2);
	want(buf_str(&file), "!too many sections");
	buf_free(&file);
}

static const struct {
	size_t at;
	uint64_t v;
	size_t size;
} not_code[] = {
	{0, 0, 1},  /* no ELF */
	{4, 1, 1},  /* 32 bits */
	{5, 2, 1},  /* big endian */
	{16, 1, 2}, /* an object file */
	{16, 4, 2}, /* a core dump */
};

static void test_not_elf(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof not_code / sizeof *not_code; i++) {
		struct buf file = {0}, fat = {0};
		struct mkelf m;

		mkelf_fatbin(&fat, plain);
		mkelf_begin(&m, &file);
		mkelf_section(&m, 2, buf_str(&fat));
		mkelf_end(&m);
		mkelf_put(&file, not_code[i].at, not_code[i].v,
		          not_code[i].size);
		want(buf_str(&file), "");
		buf_free(&file);
		buf_free(&fat);
	}
	want(STR(""), "");
	want(STR("#!/bin/sh\n"), "");
}

/* Number at an offset of a good section of two fat binaries of 16 + 64 + 8 and
 * 16 + 2 * (64 + 8) bytes. */
static const struct {
	size_t at;
	uint64_t v;
	size_t size;
	const char *says;
} damaged[] = {
	{0, 0, 1, ""}, /* no magic number, and behind it no section of them */
	{4, 2, 2, "!fat binaries of an unknown version at byte 64"},
	{6, 32, 2, "!fat binaries of an unknown version at byte 64"},
	{8, UINT64_MAX, 8, "!a damaged fat binary at byte 64"},
	{8, UINT64_MAX - 79, 8, "!a damaged fat binary at byte 64"},
	{8, 63, 8, "!a damaged fat binary at byte 64"},
	{8, 73, 8, "!a damaged fat binary at byte 64"},
	{8, 400, 8, "!a damaged fat binary at byte 64"},
	{20, 63, 4, "!a damaged fat binary at byte 64"},
	{20, UINT32_MAX, 4, "!a damaged fat binary at byte 64"},
	{24, UINT64_MAX, 8, "!a damaged fat binary at byte 64"},
	{24, UINT64_MAX - 63, 8, "!a damaged fat binary at byte 64"},
	{24, 9, 8, "!a damaged fat binary at byte 64"},
	{44, 9, 4, "!a damaged fat binary at byte 64"},
	{44, 1000, 4, "!a damaged fat binary at byte 64"},
	{16, 0xba55ed50, 4, "!a damaged fat binary at byte 64"},
	{88 + 8, 400, 8, "sm_70:1!a damaged fat binary at byte 152"},
	{88 + 8, 72, 8, "sm_70:1 sm_80:1"},
	{88 + 24, 88, 8, "sm_70:1!a damaged fat binary at byte 152"},
};

static void test_damaged(void **state)
{
	struct buf b = {0};

	(void)state;
	mkelf_fatbin(&b, LIST({2, 70, 1, 7, 0, 0, 8}));
	mkelf_fatbin(&b, LIST({2, 80, 1, 7, 0, 0, 8}, {2, 90, 1, 7, 0, 0, 8}));
	want_section(buf_str(&b), 2, "sm_70:1 sm_80:1 sm_90:1");
	for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
		struct buf bad = {0};

		if (damaged[i].at == 0) /* only this one stays */
			buf_add(&bad, (struct str){b.p, 88});
		else
			buf_add(&bad, buf_str(&b));
		mkelf_put(&bad, damaged[i].at, damaged[i].v, damaged[i].size);
		want_section(buf_str(&bad), 2, damaged[i].says);
		buf_free(&bad);
	}
	buf_free(&b);
}

/* The section ends in it. */
static void test_cut(void **state)
{
	struct buf b = {0};

	(void)state;
	mkelf_fatbin(&b, plain);
	for (size_t n = 8; n < b.n; n += 8)
		want_section((struct str){b.p, n}, 2,
		             "!a damaged fat binary at byte 64");
	buf_free(&b);
}

static void test_many(void **state)
{
	struct buf b = {0};

	(void)state;
	for (int i = 0; i <= CODE_TARGETS_MAX; i++)
		mkelf_fatbin(&b, LIST({2, 10 + i, 1, 7, 0, 0, 0}));
	for (size_t step = 0; step < 2; step++) {
		struct buf file = {0}, got = {0};
		struct mkelf m;

		mkelf_begin(&m, &file);
		mkelf_section(&m, 2, buf_str(&b));
		mkelf_end(&m);
		scan(step ? stream_of_bytes(buf_str(&file)) :
		            crumbs_new(buf_str(&file), 100),
		     file.n, &got);
		assert_non_null(
			strstr(got.p,
		               "!too many fat binaries or architectures"));
		buf_free(&got);
		buf_free(&file);
	}
	buf_free(&b);
}

/* One that lies across the end of a section is nobody's. */
static void test_overlap(void **state)
{
	struct buf fat = {0}, file = {0};
	struct mkelf m;

	(void)state;
	mkelf_fatbin(&fat, plain);
	mkelf_begin(&m, &file);
	mkelf_section(&m, 2, buf_str(&fat));
	mkelf_section(&m, 2, STR("12345678"));
	mkelf_put(&m.table, 64 * 2 + 24, 64, 8); /* it begins like the first */
	mkelf_end(&m);
	want(buf_str(&file), PLAIN_SAYS);
	buf_free(&fat);
	buf_free(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_elsewhere),
		cmocka_unit_test(test_no_sections),
		cmocka_unit_test(test_not_elf),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_many),
		cmocka_unit_test(test_overlap),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
