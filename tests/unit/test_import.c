#include "fleet/import.h"
#include "fleet/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <glob.h>

struct fixture {
	struct arena arena;
	struct know know;
};

static int setup(void **state)
{
	static struct fixture f;
	struct err err;

	if (know_load(&f.know, (struct str){0}, &f.arena, &err)) {
		print_error("%s\n", err.msg);
		return -1;
	}
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	arena_free(&f->arena);
	return 0;
}

static void check_str(struct str got, const char *want)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("'" STR_F "' is not '%s'", STR_A(got), want);
}

static struct str read_file(struct arena *a, const char *path)
{
	static char bytes[1 << 20];
	FILE *in = fopen(path, "rb");
	size_t n;

	if (!in)
		return (struct str){0};
	n = fread(bytes, 1, sizeof bytes, in);
	(void)fclose(in);
	return arena_str(a, (struct str){bytes, n});
}

static void test_clean(void **state)
{
	static const struct {
		struct str dirty;
		const char *clean;
	} v[] = {
		{{"", 0}, ""},
		{{"a", 1}, "a\n"},
		{{"a\r\nb\r\n", 6}, "a\nb\n"},
		{{"\xef\xbb\xbf"
	          "a\n",
	          5},
	         "a\n"},
		{{"\x1b[01;32ma\x1b[0m b\x1b", 16}, "a b\n"},
		{{"\x1b]0;title\x07x\n", 12}, "x\n"},
		{{"2026-01-02T03:04:05.678Z | 0 |\n", 31}, "| 0 |\n"},
		{{"2026-01-02T03:04:05Z stdout F {\n", 32}, "{\n"},
		{{"2026-01-02, 03\n", 15}, "2026-01-02, 03\n"},
		{{"\xff\xfe"
	          "a\0\xe4\0\n\0",
	          8},
	         "a\xc3\xa4\n"},
		{{"\xfe\xff"
	          "\0a\xd8\x3d\xdc\x00",
	          8},
	         "a\xf0\x9f\x90\x80\n"},
		{{"\xff\xfe"
	          "\x3d\xd8\0",
	          5},
	         "\xef\xbf\xbd\n"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof v / sizeof *v; i++)
		check_str(import_clean(v[i].dirty, &f->arena), v[i].clean);
}

static void test_hosts(void **state)
{
	static const struct {
		const char *line;
		bool names;
		const char *host;
	} v[] = {
		{"jo@ws-1:~$ nvidia-smi", true, "ws-1"},
		{"[root@gpu.example.com ~]# nvidia-smi -L", true,
	         "gpu.example.com"},
		{"(base) jo@ws-1:~/x$", true, "ws-1"},
		{"root@3f2a9c1b2d4e:/# nvidia-smi", true, ""},
		{"jo@login:~$ ssh ws-2 nvidia-smi", true, ""},
		{"jo@laptop:~$ kubectl get nodes -o json", true, ""},
		{"gpu-07 | CHANGED | rc=0 >>", true, "gpu-07"},
		{"==> logs/gpu-07.txt <==", true, "gpu-07"},
		{"==> a b <==", false, ""},
		{"write to jo@example.com: it costs 5$", true, "example.com"},
		{"jo@example.com", false, ""},
		{"| 0  NVIDIA L4  Off |", false, ""},
		{"$ nvidia-smi", false, ""},
	};

	(void)state;
	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		struct str host;
		bool names = import_host(str_c(v[i].line), &host);

		if (names != v[i].names)
			fail_msg("%s", v[i].line);
		if (names)
			check_str(host, v[i].host);
	}
}

/* Documents inside of other text, told apart and cut out of it. */
static void test_find(void **state)
{
	struct fixture *f = *state;
	struct str text = STR("It says:\n"
	                      "> NVIDIA-SMI 550.54.15  Driver Version: "
	                      "550.54.15  CUDA Version: 12.4\n"
	                      "> 0  NVIDIA L4  Off | 00000000:01:00.0 Off |\n"
	                      "jo@ws-1:~$ nvidia-smi -L\n"
	                      "GPU 0: NVIDIA L4 (UUID: GPU-1)\n"
	                      "and now?\n"
	                      "{\"a\": {\"b\": \"}\"}}\n"
	                      "NVIDIA Container Toolkit CLI version 1.17.8\n"
	                      "Bye.\n");
	struct documents found = import_find(text, &f->arena);

	assert_int_equal(found.n, 3);
	assert_false(found.cut);
	assert_string_equal(found.v[0].by->name, "nvidia-smi");
	check_str(found.v[0].lead, "It says:\n");
	assert_string_equal(found.v[1].by->name, "nvidia-smi -L");
	check_str(found.v[1].host, "ws-1");
	check_str(found.v[1].text, "GPU 0: NVIDIA L4 (UUID: GPU-1)\n");
	assert_string_equal(found.v[2].by->name, "toolkit version");
	check_str(found.v[2].lead, "and now?\n{\"a\": {\"b\": \"}\"}}\n");
	check_str(found.rest, "\nBye.\n");
}

static bool is_seen(struct str version, struct str text)
{
	struct str part;

	while (str_next(&version, '.', &part))
		if (text_find(text, part) == SIZE_MAX)
			return false;
	return true;
}

enum { DENSE = 6000, STEP = 101 };

/* However a sample is cut, no driver comes of it that is not in it. */
static void cut_everywhere(struct fixture *f, struct str text)
{
	for (size_t n = 0; n <= text.n; n += n < DENSE ? 1 : STEP) {
		struct arena a = {0};
		struct input one = {STR("cut"), {text.p, n}};
		struct inputs in = {&one, 1};
		struct str clean = import_clean(one.text, &a);
		struct fleet fleet = {0};
		struct err err = {0};

		if (fleet_import(&in, &f->know, &a, &fleet, &err)) {
			assert_int_equal(err.kind, ERR_USAGE);
			assert_null(strchr(err.msg, '\n'));
		}
		slice_for (const struct pool, p, fleet.pools)
			if (!is_seen(p->driver, clean))
				fail_msg("driver " STR_F " of %zu bytes",
				         STR_A(p->driver), n);
		arena_free(&a);
	}
}

/* tests/fleet.sh imports the samples whole. */
static void test_samples_cut(void **state)
{
	struct fixture *f = *state;
	glob_t all = {0};
	size_t samples = 0;

	assert_int_equal(glob("fixtures/fleet/*.[!o]*", 0, NULL, &all), 0);
	assert_int_equal(glob("fixtures/fleet/*/*", GLOB_APPEND, NULL, &all),
	                 0);
	for (size_t i = 0; i < all.gl_pathc; i++) {
		struct arena a = {0};
		struct str text = read_file(&a, all.gl_pathv[i]);

		samples += text.n > 0;
		cut_everywhere(f, text);
		arena_free(&a);
	}
	globfree(&all);
	assert_true(samples >= 30);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clean),
		cmocka_unit_test(test_hosts),
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_samples_cut),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
