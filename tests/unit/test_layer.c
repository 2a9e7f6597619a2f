#include "facts/layer.h"

#include "facts/extract.h"

#include "minitar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct {
	const char *path;
	enum interest what;
} interests[] = {
	{"usr/lib/x86_64-linux-gnu/libcuda.so.1", INTEREST_LIBCUDA},
	{"usr/lib/libcuda.so", INTEREST_LIBCUDA},
	{"usr/lib/libcuda.sox", INTEREST_NONE},
	{"usr/lib/libcudart.so.11.0", INTEREST_CUDART},
	{"a/torch/lib/libcudart-9faf7f13.so.11.0", INTEREST_CUDART},
	{"usr/lib/libcudart_static.a", INTEREST_NONE},
	{"usr/lib/libnvidia-ml.so.1", INTEREST_DRIVER},
	{"usr/lib/libGLX_nvidia.so.0", INTEREST_DRIVER},
	{"usr/lib/libGLESv2_nvidia.so.2", INTEREST_DRIVER},
	{"usr/lib/libcudadebugger.so.1", INTEREST_DRIVER},
	{"usr/lib/libnvidia-container.so.1", INTEREST_NONE},
	{"usr/lib/libnvidia-container-go.so.1", INTEREST_NONE},
	{"usr/local/cuda-13.0/compat/libfuture.so.580.1", INTEREST_COMPAT},
	{"usr/local/cuda-13.0/compat/libfuture.so", INTEREST_NONE},
	{"usr/lib/libfuture.so.580.1", INTEREST_NONE},
	{"usr/lib/libc.so.6", INTEREST_NONE},
	{"var/lib/dpkg/status", INTEREST_DPKG_STATUS},
	{"home/var/lib/dpkg/status", INTEREST_NONE},
	{"var/lib/dpkg/status.d/cuda-cudart-12-1", INTEREST_DPKG_PART},
	{"var/lib/dpkg/status.d/libcuda1.md5sums", INTEREST_DPKG_LIST},
	{"var/lib/dpkg/status.d/base-files.md5sums", INTEREST_NONE},
	{"var/lib/dpkg/info/cuda-compat-11-3.list", INTEREST_DPKG_LIST},
	{"var/lib/dpkg/info/libcuda1:amd64.list", INTEREST_DPKG_LIST},
	{"var/lib/dpkg/info/bash.list", INTEREST_NONE},
	{"var/lib/dpkg/info/libcuda1:amd64.md5sums", INTEREST_NONE},
	{"var/lib/rpm/rpmdb.sqlite", INTEREST_RPM},
	{"usr/lib/sysimage/rpm/Packages.db", INTEREST_RPM},
	{"usr/share/rpm/rpmdb.sqlite-wal", INTEREST_RPM_LOG},
	{"var/lib/rpm/rpmdb.sqlite-journal", INTEREST_RPM_LOG},
	{"var/lib/rpm/rpmdb.sqlite-shm", INTEREST_NONE},
	{"srv/rpm/Packages", INTEREST_NONE},
	{"var/lib/rpmmanifest/container-manifest-2", INTEREST_RPM_MANIFEST},
	{"var/lib/rpmmanifest/container-manifest-1", INTEREST_NONE},
	{"srv/container-manifest-2", INTEREST_NONE},
	{"usr/lib/apk/db/installed", INTEREST_APK},
	{"opt/x/conda-meta/cudatoolkit-11.8.0-h4ba93d1_12.json",
         INTEREST_CONDA},
	{"conda-meta/pytorch-2.1.0-py3.10_cuda11.8_0.json", INTEREST_CONDA},
	{"conda-meta/pytorch-cuda-11.8-h7e8668a_5.json", INTEREST_CONDA},
	{"conda-meta/history", INTEREST_NONE},
	{"pkgs/cudatoolkit-11.8.0-h4ba93d1_12.json", INTEREST_NONE},
	{"a/site-packages/torch-2.1.0.dist-info/METADATA", INTEREST_DIST_INFO},
	{"a/b/Torch-2.1.0.dist-info/METADATA", INTEREST_DIST_INFO},
	{"a/b/nvidia_cuda_runtime_cu12-12.1.105.dist-info/METADATA",
         INTEREST_DIST_INFO},
	{"a/b/requests-2.1.0.dist-info/METADATA", INTEREST_NONE},
	{"a/b/torch-1.12.1-py3.9.egg-info/PKG-INFO", INTEREST_DIST_INFO},
	{"a/b/torch-1.12.1-py3.9.egg-info", INTEREST_DIST_INFO},
	{"METADATA", INTEREST_NONE},
	{"a/torch/version.py", INTEREST_TORCH_VERSION},
	{"a/jax/version.py", INTEREST_NONE},
	{"etc/os-release", INTEREST_OS_RELEASE},
	{"usr/lib/os-release", INTEREST_OS_RELEASE},
	{"opt/os-release", INTEREST_NONE},
	{"etc/ld.so.conf", INTEREST_LD_CONF},
	{"etc/ld.so.conf.d/cuda.conf", INTEREST_LD_CONF},
	{"etc/ld.so.conf.d/sub/cuda.conf", INTEREST_NONE},
	{"usr/lib/nvidia/ld.so.conf", INTEREST_LD_CONF},
	{"etc/ld.so.cache", INTEREST_MARK},
	{"usr/local/cuda-12.1/version.json", INTEREST_CUDA_VERSION},
	{"usr/local/cuda/version.txt", INTEREST_CUDA_VERSION},
	{"opt/cuda/version.json", INTEREST_NONE},
	{"etc/debian_version", INTEREST_MARK},
	{"etc/alpine-release", INTEREST_MARK},
	{"lib/ld-musl-x86_64.so.1", INTEREST_MARK},
	{"l", INTEREST_NONE},
	{"lib", INTEREST_NONE},
	{"", INTEREST_NONE},
};

