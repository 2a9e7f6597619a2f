#include "base/path.h"
#include "predict/trial.h"

#include <string.h>

/* The digits behind the first ".so." of a file name; "" without them. */
static struct str major_text(struct str name)
{
	size_t n = 0;

	for (size_t i = 0; i + 4 <= name.n; i++) {
		if (memcmp(name.p + i, ".so.", 4) != 0)
			continue;
		name = str_from(name, i + 4);
		while (n < name.n && name.p[n] >= '0' && name.p[n] <= '9')
			n++;
		return (struct str){name.p, n};
	}
	return STR("");
}

/* strncmp(host, lib, strlen(lib)), as libnvidia-container compares. */
static int prefix_cmp(struct str host, struct str lib)
{
	for (size_t i = 0; i < lib.n; i++) {
		int h = i < host.n ? (unsigned char)host.p[i] : 0;
		int l = (unsigned char)lib.p[i];

		if (h != l)
			return h < l ? -1 : 1;
	}
	return 0;
}

/* The umd entry of a name in the compat directory; NULL: not one of ours. */
static const struct umd *in_dir(const struct trial *t, struct str dir,
                                struct str name)
{
	slice_for (struct umd, u, t->facts->umd)
		if (str_eq(path_dir(u->path), dir) &&
		    str_eq(path_base(u->path), name))
			return u;
	return NULL;
}

/* model 3.1 and 3.2: is this library of the image kept? */
static bool is_kept(const struct trial *t, struct str resolved)
{
	struct str maj = major_text(path_base(resolved));
	int c;

	if (maj.n == 0) /* resolved name without ".so." */
		return t->sc->stack->compat == COMPAT_LDCONFIG;
	c = prefix_cmp(t->sc->pool->driver, maj);
	if (t->sc->stack->compat == COMPAT_LDCONFIG)
		return c < 0 || (c == 0 && t->sc->answer[OPEN_EQUAL]);
	return c != 0 || t->sc->answer[OPEN_EQUAL];
}

/* What the glob compat/lib*.so.* comes to, links followed, kept ones only. */
static struct strs kept_files(const struct trial *t, bool *span)
{
	const struct loader *l = &t->facts->loader;
	struct strs kept = {0};
	struct str dir = STR("");

	*span = false;
	slice_for (struct str, name, l->compat_names) {
		const struct umd *u = in_dir(t, l->compat_dir, *name);
		struct str to =
			u ? u->resolved :
			    TRIAL_FMT(t, STR_F "/" STR_F, STR_A(l->compat_dir),
		                      STR_A(*name));

		if (to.n == 0 || !is_kept(t, to))
			continue;
		if (kept.n && !str_eq(path_dir(to), dir))
			*span = true;
		dir = path_dir(to);
		*arena_push(t->arena, &kept) = to;
	}
	return kept;
}

static void legacy_ldconfig(struct trial *t)
{
	bool span;
	struct strs kept = kept_files(t, &span);

	if (kept.n == 0) {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 3.2"),
		          TRIAL_FMT(t,
		                    "no library in /" STR_F
		                    " is of a newer driver branch than " STR_F
		                    ": not used",
		                    STR_A(t->facts->loader.compat_dir),
		                    STR_A(t->sc->pool->driver)));
		return;
	}
	if (span) {
		trial_say(t, "compat", RESULT_FAIL, "S", STR("model 3.2"),
		          STR("the compat libraries resolve to several "
		              "directories"));
		trial_end(t, OUT_REFUSED, STAGE_START,
		          STR("nvidia-container-cli: updating compat library "
		              "settings failed"));
		return;
	}
	t->compat_dir = arena_str(t->arena, path_dir(kept.v[0]));
	trial_say(t, "compat", RESULT_INFO, "S", STR("model 3.2"),
	          TRIAL_FMT(t,
	                    "the toolkit puts /" STR_F
	                    " first: it holds a newer branch than " STR_F,
	                    STR_A(t->compat_dir), STR_A(t->sc->pool->driver)));
}

static void legacy_mount(struct trial *t)
{
	const struct loader *l = &t->facts->loader;
	bool span;
	struct strs kept;

	if (t->sc->stack->mount_strict && l->cuda_link_absolute) {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 3.1"),
		          STR("/usr/local/cuda is an absolute link, which this "
		              "toolkit follows on the host: compat is not "
		              "found"));
		return;
	}
	kept = kept_files(t, &span);
	slice_for (struct str, to, kept)
		if (str_has_prefix(path_base(*to), STR("libcuda.so")))
			*arena_push(t->arena, &t->mounted) = *to;
	trial_say(t, "compat", RESULT_INFO, "S", STR("model 3.3"),
	          t->mounted.n ?
	                  TRIAL_FMT(t,
	                            "the toolkit mounts /" STR_F
	                            " beside the host's library",
	                            STR_A(t->mounted.v[0])) :
	                  TRIAL_FMT(t,
	                            "/" STR_F " is of the same branch as " STR_F
	                            ": dropped",
	                            STR_A(l->compat_dir),
	                            STR_A(t->sc->pool->driver)));
}

