#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static bool in_compat(const struct lint_input *in, const struct umd *u)
{
	struct str dir = in->facts->loader.compat_dir;

	return dir.n && u->resolved.n && str_eq(path_dir(u->path), dir);
}

/* Directories that the names in the compat directory lead to. */
static struct strs targets(const struct lint_input *in)
{
	struct strs dirs = {0};

	slice_for (struct umd, u, in->facts->umd) {
		if (in_compat(in, u) && !strs_has(dirs, path_dir(u->resolved)))
			*arena_push(in->arena, &dirs) = path_dir(u->resolved);
	}
	return dirs;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct strs dirs = targets(in);
	struct batches failing = {0};
	struct finding *f;

	batches_of(in, CAUSE_COMPAT_SPLIT, NULL, &failing);
	if (dirs.n < 2 && failing.n == 0)
		return;
	f = finding_add(in, out, &rule_compat_split,
	                arena_fmt(in->arena,
	                          "libraries in " STR_F " lie in %zu "
	                          "directories, which toolkit 1.17.7 and later "
	                          "refuse in ldconfig mode%s" STR_F,
	                          STR_A(look_abs(in,
	                                         in->facts->loader.compat_dir)),
	                          dirs.n, failing.n ? ": so on " : "",
	                          STR_A(failing.n ? batch_where(in, failing.v) :
	                                            STR(""))));
	slice_for (struct umd, u, in->facts->umd)
		if (in_compat(in, u) && u->link)
			finding_at(in, f, u->layer, u->path);
	f->cure = cure_make(GRADE_REVIEW, STR("purge-compat"),
	                    STR("let all files of the compat package lie in "
	                        "one directory, or remove it"));
	if (failing.n)
		finding_batch(in, f, failing.v);
}

const struct rule rule_compat_split = {
	.id = "CL020",
	.name = "compat-split",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "The compat libraries lie in several directories",
	.why = "In ldconfig mode (toolkit 1.17.7 and later) the toolkit "
	       "follows the links in /usr/local/cuda/compat and puts the "
	       "directory behind them in front of ld.so.cache.  When those "
	       "that it would use lead to more than one directory it gives up "
	       "and the container does not start.",
	.cure = "Put the package's files into one directory.",
	.source = "model 3.2; libnvidia-container src/compat_mode.c",
	.bad = FACTS(CONFIG UMDS(UMD_LINK(
		"usr/local/cuda-12.9/compat/libcuda.so.1",
		"opt/a/libcuda.so.575.57.08", "compat",
		"575.57.08") ", " UMD_LINK("usr/local/cuda-12.9/compat/libnvidia-nvvm.so.4",
                                           "opt/b/libnvidia-nvvm.so.575.57.08",
                                           "compat",
                                           "575.57.08")) ", \"loader\": {" COMPAT_LOADER("12.9",
                                                                                         "575.57.08") "}"),
	.good = FACTS(CONFIG COMPAT("12.9", "575.57.08")),
	.pool = POOL("550.54.15", "NVIDIA A100-SXM4-40GB", GPUS_LDCONFIG),
	.check = check,
};
