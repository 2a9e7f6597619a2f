#include "mkimage.h"

#include "image/platform.h"

#include <fcntl.h>
#include <sys/stat.h>

static void manifest_first(struct world *w)
{
	struct str one = layer(w, "one");
	struct str cfg = config(w, "amd64", digest(w, one), NULL);

	docker_manifest(w, arena_fmt(&w->a, "%s.json", hex(w, cfg)).p, "l.tgz",
	                NULL);
	put(w, "l.tgz", gzip(w, one));
	(void)config_file(w, cfg);
}

static void multi_no_layer(struct world *w)
{
	two_platforms(w, false, true);
}

static void multi_no_manifest(struct world *w)
{
	two_platforms(w, false, false);
}

static void loose_end(struct world *w)
{
	docker25(w);
	put(w, "blobs/sha256/unused", gzip(w, STR("no tar")));
	put(w, "oci-layout", STR("{\"imageLayoutVersion\":\"1.0.0\"}"));
}

/* podman save -m */
static void two_images(struct world *w)
{
	struct str one = layer(w, "one"), two = layer(w, "two");
	struct str c1 = config(w, "amd64", digest(w, one), NULL);
	struct str c2 = config(w, "amd64", digest(w, one), digest(w, two));

	put(w, "one.tar", one);
	put(w, "two.tar", two);
	put(w, "c1", c1);
	put(w, "c2", c2);
	put(w, "manifest.json",
	    STR("[{\"Config\":\"c1\",\"RepoTags\":[\"a:1\",\"a:2\"],"
	        "\"Layers\":[\"one.tar\"]},"
	        "{\"Config\":\"c2\",\"RepoTags\":null,"
	        "\"Layers\":[\"one.tar\",\"two.tar\"]},"
	        "{\"Config\":\"./c1\",\"RepoTags\":[\"a:3\"],"
	        "\"Layers\":[\"one.tar\"]}]"));
}

static void foreign(struct world *w)
{
	of_type(w, OCI "config.v1+json",
	        OCI "layer.nondistributable.v1.tar+gzip", STR(""));
}

static void squashfs(struct world *w)
{
	of_type(w, OCI "config.v1+json", "x", STR("hsqs and more"));
}

static void shapes(void **state)
{
	static const struct row rows[] = {
		{"docker 24", docker24, NULL, 0,
	         "docker-archive |  linux/amd64 [one,] [one,]"},
		{"manifest first", manifest_first, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"docker 25", docker25, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"oci-archive", oci_gzip, NULL, 0,
	         "oci-archive |  linux/amd64 [one,]"},
		{"gzip around it", outer_gzip, NULL, 0,
	         "oci-archive |  linux/amd64 [one,]"},
		{"two images", two_images, NULL, 0,
	         "docker-archive | a:1 linux/amd64 [one,]"
	         " | @1 linux/amd64 [one,] [two,]"},
		{"junk beside it", loose_end, NULL, 0,
	         "docker-archive |  linux/amd64 [one,]"},
		{"encrypted", encrypted, NULL, 0,
	         "oci-archive |  linux/amd64 [encrypted]"},
		{"foreign", foreign, NULL, 0,
	         "oci-archive |  linux/amd64 "
	         "[foreign: its bytes are elsewhere]"},
		{"squashfs", squashfs, NULL, 0,
	         "oci-archive |  linux/amd64 "
	         "[not a tar archive but a squashfs image]"},
	};

	(void)state;
	RUN(rows);
}

static void platforms(void **state)
{
#define AMD " |  linux/amd64 [one,]"
#define ARM " |  linux/arm64 [two,]"
	static const struct row rows[] = {
		{"all", multi, NULL, 0, "oci-archive" AMD ARM},
		{"amd64", multi, "linux/amd64", 0,
	         "oci-archive" AMD " offered linux/arm64"},
		{"arm64", multi, "linux/arm64", 0,
	         "oci-archive" ARM " offered linux/amd64"},
		{"neither", multi, "linux/s390x", 0,
	         "oci-archive offered linux/amd64 offered linux/arm64"},
		{"only one", oci_gzip, "linux/arm64", 0,
	         "oci-archive |  linux/amd64 [one,] offered linux/amd64"},
		{"no arm64 layer", multi_no_layer, NULL, 0,
	         "oci-archive" AMD " absent linux/arm64"},
		{"no arm64 manifest", multi_no_manifest, NULL, 0,
	         "oci-archive" AMD " absent linux/arm64"},
		{"not wanted, not there", multi_no_layer, "linux/amd64", 0,
	         "oci-archive" AMD " offered linux/arm64"},
		{"the other is all there is", multi_no_layer, "linux/arm64",
	         ERR_NOT_FOUND, "is missing"},
	};

	(void)state;
	RUN(rows);
}

