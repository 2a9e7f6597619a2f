#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static const struct umd *compat_in(const struct lint_input *in,
                                   const struct loader_dir *d)
{
	if (d->resolved.n == 0)
		return NULL;
	slice_for (struct umd, u, in->facts->umd)
		if (u->kind == UMD_COMPAT && look_is_libcuda(u) &&
		    (str_eq(path_dir(u->path), d->resolved) ||
		     str_eq(path_dir(look_file(u)), d->resolved)))
			return u;
	return NULL;
}

static bool fails_by(const struct lint_input *in, const struct run *run,
                     const struct loader_dir *d)
{
	enum cause c = cause_of(in, run);

	return (c == CAUSE_COMPAT_GPU || c == CAUSE_COMPAT_MIX) &&
	       str_eq(path_dir(path_rel(run->libcuda.path)), d->resolved);
}

/* Those that fail by it make it as grave as their verdict. */
static void weigh(const struct lint_input *in, struct finding *f,
                  const struct loader_dir *d)
{
	static const enum cause causes[] = {CAUSE_COMPAT_GPU, CAUSE_COMPAT_MIX};

	for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
		struct batches all = {0};

		batches_of(in, causes[i], NULL, &all);
		slice_for (struct batch, b, all) {
			enum severity before = f->severity;

			if (!fails_by(in, batch_run(b), d))
				continue;
			finding_batch(in, f, b);
			if (before > f->severity)
				f->severity = before;
		}
	}
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct loader_dir *d, const struct umd *u)
{
	struct finding *f = finding_add(
		in, out, &rule_compat_hard_wired,
		arena_fmt(in->arena,
	                  STR_F
	                  " lists " STR_F " (libcuda " STR_F
	                  "), so the image's libcuda can be loaded whatever "
	                  "the host's driver is",
	                  STR_A(d->layer < 0 ? d->file : look_abs(in, d->file)),
	                  STR_A(d->dir), STR_A(u->version)));

	if (d->layer < 0)
		finding_env(in, f, d->file);
	else
		finding_at(in, f, d->layer, d->file);
	finding_at(in, f, u->layer, look_file(u));
	f->cure = cure_make(GRADE_REVIEW, STR("edit-loader"),
	                    d->layer < 0 ?
	                            arena_fmt(in->arena,
	                                      "take " STR_F " out of " STR_F,
	                                      STR_A(d->dir), STR_A(d->file)) :
	                            arena_fmt(in->arena, "rm -f " STR_F,
	                                      STR_A(look_abs(in, d->file))));
	f->cure.package = compat_package(in, u);
	weigh(in, f, d);
}

static void check_dirs(const struct lint_input *in, struct findings *out,
                       const struct loader_dirs *dirs)
{
	slice_for (struct loader_dir, d, *dirs) {
		const struct umd *u = compat_in(in, d);

		if (u)
			report(in, out, d, u);
	}
}

static void check(const struct lint_input *in, struct findings *out)
{
	check_dirs(in, out, &in->facts->loader.env);
	check_dirs(in, out, &in->facts->loader.conf);
}

const struct rule rule_compat_hard_wired = {
	.id = "CL012",
	.name = "compat-hard-wired",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "LD_LIBRARY_PATH or ld.so.conf.d lists a compat directory",
	.why = "Whether the compat libcuda fits depends on the host, and the "
	       "container toolkit decides it per host.  An image that lists "
	       "the directory itself overrides that: LD_LIBRARY_PATH always, "
	       "ld.so.conf.d under CDI (toolkit 1.18.1 and later).  Hosts with "
	       "a newer driver then answer 803.",
	.cure = "Remove the entry.  The toolkit finds /usr/local/cuda/compat "
		"by itself.",
	.source = "model 5.2, 5.3; gpustack#4678",
	.bad = FACTS(CONFIG UMDS(UMD_FILE(
		"usr/local/cuda-12.4/compat/libcuda.so.550.54.15", "compat",
		"550.54.15")) ", \"loader\": {\"conf\": [{\"dir\": "
                              "\"/usr/local/cuda/compat\", \"resolved\": "
                              "\"usr/local/cuda-12.4/compat\", \"file\": "
                              "\"etc/ld.so.conf.d/cuda-compat.conf\", \"layer\": 0}]}"),
	.good = FACTS(CONFIG COMPAT("12.4", "550.54.15")),
	.pool = POOL_A100,
	.check = check,
};