static void test_interest(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(interests); i++)
		if (interest_of(str_c(interests[i].path)) != interests[i].what)
			fail_msg("%s", interests[i].path);
}

static const struct item mixed[] = {
	{'d', "./", NULL},
	{'d', "usr/lib/", NULL},
	{'f', "./usr/lib/libc.so.6", "x"},
	{'f', "/etc/ld.so.conf.d/a.conf", "/a\n"},
	{'l', "usr/lib/x", "../y"},
	{'f', "usr/lib/.wh.old", NULL},
	{'f', ".wh.top", NULL},
	{'f', "opt/.wh..wh..opq", NULL},
	{'f', ".wh..wh.plnk", NULL},
	{'f', ".wh..wh.aufs", NULL},
	{'h', "usr/lib/libcuda.so.1", "./usr/lib/libcuda.so.5"},
	{'h', "usr/lib/boring", "usr/lib/libc.so.6"},
	{'c', "dev/null", NULL},
	{'f', "usr/../usr/lib/libcudart.so.12", ""},
};

static void test_read(void **state)
{
	struct arena a = {0};
	struct err err = {0};
	struct layer_facts *l = mini_layer(mixed, COUNT(mixed), &a, &err);

	(void)state;
	assert_non_null(l);
	assert_int_equal(l->kept.n, 4);
	assert_string_equal(l->kept.v[0].path.p, "etc/ld.so.conf.d/a.conf");
	assert_string_equal(l->kept.v[0].said->lines.v[0].p, "/a");
	assert_int_equal(l->kept.v[1].type, ENTRY_SYMLINK);
	assert_string_equal(l->kept.v[1].target.p, "../y");
	assert_int_equal(l->kept.v[2].type, ENTRY_HARDLINK);
	assert_string_equal(l->kept.v[2].target.p, "usr/lib/libcuda.so.5");
	assert_string_equal(l->kept.v[3].path.p, "usr/lib/libcudart.so.12");
	assert_int_equal(l->whiteouts.n, 2);
	assert_string_equal(l->whiteouts.v[0].p, "usr/lib/old");
	assert_string_equal(l->whiteouts.v[1].p, "top");
	assert_int_equal(l->opaque.n, 1);
	assert_string_equal(l->opaque.v[0].p, "opt");
	assert_int_equal(l->others.n, 4);
	assert_true(pathkeys_has(l->others, pathkey(STR("usr/lib")) | 1));
	assert_true(pathkeys_has(l->others, pathkey(STR("dev/null"))));
	assert_false(pathkeys_has(l->others, pathkey(STR("usr/lib"))));
	assert_true(pathkeys_has(l->hidden, pathkey(STR("opt")) | 1));
	assert_int_equal(l->gaps.n, 0);
	arena_free(&a);
}

