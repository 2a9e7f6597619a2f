/*
 * Which libcuda.so.1 a process gets: LD_LIBRARY_PATH, then ld.so.cache in the
 * order in which the mechanism has it made.  model 5.
 */
#include "base/path.h"
#include "predict/trial.h"

#include <string.h>

/* A directory in the order of the cache. */
struct place {
	struct str dir; /* clean path */
	bool host;      /* the host's libraries are (also) here */
	bool mounted;   /* and t->mounted */
};

struct places {
	struct place *v;
	size_t n;
};

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
static struct str host_dir(const struct trial *t)
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

static struct str host_name(const struct trial *t)
{
	if (t->sc->stack->mechanism == MECH_WSL)
		return STR("libcuda.so.1.1");
	return TRIAL_FMT(t, "libcuda.so." STR_F, STR_A(t->sc->pool->driver));
}

static struct libcuda of_host(const struct trial *t)
{
	return (struct libcuda){
		.version = t->sc->pool->driver,
		.origin = ORIGIN_HOST,
		.path = TRIAL_FMT(t, "/" STR_F "/libcuda.so.1",
	                          STR_A(host_dir(t))),
		.layer = -1,
	};
}

static struct libcuda of_image(const struct trial *t, const struct umd *u)
{
	return (struct libcuda){
		.version = u->version,
		.origin = ORIGIN_IMAGE,
		.path = TRIAL_FMT(t, "/" STR_F,
	                          STR_A(u->resolved.n ? u->resolved : u->path)),
		.layer = u->layer,
		.umd = u,
	};
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* glibc's _dl_cache_libcmp: runs of digits compare as numbers. */
static int name_cmp(struct str a, struct str b)
{
	size_t i = 0, j = 0;

	while (i < a.n && j < b.n) {
		uint64_t x = 0, y = 0;

		if (!is_digit(a.p[i]) || !is_digit(b.p[j])) {
			if (is_digit(a.p[i]) != is_digit(b.p[j]))
				return is_digit(a.p[i]) ? 1 : -1;
			if (a.p[i] != b.p[j])
				return (unsigned char)a.p[i] <
				                       (unsigned char)b.p[j] ?
				               -1 :
				               1;
			i++;
			j++;
			continue;
		}
		for (; i < a.n && is_digit(a.p[i]); i++)
			x = x * 10 + (uint64_t)(a.p[i] - '0');
		for (; j < b.n && is_digit(b.p[j]); j++)
			y = y * 10 + (uint64_t)(b.p[j] - '0');
		if (x != y)
			return x < y ? -1 : 1;
	}
	return (i < a.n) - (j < b.n);
}

/* Does ldconfig look at it at all?  Empty and dangling ones are passed over. */
static bool is_usable(const struct umd *u)
{
	return u->resolved.n && u->size > 0 && u->kind != UMD_LEFTOVER;
}

/* ldconfig goes by SONAME; where the facts have none the name has to do. */
static bool is_cached(const struct umd *u)
{
	return u->soname.n == 0 || str_eq(u->soname, STR("libcuda.so.1"));
}

static bool names_libcuda(struct str name)
{
	return str_eq(name, STR("libcuda.so")) ||
	       str_has_prefix(name, STR("libcuda.so."));
}

struct pick {
	struct str name; /* the winning file name so far */
	struct libcuda lib;
	bool fixed; /* a regular libcuda.so.1: nothing replaces it */
};

static void offer(struct pick *p, struct str name, struct libcuda lib)
{
	if (p->fixed || (p->name.n && name_cmp(name, p->name) <= 0))
		return;
	p->name = name;
	p->lib = lib;
}

static const struct umd *by_path(const struct trial *t, struct str path)
{
	slice_for (struct umd, u, t->facts->umd)
		if (str_eq(u->path, path))
			return u;
	return NULL;
}

static void offer_mounted(const struct trial *t, struct pick *p)
{
	slice_for (struct str, path, t->mounted) {
		const struct umd *u = by_path(t, *path);
		struct str name = path_base(*path);

		if (!u || !is_usable(u))
			continue;
		offer(p, name, of_image(t, u));
		p->fixed |= str_eq(name, STR("libcuda.so.1"));
	}
}

/* Inside one directory the highest file name wins; model 5.1. */
static bool pick_in(const struct trial *t, const struct place *at,
                    struct libcuda *out)
{
	struct pick p = {0};
	struct str host = host_name(t);