/* A regular file that matches libcuda.so.*.*; model 4.2. */
static bool is_candidate(const struct umd *u, struct str dir)
{
	struct str name = path_base(u->path), rest, piece;

	if (!str_eq(path_dir(u->path), dir) || u->link ||
	    !str_has_prefix(name, STR("libcuda.so.")))
		return false;
	rest = str_from(name, sizeof "libcuda.so." - 1);
	return str_cut(rest, '.', &piece, &rest);
}

static const struct umd *hook_candidate(const struct trial *t, size_t *n)
{
	const struct umd *found = NULL;

	*n = 0;
	slice_for (struct umd, u, t->facts->umd) {
		if (is_candidate(u, t->facts->loader.compat_dir)) {
			found = u;
			++*n;
		}
	}
	return found;
}

static bool note_has(const struct umd *u, int64_t branch)
{
	slice_for (int64_t, d, u->note.drivers)
		if (*d == branch)
			return true;
	return false;
}

/* model 4.2, the rule of the hook's version. */
static bool hook_takes(const struct trial *t, const struct umd *u)
{
	struct str name =
		str_from(path_base(u->path), sizeof "libcuda.so." - 1);
	struct version v = version_lead(name);
	struct version h = version_lead(t->sc->pool->driver);

	if (t->sc->stack->hook == HOOK_NOTE && u->note.present)
		return v.n <= 3 && note_has(u, h.part[0]) &&
		       version_cmp(v, h) > 0;
	return v.part[0] > h.part[0];
}

static void run_hook(struct trial *t)
{
	const struct umd *u;
	size_t n;

	if (t->sc->stack->hook == HOOK_MAJOR_CACHE &&
	    !t->facts->loader.has_cache) {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 4.2"),
		          STR("the image has no /etc/ld.so.cache: the hook "
		              "leaves compat alone"));
		return;
	}
	u = hook_candidate(t, &n);
	if (n != 1) {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 4.2"),
		          TRIAL_FMT(t,
		                    "the hook wants exactly one "
		                    "libcuda.so.*.* in /" STR_F
		                    ", there are %zu: compat is left alone",
		                    STR_A(t->facts->loader.compat_dir), n));
		return;
	}
	if (hook_takes(t, u)) {
		t->compat_dir = t->facts->loader.compat_dir;
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 4.2"),
		          TRIAL_FMT(t, "the hook puts /" STR_F " first",
		                    STR_A(t->compat_dir)));
	} else {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 4.2"),
		          TRIAL_FMT(t,
		                    "the hook does not take " STR_F
		                    " for driver " STR_F,
		                    STR_A(u->version),
		                    STR_A(t->sc->pool->driver)));
	}
}

/* By the host's CUDA version there, and from a directory that differs between
 * Orin and Thor; model 4.2, 9. */
static void jetson_compat(struct trial *t)
{
	bool any = false;

	slice_for (struct umd, u, t->facts->umd)
		any |= u->kind == UMD_COMPAT &&
		       str_has_prefix(path_base(u->path), STR("libcuda.so"));
	if (!any)
		return;
	trial_say(t, "compat", RESULT_UNSURE, "?", STR("model 9"),
	          STR("which compat library a Jetson takes is not modelled"));
	trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
}

void trial_compat(struct trial *t)
{
	const struct stack *s = t->sc->stack;
	bool acts = s->hook != HOOK_NONE || s->compat == COMPAT_MOUNT ||
	            s->compat == COMPAT_LDCONFIG;

	if (t->ended ||
	    (t->facts->loader.compat_dir.n == 0 && s->mechanism != MECH_CSV))
		return;
	if (s->mechanism == MECH_CSV) {
		jetson_compat(t);
	} else if (s->mechanism == MECH_WSL) {
		trial_say(t, "compat", RESULT_UNSURE, "?", STR("model 6#11"),
		          STR("what a compat library does under WSL2 is not "
		              "known"));
		trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
	} else if (!acts) {
		trial_say(t, "compat", RESULT_INFO, "S", STR("model 3.1"),
		          STR("this stack does nothing with compat libraries"));
	} else if (t->sc->pool->driver.n == 0) {
		trial_say(t, "compat", RESULT_UNSURE, "S", STR("model 3.3"),
		          STR("whether compat is used depends on the driver, "
		              "which the pool does not say"));
		trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
	} else if (s->hook != HOOK_NONE) {
		run_hook(t);
	} else if (s->compat == COMPAT_LDCONFIG) {
		legacy_ldconfig(t);
	} else {
		legacy_mount(t);
	}
}
