/* Look-ups in rules/bases.json. */
#include "know/know.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static struct arena arena;
static struct know know;

static int load(void **state)
{
	struct err err = {0};

	(void)state;
	return know_load(&know, STR(""), &arena, &err);
}

static int drop(void **state)
{
	(void)state;
	arena_free(&arena);
	return 0;
}

static void test_plain(void **s)
{
	static const struct {
		const char *ref, *distro; /* NULL: not plain */
	} rows[] = {
		{"ubuntu", "ubuntu"},
		{"ubuntu:22.04", "ubuntu22.04"},
		{"docker.io/library/ubuntu:jammy-20240111", "ubuntu22.04"},
		{"python:3.11-slim-bookworm", "debian"},
		{"python:3.11-alpine3.19", "alpine"},
		{"registry.access.redhat.com/ubi9/ubi-minimal:9.4", "rhel"},
		{"gcr.io/distroless/cc-debian12", "distroless"},
		{"pytorch/pytorch:2.1.0-cuda12.1-cudnn8-runtime", "ubuntu"},
		{"pytorch/pytorch:2.1.0-cuda12.1-cudnn8-devel", NULL},
		{"nvidia/cuda:12.4.1-base-ubuntu22.04", NULL},
		{"nvcr.io/nvidia/pytorch:24.05-py3", NULL},
		{"example.com/ubuntu:22.04", NULL},
		{"ubuntu-cuda:1", NULL},
		{"", NULL},
	};

	(void)s;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct image_lookup l =
			know_image(&know, str_c(rows[i].ref), &arena);
		const struct plain_image *p =
			know_plain_image(&know, l.name, l.tag);

		if (!p != !rows[i].distro ||
		    (p && !str_eq(p->distro, str_c(rows[i].distro))))
			fail_msg("%s: " STR_F, rows[i].ref,
			         STR_A(p ? p->distro : STR("none")));
	}
}

static void test_range(void **s)
{
	static const struct {
		const char *first, *last, *arch, *cuda;
		bool want;
	} rows[] = {
		{"", "", "", "", true},
		{"", "", "", "12.4.1", true},
		{"11.0", "", "", "11.0", true},
		{"11.0", "", "", "11.0.3", true},
		{"11.0", "", "", "10.2", false},
		{"11.0", "", "", "10.2.89", false},
		{"11.0", "", "", "", false},
		{"", "10.2", "", "10.2", true},
		{"", "10.2", "", "10.2.89", true},
		{"", "10.2", "", "11.0", false},
		{"", "10.2", "", "9.2.148", true},
		{"", "10.2", "", "", false},
		{"12.5.1", "", "arm64", "12.5.0", false},
		{"12.5.1", "", "arm64", "12.5.1", true},
		{"12.5.1", "", "arm64", "13.0", true},
		{"", "", "arm64", "13.0", true},
		{"", "", "amd64", "13.0", false},
	};

	(void)s;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct part p = {.first = str_c(rows[i].first),
		                 .last = str_c(rows[i].last),
		                 .arch = str_c(rows[i].arch)};

		if (part_is_for(&p, str_c(rows[i].cuda), STR("arm64")) !=
		    rows[i].want)
			fail_msg("row %zu: %s to %s, %s", i, rows[i].first,
			         rows[i].last, rows[i].cuda);
	}
}

static void test_names(void **s)
{
	static const struct {
		const char *of, *package, *cuda; /* NULL: another package */
	} rows[] = {
		{"cuda-compat-{cuda}", "cuda-compat-12-4", "12.4"},
		{"cuda-compat-{cuda}", "cuda-compat-12.4", "12.4"},
		{"cuda-compat-{cuda}", "cuda-compat-12", NULL},
		{"cuda-compat-{cuda}", "cuda-compat-orin-12-4", NULL},
		{"cuda-compat-{cuda}", "cuda-compat-12-4-550.54.15-1", NULL},
		{"cuda-toolkit-{major}", "cuda-toolkit-12", ""},
		{"libcudnn*", "libcudnn9-dev-cuda-12", ""},
		{"cuda", "cuda", ""},
		{"cuda", "cuda-12-4", NULL},
	};

	(void)s;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct part p = {.of = str_c(rows[i].of)};
		struct str cuda;
		bool is = part_is_of(&p, str_c(rows[i].package), &arena, &cuda);

		if (is != (rows[i].cuda != NULL) ||
		    (is && !str_eq(cuda, str_c(rows[i].cuda))))
			fail_msg("%s: %s", rows[i].of, rows[i].package);
	}
}

/* Every distribution that nvidia/cuda has a tag of has a row. */
static void test_distros(void **s)
{
	struct nvidia_images all = know_nvidia_images(&know);

	(void)s;
	slice_for (struct nvidia_image, i, all)
		slice_for (struct str, d, i->distros)
			if (!know_distro(&know, *d))
				fail_msg(STR_F ": no row", STR_A(*d));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_range),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_distros),
	};

	return cmocka_run_group_tests(tests, load, drop);
}
