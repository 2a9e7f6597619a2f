#include "facts/gather.h"

#include "base/path.h"
#include "facts/config.h"

#include <stdlib.h>

enum {
	FINDS_MAX = 20000,
	PATHS_BYTES_MAX = 4 << 20,
};

struct str gather_dir(struct gather *g, struct str path)
{
	struct walk w = {.follow = true, .locate = true};
	struct tree *t = &g->merged.tree;
	struct node *n = tree_walk(t, t->root, path, &w);

	if (n)
		return n->kind == NODE_DIR ? tree_path(n, g->arena) : STR("");
	if (w.loop)
		merged_gap(&g->merged, GROUP_LOADER, path,
		           STR("a loop of symbolic links"));
	if (w.missing.n &&
	    merged_presence(&g->merged, w.missing) == PRESENT_DIR)
		return w.missing;
	return STR("");
}

void gather_full(struct gather *g, enum fact_group group)
{
	if (!g->list_full[group])
		merged_gap(&g->merged, group, STR("image"),
		           STR("too many to list"));
	g->list_full[group] = true;
}

bool gather_room(struct gather *g, size_t n, enum fact_group group)
{
	bool libs = group == GROUP_DRIVER || group == GROUP_RUNTIME;
	size_t max = libs ? FACTS_LIBS_MAX : FACTS_LIST_MAX;

	if (n >= max)
		gather_full(g, group);
	return n < max;
}

