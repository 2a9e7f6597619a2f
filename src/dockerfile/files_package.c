/* What is installed, by the lists of files that dpkg keeps; rpm's packages
 * have such lists here too, so that their files can be told. */
#include "dockerfile/files.h"

#include "base/path.h"

#define STATUS STR("var/lib/dpkg/status")

static struct str list_of(struct apply *ap, struct str name)
{
	return arena_fmt(ap->arena, "var/lib/dpkg/info/" STR_F ".list",
	                 STR_A(name));
}

static const struct kept *kept_at(struct apply *ap, struct str path)
{
	struct node *n = tree_find(&ap->files.tree, path);

	return n && n->kind == NODE_FILE ? n->kept : NULL;
}

bool files_has_package(struct apply *ap, struct str name)
{
	return kept_at(ap, list_of(ap, name)) != NULL;
}

/* The layer's own list of what it has installed, by that database. */
static struct said *listed(struct apply *ap, struct str path)
{
	struct layer_facts *l;
	struct said *said;

	for (size_t i = ap->listed.n; i-- > 0;)
		if (ap->listed.v[i].layer == ap->layer &&
		    str_eq(ap->listed.v[i].path, path))
			return ap->listed.v[i].said;
	said = arena_new(ap->arena, struct said);
	*arena_push(ap->arena, &ap->listed) =
		(struct listing){ap->layer, path, said};
	while ((int64_t)ap->dated.n <= ap->layer)
		*arena_push(ap->arena, &ap->dated) = NULL;
	l = arena_new(ap->arena, struct layer_facts);
	if (ap->dated.v[ap->layer])
		*l = *ap->dated.v[ap->layer];
	*arena_push(ap->arena, &l->kept) =
		(struct kept){.path = path,
	                      .type = ENTRY_FILE,
	                      .what = interest_of(path),
	                      .said = said};
	ap->dated.v[ap->layer] = l;
	return said;
}

void files_list_package(struct apply *ap, const struct package *p)
{
	const struct kept *k = kept_at(ap, p->path);
	struct said *said;

	if (!k || k->said != ap->database) {
		said = arena_new(ap->arena, struct said);
		if (k && k->said)
			*said = *k->said;
		apply_file(ap, p->path, 1, said);
		ap->database = said;
	}
	*arena_push(ap->arena, &ap->database->packages) = *p;
	*arena_push(ap->arena, &listed(ap, p->path)->packages) = *p;
	if (interest_is_database(interest_of(p->path)) &&
	    !files_has_package(ap, p->name))
		apply_file(ap, list_of(ap, p->name), 1,
		           arena_new(ap->arena, struct said));
}

/* Where packages that are installed are listed; "" nowhere that is known. */
static struct str database_of(const struct apply *ap)
{
	if (ap->debian)
		return STATUS;
	slice_for (const struct listing, l, ap->listed)
		if (interest_is_database(interest_of(l->path)))
			return l->path;
	return STR("");
}

static enum packager packager_of(struct str database)
{
	enum interest what = interest_of(database);

	if (what == INTEREST_RPM || what == INTEREST_RPM_MANIFEST)
		return PACKAGER_RPM;
	return what == INTEREST_APK ? PACKAGER_APK : PACKAGER_DPKG;
}

/* A database is one file, and every layer's is a new one. */
static struct said *status(struct apply *ap, struct str path)
{
	const struct kept *k = kept_at(ap, path);
	struct said *said;

	if (k && k->said == ap->status)
		return ap->status;
	said = arena_new(ap->arena, struct said);
	if (k && k->said)
		slice_for (struct package, p, k->said->packages)
			*arena_push(ap->arena, &said->packages) = *p;
	apply_file(ap, path, 1, said);
	ap->status = said;
	return said;
}

static void drop_status(struct apply *ap, struct str name)
{
	struct str path = database_of(ap);
	struct packages *all;
	size_t n = 0;

	if (path.n == 0)
		return;
	all = &status(ap, path)->packages;
	slice_for (struct package, p, *all)
		if (!str_eq(p->name, name))
			all->v[n++] = *p;
	all->n = n;
}

static void add_status(struct apply *ap, struct package p)
{
	struct str path = database_of(ap);
	struct said *s;

	if (path.n == 0)
		return;
	p.manager = packager_of(path);
	s = status(ap, path);
	if (s->packages.n >= FACTS_LIST_MAX) {
		apply_gap(ap, GROUP_PACKAGES, STR("too many to list"));
		return;
	}
	*arena_push(ap->arena, &s->packages) = p;
	*arena_push(ap->arena, &listed(ap, path)->packages) = p;
}

void files_add_package(struct apply *ap, struct str name, struct str version)
{
	bool again = files_has_package(ap, name);
	struct said *owns;

	name = arena_str(ap->arena, name);
	if (!interest_package(name) || (again && version.n == 0))
		return;
	if (!again) {
		owns = arena_new(ap->arena, struct said);
		apply_file(ap, list_of(ap, name), 1, owns);
	} else {
		drop_status(ap, name);
	}
	add_status(ap, (struct package){
			       .name = name,
			       .version = arena_str(ap->arena, version),
			       .arch = ap->debian ? ap->config.architecture :
	                                            STR(""),
		       });
}

void files_own(struct apply *ap, struct str package, struct str path)
{
	struct node *n = tree_find(&ap->files.tree, list_of(ap, package));
	struct said *said;
	struct kept *own;

	if (!n || n->kind != NODE_FILE)
		return;
	said = arena_new(ap->arena, struct said); /* others may have the old */
	if (n->kept->said)
		slice_for (struct str, line, n->kept->said->lines)
			*arena_push(ap->arena, &said->lines) = *line;
	*arena_push(ap->arena, &said->lines) = arena_str(ap->arena, path);
	own = arena_new(ap->arena, struct kept);
	*own = *n->kept;
	own->said = said;
	n->kept = own;
}

/* dpkg and rpm take a directory away with the last file in it. */
static void prune(struct apply *ap, struct str path)
{
	struct tree *t = &ap->files.tree;

	for (path = path_dir(path); path_is_under(path, STR("usr/local")) &&
	                            path.n > STR("usr/local").n;
	     path = path_dir(path)) {
		struct node *n = tree_walk(t, t->root, path,
		                           &(struct walk){.follow = false});

		if (!n || n->kind != NODE_DIR || n->child)
			return;
		tree_remove(t, n);
	}
}

void files_remove_package(struct apply *ap, struct str name)
{
	const struct kept *k = kept_at(ap, list_of(ap, name));

	if (!k)
		return;
	if (k->said)
		slice_for (struct str, path, k->said->lines) {
			apply_delete(ap, *path);
			prune(ap, *path);
		}
	apply_delete(ap, list_of(ap, name));
	drop_status(ap, name);
}

struct strs files_packages(struct apply *ap, struct str pattern)
{
	struct node *dir = tree_find(&ap->files.tree, STR("var/lib/dpkg/info"));
	struct strs out = {0};

	for (struct node *n = dir ? dir->child : NULL; n; n = n->next) {
		struct str name = n->name;

		if (!str_has_suffix(name, STR(".list")))
			continue;
		name.n -= STR(".list").n;
		if (str_glob(pattern, name))
			*arena_push(ap->arena, &out) = name;
	}
	return out;
}
