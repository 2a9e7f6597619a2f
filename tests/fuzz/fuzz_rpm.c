/*
 * A database of rpm, by what its first bytes say; then the same bytes as if
 * they were of each format, and as a header.  What is said is bounded, and the
 * same twice.
 */
#include "facts/rpm.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct said *s)
{
	assert(s->packages.n <= SAID_LIST_MAX && s->owners.n <= SAID_LIST_MAX);
	slice_for (struct package, p, s->packages)
		assert(interest_package(p->name) && p->version.n);
	slice_for (struct pair, p, s->owners)
		assert(p->key.n && interest_package(p->value));
}

static struct said whole(struct str bytes, struct arena *a)
{
	struct said said = {0};
	struct buf copy = {0};

	buf_add(&copy, bytes);
	extract_rpm(&copy, a, &said);
	buf_free(&copy);
	check(&said);
	return said;
}

static void header(struct str bytes, struct arena *a)
{
	struct said said = {0};
	struct rpm r = {.arena = a, .said = &said, .left = bytes.n};

	if (!rpm_take(&r, bytes))
		assert(said.packages.n == 0);
	check(&said);
}

static void formats(struct str bytes, struct arena *a)
{
	struct said said = {0};
	struct rpm r = {.arena = a, .said = &said, .left = bytes.n};

	(void)rpm_read_ndb(&r, bytes);
	(void)rpm_read_bdb(&r, bytes);
	check(&said);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = {(const char *)data, size};
	struct arena a = {0};
	struct said one = whole(bytes, &a), two = whole(bytes, &a);

	assert(one.packages.n == two.packages.n && str_eq(one.gap, two.gap));
	formats(bytes, &a);
	header(bytes, &a);
	arena_free(&a);
	return 0;
}
