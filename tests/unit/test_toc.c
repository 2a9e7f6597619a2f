/* Tables of contents: a blob is made by hand, zstd frames of raw blocks
 * (RFC 8878, 3.1.1) for files and table. */
#include "registry/toc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void add_frame(struct buf *b, struct str bytes)
{
	unsigned block = (unsigned)bytes.n << 3 | 1; /* raw, the last */
	unsigned char head[12] = {0x28, 0xb5, 0x2f, 0xfd, 0xa0};

	for (int i = 0; i < 4; i++)
		head[5 + i] = (unsigned char)(bytes.n >> 8 * i);
	for (int i = 0; i < 3; i++)
		head[9 + i] = (unsigned char)(block >> 8 * i);
	buf_add(b, (struct str){(char *)head, sizeof head});
	buf_add(b, bytes);
}

/* A blob with files in two frames, and its table behind them. */
struct made {
	struct buf blob;
	struct toc_where where;
	struct digest toc;
	size_t gets;
};

enum { HELLO = 0, WORLD = 12 + 6, END = WORLD + 12 + 5 };

static int get(void *ctx, uint64_t from, uint64_t n, struct buf *out,
               struct err *err)
{
	struct made *m = ctx;

	m->gets++;
	if (from > m->blob.n || n > m->blob.n - from)
		return err_set(err, ERR_FORMAT, "out of the blob");
	buf_add(out, (struct str){m->blob.p + from, n});
	return 0;
}

static void make(struct made *m, const char *entries)
{
	struct buf json = {0};

	*m = (struct made){0};
	add_frame(&m->blob, STR("hello "));
	add_frame(&m->blob, STR("world"));
	assert_int_equal(m->blob.n, END);
	buf_printf(&json,
	           "{\"x\": [{}, \"entries\"], \"version\": 1, "
	           "\"entries\": [%s], \"y\": {\"entries\": [{}]}}",
	           entries);
	add_frame(&m->blob, buf_str(&json));
	m->toc = sha256_of(str_from(buf_str(&m->blob), END));
	m->where = (struct toc_where){
		.kind = TOC_ZSTD,
		.digest = digest_str(&m->toc),
		.blob_size = m->blob.n,
		.offset = END,
		.size = m->blob.n - END,
	};
	buf_free(&json);
}

/* Of the files' bytes, as two chunks and as one. */
struct sums {
	struct digest hello, world, both;
};

static struct sums sums(void)
{
	return (struct sums){sha256_of(STR("hello ")), sha256_of(STR("world")),
	                     sha256_of(STR("hello world"))};
}

static struct buf two_chunks(void)
{
	struct sums s = sums();
	struct buf b = {0};

	buf_printf(&b,
	           "{\"type\":\"dir\",\"name\":\"d/\",\"mode\":493},"
	           "{\"type\":\"reg\",\"name\":\"d/f\",\"size\":11,\"offset\":"
	           "%d,\"endOffset\":%d,\"chunkSize\":6,\"chunkDigest\":"
	           "\"%s\"},"
	           "{\"type\":\"chunk\",\"name\":\"d/f\",\"offset\":%d,"
	           "\"endOffset\":%d,\"chunkOffset\":6,\"chunkSize\":5,"
	           "\"chunkDigest\":\"%s\"},"
	           "{\"type\":\"symlink\",\"name\":\"l\\u0022\",\"linkName\":"
	           "\"d/f\"},"
	           "{\"type\":\"reg\",\"name\":\"z\",\"size\":3,\"chunkType\":"
	           "\"zeros\"},"
	           "{\"type\":\"reg\",\"name\":\"empty\"},"
	           "{\"type\":\"hardlink\",\"name\":\"h\",\"linkName\":\"z\"},"
	           "{\"type\":\"fifo\",\"name\":\"p\"}",
	           HELLO, WORLD, s.hello.text, WORLD, END, s.world.text);
	return b;
}

/* "name>target=content;" of each entry. */
static int walk(struct made *m, bool files, bool whole, struct buf *out,
                struct err *err)
{
	struct toc_blob blob = {m, get};
	struct toc *t = toc_open(&m->where, &blob, files, 100, err);
	struct entry e;
	int rc = t ? 1 : -1;

	while (rc > 0 && (rc = tar_next(toc_tar(t), &e, err)) > 0) {
		buf_printf(out, "%d " STR_F, e.type, STR_A(e.name));
		if (e.target.n)
			buf_printf(out, ">" STR_F, STR_A(e.target));
		buf_printf(out, "=");
		if ((whole || e.size > 3) &&
		    tar_read(toc_tar(t), whole ? e.size : 1, out, err))
			rc = -1;
		buf_addc(out, ';', 1);
	}
	toc_close(t);
	return rc;
}