	if (at->mounted)
		offer_mounted(t, &p);
	slice_for (struct umd, u, t->facts->umd) {
		struct str name = path_base(u->path);

		if (!str_eq(path_dir(u->path), at->dir) || !is_cached(u) ||
		    !names_libcuda(name) || !is_usable(u))
			continue;
		if (at->host && str_eq(name, host)) /* mounted over */
			continue;
		offer(&p, name, of_image(t, u));
		if (str_eq(name, STR("libcuda.so.1")) && !u->link) {
			p.lib = of_image(t, u);
			p.fixed = true;
		}
	}
	if (at->host)
		offer(&p, host, of_host(t));
	*out = p.lib;
	return p.lib.origin != ORIGIN_NONE;
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

static struct str dir_of(const struct loader_dir *d)
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
		if (str_eq(dir_of(d), dir))
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
			add(t, ps, host_dir(t), true);
			host = false;
		}
		add(t, ps, dir_of(d), false);
	}
	if (compat)
		add(t, ps, t->compat_dir, false);
	if (host)
		add(t, ps, host_dir(t), true);
}

static void order_cdi(const struct trial *t, struct places *ps)
{
	struct str host = host_dir(t);

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
		add(t, ps, dir_of(d), false);
}

/* The directories of ld.so.cache, first to last; model 5.2. */
static struct places cache_order(const struct trial *t)
{
	struct places ps = {0};

	switch (t->sc->stack->order) {
	case ORDER_LIBS_FIRST:
		if (t->compat_dir.n)
			add(t, &ps, t->compat_dir, false);
		add(t, &ps, host_dir(t), true);
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
		if (str_eq(p->dir, host_dir(t)))
			p->host = p->mounted = true;
	return ps;
}

/* Does ldconfig go through it when the container starts, and make the link
 * libcuda.so.1 there? */
static bool is_linked(const struct trial *t, struct str dir)
{
	return t->sc->stack->order != ORDER_NONE &&
	       (conf_lists(t, dir) || is_system_dir(t, dir) ||
	        (t->compat_dir.n && str_eq(dir, t->compat_dir)));
}

/* A file literally named libcuda.so.1 in a directory of LD_LIBRARY_PATH. */
static bool find_in_env(const struct trial *t, struct libcuda *out,
                        const struct loader_dir **where)
{
	slice_for (struct loader_dir, d, t->facts->loader.env) {
		struct place at = {dir_of(d), false, false};
		const struct umd *u;

		at.host = at.mounted = str_eq(at.dir, host_dir(t));
		if ((at.host || is_linked(t, at.dir)) && pick_in(t, &at, out)) {
			*where = d;
			return true;
		}
		if (t->sc->stack->mechanism == MECH_HOSTPATH &&
		    str_eq(at.dir, STR("usr/local/nvidia/lib")))
			continue;
		u = by_path(t,
		            TRIAL_FMT(t, STR_F "/libcuda.so.1", STR_A(at.dir)));
		if (u && is_usable(u)) {
			*out = of_image(t, u);
			*where = d;
			return true;
		}
	}
	return false;
}

/* NGC's entrypoint enables compat/lib.real only where its own check passes. */
static bool find_by_entrypoint(struct trial *t)
{
	struct str dir;
	enum fc_support works;

	if (!t->facts->loader.ngc_compat || t->sc->answer[OPEN_ENTRY])
		return false;
	dir = TRIAL_FMT(t, STR_F "/lib.real",
	                STR_A(t->facts->loader.compat_dir));
	slice_for (struct umd, u, t->facts->umd) {
		if (!str_eq(path_dir(u->path), dir) || !is_usable(u) ||
		    u->link || !names_libcuda(path_base(u->path)))
			continue;
		works = trial_would_work(t, u);
		t->maybe_compat = works == FCS_UNKNOWN;
		if (works != FCS_YES)
			return false;
		t->run.libcuda = of_image(t, u);
		trial_say(t, "loader", RESULT_INFO, "T", STR("model 8"),
		          TRIAL_FMT(t,
		                    "the image's entrypoint checks /" STR_F
		                    " and enables it",
		                    STR_A(u->path)));
		return true;
	}
	return false;
}

/* The part behind usr/local/cuda, put behind what that leads to. */
static struct str behind_cuda_link(const struct trial *t, struct str path)
{
	struct str link = STR("usr/local/cuda/");
	struct str dir = t->facts->loader.cuda_dir;

