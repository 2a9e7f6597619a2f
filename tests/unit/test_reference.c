#include "registry/reference.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define HEX                              \
	"0123456789abcdef0123456789abcd" \
	"ef0123456789abcdef0123456789abcdef"

static const struct {
	const char *text;
	const char *whole; /* and what is asked for, behind a blank */
} good[] = {
	{"ubuntu", "docker.io/library/ubuntu:latest latest"},
	{"ubuntu:22.04", "docker.io/library/ubuntu:22.04 22.04"},
	{"nvidia/cuda:12.4.1-base-ubuntu22.04",
         "docker.io/nvidia/cuda:12.4.1-base-ubuntu22.04 "
         "12.4.1-base-ubuntu22.04"},
	{"index.docker.io/ubuntu", "docker.io/library/ubuntu:latest latest"},
	{"docker.io/a/b", "docker.io/a/b:latest latest"},
	{"docker://ghcr.io/a/b:t", "ghcr.io/a/b:t t"},
	{"localhost/a", "localhost/a:latest latest"},
	{"localhost:5000/a", "localhost:5000/a:latest latest"},
	{"[::1]:5000/a:t", "[::1]:5000/a:t t"},
	{"Host/a", "Host/a:latest latest"},
	{"h.io/a__b/c---d/e.f_g", "h.io/a__b/c---d/e.f_g:latest latest"},
	{"a@sha256:" HEX, "docker.io/library/a@sha256:" HEX " sha256:" HEX},
	{"a:t@sha256:" HEX, "docker.io/library/a:t@sha256:" HEX " sha256:" HEX},
	{"x:" HEX, "docker.io/library/x:" HEX " " HEX},
};

static void test_good(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(good); i++) {
		struct arena a = {0};
		struct reference ref;
		struct err err = {0};
		struct str whole;

		if (reference_parse(str_c(good[i].text), &a, &ref, &err))
			fail_msg("%s: %s", good[i].text, err.msg);
		whole = reference_text(&ref, &a);
		whole = arena_fmt(&a, STR_F " " STR_F, STR_A(whole),
		                  STR_A(reference_key(&ref)));
		assert_string_equal(whole.p, good[i].whole);
		arena_free(&a);
	}
}

static const struct {
	const char *text, *why;
} bad[] = {
	{"", "a bad name of a repository"},
	{"Ubuntu", "lower case"},
	{"h.io/a/", "a bad name of a repository"},
	{"h.io//a", "a bad name of a repository"},
	{"a_-b", "a bad name of a repository"},
	{"a___b", "a bad name of a repository"},
	{"a..b", "a bad name of a repository"},
	{"-a", "a bad name of a repository"},
	{"a:", "a bad tag"},
	{"a:-t", "a bad tag"},
	{"a:t/b:", "a bad host"},
	{"h.io:99999/a", "a bad host"},
	{"h.io:/a", "a bad host"},
	{"[::1/a", "a bad host"},
	{"[]:1/a", "a bad host"},
	{"user:secret@h.io/a", "a bad digest"},
	{"a@sha256:abc", "a bad digest"},
	{"a@", "a bad digest"},
	{"a@sha512:" HEX HEX, "sha512"},
	{HEX, "a bare id"},
};

static void test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct arena a = {0};
		struct reference ref;
		struct err err = {0};

		if (!reference_parse(str_c(bad[i].text), &a, &ref, &err))
			fail_msg("%s: taken", bad[i].text);
		if (!strstr(err.msg, bad[i].why))
			fail_msg("%s: %s", bad[i].text, err.msg);
		arena_free(&a);
	}
}

static void test_long(void **state)
{
	char text[400] = "h.io/";
	struct reference ref;
	struct arena a = {0};
	struct err err = {0};

	(void)state;
	memset(text + 5, 'a', 250);
	assert_int_equal(reference_parse(str_c(text), &a, &ref, &err), 0);
	text[255] = 'a';
	assert_int_equal(reference_parse(str_c(text), &a, &ref, &err), -1);
	assert_non_null(strstr(err.msg, "too long"));
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_good),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