static void expect(const char *entries, bool files, bool whole,
                   const char *want)
{
	struct buf got = {0};
	struct err err = {0};
	struct made m;

	make(&m, entries);
	if (walk(&m, files, whole, &got, &err))
		fail_msg("%s: %s", entries, err.msg);
	assert_true(str_eq(buf_str(&got), str_c(want)));
	if (!files)
		assert_int_equal(m.gets, 1);
	buf_free(&m.blob);
	buf_free(&got);
}

static void test_walk(void **state)
{
	struct buf json = two_chunks();

	(void)state;
	expect(json.p, true, false,
	       "1 d/=;0 d/f=h;2 l\">d/f=;0 z=;0 empty=;3 h>z=;4 p=;");
	expect(json.p, false, true,
	       "1 d/=;0 d/f=;2 l\">d/f=;0 z=;0 empty=;3 h>z=;4 p=;");
	expect("", true, true, "");
	buf_free(&json);
}

static void test_content(void **state)
{
	struct buf json = two_chunks(), got = {0};
	struct err err = {0};
	struct made m;

	(void)state;
	make(&m, json.p);
	assert_int_equal(walk(&m, true, true, &got, &err), 0);
	assert_true(str_contains(buf_str(&got), STR("d/f=hello world;")));
	assert_true(str_contains(buf_str(&got), (struct str){"z=\0\0\0;", 6}));
	buf_free(&m.blob);
	buf_free(&json);
	buf_free(&got);
}

/* %s of text is replaced by the digest of "hello ". */
static const struct {
	const char *entries;
	enum err_kind kind;
	const char *why;
} bad[] = {
	{"{\"type\":\"reg\"}", ERR_FORMAT, "missing key 'name'"},
	{"{\"name\":1,\"type\":\"reg\"}", ERR_FORMAT, "want a string"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":-1}", ERR_FORMAT,
         "negative"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":6,\"endOffset\":18}",
         ERR_FORMAT, "without a digest"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":5,\"endOffset\":18,"
         "\"digest\":\"%s\"}",
         ERR_DIGEST, "digest mismatch"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":7,\"endOffset\":18,"
         "\"digest\":\"%s\"}",
         ERR_FORMAT, "more bytes than there are"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":6,\"offset\":99999,"
         "\"endOffset\":100000,\"digest\":\"%s\"}",
         ERR_FORMAT, ""},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":6,\"offset\":"
         "9223372036854775807,\"digest\":\"%s\"}",
         ERR_FORMAT, ""},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":6,\"offset\":1,"
         "\"endOffset\":18,\"digest\":\"%s\"}",
         ERR_FORMAT, ""},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":6,\"offset\":18,"
         "\"endOffset\":17,\"digest\":\"%s\"}",
         ERR_FORMAT, "ends before"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":12,\"chunkSize\":6,"
         "\"endOffset\":18,\"chunkDigest\":\"%s\"}",
         ERR_FORMAT, "a chunk is missing"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":12,\"chunkSize\":6,"
         "\"endOffset\":18,\"chunkDigest\":\"%s\"},"
         "{\"name\":\"a\",\"type\":\"chunk\",\"chunkOffset\":5}",
         ERR_FORMAT, "do not join"},
	{"{\"name\":\"a\",\"type\":\"reg\",\"size\":5,\"chunkSize\":6,"
         "\"endOffset\":18,\"chunkDigest\":\"%s\"}",
         ERR_FORMAT, "do not join"},
};

static void test_bad(void **state)
{
	struct sums s = sums();

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct buf json = {0}, got = {0};
		struct err err = {0};
		struct made m;
		const char *at = strstr(bad[i].entries, "%s");

		if (at)
			buf_printf(&json, "%.*s%s%s",
			           (int)(at - bad[i].entries), bad[i].entries,
			           s.hello.text, at + 2);
		else
			buf_add(&json, str_c(bad[i].entries));
		make(&m, json.p);
		if (walk(&m, true, true, &got, &err) == 0)
			fail_msg("%s: taken", bad[i].entries);
		if (err.kind != bad[i].kind || !strstr(err.msg, bad[i].why))
			fail_msg("%s: %s", bad[i].entries, err.msg);
		buf_free(&m.blob);
		buf_free(&json);
		buf_free(&got);
	}
}