bool gather_is_cache(struct str path)
{
	return str_contains(path, STR(".cache/")) ||
	       str_contains(path, STR("/archive-v0/")) ||
	       str_glob(STR("*conda*/pkgs/*"), path) ||
	       str_glob(STR("*mamba*/pkgs/*"), path) ||
	       str_glob(STR("*forge*/pkgs/*"), path);
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

void gather_sort(struct strs *list)
{
	if (list->n)
		qsort(list->v, list->n, sizeof *list->v, by_text);
}

/* What is behind a link, and where. */
static void resolve(struct gather *g, struct found *f)
{
	struct walk w = {.follow = true, .locate = true};
	struct node *n =
		tree_walk(&g->merged.tree, f->node->parent, f->node->name, &w);

	if (n && n->kind == NODE_FILE) {
		f->file = n;
		f->file_path = tree_path(n, g->arena);
		f->said = n->kept->said;
	} else if (w.loop) {
		merged_gap(&g->merged, interest_capture(f->what).group, f->path,
		           STR("a loop of symbolic links"));
	} else if (!n && w.missing.n &&
	           merged_presence(&g->merged, w.missing) == PRESENT_OTHER) {
		f->file_path = w.missing;
	}
}

/* Why the content of f is not known; "" if it is, or does not matter. */
static struct str unread(const struct found *f)
{
	const struct kept *k = f->file ? f->file->kept : NULL;

	if (f->what == INTEREST_RPM_LOG && k && k->size)
		return STR("changes to the rpm database in it are not known");
	if (k && k->gap.n)
		return k->gap;
	if (interest_capture(f->what).max == 0 || f->file_path.n == 0)
		return STR("");
	if (!k)
		return STR("a link to a file that was not read");
	if (!k->said && k->type == ENTRY_FILE)
		return STR("not read under the name that its layer has");
	return STR("");
}

static void look_at(struct gather *g, struct found *f)
{
	struct str why;

	resolve(g, f);
	why = unread(f);
	if (why.n)
		merged_gap(&g->merged, interest_capture(f->what).group, f->path,
		           why);
}

static void add_find(struct gather *g, struct node *n, struct str path,
                     enum interest what)
{
	g->path_bytes += path.n;
	if (g->finds.n >= FINDS_MAX || g->path_bytes > PATHS_BYTES_MAX)
		gather_full(g, GROUP_ALL);
	else
		*arena_push(g->arena, &g->finds) =
			(struct found){.path = arena_str(g->arena, path),
		                       .what = what,
		                       .node = n};
}

static struct node *next_node(struct node *n)
{
	if (n->child)
		return n->child;
	while (n->parent && !n->next)
		n = n->parent;
	return n->next;
}

static int by_path(const void *a, const void *b)
{
	return str_cmp(((const struct found *)a)->path,
	               ((const struct found *)b)->path);
}

/* Device code counts where it is, not under each link to it. */
static enum interest interest_of_node(const struct node *n, struct str path)
{
	if (n->kind == NODE_DIR)
		return INTEREST_NONE;
	if (n->kind == NODE_FILE && n->kept->what == INTEREST_CODE)
		return interest_of_file(path, n->kept->mode);
	return interest_of(path);
}

static void find_all(struct gather *g)
{
	char space[PATH_MAX_BYTES];
	struct node *root = g->merged.tree.root;

	for (struct node *n = next_node(root); n; n = next_node(n)) {
		struct str path = tree_path_in(n, space);
		enum interest what = interest_of_node(n, path);

		if (what)
			add_find(g, n, path, what);
	}
	if (g->finds.n)
		qsort(g->finds.v, g->finds.n, sizeof *g->finds.v, by_path);
	slice_for (struct found, f, g->finds)
		look_at(g, f);
}

static bool is_there(struct gather *g, struct str path)
{
	return tree_find(&g->merged.tree, path) != NULL;
}

static bool has_musl(struct gather *g)
{
	slice_for (struct found, f, g->finds)
		if (str_has_prefix(path_base(f->path), STR("ld-musl-")))
			return true;
	return is_there(g, STR("etc/alpine-release"));
}

static void gather_os(struct gather *g)
{
	static const char *const names[] = {"etc/os-release",
	                                    "usr/lib/os-release"};
	struct os_facts *os = &g->out->os;

	for (size_t i = 0; i < 2; i++) {
		struct node *n = tree_find(&g->merged.tree, str_c(names[i]));

		if (n && n->kind == NODE_FILE && n->kept->said) {
			*os = n->kept->said->os;
			break;
		}
	}
	os->id = arena_str(g->arena, os->id);
	os->version = arena_str(g->arena, os->version);
	os->pretty = arena_str(g->arena, os->pretty);
	os->debian = is_there(g, STR("etc/debian_version"));
	os->musl = has_musl(g);
}

/* The last value of a name is the one that counts: so those are kept. */
static void bound_env(struct gather *g)
{
	struct strs *env = &g->out->config.env;

	if (env->n <= FACTS_LIST_MAX)
		return;
	gather_full(g, GROUP_CONFIG);
	env->v += env->n - FACTS_LIST_MAX;
	env->n = FACTS_LIST_MAX;
}

static void merge_layers(const struct image *img, struct arena *a,
                         struct merged *out)
{
	struct layer_list list = {arena_array(a, const struct layer_facts *,
	                                      img->layers.n),
	                          img->layers.n};

	for (size_t i = 0; i < list.n; i++)
		list.v[i] = img->layers.v[i].facts;
	merge(list, a, out);
	for (size_t i = 0; i < list.n; i++)
		if (!list.v[i])
			merged_gap(out, GROUP_ALL, arena_fmt(a, "layer %zu", i),
			           img->layers.v[i].gap);
}

static void take_layers(const struct image *img, struct arena *a,
                        struct image_facts *out)
{
	out->layers.n = img->layers.n;
	out->layers.v = arena_array(a, struct layer_fact, img->layers.n);
	for (size_t i = 0; i < img->layers.n; i++)
		out->layers.v[i].diff_id =
			arena_str(a, img->layers.v[i].diff_id);
	config_name_layers(&out->config, &out->layers);
}

void facts_of_files(const struct merged *files, struct arena *a,
                    struct image_facts *out)
{
	struct gather g = {.arena = a, .merged = *files, .out = out};

	bound_env(&g);
	find_all(&g);
	gather_prefixes(&g);
	gather_packages(&g);
	gather_driver(&g);
	gather_python(&g);
	gather_runtime(&g);
	gather_conda(&g);
	gather_loader(&g);
	gather_code(&g);
	gather_os(&g);
	if (g.merged.tree.steps == 0)
		merged_gap(&g.merged, GROUP_ALL, STR("image"),
		           STR("too many files or links to look through"));
	out->gaps = g.merged.gaps;
}

int facts_of_image(const struct image *img, struct arena *a,
                   struct image_facts *out, struct err *err)
{
	struct merged files;

	*out = (struct image_facts){.schema = STR(FACTS_SCHEMA),
	                            .digest = arena_str(a, img->digest)};
	if (config_parse(img->config, a, &out->config, err))
		return -1;
	take_layers(img, a, out);
	merge_layers(img, a, &files);
	facts_of_files(&files, a, out);
	gather_sizes(&files.layers, a, out);
	out->code.scanned = true;
	return 0;
}
