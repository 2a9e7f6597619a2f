#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static bool is_bundled(const struct umd *u)
{
	return u->kind == UMD_BUNDLED && look_is_libcuda(u);
}

static const struct umd *first_file(const struct lint_input *in)
{
	const struct umd *first = NULL;

	slice_for (struct umd, u, in->facts->umd)
		if (is_bundled(u) && (!first || (first->link && !u->link)))
			first = u;
	return first;
}

static struct str effect(const struct lint_input *in, const struct batch *b)
{
	const struct run *run = batch_run(b);

	if (run->outcome == OUT_UNKNOWN)
		return arena_fmt(in->arena,
		                 "it is loaded and fails on " STR_F STR_F,
		                 STR_A(batch_where(in, b)),
		                 STR_A(batch_stacks(in, b)));
	return arena_fmt(in->arena,
	                 "it is loaded on " STR_F STR_F ": CUDA error %s",
	                 STR_A(batch_where(in, b)), STR_A(batch_stacks(in, b)),
	                 outcome_names[run->outcome]);
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct umd *first = first_file(in);
	struct batches failing = {0};
	struct finding *f;
	struct str what;

	batches_of(in, CAUSE_BUNDLED, NULL, &failing);
	if (!first)
		return;
	what = failing.n ? effect(in, failing.v) :
	                   STR("hosts with another driver may load it");
	f = finding_add(in, out, &rule_libcuda_bundled,
	                arena_fmt(in->arena,
	                          "the image carries libcuda " STR_F
	                          " of a driver at " STR_F "; " STR_F,
	                          STR_A(first->version),
	                          STR_A(look_abs(in, look_file(first))),
	                          STR_A(what)));
	slice_for (struct umd, u, in->facts->umd)
		if (is_bundled(u))
			finding_at(in, f, u->layer, look_file(u));
	if (failing.n)
		finding_batch(in, f, failing.v);
	f->cure = cure_make(
		first->package.n ? GRADE_REVIEW : GRADE_MANUAL,
		first->package.n ? STR("purge-package") : STR("remove-file"),
		first->package.n ?
			cure_remove(in, first->package) :
			STR("leave the driver's libraries out: the host "
	                    "brings its own"));
	f->cure.package = first->package;
}

const struct rule rule_libcuda_bundled = {
	.id = "CL008",
	.name = "libcuda-bundled",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "The image carries a driver's libcuda outside a compat "
		 "directory",
	.why = "libcuda belongs to the host: it has to fit the kernel module.  "
	       "A copy in the image competes with the one that the toolkit "
	       "injects, and the higher file name, or whoever is first on the "
	       "loader's path, wins.  A host with another driver then answers "
	       "803 or 804.",
	.cure = "Do not install or copy the driver into the image; build "
		"against the stub library.",
	.source = "model 5.1, 5.3, 14.7; jax#3568, enroot#96",
	.bad = FACTS(CONFIG UMDS(
		UMD_FILE("usr/lib/x86_64-linux-gnu/libcuda.so.535.104.05",
                         "bundled", "535.104.05"))),
	.good = FACTS(CONFIG COMPAT("11.2", "460.32.03")),
	.pool = POOL_A100,
	.check = check,
};
