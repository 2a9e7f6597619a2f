/* The order of ld.so.cache, as each mechanism has it made.  model 5.2. */
#include "predict/places.h"

#include "base/path.h"

static bool is_debian_host(const struct trial *t)
{
	switch (t->sc->pool->container.host_family) {
	case FAMILY_DEBIAN:
		return true;
	case FAMILY_RHEL:
		return false;
	case FAMILY_UNKNOWN:
	case FAMILY_N:
		break;
	}
	return !t->sc->answer[OPEN_FAMILY];
}

static struct str debian_dir(const struct trial *t)
{
	if (str_eq(t->sc->pool->arch, STR("arm64")))
		return STR("usr/lib/aarch64-linux-gnu");
	return STR("usr/lib/x86_64-linux-gnu");
}

struct str trial_libs_dir(const struct trial *t)
{
	return t->facts->os.debian ? debian_dir(t) : STR("usr/lib64");
}

/* Where the host's libraries appear in the container. */
struct str places_host_dir(const struct trial *t)
{
	switch (t->sc->stack->mechanism) {
	case MECH_HOSTPATH:
		return STR("usr/local/nvidia/lib64");
	case MECH_CDI:
	case MECH_JIT_CDI:
	case MECH_CSV:
		return is_debian_host(t) ? debian_dir(t) : STR("usr/lib64");
	case MECH_UNKNOWN:
	case MECH_LEGACY:
	case MECH_WSL:
	case MECH_N:
		break;
	}
	return trial_libs_dir(t);
}

static void add(const struct trial *t, struct places *ps, struct str dir,
                bool host)
{
	slice_for (struct place, p, *ps)
		if (str_eq(p->dir, dir)) {
			p->host |= host;
			return;
		}
	*arena_push(t->arena, ps) = (struct place){dir, host, false};
}

struct str places_dir_of(const struct loader_dir *d)
{
	struct str dir = path_rel(d->resolved.n ? d->resolved : d->dir);

	while (dir.n && dir.p[dir.n - 1] == '/')
		dir.n--;
	return dir;
}

static bool is_system_dir(const struct trial *t, struct str dir)
{
	static const char *const debian[] = {"lib", "usr/lib"};
	static const char *const other[] = {"lib", "usr/lib", "lib64",
	                                    "usr/lib64"};
	bool deb = t->facts->os.debian;
	const char *const *v = deb ? debian : other;
	size_t n = deb ? 2 : 4;

	for (size_t i = 0; i < n; i++)
		if (str_eq(dir, str_c(v[i])))
			return true;
	return deb && (str_eq(dir, debian_dir(t)) ||
	               str_eq(dir, str_from(debian_dir(t), 4)));
}

static bool conf_lists(const struct trial *t, struct str dir)
{
	slice_for (struct loader_dir, d, t->facts->loader.conf)
		if (str_eq(places_dir_of(d), dir))
			return true;
	return false;
}

static bool is_in_conf_d(const struct loader_dir *d)
{
	return str_has_prefix(path_rel(d->file), STR("etc/ld.so.conf.d/"));
}

/* Does a conf.d file sort behind the one that the toolkit writes? */
static bool sorts_behind(const struct loader_dir *d, struct str ours)
{
	return is_in_conf_d(d) && str_cmp(path_base(d->file), ours) > 0;
}

/* The image's configuration with the toolkit's two files sorted in. */
static void order_with_conf(const struct trial *t, struct places *ps,
                            bool host_early)
{
	bool compat = t->compat_dir.n > 0, host = host_early;

	slice_for (struct loader_dir, d, t->facts->loader.conf) {
		if (compat && sorts_behind(d, STR("00-compat-"))) {
			add(t, ps, t->compat_dir, false);
			compat = false;
		}
		if (host && sorts_behind(d, STR("00-nvcr-"))) {
			add(t, ps, places_host_dir(t), true);
			host = false;
		}
		add(t, ps, places_dir_of(d), false);
	}
	if (compat)
		add(t, ps, t->compat_dir, false);
	if (host)
		add(t, ps, places_host_dir(t), true);
}

static void order_cdi(const struct trial *t, struct places *ps)
{
	struct str host = places_host_dir(t);

	if (t->sc->stack->order == ORDER_NVCR_FIRST) {
		if (!t->facts->loader.has_conf_d)
			add(t, ps, host, true);
		order_with_conf(t, ps, true);
	} else {
		order_with_conf(t, ps,
		                !is_system_dir(t, host) &&
		                        !conf_lists(t, host));
	}
}

static void add_system_dirs(const struct trial *t, struct places *ps)
{
	if (t->facts->os.debian) {
		add(t, ps, debian_dir(t), false);
	} else {
		add(t, ps, STR("usr/lib64"), false);
		add(t, ps, STR("lib64"), false);
	}
	add(t, ps, STR("usr/lib"), false);
	add(t, ps, STR("lib"), false);
}

static void order_conf(const struct trial *t, struct places *ps)
{
	slice_for (struct loader_dir, d, t->facts->loader.conf)
		add(t, ps, places_dir_of(d), false);
}

/* The directories of ld.so.cache, first to last; model 5.2. */
struct places places_of_cache(const struct trial *t)
{
	struct places ps = {0};

	switch (t->sc->stack->order) {
	case ORDER_LIBS_FIRST:
		if (t->compat_dir.n)
			add(t, &ps, t->compat_dir, false);
		add(t, &ps, places_host_dir(t), true);
		order_conf(t, &ps);
		break;
	case ORDER_NVCR_FIRST:
	case ORDER_CONF_FIRST:
		order_cdi(t, &ps);
		break;
	case ORDER_NONE:
	case ORDER_N:
		order_conf(t, &ps);
		break;
	}
	add_system_dirs(t, &ps);
	slice_for (struct place, p, ps)
		if (str_eq(p->dir, places_host_dir(t)))
			p->host = p->mounted = true;
	return ps;
}

bool places_has_link(const struct trial *t, struct str dir)
{
	return t->sc->stack->order != ORDER_NONE &&
	       (conf_lists(t, dir) || is_system_dir(t, dir) ||
	        (t->compat_dir.n && str_eq(dir, t->compat_dir)));
}