static const struct {
	struct item item;
	const char *message;
} bad[] = {
	{{'f', "../etc/passwd", ""}, "'../etc/passwd': path leaves"},
	{{'d', "a/../../b", NULL}, "path leaves the image's root"},
	{{'f', "/..", ""}, "path leaves the image's root"},
	{{'h', "libcuda.so.1", "../x"},
         "libcuda.so.1: '../x': path leaves the image's root"},
	{{'f', "a/.wh.", ""}, "'a/.wh.': a bad whiteout"},
	{{'f', "a/.wh..", ""}, "a bad whiteout"},
	{{'f', "a/.wh...", ""}, "a bad whiteout"},
};

static void test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct arena a = {0};
		struct err err = {0};

		assert_null(mini_layer(&bad[i].item, 1, &a, &err));
		assert_int_equal(err.kind, ERR_FORMAT);
		if (!strstr(err.msg, bad[i].message))
			fail_msg("%s: %s", bad[i].item.path, err.msg);
		arena_free(&a);
	}
}

/* A long name is skipped, and said so. */
static void test_long_name(void **state)
{
	char name[5000];
	struct item items[] = {{'f', name, "x"}, {'l', "a", "b"}};
	struct arena a = {0};
	struct err err = {0};
	struct layer_facts *l;

	(void)state;
	memset(name, 'n', sizeof name);
	for (size_t i = 50; i < sizeof name; i += 50)
		name[i] = '/';
	name[sizeof name - 1] = '\0';
	l = mini_layer(items, 2, &a, &err);
	assert_non_null(l);
	assert_int_equal(l->kept.n, 1);
	assert_int_equal(l->gaps.n, 1);
	assert_int_equal(l->gaps.v[0].group, GROUP_ALL);
	assert_string_equal(l->gaps.v[0].reason.p,
	                    "1 names longer than 4096 bytes");
	arena_free(&a);
}

static void test_many_links(void **state)
{
	struct arena a = {0};
	struct err err = {0};
	struct buf b = {0};
	struct layer_facts *l;
	int max = (int)image_limits_default().links;

	(void)state;
	for (int i = 0; i < max + 5; i++) {
		char name[32];

		(void)snprintf(name, sizeof name, "l%d", i);
		mini_add(&b, &(struct item){'l', name, "x"});
	}
	mini_end(&b);
	l = mini_read_one(buf_str(&b), &a, &err);
	assert_non_null(l);
	assert_int_equal(l->kept.n, max);
	assert_int_equal(l->others.n, 5);
	assert_int_equal(l->gaps.n, 1);
	buf_free(&b);
	arena_free(&a);
}

/* Where a link leads is as much a name. */
static void test_long_target(void **state)
{
	char target[5000] = {0};
	struct arena a = {0};
	struct err err = {0};
	struct buf b = {0};
	struct layer_facts *l;

	(void)state;
	memset(target, 't', sizeof target - 1);
	mini_header(&b, 'K', STR("././@LongLink"), NULL, sizeof target);
	mini_data(&b, (struct str){target, sizeof target});
	mini_add(&b, &(struct item){'l', "libcuda.so.1", target});
	mini_end(&b);
	l = mini_read_one(buf_str(&b), &a, &err);
	assert_non_null(l);
	assert_int_equal(l->gaps.n, 1);
	assert_string_equal(l->gaps.v[0].reason.p,
	                    "1 names longer than 4096 bytes");
	buf_free(&b);
	arena_free(&a);
}

/* What the layers of one image take is bounded together; another image begins
 * anew. */
static void test_all_layers(void **state)
{
	static const struct item items[] = {{'l', "a", "x"}, {'f', "b", ""}};
	struct arena a = {0};
	struct err err = {0};
	struct layer_facts *l;

	(void)state;
	(void)arena_array(&a, char, LAYERS_BYTES_MAX + 1);
	l = mini_layer(items, COUNT(items), &a, &err);
	assert_int_equal(l->kept.n, 0);
	assert_int_equal(l->others.n, 0);
	assert_int_equal(l->gaps.n, 2);
	assert_string_equal(l->gaps.v[0].reason.p,
	                    "too many entries of interest; --limit "
	                    "facts-bytes=N raises it");
	assert_string_equal(l->gaps.v[1].reason.p, "too many entries; --limit "
	                                           "facts-bytes=N raises it");
	arena_mark(&a);
	l = mini_layer(items, COUNT(items), &a, &err);
	assert_int_equal(l->kept.n, 1);
	assert_int_equal(l->others.n, 1);
	assert_int_equal(l->gaps.n, 0);
	arena_free(&a);
}