	path = path_rel(path);
	if (!dir.n || !str_has_prefix(path, link))
		return path;
	return TRIAL_FMT(t, STR_F "/" STR_F, STR_A(dir),
	                 STR_A(str_from(path, link.n)));
}

static bool preload(struct trial *t, struct str name)
{
	struct str path = behind_cuda_link(t, name);
	const struct umd *u = by_path(t, path);

	if (!names_libcuda(path_base(path)) ||
	    str_eq(path_dir(path), host_dir(t)))
		return false;
	if (!u || !is_usable(u)) {
		trial_doubt(t, "loader", "S", STR("model 5.3"),
		            TRIAL_FMT(t,
		                      "LD_PRELOAD names " STR_F
		                      ", which was not seen",
		                      STR_A(name)));
		return false;
	}
	t->run.libcuda = of_image(t, u);
	trial_say(t, "loader", RESULT_INFO, "S", STR("model 5.3"),
	          TRIAL_FMT(t, "LD_PRELOAD names " STR_F ": before all others",
	                    STR_A(name)));
	return true;
}

/* LD_PRELOAD is loaded first, and its SONAME stays; model 5.3. */
static bool find_preloaded(struct trial *t)
{
	struct str value, item, name;

	if (!facts_env(t->facts, STR("LD_PRELOAD"), &value))
		return false;
	while (str_next(&value, ':', &item))
		while (str_next(&item, ' ', &name))
			if (preload(t, name))
				return true;
	return false;
}

static void find_in_cache(struct trial *t)
{
	struct places ps = cache_order(t);

	slice_for (struct place, p, ps) {
		if (!pick_in(t, p, &t->run.libcuda))
			continue;
		if (t->sc->stack->mechanism == MECH_HOSTPATH &&
		    t->run.libcuda.origin == ORIGIN_HOST)
			trial_doubt(t, "loader", "T", STR("model 1.1"),
			            STR("nobody runs ldconfig when the driver "
			                "comes by a host path, and "
			                "LD_LIBRARY_PATH does not name it"));
		trial_say(t, "loader", RESULT_INFO, "X", STR("model 5.2"),
		          TRIAL_FMT(t,
		                    "libcuda.so.1 is " STR_F " (%s), first in "
		                    "ld.so.cache by /" STR_F,
		                    STR_A(t->run.libcuda.path),
		                    origin_names[t->run.libcuda.origin],
		                    STR_A(p->dir)));
		return;
	}
	trial_say(t, "loader", RESULT_FAIL, "S", STR("model 5.3"),
	          STR("no libcuda.so.1 is on the loader's path"));
	trial_end(t, OUT_35, STAGE_INIT, STR(""));
}

static bool is_searched(const struct trial *t, struct str dir)
{
	if (str_eq(dir, host_dir(t)))
		return true;
	slice_for (struct loader_dir, d, t->facts->loader.env)
		if (str_eq(dir_of(d), dir))
			return true;
	return false;
}

/* ldconfig replaces no regular file, and the loader stops at "file too
 * short". */
static void check_empty(struct trial *t)
{
	slice_for (struct umd, u, t->facts->umd)
		if (u->kind == UMD_LEFTOVER && !u->link &&
		    str_eq(path_base(u->path), STR("libcuda.so.1")) &&
		    is_searched(t, path_dir(u->path)))
			trial_doubt(t, "loader", "I", STR("model 5.1"),
			            TRIAL_FMT(t,
			                      "/" STR_F " is an empty file in "
			                      "the way of the host's",
			                      STR_A(u->path)));
}

void trial_loader(struct trial *t)
{
	const struct loader_dir *where = NULL;

	if (t->ended)
		return;
	if (t->facts->os.musl) {
		trial_say(t, "loader", RESULT_UNSURE, "I", STR("model 5.2"),
		          STR("the image uses musl, NVIDIA's libraries want "
		              "glibc"));
		trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
		return;
	}
	if (facts_unsure(t->facts, GROUP_DRIVER) ||
	    facts_unsure(t->facts, GROUP_LOADER) ||
	    facts_unsure(t->facts, GROUP_OS)) {
		trial_say(
			t, "loader", RESULT_UNSURE, "?", STR("gaps"),
			STR("part of the image could not be read and may hold "
		            "a driver library or a loader setting"));
		trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
		return;
	}
	check_empty(t);
	if (find_preloaded(t) || find_by_entrypoint(t))
		return;
	if (find_in_env(t, &t->run.libcuda, &where)) {
		trial_say(t, "loader", RESULT_INFO, "X", STR("model 5.3"),
		          TRIAL_FMT(t,
		                    "LD_LIBRARY_PATH has " STR_F
		                    ", which comes before everything: " STR_F
		                    " (%s)",
		                    STR_A(where->dir),
		                    STR_A(t->run.libcuda.path),
		                    origin_names[t->run.libcuda.origin]));
		return;
	}
	find_in_cache(t);
}
