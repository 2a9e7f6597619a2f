#include "base/utf8.h"

#include "base/err.h"
#include "base/record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *bytes;
	size_t len;
	uint32_t cp;
} sequences[] = {
	{"a", 1, 'a'},
	{"\xc3\xa9", 2, 0xe9},
	{"\xe2\x80\xa6", 3, 0x2026},
	{"\xf0\x9f\x98\x80", 4, 0x1f600},
	{"\xc3", 0, 0},             /* cut */
	{"\x80", 0, 0},             /* no lead */
	{"\xc0\x80", 0, 0},         /* overlong */
	{"\xe0\x80\x80", 0, 0},     /* overlong */
	{"\xed\xa0\x80", 0, 0},     /* surrogate */
	{"\xf4\x90\x80\x80", 0, 0}, /* above U+10FFFF */
};

static void test_decode(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(sequences); i++) {
		uint32_t cp = 0;
		size_t len = utf8_decode(sequences[i].bytes,
		                         strlen(sequences[i].bytes), &cp);

		assert_int_equal(len, sequences[i].len);
		if (len)
			assert_int_equal(cp, sequences[i].cp);
	}
}

/* A message cannot rule the terminal: not by ESC, and not by C1 either. */
static void test_message(void **state)
{
	struct err err = {0};

	(void)state;
	(void)err_set(&err, ERR_FORMAT, "%s",
	              "a\033[1m\xc2\x9b"
	              "31m\xe2\x80\xae\x9b\xc3\xa9\xe2\x80\xa6\n");
	assert_string_equal(err.msg, "a?[1m??31m????\xc3\xa9\xe2\x80\xa6?");
}

struct thing {
	struct strs list;
};

static const struct field thing_fields[] = {
	FIELD(struct thing, list, OPTIONAL, "a list"),
};
static const struct schema thing_schema = SCHEMA(struct thing, thing_fields);

/* Few bytes that would be a large tree are refused before; text is not. */
static void test_heavy(void **state)
{
	const struct {
		const char *head, *part;
		int rc;
	} rows[] = {{"{\"x\":[{}", ",{}", -1}, {"{\"list\":[\"\\\"", ",[{", 0}};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct buf b = {0};
		struct thing t = {0};
		struct err err = {0};
		int rc;

		buf_add(&b, str_c(rows[i].head));
		for (int n = 0; n < 1 << 20; n++)
			buf_add(&b, str_c(rows[i].part));
		buf_add(&b, rows[i].rc ? STR("]}") : STR("\"]}"));
		rc = record_parse(&thing_schema, buf_str(&b), RECORD_TOLERANT,
		                  &a, &t, &err);
		assert_int_equal(rc, rows[i].rc);
		assert_int_equal(err.kind, rc ? ERR_LIMIT : ERR_NONE);
		buf_free(&b);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_decode),
		cmocka_unit_test(test_message),
		cmocka_unit_test(test_heavy),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
