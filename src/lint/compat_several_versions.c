#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

/* What the hook counts: regular files libcuda.so.*.* in the directory. */
static bool counts(const struct lint_input *in, const struct umd *u)
{
	struct str dir = in->facts->loader.compat_dir;

	return dir.n && !u->link && str_eq(path_dir(u->path), dir) &&
	       str_glob(STR("libcuda.so.*.*"), path_base(u->path));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str dir = in->facts->loader.compat_dir;
	struct strs versions = {0};
	struct finding *f;

	slice_for (struct umd, u, in->facts->umd)
		if (counts(in, u) && !strs_has(versions, u->version))
			*arena_push(in->arena, &versions) = u->version;
	if (versions.n < 2)
		return;
	f = finding_add(in, out, &rule_compat_several_versions,
	                arena_fmt(in->arena,
	                          STR_F
	                          " holds libcuda " STR_F
	                          ": the toolkit's hook then uses none of "
	                          "them, its legacy mode the highest",
	                          STR_A(look_abs(in, dir)),
	                          STR_A(words_list(in->arena, versions, ""))));
	slice_for (struct umd, u, in->facts->umd)
		if (counts(in, u))
			finding_at(in, f, u->layer, u->path);
	f->cure = cure_make(GRADE_REVIEW, STR("remove-file"),
	                    STR("keep one version in the directory"));
}

const struct rule rule_compat_several_versions = {
	.id = "CL013",
	.name = "compat-several-versions",
	.severity = SEV_WARNING,
	.title = "The compat directory holds several versions of libcuda",
	.why = "The hook enable-cuda-compat (CDI, toolkit 1.17.5 and later) "
	       "wants exactly one libcuda.so.X.Y and does nothing otherwise, "
	       "while legacy mode takes the directory as a whole.  The same "
	       "image then behaves differently from stack to stack.",
	.cure = "Install one cuda-compat package, or remove the older files.",
	.source = "model 4.2",
	.bad = FACTS(CONFIG UMDS(
		UMD_FILE("usr/local/cuda-12.4/compat/libcuda.so.535.54.03", "compat", "535.54.03") ", " UMD_FILE(
			"usr/local/cuda-12.4/compat/libcuda.so.550.54.15",
			"compat",
			"550.54.15")) ", \"loader\": {" COMPAT_LOADER("12.4",
                                                                      "550.54.15") "}"),
	.good = FACTS(CONFIG COMPAT("12.4", "550.54.15")),
	.pool = POOL_A100,
	.check = check,
};
