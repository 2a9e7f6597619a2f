#include "dockerfile/build.h"

#include "base/path.h"

/* What is below top, in order; NULL after the last. */
static struct node *next_below(struct node *top, struct node *n)
{
	if (n->child)
		return n->child;
	while (n != top && !n->next)
		n = n->parent;
	return n == top ? NULL : n->next;
}

static void copy_node(struct apply *ap, const struct node *n, struct str to)
{
	if (n->kind == NODE_DIR) {
		files_mkdir(ap, to);
	} else {
		/* What only one has is changed in place. */
		ap->status = ap->appended = NULL;
		files_put(ap, to, n->kept);
	}
}

static bool has_budget(struct apply *ap)
{
	if (++ap->build->copied <= COPIED_MAX)
		return true;
	files_lose(ap, STR("more is copied between stages than is followed"));
	return false;
}

/* Names first: what is made may be below what is copied. */
struct copied {
	const struct node *node;
	struct str to;
};
struct copieds {
	struct copied *v;
	size_t n;
};

static void copy_below(struct apply *ap, struct node *top, struct str to)
{
	char space[PATH_MAX_BYTES];
	size_t skip = top->path_n ? top->path_n + 1 : 0;
	struct copieds all = {0};

	for (struct node *n = next_below(top, top); n; n = next_below(top, n)) {
		struct str rel = str_from(tree_path_in(n, space), skip);

		if (!has_budget(ap))
			break;
		*arena_push(ap->arena, &all) = (struct copied){
			n, to.n ? arena_fmt(ap->arena, STR_F "/" STR_F,
		                            STR_A(to), STR_A(rel)) :
				  arena_str(ap->arena, rel)};
	}
	slice_for (struct copied, c, all)
		copy_node(ap, c->node, c->to);
}

void files_copy(struct apply *ap, struct apply *from, struct str path,
                struct str to, bool into)
{
	struct tree *t = &from->files.tree;
	struct node *n = path.n ? tree_find(t, path) : t->root;

	if (!n)
		return;
	if (n->kind == NODE_DIR) {
		files_mkdir(ap, to);
		copy_below(ap, n, to);
		return;
	}
	if (into)
		to = arena_fmt(ap->arena, STR_F "%s" STR_F, STR_A(to),
		               to.n ? "/" : "", STR_A(path_base(path)));
	if (has_budget(ap))
		copy_node(ap, n, to);
}

static bool has_wild(struct str s)
{
	return str_contains(s, STR("*")) || str_contains(s, STR("?"));
}

static struct str join(struct apply *ap, struct str dir, struct str name)
{
	return dir.n ? arena_fmt(ap->arena, STR_F "/" STR_F, STR_A(dir),
	                         STR_A(name)) :
	               arena_str(ap->arena, name);
}

/* One component further: dir and its children that match. */
static void match_in(struct apply *ap, struct str dir, struct str part,
                     bool dots, struct strs *out)
{
	struct node *n =
		dir.n ? tree_find(&ap->files.tree, dir) : ap->files.tree.root;

	if (!has_wild(part)) {
		*arena_push(ap->arena, out) = join(ap, dir, part);
		return;
	}
	for (n = n && n->kind == NODE_DIR ? n->child : NULL;
	     n && out->n <= FACTS_LIST_MAX; n = n->next)
		if (str_glob(part, n->name) && (dots || n->name.p[0] != '.'))
			*arena_push(ap->arena, out) = join(ap, dir, n->name);
}

struct strs files_match(struct apply *ap, struct str pattern, bool dots)
{
	struct strs at = {0};
	struct str part, root = {0};

	*arena_push(ap->arena, &at) = root;
	if (!has_wild(pattern)) {
		at.v[0] = pattern;
		return at;
	}
	while (at.n && str_next(&pattern, '/', &part)) {
		struct strs next = {0};

		if (part.n == 0)
			continue;
		slice_for (struct str, dir, at)
			match_in(ap, *dir, part, dots, &next);
		at = next;
		if (at.n > FACTS_LIST_MAX) {
			files_lose(ap, STR("more files match a pattern than "
			                   "are looked at"));
			return (struct strs){0};
		}
	}
	return at;
}
