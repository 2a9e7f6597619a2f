#include "fix/effects.h"

#include "base/path.h"

bool is_compat_dir(struct str dir)
{
	bool cuda = false;
	struct str part;

	for (struct str rest = dir; str_next(&rest, '/', &part);) {
		if (cuda && str_has_prefix(part, STR("compat")))
			return true;
		cuda |= str_has_prefix(part, STR("cuda"));
	}
	return false;
}

bool is_cuda_metapackage(struct str name)
{
	static const struct str head = {"cuda-", 5};
	struct str rest = str_from(name, head.n);

	if (str_eq(name, STR("cuda")))
		return true;
	return str_has_prefix(name, head) &&
	       ((rest.n && rest.p[0] >= '0' && rest.p[0] <= '9') ||
	        str_has_prefix(rest, STR("toolkit")) ||
	        str_has_prefix(rest, STR("runtime")));
}

bool facts_have_compat(const struct image_facts *f)
{
	slice_for (struct umd, u, f->umd)
		if (u->kind == UMD_COMPAT)
			return true;
	return f->loader.compat_dir.n > 0;
}

static bool is_compat_package(struct str name)
{
	return str_has_prefix(name, STR("cuda-compat"));
}

/* What the purge step removes from ld.so.conf.d. */
static bool is_compat_conf(struct str file)
{
	return str_glob(STR("*cuda*compat*.conf"), path_base(file));
}

static void purge_libraries(struct arena *a, struct image_facts *f)
{
	struct packages packages = {0};
	struct umds umd = {0};

	slice_for (struct umd, u, f->umd)
		if (u->kind != UMD_COMPAT)
			*arena_push(a, &umd) = *u;
	slice_for (struct package, p, f->packages)
		if (!is_compat_package(p->name))
			*arena_push(a, &packages) = *p;
	f->umd = umd;
	f->packages = packages;
}

/* Directories stay as written; there is nothing behind them any more. */
static void empty_dirs(struct arena *a, struct loader_dirs *dirs)
{
	struct loader_dirs kept = {0};

	slice_for (struct loader_dir, d, *dirs) {
		struct loader_dir *copy;

		if (d->layer >= 0 && is_compat_conf(d->file))
			continue;
		copy = arena_push(a, &kept);
		*copy = *d;
		if (is_compat_dir(d->resolved))
			copy->resolved = STR("");
	}
	*dirs = kept;
}

static void purge_loader(struct arena *a, struct loader *l)
{
	struct strs files = {0};

	empty_dirs(a, &l->env);
	empty_dirs(a, &l->conf);
	slice_for (struct str, file, l->conf_files)
		if (!is_compat_conf(*file))
			*arena_push(a, &files) = *file;
	l->conf_files = files;
	l->compat_dir = STR("");
	l->compat_names = (struct strs){0};
	l->ngc_compat = false;
}

void effect_purge(const struct action *action, struct arena *a,
                  struct image_facts *f)
{
	(void)action;
	purge_libraries(a, f);
	purge_loader(a, &f->loader);
}

static struct str without_compat(struct arena *a, struct str path)
{
	struct str part, out = {0};
	bool first = true;

	for (struct str rest = path; str_next(&rest, ':', &part);) {
		if (is_compat_dir(part))
			continue;
		out = arena_fmt(a, STR_F "%s" STR_F, STR_A(out),
		                first ? "" : ":", STR_A(part));
		first = false;
	}
	return out;
}

void effect_drop_path(const struct action *action, struct arena *a,
                      struct image_facts *f)
{
	static const struct str head = {"LD_LIBRARY_PATH=", 16};
	struct loader_dirs env = {0};
	struct strs vars = {0};

	(void)action;
	slice_for (struct loader_dir, d, f->loader.env)
		if (!is_compat_dir(d->dir))
			*arena_push(a, &env) = *d;
	slice_for (struct str, v, f->config.env) {
		struct str *to = arena_push(a, &vars);

		*to = *v;
		if (str_has_prefix(*v, head))
			*to = arena_fmt(
				a, STR_F STR_F, STR_A(head),
				STR_A(without_compat(a, str_from(*v, head.n))));
	}
	f->loader.env = env;
	f->config.env = vars;
}
