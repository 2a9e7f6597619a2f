/* The files of an image, made again from its facts: whoever gathers the facts
 * of these files gets the same. */
#include "dockerfile/base.h"

#include "base/path.h"

struct remake {
	struct apply *ap;
	const struct image_facts *f;
	struct strs conf; /* lines of etc/ld.so.conf */
	struct strs seen; /* conf files that are written */
};

static void set_layer(struct apply *ap, int64_t layer)
{
	ap->layer = layer < 0 ? 0 : layer;
}

static struct said *new_said(struct apply *ap)
{
	return arena_new(ap->arena, struct said);
}

static void take_config(struct apply *ap, const struct image_facts *f)
{
	ap->config = f->config;
	ap->config.env = (struct strs){0};
	slice_for (struct str, e, f->config.env) {
		struct str name, value;

		*arena_push(ap->arena, &ap->config.env) = *e;
		if (str_cut(*e, '=', &name, &value))
			*scope_put(&ap->scope, name) = (struct binding){
				.name = name,
				.value = text_of(ap->arena, TEXT_BASE, value),
				.env = true};
	}
	slice_for (struct layer_fact, l, f->layers)
		*arena_push(ap->arena, &ap->layers) = *l;
	ap->state.user = text_of(ap->arena, TEXT_BASE, f->config.user);
	ap->state.user_known = true;
	if (f->config.workdir.n)
		ap->state.workdir =
			text_of(ap->arena, TEXT_BASE, f->config.workdir);
}

static void take_packages(struct apply *ap, const struct image_facts *f)
{
	slice_for (struct package, p, f->packages) {
		set_layer(ap, p->layer);
		files_list_package(ap, p);
		ap->debian |= str_eq(p->path, STR("var/lib/dpkg/status"));
	}
	ap->debian |= f->os.debian;
}

static const struct package *conda_package(const struct image_facts *f,
                                           struct str name)
{
	slice_for (struct package, p, f->packages)
		if (p->manager == PACKAGER_CONDA && str_eq(p->name, name))
			return p;
	return NULL;
}

/* Commands that remove the distribution's packages do nothing to it. */
static void own_by_conda(struct apply *ap, const struct package *p,
                         struct str path)
{
	struct node *n = tree_find(&ap->files.tree, p->path);
	struct said *said = new_said(ap);

	if (n && n->kind == NODE_FILE && n->kept->said)
		*said = *n->kept->said;
	*arena_push(ap->arena, &said->owners) =
		(struct pair){arena_str(ap->arena, path), p->name};
	set_layer(ap, p->layer);
	apply_file(ap, p->path, 1, said);
}

static void take_owner(struct apply *ap, const struct image_facts *f,
                       struct str package, struct str path)
{
	const struct package *conda = conda_package(f, package);

	if (conda)
		own_by_conda(ap, conda, path);
	if (package.n == 0 || conda)
		return;
	if (!files_has_package(ap, package))
		apply_file(ap,
		           arena_fmt(ap->arena,
		                     "var/lib/dpkg/info/" STR_F ".list",
		                     STR_A(package)),
		           1, new_said(ap));
	files_own(ap, package, path);
}

static void take_umd_file(struct apply *ap, const struct umd *u,
                          struct str path)
{
	struct said *said = new_said(ap);

	said->soname = u->soname;
	said->note = u->note;
	apply_file(ap, path, (uint64_t)u->size, said);
}

static void take_umds(struct apply *ap, const struct image_facts *f)
{
	slice_for (struct umd, u, f->umd) {
		set_layer(ap, u->layer);
		if (!u->link)
			take_umd_file(ap, u, u->path);
		take_owner(ap, f, u->package, u->path);
	}
	slice_for (struct umd, u, f->umd) {
		set_layer(ap, u->layer);
		if (!u->link)
			continue;
		if (u->resolved.n && !apply_has(ap, u->resolved))
			take_umd_file(ap, u, u->resolved);
		apply_link(ap, u->path,
		           u->resolved.n ? arena_fmt(ap->arena, "/" STR_F,
		                                     STR_A(u->resolved)) :
		                           STR("/nowhere"));
	}
}