/* An entry of no interest takes 8 bytes, also while its layer is read. */
static void test_room(void **state)
{
	enum { N = 4000 };
	static struct item items[N];
	static char names[N][8];
	struct arena a = {.room = 8 * N + 4096};
	struct err err = {0};
	struct layer_facts *l;

	(void)state;
	for (int i = 0; i < N; i++) {
		(void)snprintf(names[i], sizeof names[i], "f%d", i);
		items[i] = (struct item){'f', names[i], ""};
	}
	l = mini_layer(items, N, &a, &err);
	assert_int_equal(l->others.n, N);
	assert_int_equal(l->gaps.n, 0);
	assert_true(layer_room(&a) < 4096);
	arena_mark(&a);
	a.room = 8 * N - 8;
	l = mini_layer(items, N, &a, &err);
	assert_true(l->others.n < N);
	assert_true(l->crowded);
	assert_string_equal(l->gaps.v[0].reason.p, "too many entries; --limit "
	                                           "facts-bytes=N raises it");
	arena_free(&a);
}

/* One file cannot say more than a list has room for. */
static void test_cut(void **state)
{
	struct arena a = {0};
	struct err err = {0};
	struct buf text = {0};
	struct layer_facts *l;
	struct item item = {'f', "var/lib/dpkg/status", NULL};

	(void)state;
	for (int i = 0; i <= SAID_LIST_MAX; i++)
		buf_add(&text, STR("Package:cuda\nStatus:installed\n\n"));
	item.more = text.p;
	l = mini_layer(&item, 1, &a, &err);
	assert_int_equal(l->kept.v[0].said->packages.n, SAID_LIST_MAX);
	assert_string_equal(l->kept.v[0].gap.p, "there is too much in it");
	buf_free(&text);
	arena_free(&a);
}

static void test_keys(void **state)
{
	uint64_t v[1000];
	struct pathkeys keys;

	(void)state;
	for (size_t i = 0; i < COUNT(v); i++)
		v[i] = i % 3 ? pathkey((struct str){(char *)&i, 2}) : i % 2;
	keys = pathkeys_sort(v, COUNT(v));
	assert_true(keys.n > 600 && keys.n < COUNT(v));
	for (size_t i = 1; i < keys.n; i++)
		assert_true(keys.v[i - 1] < keys.v[i]);
	assert_int_equal(pathkeys_find(keys, 1), 1);
	assert_int_equal(pathkeys_sort(NULL, 0).n, 0);
}

/* The kept entry loses to a later one of its name, and only to a later one. */
static void test_replaced(void **state)
{
	static const struct item items[] = {{'l', "a", "x"},
	                                    {'f', "a", ""},
	                                    {'f', "b", ""},
	                                    {'l', "b", "x"}};
	struct arena a = {0};
	struct err err = {0};
	struct layer_facts *l = mini_layer(items, COUNT(items), &a, &err);

	(void)state;
	assert_int_equal(l->kept.n, 2);
	assert_true(l->kept.v[0].replaced);
	assert_false(l->kept.v[1].replaced);
	arena_free(&a);
}

static void test_too_large(void **state)
{
	struct arena a = {0};
	struct err err = {0};
	struct buf b = {0};
	struct layer_facts *l;
	struct str name = STR("etc/ld.so.conf");

	(void)state;
	mini_header(&b, '0', name, NULL, INTEREST_SMALL_MAX + 1);
	buf_addc(&b, 'x', INTEREST_SMALL_MAX + 512);
	mini_end(&b);
	l = mini_read_one(buf_str(&b), &a, &err);
	assert_non_null(l);
	assert_int_equal(l->kept.n, 1);
	assert_null(l->kept.v[0].said);
	assert_string_equal(l->kept.v[0].gap.p, "larger than 1048576 bytes");
	buf_free(&b);
	arena_free(&a);
}

/* A layer cut short anywhere but between entries is an error. */
static void test_prefix(void **state)
{
	struct buf b = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(mixed); i++)
		mini_add(&b, &mixed[i]);
	for (size_t n = 1; n < b.n; n++) {
		struct arena a = {0};
		struct err err = {0};
		struct layer_facts *l =
			mini_read_one((struct str){b.p, n}, &a, &err);

		if (n % 512 == 0)
			assert_true(l || err.kind);
		else if (l)
			fail_msg("%zu bytes pass", n);
		arena_free(&a);
	}
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_interest),
		cmocka_unit_test(test_read),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_long_name),
		cmocka_unit_test(test_many_links),
		cmocka_unit_test(test_long_target),
		cmocka_unit_test(test_all_layers),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_replaced),
		cmocka_unit_test(test_too_large),
		cmocka_unit_test(test_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
