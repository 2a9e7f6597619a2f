#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static const struct umd *stub_in(const struct lint_input *in,
                                 const struct loader_dir *d)
{
	if (d->resolved.n == 0)
		return NULL;
	slice_for (struct umd, u, in->facts->umd)
		if (u->kind == UMD_STUB && look_is_libcuda(u) &&
		    str_eq(path_dir(u->path), d->resolved))
			return u;
	return NULL;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct loader_dir *d, const struct umd *u)
{
	struct batches failing = {0};
	struct finding *f = finding_add(
		in, out, &rule_stub_on_loader_path,
		arena_fmt(in->arena,
	                  STR_F
	                  " makes the loader search " STR_F
	                  ", which holds the stub of libcuda: a program that "
	                  "gets it sees CUDA error 34",
	                  STR_A(d->layer < 0 ? d->file : look_abs(in, d->file)),
	                  STR_A(d->dir)));

	if (d->layer < 0)
		finding_env(in, f, d->file);
	else
		finding_at(in, f, d->layer, d->file);
	finding_at(in, f, u->layer, u->path);
	f->cure = cure_make(GRADE_REVIEW, STR("edit-loader"),
	                    arena_fmt(in->arena,
	                              "take " STR_F " out of it; for linking "
	                              "use LIBRARY_PATH or -L",
	                              STR_A(d->dir)));
	batches_of(in, CAUSE_STUB, NULL, &failing);
	if (failing.n)
		finding_batch(in, f, failing.v);
}

static size_t check_dirs(const struct lint_input *in, struct findings *out,
                         const struct loader_dirs *dirs)
{
	size_t found = 0;

	slice_for (struct loader_dir, d, *dirs) {
		const struct umd *u = stub_in(in, d);

		if (!u)
			continue;
		report(in, out, d, u);
		found++;
	}
	return found;
}

/* A stub that is loaded without being on a path that we see. */
static void check_rest(const struct lint_input *in, struct findings *out)
{
	struct batches failing = {0};

	batches_of(in, CAUSE_STUB, NULL, &failing);
	slice_for (struct batch, b, failing) {
		const struct libcuda *lib = &batch_run(b)->libcuda;
		struct finding *f = finding_add(
			in, out, &rule_stub_on_loader_path,
			arena_fmt(in->arena,
		                  "the stub " STR_F " is loaded on " STR_F STR_F
		                  ": CUDA error 34",
		                  STR_A(lib->path), STR_A(batch_where(in, b)),
		                  STR_A(batch_stacks(in, b))));

		finding_batch(in, f, b);
		finding_at(in, f, lib->layer, lib->path);
	}
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct loader *l = &in->facts->loader;

	if (check_dirs(in, out, &l->env) + check_dirs(in, out, &l->conf) == 0)
		check_rest(in, out);
}

const struct rule rule_stub_on_loader_path = {
	.id = "CL011",
	.name = "stub-on-loader-path",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "The loader searches a directory with the stub of libcuda",
	.why = "The toolkit's stubs directory holds a libcuda.so to link "
	       "against; it has no code.  In ld.so.conf.d ldconfig gives it "
	       "the name libcuda.so.1 as well, and where that comes before the "
	       "host's every call answers 34.  In LD_LIBRARY_PATH it meets "
	       "programs that open \"libcuda.so\", and all others if it has a "
	       "link libcuda.so.1.",
	.cure = "Keep stubs out of LD_LIBRARY_PATH and ld.so.conf.d; "
		"LIBRARY_PATH and the linker's -L are for them.",
	.source = "model 5.1, 5.3, 6#8; warp#219, xmake#4686",
	.bad = FACTS(CONFIG UMDS(
		UMD_FILE("usr/local/cuda-11.8/lib64/stubs/libcuda.so", "stub",
                         "")) ", \"loader\": {\"env\": [{\"dir\": "
                              "\"/usr/local/cuda/lib64/stubs\", \"resolved\": "
                              "\"usr/local/cuda-11.8/lib64/stubs\", \"file\": "
                              "\"LD_LIBRARY_PATH\", \"layer\": -1}]}"),
	.good = FACTS(CONFIG UMDS(UMD_FILE(
		"usr/local/cuda-11.8/lib64/stubs/libcuda.so", "stub", ""))),
	.pool = POOL_A100,
	.check = check,
};
