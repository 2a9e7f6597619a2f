#include "dockerfile/parts.h"

#include "base/path.h"
#include "base/version.h"

enum { PULL_DEPTH_MAX = 8 };

/* One package or image, and what its rows are filled with. */
struct filler {
	struct apply *ap;
	struct part_words w;
	struct str package; /* that owns what is made; "" none */
	int depth;
};

void parts_env(struct apply *ap, struct str name, struct str value)
{
	struct str entry = arena_fmt(ap->arena, STR_F "=" STR_F, STR_A(name),
	                             STR_A(value));

	*scope_put(&ap->scope, name) = (struct binding){
		.name = name,
		.value = text_of(ap->arena, TEXT_BASE, value),
		.env = true,
	};
	slice_for (struct str, e, ap->config.env)
		if (e->n > name.n && e->p[name.n] == '=' &&
		    str_has_prefix(*e, name)) {
			*e = entry;
			return;
		}
	*arena_push(ap->arena, &ap->config.env) = entry;
}

static void env_open(struct apply *ap, struct str names)
{
	struct str name;

	while (str_next(&names, ' ', &name))
		*scope_put(&ap->scope, name) = (struct binding){.name = name,
		                                                .unknown = true,
		                                                .env = true};
}

static void unknown_part(const struct filler *f, const struct part *p)
{
	struct apply *ap = f->ap;
	enum fact_group group =
		interest_capture(interest_of(path_rel(p->name))).group;
	struct str of = f->package.n ? f->package : p->of;

	if (p->kind == PART_ENV) {
		env_open(ap, p->name);
		if (str_has_prefix(p->name, STR("NV_")))
			return;
		group = GROUP_CONFIG;
	}
	if (p->kind == PART_FILE && !group)
		group = GROUP_DRIVER;
	if (group)
		apply_gap(ap, group,
		          arena_fmt(ap->arena,
		                    "the version of what " STR_F
		                    " brings is not known",
		                    STR_A(of)));
}

static struct fwd_note note_of(const struct filler *f)
{
	struct fwd_note note = {.present = true, .cuda = f->w.cuda};

	slice_for (struct fc_cell, c, f->ap->know->fc)
		if (str_eq(c->cuda, f->w.cuda) &&
		    (c->compatible == FC_YES || c->compatible == FC_NOT_NEEDED))
			*arena_push(f->ap->arena, &note.drivers) = c->branch;
	slice_for (struct brand, b, f->ap->know->brands)
		if (b->forward_compat)
			*arena_push(f->ap->arena, &note.devices) = b->value;
	return note;
}

static void make_file(const struct filler *f, const struct part *p,
                      struct str path, struct str soname)
{
	struct said *said = arena_new(f->ap->arena, struct said);

	if (interest_of(path) == INTEREST_LIBCUDA)
		said->soname = soname;
	if (p->kind == PART_NOTE) {
		struct node *n = tree_find(&f->ap->files.tree, path);

		if (n && n->kind == NODE_FILE && n->kept->said)
			said->soname = n->kept->said->soname;
		said->note = note_of(f);
	}
	apply_file(f->ap, path, 1, said);
}

/* The highest version is the one that update-alternatives chooses. */
static void alternative(struct apply *ap, struct str name, struct str to)
{
	struct tree *t = &ap->files.tree;
	struct str link =
		arena_fmt(ap->arena, "etc/alternatives/" STR_F, STR_A(name));
	struct node *old =
		tree_walk(t, t->root, link, &(struct walk){.follow = false});
	struct str skip = STR("/usr/local/cuda-");

	if (old && old->kind == NODE_LINK &&
	    version_cmp_str(str_from(old->kept->target, skip.n),
	                    str_from(to, skip.n)) > 0)
		return;
	apply_link(ap, link, to);
	apply_link(ap, arena_fmt(ap->arena, "usr/local/" STR_F, STR_A(name)),
	           arena_fmt(ap->arena, "/" STR_F, STR_A(link)));
}

