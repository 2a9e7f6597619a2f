#include "dockerfile/filename.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *name;
	enum filename_kind kind;
} rows[] = {
	{"Dockerfile", FILENAME_DOCKERFILE},
	{"dockerfile", FILENAME_DOCKERFILE},
	{"DOCKERFILE", FILENAME_DOCKERFILE},
	{"Containerfile", FILENAME_DOCKERFILE},
	{"Containerfile.gpu", FILENAME_DOCKERFILE},
	{"Dockerfile.cuda12.1", FILENAME_DOCKERFILE},
	{"Dockerfile.ubuntu-22.04", FILENAME_DOCKERFILE},
	{"Dockerfile-gpu", FILENAME_DOCKERFILE},
	{"Dockerfile_gpu", FILENAME_DOCKERFILE},
	{"dockerfile cpu", FILENAME_DOCKERFILE},
	{"Dockerfile2", FILENAME_DOCKERFILE},
	{"gpu.Dockerfile", FILENAME_DOCKERFILE},
	{"gpu.dockerfile", FILENAME_DOCKERFILE},
	{"gpu-Dockerfile", FILENAME_DOCKERFILE},
	{"cu12.1.containerfile", FILENAME_DOCKERFILE},
	{"Dockerfile.go", FILENAME_DOCKERFILE},
	{"Dockerfile.j2", FILENAME_TEMPLATE},
	{"Dockerfile.gpu.jinja", FILENAME_TEMPLATE},
	{"gpu.Dockerfile.em", FILENAME_TEMPLATE},
	{"Dockerfile-x.tmpl", FILENAME_TEMPLATE},
	{"Dockerfile.in", FILENAME_TEMPLATE},
	{"config.j2", FILENAME_OTHER},
	{"Dockerfile.dockerignore", FILENAME_OTHER},
	{"gpu.Dockerfile.dockerignore", FILENAME_OTHER},
	{".dockerignore", FILENAME_OTHER},
	{".Dockerfile.swp", FILENAME_OTHER},
	{"Dockerfile~", FILENAME_OTHER},
	{"Dockerfile.orig", FILENAME_OTHER},
	{"Dockerfile.md", FILENAME_OTHER},
	{"dockerfile.go", FILENAME_OTHER},
	{"dockerfile_parser.py", FILENAME_OTHER},
	{"Dockerfiles", FILENAME_OTHER},
	{"MyDockerfile", FILENAME_OTHER},
	{"docker-compose.yml", FILENAME_OTHER},
	{"Dockerfil", FILENAME_OTHER},
	{"", FILENAME_OTHER},
};

static void test_kinds(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (filename_kind(str_c(rows[i].name)) != rows[i].kind)
			fail_msg("%s", rows[i].name);
}

static void test_dirs(void **state)
{
	(void)state;
	assert_true(filename_is_skipped_dir(STR(".git")));
	assert_true(filename_is_skipped_dir(STR("node_modules")));
	assert_false(filename_is_skipped_dir(STR(".github")));
	assert_false(filename_is_skipped_dir(STR("docker")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_dirs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
