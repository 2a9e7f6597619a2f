#include "dockerfile/files.h"

#include "base/path.h"
#include "dockerfile/build.h"
#include "facts/extract.h"

#include <string.h>

enum {
	GAP_TEXT_MAX = 200,
	LOOK_COST = 8, /* to see what a path is of interest for */
};

void files_init(struct apply *ap)
{
	tree_init(&ap->files.tree, ap->build->in->seed, ap->arena);
}

bool apply_path(struct apply *ap, const struct command *c, struct str path,
                struct str *clean)
{
	char space[PATH_MAX_BYTES];
	struct text cwd = ap->state.workdir;
	struct str whole = path;

	if (path.n == 0 || path.n > PATH_MAX_BYTES)
		return false;
	if (path.p[0] != '/') {
		if (c && !value_one(&c->shell->cwd, &cwd))
			return false;
		if (cwd.s.n == 0 || cwd.s.p[0] != '/')
			return false;
		whole = arena_fmt(ap->arena, STR_F "/" STR_F, STR_A(cwd.s),
		                  STR_A(path));
	}
	if (path_clean(whole, space, clean) != PATH_OK)
		return false;
	*clean = arena_str(ap->arena, *clean);
	return true;
}

static struct node *find_here(struct apply *ap, struct str path)
{
	struct tree *t = &ap->files.tree;
	struct node *dir = tree_find(t, path_dir(path));

	if (!dir || dir->kind != NODE_DIR || path.n == 0)
		return NULL;
	return tree_child(t, dir, path_base(path));
}

bool apply_has(struct apply *ap, struct str path)
{
	return tree_find(&ap->files.tree, path) != NULL;
}

/* Where an entry goes; what was there before is gone. */
static struct node *place(struct apply *ap, struct str path)
{
	struct tree *t = &ap->files.tree;
	struct walk w = {.follow = true, .make = true, .layer = ap->layer};
	struct node *dir, *n;

	path = arena_str(ap->arena, path_rel(path));
	dir = path.n ? tree_walk(t, t->root, path_dir(path), &w) : NULL;
	n = dir ? tree_child(t, dir, path_base(path)) : NULL;
	if (n)
		tree_remove(t, n);
	n = dir ? tree_add(t, dir, path_base(path)) : NULL;
	if (!n) {
		files_lose(ap, STR("there are too many files, or a loop of "
		                   "links"));
		return NULL;
	}
	n->layer = ap->layer;
	return n;
}

static void put(struct apply *ap, struct kept kept)
{
	struct node *n = place(ap, kept.path);
	struct kept *k;

	if (!n)
		return;
	k = arena_new(ap->arena, struct kept);
	*k = kept;
	n->kind = kept.type == ENTRY_SYMLINK ? NODE_LINK : NODE_FILE;
	n->kept = k;
}

void apply_file(struct apply *ap, struct str path, uint64_t size,
                const struct said *said)
{
	put(ap, (struct kept){.path = arena_str(ap->arena, path_rel(path)),
	                      .type = ENTRY_FILE,
	                      .size = size,
	                      .said = said});
}

void files_put(struct apply *ap, struct str path, const struct kept *like)
{
	struct kept kept = *like;

	kept.path = arena_str(ap->arena, path_rel(path));
	put(ap, kept);
}

void apply_link(struct apply *ap, struct str path, struct str target)
{
	put(ap, (struct kept){.path = arena_str(ap->arena, path_rel(path)),
	                      .type = ENTRY_SYMLINK,
	                      .target = arena_str(ap->arena, target)});
}

void apply_delete(struct apply *ap, struct str path)
{
	struct node *n = find_here(ap, path_rel(path));

	if (n)
		tree_remove(&ap->files.tree, n);
}

void files_write(struct apply *ap, struct str path, struct str bytes)
{
	struct said *said = arena_new(ap->arena, struct said);

	extract(interest_of(path), bytes, ap->arena, said);
	put(ap, (struct kept){
			.path = arena_str(ap->arena, path_rel(path)),
			.type = ENTRY_FILE,
			.size = bytes.n,
			.said = said,
			.gap = said->cut ? STR("there is too much in it") :
	                                   said->gap,
		});
}

static void add_lines(struct apply *ap, struct said *to,
                      const struct said *from)
{
	to->cut |= from->cut;
	slice_for (struct str, line, from->lines) {
		to->cut |= to->lines.n >= SAID_LIST_MAX;
		if (!to->cut)
			*arena_push(ap->arena, &to->lines) = *line;
	}
}

void files_append(struct apply *ap, struct str path, struct str bytes)
{
	struct node *n = tree_find(&ap->files.tree, path);
	struct said more = {0};

	if (!n || n->kind != NODE_FILE ||
	    interest_of(path) != INTEREST_LD_CONF) {
		files_write(ap, path, bytes);
		return;
	}
	if (!n->kept->said)
		return; /* nobody knows what is in it: that is a gap already */
	extract(INTEREST_LD_CONF, bytes, ap->arena, &more);
	if (n->kept->said != ap->appended) {
		ap->appended = arena_new(ap->arena, struct said);
		add_lines(ap, ap->appended, n->kept->said);
		apply_file(ap, path, 1, ap->appended);
	}
	add_lines(ap, ap->appended, &more);
	if (ap->appended->cut)
		files_lose(ap, STR("there is too much in what is appended to"));
	n = tree_find(&ap->files.tree, path);
	if (n)
		n->layer = ap->layer;
}

void files_mkdir(struct apply *ap, struct str path)
{
	struct tree *t = &ap->files.tree;

	(void)tree_walk(t, t->root, arena_str(ap->arena, path),
	                &(struct walk){.follow = true,
	                               .make = true,
	                               .layer = ap->layer});
}

