#include "facts/merge.h"

#include "minitar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define CUDA     "usr/lib/libcuda.so.1"
#define LAYER                 \
	{                     \
		'-', "", NULL \
	}

enum { ITEMS_MAX = 14, WANTS_MAX = 6, LINKS = 30000, CROWD = 1500 };

/* "f0": a file of layer 0; "l1 target"; "d"; "": not there. */
struct want {
	const char *path, *is;
};

struct rule {
	const char *name;
	struct item items[ITEMS_MAX];
	struct want wants[WANTS_MAX];
	size_t gaps;
};

static const struct rule rules[] = {
	{.name = "a later layer's file wins",
         .items = {{'f', CUDA, "a"}, LAYER, {'f', CUDA, "b"}},
         .wants = {{CUDA, "f1"}}},
	{.name = "the last of two in one layer wins",
         .items = {{'f', CUDA, "a"}, {'l', CUDA, "x"}},
         .wants = {{CUDA, "l0 x"}}},
	{.name = "a whiteout takes a lower file",
         .items = {{'f', CUDA, "a"},
                   LAYER,
                   {'f', "usr/lib/.wh.libcuda.so.1", ""}},
         .wants = {{CUDA, ""}, {"usr/lib", "d"}}},
	{.name = "a whiteout takes a lower directory",
         .items = {{'f', CUDA, "a"}, LAYER, {'f', ".wh.usr", ""}},
         .wants = {{CUDA, ""}, {"usr", ""}}},
	{.name = "a whiteout spares its own layer, before and after",
         .items = {{'f', CUDA, "a"},
                   {'f', "usr/lib/.wh.libcuda.so.1", ""},
                   LAYER,
                   {'f', "b/.wh.libcuda.so.1", ""},
                   {'f', "b/libcuda.so.1", "a"}},
         .wants = {{CUDA, "f0"}, {"b/libcuda.so.1", "f1"}}},
	{.name = "a whiteout of a name, not of its prefix",
         .items = {{'f', "a/libcuda.so.10", "a"},
                   LAYER,
                   {'f', "a/.wh.libcuda.so.1", ""}},
         .wants = {{"a/libcuda.so.10", "f0"}}},
	{.name = "a whiteout of a link spares what it points at",
         .items = {{'f', "a/libcuda.so.1", "a"},
                   {'l', "b", "a"},
                   LAYER,
                   {'f', ".wh.b", ""}},
         .wants = {{"a/libcuda.so.1", "f0"}, {"b", ""}}},
	{.name = "whiteouts go through links of the merged tree",
         .items = {{'f', "usr/lib/libcuda.so.1", "a"},
                   {'l', "lib", "usr/lib"},
                   LAYER,
                   {'f', "lib/.wh.libcuda.so.1", ""}},
         .wants = {{CUDA, ""}}},
	{.name = "an opaque directory hides lower children",
         .items = {{'f', CUDA, "a"},
                   {'l', "usr/lib/x", "y"},
                   LAYER,
                   {'d', "usr/lib", NULL},
                   {'f', "usr/lib/.wh..wh..opq", ""}},
         .wants = {{CUDA, ""}, {"usr/lib/x", ""}, {"usr/lib", "d"}}},
	{.name = "an opaque mark applies first, wherever it stands",
         .items = {{'f', "usr/lib/libcuda.so.2", "a"},
                   LAYER,
                   {'f', CUDA, "a"},
                   {'f', "usr/lib/.wh..wh..opq", ""},
                   {'f', "usr/lib/libcudart.so.12", "a"}},
         .wants = {{CUDA, "f1"},
                   {"usr/lib/libcuda.so.2", ""},
                   {"usr/lib/libcudart.so.12", "f1"}}},
	{.name = "an opaque mark goes through a link of the merged tree",
         .items = {{'f', CUDA, "a"},
                   {'l', "lib", "usr/lib"},
                   LAYER,
                   {'f', "lib/.wh..wh..opq", ""}},
         .wants = {{CUDA, ""}, {"lib", "l0 usr/lib"}}},
	{.name = "an opaque directory in place of a link",
         .items = {{'f', CUDA, "a"},
                   {'l', "lib", "usr/lib"},
                   LAYER,
                   {'d', "lib", NULL},
                   {'f', "lib/.wh..wh..opq", ""}},
         .wants = {{CUDA, "f0"}, {"lib", "d"}}},
	{.name = "the root can be opaque",
         .items = {{'f', CUDA, "a"}, LAYER, {'f', ".wh..wh..opq", ""}},
         .wants = {{"usr", ""}}},
	{.name = "a file over a directory removes what is below",
         .items = {{'f', CUDA, "a"}, LAYER, {'f', "usr/lib", "of no interest"}},
         .wants = {{CUDA, ""}, {"usr/lib", ""}}},
	{.name = "a link over a directory removes what is below",
         .items = {{'f', CUDA, "a"}, LAYER, {'l', "usr/lib", "lib64"}},
         .wants = {{CUDA, ""}, {"usr/lib", "l1 lib64"}}},
	{.name = "a directory over a directory keeps what is below",
         .items = {{'f', CUDA, "a"}, LAYER, {'d', "usr/lib", NULL}},
         .wants = {{CUDA, "f0"}}},
	{.name = "a directory over a link replaces it",
         .items = {{'f', "usr/lib/libcuda.so.1", "a"},
                   {'l', "lib", "usr/lib"},
                   LAYER,
                   {'d', "lib", NULL},
                   {'f', "lib/libcuda.so.2", "b"}},
         .wants = {{"lib", "d"},
                   {"lib/libcuda.so.2", "f1"},
                   {"usr/lib/libcuda.so.2", ""}}},
	{.name = "a device over a link replaces it",
         .items = {{'l', "a", "b"}, LAYER, {'c', "a", NULL}},
         .wants = {{"a", ""}}},
	{.name = "parents resolve through links: usrmerge",
         .items = {{'l', "lib", "usr/lib"},
                   LAYER,
                   {'f', "lib/libcuda.so.1", "a"}},
         .wants = {{CUDA, "f1"}, {"lib", "l0 usr/lib"}}},
	{.name = "an absolute link stays in the root",
         .items = {{'l', "usr/local/cuda", "/../../opt/cuda"},
                   LAYER,
                   {'f', "usr/local/cuda/libcudart.so.12", "a"}},
         .wants = {{"opt/cuda/libcudart.so.12", "f1"}}},
	{.name = "a link below a link",
         .items = {{'l', "a", "b"},
                   {'l', "b/c", "../d"},
                   {'f', "a/c/libcuda.so.1", ""}},
         .wants = {{"d/libcuda.so.1", "f0"}, {"b/c", "l0 ../d"}}},
	{.name = "a loop of links holds nothing",
         .items = {{'l', "a", "b"},
                   {'l', "b", "a"},
                   {'f', "a/libcuda.so.1", ""}},
         .wants = {{"a", "l0 b"}},
         .gaps = 1},
	{.name = "a hard link in the same layer",
         .items = {{'f', "a/libcuda.so.1", "a"},
                   {'h', "b/libcuda.so.1", "a/libcuda.so.1"}},
         .wants = {{"b/libcuda.so.1", "f0"}}},
	{.name = "a hard link to a lower layer's file, through a link",
         .items = {{'f', "usr/lib/libcuda.so.1", "a"},
                   {'l', "lib", "usr/lib"},
                   LAYER,
                   {'h', "b/libcuda.so.1", "lib/libcuda.so.1"}},
         .wants = {{"b/libcuda.so.1", "f1"}}},
	{.name = "a hard link to a link is that link",
         .items = {{'l', "a", "x"}, {'h', "libcuda.so.1", "a"}},
         .wants = {{"libcuda.so.1", "l0 x"}}},
	{.name = "a hard link to itself",
         .items = {{'f', CUDA, "a"}, LAYER, {'h', CUDA, CUDA}},
         .wants = {{CUDA, "f0"}}},
	{.name = "a hard link to what no layer kept",
         .items = {{'f', "a", "a"}, {'h', CUDA, "a"}},
         .wants = {{CUDA, "f0"}},
         .gaps = 1},
	{.name = "a file where a parent should be",
         .items = {{'f', "usr/libcuda.so.1", "a"},
                   {'f', "usr/libcuda.so.1/libcuda.so.2", "a"}},
         .wants = {{"usr/libcuda.so.1/libcuda.so.2", "f0"}}},
	{.name = "a whiteout, then the same again",
         .items = {{'f', CUDA, "a"},
                   LAYER,
                   {'f', "usr/lib/.wh.libcuda.so.1", ""},
                   LAYER,
                   {'f', CUDA, "a"}},
         .wants = {{CUDA, "f2"}}},
	{.name = "a replaced link is gone",
         .items = {{'l', "a", "b"}, {'f', "a", ""}},
         .wants = {{"a", ""}}},
	{.name = "a whiteout of what is not there",
         .items = {{'f', CUDA, "a"}, LAYER, {'f', "x/.wh.y", ""}},
         .wants = {{CUDA, "f0"}}},
};

