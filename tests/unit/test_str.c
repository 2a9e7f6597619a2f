#include "base/str.h"

#include "dockerfile/names.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void test_hex(void **state)
{
	static const struct {
		const char *text;
		bool ok;
		uint64_t value;
	} rows[] = {
		{"0", true, 0},
		{"9aF", true, 0x9af},
		{"ffffffffffffffff", true, UINT64_MAX},
		{"00000000000000001", false, 0},
		{"", false, 0},
		{"0x1", false, 0},
		{"g", false, 0},
		{"/", false, 0},
		{":", false, 0},
		{"@", false, 0},
		{"`", false, 0},
		{" 1", false, 0},
		{"-1", false, 0},
		{"\x10", false, 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t v = 7;

		assert_int_equal(str_hex(str_c(rows[i].text), &v), rows[i].ok);
		assert_int_equal(v, rows[i].ok ? rows[i].value : 7);
	}
	for (int c = 0; c < 256; c++) {
		static const char digits[] = "0123456789abcdefABCDEF";
		const char *at = c ? strchr(digits, c) : NULL;
		int want = !at              ? -1 :
		           at < digits + 16 ? (int)(at - digits) :
		                              (int)(at - digits) - 6;

		assert_int_equal(str_hex_digit((char)c), want);
	}
}

/* One value of FNV-1a, found by others. */
static void test_seeded(void **state)
{
	struct str a = STR("8yn0iYCKYHlIj4-BwPqk");
	struct str b = STR("GReLUrM4wMqfg9yzV3KQ");

	(void)state;
	assert_true(str_hash(a) == str_hash(b));
	for (uint64_t seed = 0; seed < 1000; seed++)
		assert_true(str_hash_seeded(a, seed) !=
		            str_hash_seeded(b, seed));
	assert_true(str_hash_seeded(a, 1) != str_hash_seeded(a, 2));
	assert_true(str_hash_seeded(STR("ab"), 1) !=
	            str_hash_seeded(STR("ba"), 1));
	assert_true(str_hash_seeded(STR("\0"), 1) !=
	            str_hash_seeded(STR(""), 1));
}

/* Names that whoever writes a Dockerfile can find for one slot. */
static void test_flood(void **state)
{
	enum { NAMES = 500, LOW = (1 << 12) - 1 };
	struct arena a = {0};
	struct names t = {0};
	size_t run = 0, longest = 0, index;

	(void)state;
	for (unsigned i = 0; t.used < NAMES; i++) {
		struct str name = arena_fmt(&a, "n%u", i);

		if ((str_hash(name) & LOW) == 1)
			names_set(&t, &a, name, i);
	}
	for (size_t i = 0; i < t.cap; i++) {
		run = t.slots[i].index ? run + 1 : 0;
		longest = run > longest ? run : longest;
		if (t.slots[i].index) {
			assert_true(names_get(&t, t.slots[i].name, &index));
			assert_int_equal(index, t.slots[i].index - 1);
		}
	}
	assert_in_range(longest, 1, NAMES / 2);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_hex),
		cmocka_unit_test(test_seeded),
		cmocka_unit_test(test_flood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