static void install(struct apply *ap, struct str name, struct str version,
                    int depth);

static void gap_part(const struct filler *f, const struct part *p)
{
	bool driver = str_eq(p->name, STR("driver"));

	apply_gap(f->ap, driver ? GROUP_DRIVER : GROUP_RUNTIME,
	          arena_fmt(f->ap->arena, "package " STR_F ": " STR_F,
	                    STR_A(f->package), STR_A(p->value)));
}

static void own(const struct filler *f, struct str path)
{
	if (f->package.n && path_is_under(path, STR("usr/local")) &&
	    !str_has_suffix(path, STR("/lib64")))
		files_own(f->ap, f->package, path);
}

static void make(struct filler *f, const struct part *p, struct str name,
                 struct str value)
{
	struct apply *ap = f->ap;
	struct str path = path_rel(name);

	switch (p->kind) {
	case PART_ENV:
		parts_env(ap, name, value);
		break;
	case PART_ENV_OPEN:
		env_open(ap, value);
		break;
	case PART_WORKDIR:
		ap->state.workdir = text_of(ap->arena, TEXT_BASE, value);
		ap->config.workdir = value;
		break;
	case PART_PACKAGE:
		install(ap, name, value, f->depth + 1);
		break;
	case PART_FILE:
	case PART_NOTE:
		make_file(f, p, path, value);
		own(f, path);
		break;
	case PART_LINK:
		apply_link(ap, path, value);
		own(f, path);
		break;
	case PART_ALTERNATIVE:
		alternative(ap, name, value);
		break;
	case PART_CONF:
		files_write(ap,
		            arena_fmt(ap->arena, "etc/ld.so.conf.d/" STR_F,
		                      STR_A(name)),
		            value);
		break;
	case PART_GAP:
		gap_part(f, p);
		break;
	case PART_NOTHING:
	case PART_N:
		break;
	}
}

static void apply_part(struct filler *f, const struct part *p)
{
	struct str name, value;
	bool known = parts_fill(f->ap, &f->w, p->name, &name);
	bool none = str_contains(p->name, STR("{compat_package}")) ||
	            str_contains(p->value, STR("{compat_package}"));

	known = parts_fill(f->ap, &f->w, p->value, &value) && known;
	/* An image without compat has neither the package nor its name. */
	if (!known && none && f->w.compat_package.n == 0)
		return;
	if (f->w.no_gate && str_contains(p->value, STR("{gate}")))
		return;
	if (known)
		make(f, p, name, value);
	else if (p->kind == PART_PACKAGE &&
	         parts_fill(f->ap, &f->w, p->name, &name))
		install(f->ap, name, STR(""), f->depth + 1);
	else
		unknown_part(f, p);
}

static bool is_listed(struct strs globs, struct str s)
{
	slice_for (struct str, g, globs)
		if (str_glob(*g, s))
			return true;
	return globs.n == 0;
}

void parts_of_image(struct apply *ap, struct str name,
                    const struct part_words *w)
{
	struct parts all = know_parts(ap->know);
	struct filler f = {.ap = ap, .w = *w};

	slice_for (struct part, p, all)
		if (str_eq(p->of, name) &&
		    part_is_for(p, w->tag, ap->config.architecture) &&
		    (p->flavour.n == 0 || str_glob(p->flavour, w->flavour)) &&
		    is_listed(p->distros, w->distro))
			apply_part(&f, p);
}

/* "550.54.15" of "550.54.15-0ubuntu1", "1:550.54.15-1" */
static struct str upstream(struct str version)
{
	struct str epoch, rest, revision;

	if (str_cut(version, ':', &epoch, &rest))
		version = rest;
	(void)str_cut(version, '-', &version, &revision);
	(void)str_cut(version, '*', &version, &revision);
	return version;
}