static struct node *here(struct merged *m, const char *path)
{
	return tree_walk(&m->tree, m->tree.root, str_c(path),
	                 &(struct walk){.follow = false});
}

static void describe(const struct node *n, char *out, size_t size)
{
	if (!n)
		out[0] = '\0';
	else if (n->kind == NODE_DIR)
		(void)snprintf(out, size, "d");
	else if (n->kind == NODE_FILE)
		(void)snprintf(out, size, "f%d", (int)n->layer);
	else
		(void)snprintf(out, size, "l%d " STR_F, (int)n->layer,
		               STR_A(n->kept->target));
}

/* The same layers among very many files of no interest. */
static void crowd(const struct item *items, struct item *out)
{
	static char names[CROWD][16];
	size_t n = 0;

	for (size_t i = 0; i == 0 || items[i - 1].type; i++) {
		if (items[i].type && items[i].type != '-') {
			out[n++] = items[i];
			continue;
		}
		for (size_t k = 0; k < CROWD; k++) {
			(void)snprintf(names[k], sizeof names[k], "z%zu", k);
			out[n++] = (struct item){'f', names[k], ""};
		}
		out[n++] = items[i];
	}
}

static void check_rule(const struct rule *r, bool crowded)
{
	static struct item many[ITEMS_MAX * (CROWD + 1)];
	struct mini m;
	struct merged merged;
	char is[100];

	if (crowded)
		crowd(r->items, many);
	mini_read(&m, crowded ? many : r->items);
	mini_merge(&m, &merged);
	for (const struct want *w = r->wants; w->path; w++) {
		describe(here(&merged, w->path), is, sizeof is);
		if (strcmp(is, w->is) != 0)
			fail_msg("%s: %s is '%s'", r->name, w->path, is);
	}
	if (merged.gaps.n != r->gaps)
		fail_msg("%s: %zu gaps", r->name, merged.gaps.n);
	mini_free(&m);
}

