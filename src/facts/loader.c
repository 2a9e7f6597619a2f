#include "facts/gather.h"

#include "base/path.h"

enum {
	INCLUDE_DEPTH_MAX = 10, /* glibc elf/ldconfig.c, parse_conf() */
	CONF_FILES_MAX = 1000,
	INCLUDES_MAX = 100,
	NAME_BYTES_MAX = 255, /* limits.h NAME_MAX */
};

/* One conf file that is being read. */
struct conf {
	struct str path;
	int64_t layer;
	int depth;
};

static void read_file(struct gather *g, struct node *name, int depth);

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static void add_dir(struct gather *g, struct loader_dirs *to,
                    struct loader_dir d)
{
	struct str path, type;

	if (to->n >= FACTS_LIBS_MAX) {
		gather_full(g, GROUP_LOADER);
		return;
	}
	(void)str_cut(d.dir, '=', &path, &type); /* "/lib=libc6" */
	path = str_trim(path);
	d.dir = arena_str(g->arena, d.dir);
	if (path.n && path.p[0] == '/')
		d.resolved = gather_dir(g, path);
	*arena_push(g->arena, to) = d;
}

static void not_followed(struct gather *g, const struct conf *c,
                         struct str pattern)
{
	merged_gap(&g->merged, GROUP_LOADER, c->path,
	           arena_fmt(g->arena, "include " STR_F " was not followed",
	                     STR_A(pattern)));
}

static bool has_glob(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '*' || s.p[i] == '?' || s.p[i] == '[')
			return true;
	return false;
}

static struct strs matches(struct gather *g, const struct node *dir,
                           struct str pattern)
{
	struct strs names = {0};

	size_t left = FACTS_LIST_MAX;

	for (struct node *n = dir->child; n && left; n = n->next, left--)
		if (n->kind != NODE_DIR && n->name.p[0] != '.' &&
		    n->name.n <= NAME_BYTES_MAX && str_glob(pattern, n->name))
			*arena_push(g->arena, &names) = n->name;
	if (!left)
		gather_full(g, GROUP_LOADER);
	gather_sort(&names);
	return names;
}

/* Which conf files a layer keeps: all in ld.so.conf.d, few elsewhere. */
static bool is_complete(struct str dir)
{
	return str_eq(dir, STR("etc/ld.so.conf.d"));
}

static void include(struct gather *g, const struct conf *c, struct str pattern)
{
	struct tree *t = &g->merged.tree;
	struct str where = path_dir(pattern), real;
	struct node *dir;
	struct strs names;

	if (++g->includes > INCLUDES_MAX) {
		gather_full(g, GROUP_LOADER);
		return;
	}
	if (pattern.n > PATH_MAX_BYTES) {
		not_followed(g, c, STR("of too long a path"));
		return;
	}
	if (pattern.p[0] != '/')
		where = arena_fmt(g->arena, STR_F "/" STR_F,
		                  STR_A(path_dir(c->path)), STR_A(where));
	if (has_glob(where) || str_contains(pattern, STR("["))) {
		not_followed(g, c, pattern);
		return;
	}
	real = gather_dir(g, where);
	dir = tree_find(t, where);
	names = dir ? matches(g, dir, path_base(pattern)) : (struct strs){0};
	if (real.n && !is_complete(real) && (has_glob(pattern) || names.n == 0))
		not_followed(g, c, pattern);
	slice_for (struct str, name, names)
		read_file(g, tree_child(t, dir, *name), c->depth + 1);
}

static void include_all(struct gather *g, const struct conf *c, struct str line)
{
	while (line.n) {
		struct str pattern = {line.p, 0};

		while (pattern.n < line.n && !is_blank(line.p[pattern.n]))
			pattern.n++;
		if (pattern.n)
			include(g, c, pattern);
		line = str_trim(str_from(line, pattern.n));
	}
}

static void take_line(struct gather *g, const struct conf *c, struct str line)
{
	struct str word = STR("include"), tail = str_from(line, word.n);

	if (str_has_prefix(line, word) && tail.n && is_blank(tail.p[0]))
		include_all(g, c, str_trim(tail));
	else if (!str_has_prefix(line, STR("hwcap ")))
		add_dir(g, &g->out->loader.conf,
		        (struct loader_dir){.dir = line,
		                            .file = c->path,
		                            .layer = c->layer});
}

