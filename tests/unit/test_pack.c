#include "base/pack.h"
#include "base/path.h"
#include "facts/layer_pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static size_t size_of(const struct field *f)
{
	switch (f->type) {
	case F_BOOL:
		return sizeof(bool);
	case F_INT:
		return sizeof(int64_t);
	case F_STR:
		return sizeof(struct str);
	case F_ENUM:
		return sizeof(int);
	case F_OBJECT:
		return f->item->size;
	case F_INTS:
	case F_STRS:
	case F_PAIRS:
	case F_LIST:
		break;
	}
	return sizeof(struct strs);
}

/* What no field covers is padding, in front of what is aligned. */
static void check_covered(const struct schema *sc)
{
	char seen[1024] = {0};

	assert_true(sc->size <= sizeof seen);
	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++) {
		memset(seen + f->off, 1, size_of(f));
		if (f->item)
			check_covered(f->item);
	}
	for (size_t i = 0, run = 0; i <= sc->size; i++) {
		if (i < sc->size && !seen[i]) {
			run++;
			continue;
		}
		if (run && (run > 7 || i % 4))
			fail_msg("%s: a member at %zu is not packed", sc->name,
			         i - run);
		run = 0;
	}
}

/* A new member changes the size: pack it, then say the new size here. */
static void covered(void **state)
{
	(void)state;
	check_covered(&said_schema);
	check_covered(&fact_gap_schema);
	check_covered(&layer_sizes_schema);
	assert_int_equal(sizeof(struct said), 296);
	assert_int_equal(sizeof(struct kept), 96);
	assert_int_equal(sizeof(struct layer_facts), 160);
}

static void numbers(void **state)
{
	static const uint64_t rows[] = {
		0,          1,     127,        128,
		16383,      16384, UINT32_MAX, UINT64_MAX - 1,
		UINT64_MAX,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct buf b = {0};
		struct unpack u;

		pack_uint(&b, rows[i]);
		u = (struct unpack){.rest = buf_str(&b)};
		assert_int_equal(unpack_uint(&u), rows[i]);
		assert_false(u.bad);
		assert_int_equal(u.rest.n, 0);
		u = (struct unpack){.rest = {b.p, b.n - 1}};
		assert_int_equal(unpack_uint(&u), 0);
		assert_true(u.bad);
		buf_free(&b);
	}
}

/* A list that says that it is longer than there is room for. */
static void long_lists(void **state)
{
	static const struct {
		const char *bytes;
		size_t n, left;
		bool bad;
	} rows[] = {
		{"\x02\x01\x01", 3, 100, false},
		{"\x03\x01\x01", 3, 100, true},
		{"\x02\x01\x01", 3, 15, true},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10, SIZE_MAX,
	         true},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct unpack u = {.rest = {rows[i].bytes, rows[i].n},
		                   .arena = &a,
		                   .left = rows[i].left};
		size_t n = 0;
		void *v = unpack_list(&u, 8, &n);

		assert_int_equal(u.bad, rows[i].bad);
		assert_int_equal(v == NULL, rows[i].bad);
		assert_int_equal(n, rows[i].bad ? 0 : 2);
		arena_free(&a);
	}
}

/* Every member of everything, with something in it. */
static struct layer_facts *full_layer(struct arena *a)
{
	static int64_t branches[] = {450, 525}, brands[] = {-1, 7};
	static struct package packages[] = {
		{.name = {"cuda", 4},
	         .version = {"12", 2},
	         .arch = {"amd64", 5}},
		{.name = {"libcuda1", 8}, .path = {"x", 1}, .layer = -3},
	};
	static struct code_target targets[] = {
		{CODE_PTX, 86, VARIANT_ARCH, {"8.4", 3}, 2},
		{CODE_SASS, 90, VARIANT_FAMILY, {NULL, 0}, 1},
	};
	static struct pair owners[] = {{{"libcuda.so", 10}, {"x", 1}}};
	static struct str lines[] = {{"a\0b", 3}, {"", 0}, {"\xff", 1}};
	static const struct said said = {
		.soname = {"libcuda.so.1", 12},
		.note = {true, {"12.4", 4}, {branches, 2}, {brands, 2}},
		.packages = {packages, 2},
		.owners = {owners, 1},
		.lines = {lines, 3},
		.name = {"torch", 5},
		.version = {"2.4.1", 5},
		.cuda = {"12.1", 4},
		.hip = {"6.0", 3},
		.no_cuda = true,
		.os = {{"debian", 6}, {"12", 2}, {"Debian", 6}, true, true},
		.code = {{targets, 2}, 3},
		.cut = true,
		.gap = {"unread", 6},
	};
	static struct kept kept[] = {
		{.path = {"usr/lib/libcuda.so.1", 20},
	         .type = ENTRY_SYMLINK,
	         .target = {"../x", 4},
	         .order = 7},
		{.path = {"a/b", 3},
	         .type = ENTRY_HARDLINK,
	         .what = INTEREST_MARK,
	         .target = {"c/d", 3}},
		{.path = {"usr/lib/libcuda.so.12", 21},
	         .type = ENTRY_FILE,
	         .what = INTEREST_LIBCUDA,
	         .mode = 04755,
	         .size = UINT64_MAX,
	         .order = 300,
	         .said = &said,
	         .gap = {"too large", 9},
	         .replaced = true},
	};
	static struct str whiteouts[] = {{"gone", 4}}, opaque[] = {{"", 0}};
	static uint64_t others[] = {2, 5, UINT64_MAX}, hidden[] = {4, 7};
	static struct gap gaps[] = {{GROUP_ALL, {"", 0}, {"why", 3}}};
	struct layer_facts *l = arena_new(a, struct layer_facts);

