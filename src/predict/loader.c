/*
 * Which libcuda.so.1 a process gets: LD_LIBRARY_PATH, then ld.so.cache in the
 * order in which the mechanism has it made.  model 5.
 */
#include "base/path.h"
#include "predict/places.h"

/* A file literally named libcuda.so.1 in a directory of LD_LIBRARY_PATH. */
static bool find_in_env(const struct trial *t, struct libcuda *out,
                        const struct loader_dir **where)
{
	slice_for (struct loader_dir, d, t->facts->loader.env) {
		struct place at = {places_dir_of(d), false, false};
		const struct umd *u;

		at.host = at.mounted = str_eq(at.dir, places_host_dir(t));
		if ((at.host || places_has_link(t, at.dir)) &&
		    pick_in_place(t, &at, out)) {
			*where = d;
			return true;
		}
		if (t->sc->stack->mechanism == MECH_HOSTPATH &&
		    str_eq(at.dir, STR("usr/local/nvidia/lib")))
			continue;
		u = pick_by_path(t, TRIAL_FMT(t, STR_F "/libcuda.so.1",
		                              STR_A(at.dir)));
		if (u && pick_is_usable(u)) {
			*out = libcuda_of_image(t, u);
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
		if (!str_eq(path_dir(u->path), dir) || !pick_is_usable(u) ||
		    u->link || !pick_is_named(path_base(u->path)))
			continue;
		works = trial_would_work(t, u);
		t->maybe_compat = works == FCS_UNKNOWN;
		if (works != FCS_YES)
			return false;
		t->run.libcuda = libcuda_of_image(t, u);
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
	const struct umd *u = pick_by_path(t, path);

	if (!pick_is_named(path_base(path)) ||
	    str_eq(path_dir(path), places_host_dir(t)))
		return false;
	if (!u || !pick_is_usable(u)) {
		trial_doubt(t, "loader", "S", STR("model 5.3"),
		            TRIAL_FMT(t,
		                      "LD_PRELOAD names " STR_F
		                      ", which was not seen",
		                      STR_A(name)));
		return false;
	}
	t->run.libcuda = libcuda_of_image(t, u);
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
	struct places ps = places_of_cache(t);

	slice_for (struct place, p, ps) {
		if (!pick_in_place(t, p, &t->run.libcuda))
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
	if (str_eq(dir, places_host_dir(t)))
		return true;
	slice_for (struct loader_dir, d, t->facts->loader.env)
		if (str_eq(places_dir_of(d), dir))
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

/* Far above any real image; the order is worked out once for each trial. */
enum { DIRS_MAX = 256 };

/* Ends the trial where the search cannot be played through. */
static bool cannot_search(struct trial *t)
{
	const struct loader *l = &t->facts->loader;
	const char *source = "gaps", *tag = "?", *why = NULL;

	if (t->facts->os.musl) {
		source = "model 5.2";
		tag = "I";
		why = "the image uses musl, NVIDIA's libraries want glibc";
	} else if (facts_unsure(t->facts, GROUP_DRIVER) ||
	           facts_unsure(t->facts, GROUP_LOADER) ||
	           facts_unsure(t->facts, GROUP_OS)) {
		why = "part of the image could not be read and may hold a "
		      "driver library or a loader setting";
	} else if (l->conf.n > DIRS_MAX || l->env.n > DIRS_MAX) {
		source = "model 5.3";
		why = "the loader has more directories to search than are "
		      "looked at here";
	}
	if (!why)
		return false;
	trial_say(t, "loader", RESULT_UNSURE, tag, str_c(source), str_c(why));
	trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
	return true;
}

void trial_loader(struct trial *t)
{
	const struct loader_dir *where = NULL;

	if (t->ended || cannot_search(t))
		return;
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