static void too_far(struct gather *g, struct str conf)
{
	if (!g->list_full[GROUP_LOADER])
		merged_gap(&g->merged, GROUP_LOADER, conf,
		           STR("includes go too far"));
	g->list_full[GROUP_LOADER] = true;
}

static void read_file(struct gather *g, struct node *name, int depth)
{
	struct node *n = tree_walk(&g->merged.tree, name->parent, name->name,
	                           &(struct walk){.follow = true});
	struct conf c = {.depth = depth};

	if (!n || n->kind != NODE_FILE || !n->kept->said)
		return; /* find_all() has made a gap where that matters */
	c.path = tree_path(name, g->arena);
	c.layer = n->layer;
	if (depth > INCLUDE_DEPTH_MAX || ++g->confs > CONF_FILES_MAX) {
		too_far(g, c.path);
		return;
	}
	slice_for (struct str, line, n->kept->said->lines)
		take_line(g, &c, *line);
}

static void take_conf(struct gather *g)
{
	struct tree *t = &g->merged.tree;
	struct loader *l = &g->out->loader;
	struct node *etc = tree_find(t, STR("etc")), *d;
	struct node *conf = etc ? tree_child(t, etc, STR("ld.so.conf")) : NULL;

	l->has_conf = conf != NULL;
	if (conf)
		read_file(g, conf, 0);
	l->has_conf_d = gather_dir(g, STR("etc/ld.so.conf.d")).n > 0;
	l->has_cache = tree_find(t, STR("etc/ld.so.cache")) != NULL;
	d = tree_find(t, STR("etc/ld.so.conf.d"));
	for (d = d ? d->child : NULL; d; d = d->next)
		if (d->kind != NODE_DIR &&
		    gather_room(g, l->conf_files.n, GROUP_LOADER))
			*arena_push(g->arena, &l->conf_files) =
				arena_str(g->arena, d->name);
	gather_sort(&l->conf_files);
}

/* ld.so(8): separated by colons or semicolons. */
static void take_env(struct gather *g)
{
	struct str value, piece, part;

	if (!facts_env(g->out, STR("LD_LIBRARY_PATH"), &value))
		return;
	while (str_next(&value, ':', &piece))
		while (str_next(&piece, ';', &part))
			if (part.n)
				add_dir(g, &g->out->loader.env,
				        (struct loader_dir){
						.dir = part,
						.file = STR("LD_LIBRARY_"
				                            "PATH"),
						.layer = -1});
}

/* usr/local/cuda and where each link says to go on. */
static void take_cuda_link(struct gather *g)
{
	struct loader *l = &g->out->loader;
	struct tree *t = &g->merged.tree;
	struct walk w = {.follow = false};
	struct node *n = tree_walk(t, t->root, STR("usr/local/cuda"), &w);

	l->cuda_dir = gather_dir(g, STR("usr/local/cuda"));
	if (n || l->cuda_dir.n)
		*arena_push(g->arena, &l->cuda_link) = STR("usr/local/cuda");
	while (n && n->kind == NODE_LINK && ++w.hops <= TREE_HOPS_MAX) {
		struct str to = n->kept->target;

		*arena_push(g->arena, &l->cuda_link) = arena_str(g->arena, to);
		if (to.n && to.p[0] == '/')
			l->cuda_link_absolute = true;
		n = tree_walk(t, n->parent, to, &w);
	}
}

static void take_compat(struct gather *g)
{
	struct loader *l = &g->out->loader;
	struct node *dir;

	l->compat_dir = gather_dir(g, STR("usr/local/cuda/compat"));
	dir = l->compat_dir.n ? tree_find(&g->merged.tree, l->compat_dir) :
	                        NULL;
	for (dir = dir ? dir->child : NULL; dir; dir = dir->next)
		if (dir->kind != NODE_DIR &&
		    str_glob(STR("lib*.so.*"), dir->name) &&
		    gather_room(g, l->compat_names.n, GROUP_LOADER))
			*arena_push(g->arena, &l->compat_names) =
				arena_str(g->arena, dir->name);
	gather_sort(&l->compat_names);
	l->ngc_compat =
		gather_dir(g, STR("usr/local/cuda/compat/lib.real")).n > 0;
}

void gather_loader(struct gather *g)
{
	take_env(g);
	take_conf(g);
	take_cuda_link(g);
	take_compat(g);
}