/* What is known of a package by its CUDA and the version asked for. */
static struct part_words words_of(struct apply *ap, struct str cuda,
                                  struct str name, struct str version)
{
	struct part_words w = {.cuda = cuda, .tag = cuda, .distro = ap->distro};
	struct version base = version_minor(version_lead(ap->cuda));
	const struct toolkit *t;
	struct str pinned = upstream(version);

	if (cuda.n && version_cmp(base, version_lead(cuda)) == 0)
		w.tag = ap->cuda;
	t = cuda.n ? know_toolkit(ap->know, w.tag) : NULL;
	if (t) {
		w.tag = t->cuda;
		w.cudart = t->cudart;
		w.compat = t->compat;
	}
	if (pinned.n && str_has_prefix(name, STR("cuda-compat-")))
		w.compat = pinned;
	if (pinned.n && str_has_prefix(name, STR("cuda-cudart-")))
		w.cudart = pinned;
	return w;
}

static bool is_of_driver(const struct known_package *k)
{
	return k &&
	       (k->libcuda || k->kind == PACKAGE_DRIVER ||
	        k->kind == PACKAGE_DRIVER_META ||
	        k->kind == PACKAGE_DRIVER_TOOL || k->kind == PACKAGE_COMPAT);
}

/* No row has it: what its name says, by the table of packages. */
static void unlisted(struct apply *ap, struct str name)
{
	struct package_lookup l = know_package(ap->know, name, ap->arena);

	if (is_of_driver(l.package))
		apply_gap(ap, GROUP_DRIVER,
		          arena_fmt(ap->arena, "package " STR_F ": " STR_F,
		                    STR_A(name), STR_A(l.package->does)));
	else if (!l.package && interest_package(name))
		apply_gap(ap, GROUP_RUNTIME,
		          arena_fmt(ap->arena,
		                    "what package " STR_F " brings is not "
		                    "known",
		                    STR_A(name)));
}

static void take_rows(struct filler *f, struct str name, struct str version)
{
	struct parts all = know_parts(f->ap->know);
	struct str cuda, arch = f->ap->config.architecture;
	bool found = false;

	slice_for (struct part, p, all) {
		if (!part_is_of(p, name, f->ap->arena, &cuda))
			continue;
		if (!found)
			f->w = words_of(f->ap, cuda, name, version);
		found = true;
		if (p->kind == PART_NOTHING)
			return;
		if (part_is_for(p, f->w.tag, arch))
			apply_part(f, p);
	}
	if (!found)
		unlisted(f->ap, name);
}

static void install(struct apply *ap, struct str name, struct str version,
                    int depth)
{
	struct filler f = {.ap = ap, .package = name, .depth = depth};
	bool again = files_has_package(ap, name);

	if ((again && version.n == 0) || depth > PULL_DEPTH_MAX)
		return;
	if (again) /* another version: its files are others */
		files_remove_package(ap, name);
	files_add_package(ap, name, version);
	take_rows(&f, name, version);
}

void parts_of_package(struct apply *ap, struct str name, struct str version)
{
	if (parts_know(ap, name))
		install(ap, arena_str(ap->arena, name), version, 0);
}

bool parts_know(struct apply *ap, struct str name)
{
	return interest_package(name) ||
	       know_package(ap->know, name, ap->arena).package;
}

bool parts_bring(struct apply *ap, struct str name)
{
	struct parts all = know_parts(ap->know);
	struct str cuda;

	slice_for (struct part, p, all)
		if (part_is_of(p, name, ap->arena, &cuda))
			return p->kind != PART_NOTHING;
	return parts_know(ap, name);
}

void parts_unpacked(struct apply *ap, struct str name, struct str tag)
{
	struct filler f = {.ap = ap};
	struct version v = version_lead(tag);
	struct str package = arena_fmt(ap->arena, STR_F "-%u-%u", STR_A(name),
	                               v.part[0], v.part[1]);

	take_rows(&f, package, STR(""));
}