static void take_cudarts(struct apply *ap, const struct image_facts *f)
{
	slice_for (struct cudart, c, f->cudart) {
		struct said *said = new_said(ap);

		set_layer(ap, c->layer);
		if (c->from == CUDART_VERSION_JSON)
			said->version = c->version;
		if (c->from != CUDART_VERSION_JSON && c->from != CUDART_FILE)
			continue;
		apply_file(ap, c->path, 1, said);
		take_owner(ap, f, c->package, c->path);
	}
}

static void take_python(struct apply *ap, const struct image_facts *f)
{
	slice_for (struct wheel, w, f->wheels) {
		set_layer(ap, w->layer);
		files_wheel_at(ap, w->path, w->name, w->version);
	}
	slice_for (struct torch, t, f->torch) {
		set_layer(ap, t->layer);
		files_torch_at(ap, t->path,
		               t->tag.n ? arena_fmt(ap->arena, STR_F "+" STR_F,
		                                    STR_A(t->version),
		                                    STR_A(t->tag)) :
		                          t->version,
		               t->cuda, t->cpu_only);
	}
}

/* "lib" is a link to "usr/lib" where lib/x resolves to usr/lib/x. */
static void link_prefix(struct apply *ap, struct str path, struct str resolved)
{
	struct node *n;

	while (path_dir(path).n && resolved.n &&
	       str_eq(path_base(path), path_base(resolved))) {
		path = path_dir(path);
		resolved = path_dir(resolved);
	}
	n = path.n ? tree_find(&ap->files.tree, path) : NULL;
	if (!n && path.n)
		apply_link(ap, path,
		           arena_fmt(ap->arena, "/" STR_F, STR_A(resolved)));
}

static struct str plain_dir(struct apply *ap, struct str dir)
{
	char space[PATH_MAX_BYTES];
	struct str path, type, clean;

	(void)str_cut(dir, '=', &path, &type);
	if (path_clean(str_trim(path), space, &clean) != PATH_OK)
		return STR("");
	return arena_str(ap->arena, clean);
}

static void take_dirs(struct apply *ap, const struct loader_dirs *dirs)
{
	slice_for (struct loader_dir, d, *dirs) {
		struct str path = plain_dir(ap, d->dir);

		set_layer(ap, d->layer);
		if (d->resolved.n == 0)
			continue;
		if (!str_eq(path, d->resolved))
			link_prefix(ap, path, d->resolved);
		files_mkdir(ap, d->resolved);
	}
}

static void add_once(struct apply *ap, struct strs *list, struct str s)
{
	slice_for (struct str, x, *list)
		if (str_eq(*x, s))
			return;
	*arena_push(ap->arena, list) = s;
}

static bool in_conf_d(struct str file)
{
	return str_eq(path_dir(file), STR("etc/ld.so.conf.d"));
}

static void take_conf(struct remake *m)
{
	struct apply *ap = m->ap;

	slice_for (struct loader_dir, d, m->f->loader.conf) {
		struct str line =
			arena_fmt(ap->arena, STR_F "\n", STR_A(d->dir));

		set_layer(ap, d->layer);
		if (str_eq(d->file, STR("etc/ld.so.conf"))) {
			*arena_push(ap->arena, &m->conf) = d->dir;
			continue;
		}
		add_once(ap, &m->conf,
		         in_conf_d(d->file) ?
		                 STR("include /etc/ld.so.conf.d/*.conf") :
		                 arena_fmt(ap->arena, "include /" STR_F,
		                           STR_A(d->file)));
		files_append(ap, d->file, line);
	}
	slice_for (struct str, name, m->f->loader.conf_files) {
		struct str path =
			arena_fmt(ap->arena, "etc/ld.so.conf.d/" STR_F,
		                  STR_A(*name));

		if (!apply_has(ap, path))
			files_write(ap, path, STR(""));
	}
}

