#include "facts/layer.h"

#include "base/path.h"
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

static uint64_t key_of(const struct layer_facts *l, struct str path)
{
	struct arena a = {0};
	struct path_hash h;
	uint64_t key;

	path_hash_init(&h, l->seed, &a);
	key = pathkey(&h, path);
	arena_free(&a);
	return key;
}

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
	assert_true(pathkeys_has(l->others, key_of(l, STR("usr/lib")) | 1));
	assert_true(pathkeys_has(l->others, key_of(l, STR("dev/null"))));
	assert_false(pathkeys_has(l->others, key_of(l, STR("usr/lib"))));
	assert_true(pathkeys_has(l->hidden, key_of(l, STR("opt")) | 1));
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

/* A path's key is reached by its names, and by them alone. */
static void test_path_keys(void **state)
{
	static const char *const paths[] = {
		"a",     "b",         "aa",
		"a/a",   "a/b",       "ab",
		"ab/c",  "b/a",       "a/bc",
		"ba",    "1/23",      "12/3",
		"1/2/3", "a0",        "a@",
		"aP",    "\1",        "\1\1",
		"\xff",  "\xff/\xff", "usr/lib/libcuda.so.1",
	};
	uint64_t seen[2][COUNT(paths)];
	struct arena a = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 2; seed++) {
		struct path_hash h;

		path_hash_init(&h, seed, &a);
		for (size_t i = 0; i < COUNT(paths); i++) {
			struct str rest = str_c(paths[i]), name;
			uint64_t at = PATHKEY_ROOT;
			size_t n = 0;

			while (str_next(&rest, '/', &name)) {
				at = pathkey_child(&h, at, n, name);
				n += name.n + (n > 0);
			}
			seen[seed][i] = pathkey(&h, str_c(paths[i]));
			assert_int_equal(seen[seed][i], pathkey_of_state(at));
			assert_int_equal(seen[seed][i] & 1, 0);
			for (size_t k = 0; k < i; k++)
				assert_int_not_equal(seen[seed][i],
				                     seen[seed][k]);
		}
		assert_int_equal(pathkey(&h, STR("")),
		                 pathkey_of_state(PATHKEY_ROOT));
	}
	for (size_t i = 0; i < COUNT(paths); i++)
		assert_int_not_equal(seen[0][i], seen[1][i]);
	arena_free(&a);
}

/* As numbers of any length have it. */
static void test_key_values(void **state)
{
	static const struct {
		uint64_t seed;
		const char *path;
		uint64_t key;
	} rows[] = {
		{UINT64_C(0x0), "usr/lib/x86_64-linux-gnu/libcuda.so.1",
	         UINT64_C(0xb44d8b5e635fb8d6)},
		{UINT64_C(0x0), "opt", UINT64_C(0xc94612690d5ab836)},
		{UINT64_C(0x1), "usr/lib/x86_64-linux-gnu/libcuda.so.1",
	         UINT64_C(0xe35b1c22ce66ceae)},
		{UINT64_C(0x1), "opt", UINT64_C(0x55e712f2c6f8e32e)},
		{UINT64_C(0xffffffffffffffff),
	         "usr/lib/x86_64-linux-gnu/libcuda.so.1",
	         UINT64_C(0xe7c604039cda4388)},
		{UINT64_C(0xffffffffffffffff), "opt",
	         UINT64_C(0xecaac5014ec2ad36)},
	};
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct path_hash h;

		path_hash_init(&h, rows[i].seed, &a);
		assert_int_equal(pathkey(&h, str_c(rows[i].path)), rows[i].key);
	}
	arena_free(&a);
}

/* Longer than any that is kept, in one piece and behind another. */
static void test_long_keys(void **state)
{
	enum { LONG = 3 * PATH_MAX_BYTES };
	struct arena a = {0};
	char *p = arena_array(&a, char, LONG);
	struct path_hash h;
	uint64_t last = 1;

	(void)state;
	memset(p, 'a', LONG);
	path_hash_init(&h, 0, &a);
	for (size_t n = 0; n <= PATH_MAX_BYTES; n++) {
		uint64_t key = pathkey(&h, (struct str){p, n});

		assert_int_not_equal(key, last);
		last = key;
	}
	for (size_t n = PATH_MAX_BYTES; n <= LONG; n += 512) {
		struct str name = {p, n};

		assert_int_not_equal(pathkey(&h, name), 0);
		assert_int_not_equal(pathkey_child(&h, 5, n, name), 5);
	}
	assert_true(h.n <= 2 * PATH_MAX_BYTES);
	arena_free(&a);
}

/* Few of many alike fall into one place of a table, whatever the seed. */
static void test_key_spread(void **state)
{
	enum { NAMES = 1 << 14, SLOTS = 1 << 10 };
	struct arena a = {0};

	(void)state;
	for (uint64_t seed = 0; seed < 16; seed++) {
		unsigned in[SLOTS] = {0}, most = 0;
		struct path_hash h;

		path_hash_init(&h, seed, &a);
		for (unsigned i = 0; i < NAMES; i++) {
			char name[24];

			/* Letters that differ in no low bit. */
			(void)snprintf(name, sizeof name, "usr/lib/%c%c%c%c%u",
			               i & 1 ? '0' : 'p', i & 2 ? '0' : 'p',
			               i & 4 ? '0' : 'p', i & 8 ? '0' : 'p',
			               i / 16);
			in[pathkey(&h, str_c(name)) >> 1 & (SLOTS - 1)]++;
		}
		for (size_t i = 0; i < SLOTS; i++)
			most = in[i] > most ? in[i] : most;
		assert_true(most < 5 * NAMES / SLOTS);
	}
	arena_free(&a);
}

static void test_keys(void **state)
{
	uint64_t v[1000];
	struct arena a = {0};
	struct path_hash h;
	struct pathkeys keys;

	(void)state;
	path_hash_init(&h, 0, &a);
	for (size_t i = 0; i < COUNT(v); i++)
		v[i] = i % 3 ? pathkey(&h, (struct str){(char *)&i, 2}) : i % 2;
	keys = pathkeys_sort(v, COUNT(v));
	assert_true(keys.n > 600 && keys.n < COUNT(v));
	for (size_t i = 1; i < keys.n; i++)
		assert_true(keys.v[i - 1] < keys.v[i]);
	assert_int_equal(pathkeys_find(keys, 1), 1);
	assert_int_equal(pathkeys_sort(NULL, 0).n, 0);
	arena_free(&a);
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
		cmocka_unit_test(test_path_keys),
		cmocka_unit_test(test_key_values),
		cmocka_unit_test(test_long_keys),
		cmocka_unit_test(test_key_spread),
		cmocka_unit_test(test_keys),
		cmocka_unit_test(test_replaced),
		cmocka_unit_test(test_too_large),
		cmocka_unit_test(test_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
