/*
 * What the fuzzers do to a tar leaves one: most changes can be read to the end,
 * data that its name has the digest of still has that digest, and who names it
 * follows.
 */
#include "../fuzz/tar_mutator.c"
#include "image/tar.h"
#include "mktar.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { SEEDS = 4000, ROOM = 16 << 10 };

/* One byte changed, or one more. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
{
	static unsigned random;
	size_t at;

	assert_true(max > 0);
	random = random * 1664525U + 1013904223U;
	at = (random >> 8) % (size + 1);
	if (at < size && random >> 31) {
		data[at] ^= (uint8_t)(1U << (random >> 28 & 7));
	} else if (size < max) {
		memmove(data + at + 1, data + at, size - at);
		data[at] = (uint8_t)(random >> 16);
		size++;
	}
	return size;
}

/* What one archive says, and whether it could be read. */
struct seen {
	int rc;
	bool whole;    /* names of blobs are their digests */
	bool followed; /* the index has the blob's name */
	bool other;    /* there is something that was not there before */
};

static struct seen read_all(struct str bytes)
{
	struct stream *s = stream_of_bytes(bytes);
	struct tar *t = tar_open(s, 0);
	struct seen seen = {.whole = true};
	struct digest blob = {{0}};
	struct entry e;
	struct err err = {0};

	while ((seen.rc = tar_next(t, &e, &err)) > 0) {
		struct buf b = {.max = ROOM};
		struct digest sum;

		if (e.type == ENTRY_FILE && tar_read(t, ROOM, &b, &err) == 0) {
			sum = sha256_of(buf_str(&b));
			if (str_contains(e.name, STR("blobs/"))) {
				seen.whole &=
					str_contains(e.name,
				                     str_c(sum.text + HEX_AT));
				blob = sum;
			} else if (blob.text[0]) {
				seen.followed |=
					str_contains(buf_str(&b),
				                     str_c(blob.text + HEX_AT));
			}
		}
		buf_free(&b);
	}
	tar_close(t);
	stream_close(s);
	return seen;
}

static void archive(struct buf *b)
{
	struct str text = STR("{\"architecture\": \"amd64\"}");
	struct digest sum = sha256_of(text);
	struct buf name = {0}, index = {0};

	buf_printf(&name, "blobs/sha256/%s", sum.text + HEX_AT);
	buf_printf(&index, "{\"digest\": \"%s\"}", sum.text);
	buf_addc(&name, '\0', 1);
	mktar_file(b, name.p, text);
	mktar_other(b, "dir", '5', "");
	mktar_file(b, "index.json", buf_str(&index));
	mktar_end(b);
	buf_free(&name);
	buf_free(&index);
}

static void stays_a_tar(void **state)
{
	struct buf b = {0};
	uint8_t copy[ROOM];
	int read = 0, whole = 0, followed = 0, other = 0;

	(void)state;
	archive(&b);
	for (unsigned seed = 0; seed < SEEDS; seed++) {
		struct seen seen;
		size_t n;

		memcpy(copy, b.p, b.n);
		n = tar_mutate(copy, b.n, ROOM, seed * 2654435761U);
		assert_true(n <= ROOM);
		seen = read_all((struct str){(char *)copy, n});
		read += seen.rc == 0;
		whole += seen.whole;
		followed += seen.followed;
		other += n != b.n || memcmp(copy, b.p, n) != 0;
	}
	assert_true(read > SEEDS * 7 / 10);
	assert_true(whole > SEEDS * 7 / 10);
	assert_true(followed > SEEDS * 6 / 10);
	assert_true(other > SEEDS * 8 / 10);
	buf_free(&b);
}

/* An exact piece, so that a byte too many is seen. */
static void keeps_within(const char *p, size_t n, size_t max)
{
	uint8_t *piece = malloc(max ? max : 1);

	assert_non_null(piece);
	for (unsigned seed = 0; seed < 200; seed++) {
		memcpy(piece, p, n);
		assert_true(tar_mutate(piece, n, max, seed * 2654435761U) <=
		            max);
	}
	free(piece);
}

static void keeps_within_max(void **state)
{
	struct buf b = {0};

	(void)state;
	archive(&b);
	for (size_t n = 0; n <= b.n; n += 64) {
		for (size_t more = 0; more < 8; more += 7)
			keeps_within(b.p, n, n + more);
	}
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(stays_a_tar),
		cmocka_unit_test(keeps_within_max),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