	*l = (struct layer_facts){.seed = 1,
	                          .kept = {kept, 3},
	                          .whiteouts = {whiteouts, 1},
	                          .opaque = {opaque, 1},
	                          .others = {others, 3},
	                          .hidden = {hidden, 2},
	                          .gaps = {gaps, 1}};
	return l;
}

static void same_said(const struct said *a, const struct said *b)
{
	struct buf x = {0}, y = {0};

	assert_int_equal(a == NULL, b == NULL);
	if (!a)
		return;
	/* Through JSON, which does not go through pack.c. */
	record_write(&said_schema, a, &x);
	record_write(&said_schema, b, &y);
	assert_string_equal(x.p, y.p);
	buf_free(&x);
	buf_free(&y);
}

static void same_strs(struct strs a, struct strs b)
{
	assert_int_equal(a.n, b.n);
	for (size_t i = 0; i < a.n; i++)
		assert_true(str_eq(a.v[i], b.v[i]));
}

static void same_keys(struct pathkeys a, struct pathkeys b)
{
	assert_int_equal(a.n, b.n);
	assert_memory_equal(a.v, b.v, a.n * sizeof *a.v);
}

static void same_kept(const struct kept *a, const struct kept *b)
{
	assert_true(str_eq(a->path, b->path));
	assert_int_equal(a->type, b->type);
	assert_int_equal(a->what, b->what);
	assert_true(str_eq(a->target, b->target));
	assert_int_equal(a->mode, b->mode);
	assert_int_equal(a->size, b->size);
	assert_int_equal(a->order, b->order);
	assert_true(str_eq(a->gap, b->gap));
	assert_int_equal(a->replaced, b->replaced);
	same_said(a->said, b->said);
}

static void layers(void **state)
{
	struct arena a = {0};
	const struct layer_facts *l = full_layer(&a), *back;
	struct buf b = {0};

	(void)state;
	layer_pack(l, &b);
	back = layer_unpack(buf_str(&b), &a);
	assert_non_null(back);
	assert_int_equal(back->seed, l->seed);
	assert_int_equal(back->kept.n, l->kept.n);
	for (size_t i = 0; i < l->kept.n; i++)
		same_kept(&back->kept.v[i], &l->kept.v[i]);
	same_strs(back->whiteouts, l->whiteouts);
	same_strs(back->opaque, l->opaque);
	same_keys(back->others, l->others);
	same_keys(back->hidden, l->hidden);
	assert_int_equal(back->gaps.n, 1);
	assert_int_equal(back->gaps.v[0].group, GROUP_ALL);
	assert_true(str_eq(back->gaps.v[0].reason, STR("why")));
	for (size_t n = 0; n < b.n; n++)
		assert_null(layer_unpack((struct str){b.p, n}, &a));
	buf_addc(&b, 0, 1);
	assert_null(layer_unpack(buf_str(&b), &a));
	buf_free(&b);
	arena_free(&a);
}

static void break_path(struct layer_facts *l)
{
	l->kept.v[0].path = STR("../x");
}

static void break_link(struct layer_facts *l)
{
	l->kept.v[1].target = STR("/c");
}

static void break_what(struct layer_facts *l)
{
	l->kept.v[0].what = INTEREST_N;
}

static void break_type(struct layer_facts *l)
{
	l->kept.v[0].type = (enum entry_type)(ENTRY_OTHER + 1);
}

static void break_opaque(struct layer_facts *l)
{
	l->opaque.v[0] = STR("a//b");
}

static void break_order(struct layer_facts *l)
{
	l->others.v[1] = l->others.v[0];
}

static void break_group(struct layer_facts *l)
{
	l->gaps.v[0].group = GROUP_N;
}

static void break_size(struct layer_facts *l)
{
	static char big[PATH_MAX_BYTES + 1];

	memset(big, 'a', sizeof big);
	l->kept.v[0].target = (struct str){big, sizeof big};
}

/* A deep copy: what is broken stays broken otherwise. */
static void refused(void **state)
{
	static void (*const rows[])(struct layer_facts *) = {
		break_path,   break_link,  break_what,  break_type,
		break_opaque, break_order, break_group, break_size,
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct buf good = {0}, bad = {0};
		struct layer_facts *l;

		layer_pack(full_layer(&a), &good);
		l = layer_unpack(buf_str(&good), &a);
		assert_non_null(l);
		rows[i](l);
		layer_pack(l, &bad);
		assert_null(layer_unpack(buf_str(&bad), &a));
		buf_free(&good);
		buf_free(&bad);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(covered),    cmocka_unit_test(numbers),
		cmocka_unit_test(long_lists), cmocka_unit_test(layers),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