static struct node *below(struct node *top, struct node *n)
{
	if (n->child)
		return n->child;
	while (n != top && !n->next)
		n = n->parent;
	return n == top ? NULL : n->next;
}

unsigned files_of(struct apply *ap, struct str path)
{
	char space[PATH_MAX_BYTES];
	struct node *top = find_here(ap, path);
	unsigned groups = 0;

	if (path.n == 0)
		return GROUPS_FILES;
	for (struct node *n = top; n; n = below(top, n)) {
		struct str at = tree_path_in(n, space);
		enum interest what = interest_of(at);

		if (!tree_spend(&ap->files.tree, LOOK_COST * at.n))
			return GROUPS_FILES;
		if (n->kind == NODE_LINK || path_is_under(at, STR("usr/local")))
			groups |= 1u << GROUP_LOADER;
		if (what && what != INTEREST_MARK)
			groups |= 1u << interest_capture(what).group;
	}
	return groups;
}

void files_unseen(struct apply *ap, struct str dir)
{
	if (ap->unseen.n == UNSEEN_MAX)
		files_lose(ap, STR("more comes from places that are not known "
		                   "than is followed"));
	else
		*arena_push(ap->arena, &ap->unseen) = dir;
}

unsigned files_bring(struct apply *ap, const struct apply *from,
                     struct str path, struct str to)
{
	struct strs all = from->unseen; /* it may be ap's, which grows */
	unsigned groups = 0;

	for (size_t i = 0; i < all.n; i++) {
		struct str dir = all.v[i], at = to;

		if (path.n && path_is_under(dir, path) && dir.n > path.n)
			at = arena_fmt(ap->arena, STR_F "%s" STR_F, STR_A(to),
			               to.n ? "/" : "",
			               STR_A(str_from(dir, path.n + 1)));
		else if (path.n == 0)
			at = to.n ? arena_fmt(ap->arena, STR_F "/" STR_F,
			                      STR_A(to), STR_A(dir)) :
			            dir;
		else if (!path_is_under(path, dir))
			continue;
		groups |= files_could_be(at, true);
		if (!strs_have(ap->unseen, at))
			files_unseen(ap, at);
	}
	return groups;
}

/* Where libraries and their configuration are looked for. */
static const struct {
	const char *dir;
	unsigned groups;
} places[] = {
	{"etc/ld.so.conf.d", 1u << GROUP_LOADER},
	{"etc/ld.so.conf", 1u << GROUP_LOADER},
	{"etc/alternatives", 1u << GROUP_LOADER},
	{"lib", 1u << GROUP_DRIVER | 1u << GROUP_RUNTIME},
	{"lib64", 1u << GROUP_DRIVER | 1u << GROUP_RUNTIME},
	{"usr/lib",
         1u << GROUP_DRIVER | 1u << GROUP_RUNTIME | 1u << GROUP_PYTHON},
	{"usr/lib64", 1u << GROUP_DRIVER | 1u << GROUP_RUNTIME},
	{"usr/local/cuda", GROUPS_FILES},
	{"usr/local/lib",
         1u << GROUP_DRIVER | 1u << GROUP_RUNTIME | 1u << GROUP_PYTHON},
	{"usr/local/lib64", 1u << GROUP_DRIVER | 1u << GROUP_RUNTIME},
	{"usr/local/nvidia", 1u << GROUP_DRIVER},
	{"var/lib/dpkg", 1u << GROUP_PACKAGES},
	{"var/lib/rpm", 1u << GROUP_PACKAGES},
	{"var/lib/rpmmanifest", 1u << GROUP_PACKAGES},
	{"root/.local", 1u << GROUP_PYTHON | 1u << GROUP_RUNTIME},
};

/* Python and conda trees stand anywhere. */
static const char *const python_words[] = {
	"site-packages", "dist-packages", "venv",
	"conda",         "mamba",         "virtualenv",
};

static bool has_python_word(struct str path)
{
	for (size_t i = 0; i < sizeof python_words / sizeof *python_words; i++)
		if (str_contains(path, str_c(python_words[i])))
			return true;
	return false;
}

unsigned files_could_be(struct str path, bool tree)
{
	unsigned groups = 0;

	if (path.n == 0)
		return tree ? GROUPS_FILES : 0;
	for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
		struct str dir = str_c(places[i].dir);

		if (path_is_under(path, dir) ||
		    (tree && path_is_under(dir, path)))
			groups |= places[i].groups;
	}
	if (str_has_prefix(path, STR("usr/local/cuda")))
		groups |= GROUPS_FILES;
	if (has_python_word(path))
		groups |= 1u << GROUP_PYTHON | 1u << GROUP_RUNTIME;
	return groups;
}

static struct str where_of(struct apply *ap)
{
	if (!ap->instr)
		return STR("FROM");
	return arena_fmt(ap->arena, "%s, line %zu",
	                 keyword_names[ap->instr->keyword], ap->instr->first);
}

void apply_gap(struct apply *ap, enum fact_group group, struct str reason)
{
	if (ap->blank || ap->gapped & 1u << group)
		return;
	ap->gapped |= 1u << group;
	if (reason.n > GAP_TEXT_MAX)
		reason =
			arena_fmt(ap->arena, "%.*s...", GAP_TEXT_MAX, reason.p);
	merged_gap(&ap->files, group, where_of(ap), reason);
}

void files_lose(struct apply *ap, struct str reason)
{
	ap->lost = true;
	files_gaps(ap, GROUPS_FILES, reason);
}

void files_gaps(struct apply *ap, unsigned groups, struct str reason)
{
	for (unsigned g = GROUP_NONE + 1; g < GROUP_N; g++)
		if (groups & 1u << g)
			apply_gap(ap, (enum fact_group)g, reason);
}