static void verified(void **state)
{
	static const struct {
		void (*make)(struct world *);
		bool stream, verify, want;
	} rows[] = {
		{docker25, false, false, false}, {docker25, false, true, true},
		{docker25, true, false, true},   {oci_gzip, false, false, true},
		{encrypted, true, true, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct world w = world_new(rows[i].make);

		w.o.verify = rows[i].verify;
		(void)read_as(&w, rows[i].stream);
		assert_int_equal(w.found.n, 1);
		assert_int_equal(w.found.v[0].layers.v[0].verified,
		                 rows[i].want);
		world_free(&w);
	}
}

static void unpack_to(const struct world *w, int dir)
{
	assert_int_equal(mkdirat(dir, "blobs", 0700), 0);
	assert_int_equal(mkdirat(dir, "blobs/sha256", 0700), 0);
	for (size_t at = 0; w->tar.p[at];) {
		const char *h = w->tar.p + at;
		size_t size = strtoul(h + 124, NULL, 8);
		int fd = openat(dir, h, O_CREAT | O_WRONLY, 0600);

		assert_true(fd >= 0);
		assert_int_equal(write(fd, h + 512, size), size);
		close(fd);
		at += 512 + (size + 511) / 512 * 512;
	}
}

static void remove_from(const struct world *w, int dir)
{
	for (size_t at = 0; w->tar.p[at];) {
		const char *h = w->tar.p + at;
		size_t size = strtoul(h + 124, NULL, 8);

		(void)unlinkat(dir, h, 0);
		at += 512 + (size + 511) / 512 * 512;
	}
	(void)unlinkat(dir, "blobs/sha256", AT_REMOVEDIR);
	(void)unlinkat(dir, "blobs", AT_REMOVEDIR);
}

static void directories(void **state)
{
	char path[] = "/tmp/test_image.XXXXXX";
	struct world w = world_new(oci_gzip);
	struct layer_reader reader = {&w.a, names_of};
	int dir;

	(void)state;
	assert_non_null(mkdtemp(path));
	dir = open(path, O_RDONLY | O_DIRECTORY);
	w.o.path = str_c(path);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), -1);
	assert_non_null(strstr(w.err.msg, "without index.json"));
	unpack_to(&w, dir);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), 0);
	assert_string_equal(summary(&w), "oci |  linux/amd64 [one,]");
	assert_true(w.found.bytes_read > 0);
	remove_from(&w, dir);
	close(dir);
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(image_read(&w.o, &reader, &w.a, &w.found, &w.err), -1);
	assert_int_equal(w.err.kind, ERR_NOT_FOUND);
	world_free(&w);
}

static void platform_rules(void **state)
{
	static const struct {
		const char *wanted, *image;
		bool want;
	} rows[] = {
		{"linux/amd64", "linux/amd64", true},
		{"linux/amd64", "linux/arm64", false},
		{"linux/amd64", "windows/amd64", false},
		{"linux/arm64", "linux/arm64/v8", true},
		{"linux/arm64/v8", "linux/arm64", true},
		{"linux/arm64/v8", "linux/arm64/v9", true},
		{"linux/amd64", "linux/amd64/v3", true},
		{"linux/amd64/v2", "linux/amd64/v3", false},
		{"linux/amd64/v3", "linux/amd64/v2", true},
		{"linux/amd64/v3", "linux/amd64", true},
		{"linux/arm/v7", "linux/arm/v6", false},
		{"linux/amd64", "", true},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		assert_int_equal(platform_matches(str_c(rows[i].wanted),
		                                  str_c(rows[i].image)),
		                 rows[i].want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(shapes),         cmocka_unit_test(platforms),
		cmocka_unit_test(verified),       cmocka_unit_test(directories),
		cmocka_unit_test(platform_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