static void test_rules(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(rules); i++)
		for (int crowded = 0; crowded < 2; crowded++)
			check_rule(&rules[i], crowded);
}

static const struct item presence_items[] = {
	{'d', "kept", NULL},
	{'f', "kept/file", ""},
	{'d', "whited/below", NULL},
	{'d', "opaqued/below", NULL},
	{'d', "covered/below", NULL},
	{'d', "again", NULL},
	{'d', "of/one/file", NULL},
	LAYER,
	{'f', ".wh.whited", ""},
	{'f', "opaqued/.wh..wh..opq", ""},
	{'f', "covered", ""},
	{'f', ".wh.again", ""},
	LAYER,
	{'d', "again", NULL},
	{0},
};

static const struct {
	const char *path;
	enum presence_kind is;
} presences[] = {
	{"", PRESENT_DIR},
	{"kept", PRESENT_DIR},
	{"kept/file", PRESENT_OTHER},
	{"kept/nothing", PRESENT_NOT},
	{"whited", PRESENT_NOT},
	{"whited/below", PRESENT_NOT},
	{"opaqued", PRESENT_DIR},
	{"opaqued/below", PRESENT_NOT},
	{"covered", PRESENT_OTHER},
	{"covered/below", PRESENT_NOT},
	{"again", PRESENT_DIR},
	{"of/one/file", PRESENT_DIR},
};

static void test_presence(void **state)
{
	struct mini m;
	struct merged merged;

	(void)state;
	mini_read(&m, presence_items);
	mini_merge(&m, &merged);
	for (size_t i = 0; i < COUNT(presences); i++)
		if (merged_presence(&merged, str_c(presences[i].path)) !=
		    presences[i].is)
			fail_msg("%s", presences[i].path);
	mini_free(&m);
}

static void test_hops(void **state)
{
	struct item items[TREE_HOPS_MAX + 3] = {{0}};
	static char names[TREE_HOPS_MAX + 3][16];
	struct walk w;
	struct mini m;
	struct merged merged;

	(void)state;
	for (int i = 0; i < TREE_HOPS_MAX + 2; i++)
		(void)snprintf(names[i], sizeof names[i], "l%d", i);
	for (int i = 0; i < TREE_HOPS_MAX + 1; i++)
		items[i] = (struct item){'l', names[i], names[i + 1]};
	items[TREE_HOPS_MAX + 1] =
		(struct item){'f', "libcuda.so.1",
	                      ""}; /* so that the root has a file */
	mini_read(&m, items);
	mini_merge(&m, &merged);
	w = (struct walk){.follow = true};
	assert_null(tree_walk(&merged.tree, merged.tree.root, STR("l0"), &w));
	assert_true(w.loop);
	w = (struct walk){.follow = true, .locate = true};
	assert_null(tree_walk(&merged.tree, merged.tree.root, STR("l1/x/../y"),
	                      &w));
	assert_false(w.loop);
	assert_string_equal(w.missing.p, "l41/y");
	mini_free(&m);
}