static void take_main_conf(struct remake *m)
{
	struct apply *ap = m->ap;
	struct said *said = new_said(ap);

	if (m->f->loader.has_conf_d) {
		files_mkdir(ap, STR("etc/ld.so.conf.d"));
		add_once(ap, &m->conf, STR("include /etc/ld.so.conf.d/*.conf"));
	}
	said->lines = m->conf;
	set_layer(ap, 0);
	slice_for (struct loader_dir, d, m->f->loader.conf)
		if (str_eq(d->file, STR("etc/ld.so.conf")))
			set_layer(ap, d->layer);
	if (m->f->loader.has_conf)
		apply_file(ap, STR("etc/ld.so.conf"), 1, said);
	if (m->f->loader.has_cache)
		apply_file(ap, STR("etc/ld.so.cache"), 1, NULL);
}

static void take_cuda_link(struct apply *ap, const struct loader *l)
{
	char space[PATH_MAX_BYTES];
	struct str at = STR("usr/local/cuda"), next;

	if (l->cuda_link.n == 1)
		files_mkdir(ap, at);
	for (size_t i = 1; i < l->cuda_link.n; i++) {
		struct str to = l->cuda_link.v[i];

		apply_link(ap, at, to);
		if (to.n && to.p[0] != '/')
			to = arena_fmt(ap->arena, STR_F "/" STR_F,
			               STR_A(path_dir(at)), STR_A(to));
		if (path_clean(to, space, &next) != PATH_OK)
			return;
		at = arena_str(ap->arena, next);
	}
	if (l->cuda_dir.n)
		files_mkdir(ap, l->cuda_dir);
}

static void take_compat(struct apply *ap, const struct loader *l)
{
	if (l->compat_dir.n == 0)
		return;
	files_mkdir(ap, l->compat_dir);
	slice_for (struct str, name, l->compat_names) {
		struct str path = arena_fmt(ap->arena, STR_F "/" STR_F,
		                            STR_A(l->compat_dir), STR_A(*name));

		if (!apply_has(ap, path))
			apply_file(ap, path, 1, new_said(ap));
	}
	if (l->ngc_compat)
		files_mkdir(ap, arena_fmt(ap->arena, STR_F "/lib.real",
		                          STR_A(l->compat_dir)));
}

static void take_os(struct apply *ap, const struct os_facts *os)
{
	struct said *said = new_said(ap);

	said->os = *os;
	if (os->id.n || os->version.n || os->pretty.n)
		apply_file(ap, STR("etc/os-release"), 1, said);
	if (os->debian)
		apply_file(ap, STR("etc/debian_version"), 1, NULL);
	if (os->musl)
		apply_file(ap, STR("etc/alpine-release"), 1, NULL);
}

/* Programs and libraries that have device code in them. */
static void take_code(struct apply *ap, const struct image_code *code)
{
	slice_for (struct code_file, f, code->files) {
		struct said *said = new_said(ap);

		set_layer(ap, f->layer);
		said->code = f->code;
		files_put(ap, f->path,
		          &(struct kept){.type = ENTRY_FILE,
		                         .what = INTEREST_CODE,
		                         .mode = 0755,
		                         .size = 1,
		                         .said = said});
	}
}

void base_of_facts(struct apply *ap, const struct image_facts *f)
{
	struct remake m = {.ap = ap, .f = f};

	take_config(ap, f);
	set_layer(ap, 0);
	take_os(ap, &f->os);
	take_cuda_link(ap, &f->loader);
	take_dirs(ap, &f->loader.conf);
	take_dirs(ap, &f->loader.env);
	take_packages(ap, f);
	take_umds(ap, f);
	take_cudarts(ap, f);
	take_python(ap, f);
	take_conf(&m);
	take_main_conf(&m);
	take_compat(ap, &f->loader);
	take_code(ap, &f->code);
	slice_for (struct gap, g, f->gaps)
		*arena_push(ap->arena, &ap->files.gaps) = *g;
	set_layer(ap, f->layers.n ? (int64_t)f->layers.n - 1 : 0);
}