/* What is read in part is checked as well. */
static void test_part_of_chunk(void **state)
{
	struct buf json = two_chunks(), got = {0};
	struct err err = {0};
	struct made m;

	(void)state;
	make(&m, json.p);
	m.blob.p[12 + 5] ^= 1; /* the last byte of "hello " */
	assert_int_equal(walk(&m, true, false, &got, &err), -1);
	assert_int_equal(err.kind, ERR_DIGEST);
	buf_free(&m.blob);
	buf_free(&json);
	buf_free(&got);
}

static void test_table(void **state)
{
	struct buf json = two_chunks(), got = {0};
	struct err err = {0};
	struct made m;

	(void)state;
	make(&m, json.p);
	m.blob.p[END + 40] ^= 1;
	assert_int_equal(walk(&m, true, true, &got, &err), -1);
	assert_int_equal(err.kind, ERR_DIGEST);
	assert_int_equal(got.n, 0);
	m.where.offset = m.blob.n + 1;
	assert_int_equal(walk(&m, true, true, &got, &err), -1);
	assert_int_equal(err.kind, ERR_FORMAT);
	buf_free(&m.blob);
	buf_free(&json);
}

static void test_limit(void **state)
{
	struct buf json = {0}, got = {0};
	struct err err = {0};
	struct made m;

	(void)state;
	for (int i = 0; i < 101; i++)
		buf_printf(&json, "%s{\"type\":\"dir\",\"name\":\"%d\"}",
		           i ? "," : "", i);
	make(&m, json.p);
	assert_int_equal(walk(&m, true, true, &got, &err), -1);
	assert_int_equal(err.kind, ERR_LIMIT);
	buf_free(&m.blob);
	buf_free(&json);
	buf_free(&got);
}

static void test_footer(void **state)
{
	char footer[ESTARGZ_FOOTER] =
		"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x1a\0SG\x16\0"
		"00000000000000ffSTARGZ\x01\0\0\xff\xff\0\0\0\0\0\0\0";
	struct str s = {footer, sizeof footer};
	struct err err = {0};
	uint64_t offset;

	(void)state;
	assert_int_equal(toc_footer(s, &offset, &err), 0);
	assert_int_equal(offset, 255);
	footer[20] = 'G';
	assert_int_equal(toc_footer(s, &offset, &err), -1);
	footer[20] = '0';
	footer[32] = 's';
	assert_int_equal(toc_footer(s, &offset, &err), -1);
	s.n--;
	assert_int_equal(toc_footer(s, &offset, &err), -1);
}

static struct toc_where found(struct pair *annotations, size_t n)
{
	struct descriptor d = {.size = 1000, .annotations = {annotations, n}};
	struct toc_where w;

	toc_find(&d, &w);
	return w;
}

#define SUM       \
	"sha256:" \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static void test_find(void **state)
{
	struct pair zstd[] = {
		{STR("io.github.containers.zstd-chunked.manifest-checksum"),
	         STR(SUM)},
		{STR("io.github.containers.zstd-chunked.manifest-position"),
	         STR("100:20:30:1")},
	};
	struct pair old[] = {
		{STR("io.containers.zstd-chunked.manifest-checksum"), STR(SUM)},
		{STR("io.containers.zstd-chunked.manifest-position"),
	         STR("100:20:30:1")},
	};
	struct pair estargz[] = {
		{STR("containerd.io/snapshot/stargz/toc.digest"), STR(SUM)},
	};

	(void)state;
	assert_int_equal(found(zstd, 2).kind, TOC_ZSTD);
	assert_int_equal(found(zstd, 2).offset, 100);
	assert_int_equal(found(zstd, 2).size, 20);
	assert_int_equal(found(old, 2).kind, TOC_ZSTD);
	assert_int_equal(found(estargz, 1).kind, TOC_ESTARGZ);
	assert_int_equal(found(zstd, 1).kind, TOC_NONE);
	assert_int_equal(found(NULL, 0).kind, TOC_NONE);
	zstd[1].value = STR("100:20:30:2");
	assert_int_equal(found(zstd, 2).kind, TOC_NONE);
	zstd[1].value = STR("100:99999999:30:1");
	assert_int_equal(found(zstd, 2).kind, TOC_NONE);
	estargz[0].value = STR("sha256:1");
	assert_int_equal(found(estargz, 1).kind, TOC_NONE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_walk),
		cmocka_unit_test(test_content),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_part_of_chunk),
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_footer),
		cmocka_unit_test(test_find),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