/* When the work is used up, whatever is asked is not found. */
static void test_steps(void **state)
{
	struct item items[] = {{'l', "l0", "a/../l1/.././l1"},
	                       {'l', "l1", "a/../a/.."},
	                       {'f', "a/libcuda.so.1", ""},
	                       {0}};
	struct walk w = {.follow = true};
	struct mini m;
	struct merged merged;

	(void)state;
	mini_read(&m, items);
	mini_merge(&m, &merged);
	merged.tree.steps = 100;
	assert_non_null(tree_find(&merged.tree, STR("l0/a/libcuda.so.1")));
	assert_int_equal(merged.tree.steps, 100 - 3 - 6 - 4 - 4);
	while (tree_find(&merged.tree, STR("l0/a/libcuda.so.1")))
		continue;
	assert_int_equal(merged.tree.steps, 0);
	assert_null(tree_walk(&merged.tree, merged.tree.root, STR("a"), &w));
	mini_free(&m);
}

#define LONG                                      \
	"a-name-of-forty-bytes-of-which-more-of-" \
	"a-name-of-forty-bytes-of-which-more-of-"

/* Long names are more work, and so is to say where a missing one would be. */
static void test_step_bytes(void **state)
{
	struct item items[] = {{'f', LONG "/libcuda.so.1", ""},
	                       {'l', "l", "gone/" LONG "/../x"},
	                       {0}};
	struct walk w = {.locate = true};
	struct mini m;
	struct merged merged;
	struct tree *t = &merged.tree;

	(void)state;
	mini_read(&m, items);
	mini_merge(&m, &merged);
	t->steps = 100;
	assert_non_null(tree_find(t, STR(LONG "/libcuda.so.1")));
	assert_int_equal(t->steps, 100 - 1 - sizeof LONG / 16 - 1);
	assert_null(tree_walk(t, t->root, STR("l/y"), &w));
	assert_true(str_eq(w.missing, STR("gone/x/y")));
	assert_true(t->steps < 100 - 2 * (sizeof LONG / 16));
	t->steps = 3 + sizeof LONG / 16;
	w = (struct walk){.locate = true};
	assert_null(tree_walk(t, t->root, STR("l/y"), &w));
	assert_int_equal(w.missing.n, 0);
	assert_int_equal(t->steps, 0);
	mini_free(&m);
}

/* As many links in one directory, replaced in each of 127 layers. */
static void test_not_quadratic(void **state)
{
	struct arena a = {0}, b = {0};
	struct layer_facts many = {0};
	const struct layer_facts *list[127];
	struct merged merged;

	(void)state;
	for (int i = 0; i < LINKS; i++)
		*arena_push(&a, &many.kept) =
			(struct kept){.path = arena_fmt(&a, "usr/lib/%d", i),
		                      .type = ENTRY_SYMLINK,
		                      .target = STR("x")};
	for (size_t i = 0; i < COUNT(list); i++)
		list[i] = &many;
	merge((struct layer_list){list, COUNT(list)}, &b, &merged);
	assert_int_equal(merged.tree.n, LINKS + 2);
	assert_int_equal(merged.gaps.n, 0);
	assert_true(b.used < 40u << 20);
	assert_true(merged.tree.steps > TREE_STEPS_MAX - 127 * 4 * LINKS);
	arena_free(&a);
	arena_free(&b);
}

/* Who runs out of steps does not say that there is no room. */
static void test_out_of_steps(void **state)
{
	enum { HOPS = 39 };
	struct arena a = {0}, b = {0};
	struct layer_facts many = {0};
	const struct layer_facts *list[127];
	struct merged merged;

	(void)state;
	for (int i = 0; i < HOPS; i++)
		*arena_push(&a, &many.kept) =
			(struct kept){.path = arena_fmt(&a, "l%d", i),
		                      .type = ENTRY_SYMLINK,
		                      .target = arena_fmt(&a, "l%d", i + 1)};
	for (int i = 0; i < LINKS / 2; i++)
		*arena_push(&a, &many.kept) =
			(struct kept){.path = arena_fmt(&a, "l0/%d", i)};
	for (size_t i = 0; i < COUNT(list); i++)
		list[i] = &many;
	merge((struct layer_list){list, COUNT(list)}, &b, &merged);
	assert_int_equal(merged.tree.steps, 0);
	assert_int_equal(merged.gaps.n, 0);
	arena_free(&a);
	arena_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_presence),
		cmocka_unit_test(test_hops),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_step_bytes),
		cmocka_unit_test(test_not_quadratic),
		cmocka_unit_test(test_out_of_steps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
