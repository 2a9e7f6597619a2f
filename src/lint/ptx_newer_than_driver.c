#include "lint/cure.h"
#include "lint/example.h"
#include "lint/kernels.h"
#include "lint/look.h"

static struct str by_outcome(const struct lint_input *in, const struct hit *h)
{
	return arena_fmt(in->arena, "%s " STR_F,
	                 outcome_names[h->v->run.outcome],
	                 STR_A(hit_code(in, h)));
}

static const char *what(enum outcome o)
{
	if (o == OUT_221)
		return "has to compile PTX without libnvidia-ptxjitcompiler";
	if (o == OUT_36)
		return "calls what the driver does not have yet";
	return "has only PTX for the GPU, newer than the driver can compile";
}

/* Whose code it is; by table, the newest runtime's. */
static struct str name_of(const struct lint_input *in, const struct batch *b,
                          struct consumer *newest)
{
	const struct unit *u = batch_run(b)->code;

	if (u)
		return kernels_name(in, u);
	*newest = (struct consumer){.name = STR("the image"), .layer = -1};
	(void)look_newest(in, newest);
	return newest->name;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	const struct unit *u = batch_run(b)->code;
	enum outcome o = batch_run(b)->outcome;
	struct consumer newest = {0};
	struct str name = name_of(in, b, &newest);
	struct finding *f = finding_add(
		in, out, &rule_ptx_newer_than_driver,
		arena_fmt(in->arena,
	                  STR_F " %s on " STR_F STR_F ": CUDA error %s",
	                  STR_A(name), what(o), STR_A(batch_where(in, b)),
	                  STR_A(batch_stacks(in, b)), outcome_names[o]));

	finding_batch(in, f, b);
	if (u)
		kernels_at(in, f, u);
	else if (newest.path.n)
		finding_at(in, f, newest.layer, newest.path);
	f->cure = cure_make(GRADE_MANUAL, STR("raise-driver"),
	                    STR("raise the host's driver to the toolkit's own, "
	                        "or install a build with machine code for "
	                        "the GPU"));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_PTX, by_outcome, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_ptx_newer_than_driver = {
	.id = "CL028",
	.name = "ptx-newer-than-driver",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The GPU needs PTX that the driver cannot compile",
	.why = "Minor-version compatibility covers machine code, not PTX: the "
	       "driver compiles PTX only of its own CUDA version or older.  A "
	       "GPU for which the image has PTX alone answers 222 (or 221 "
	       "where the compiler library is missing, 36 where a call is too "
	       "new).",
	.cure = "Raise the driver to that of the toolkit, or ship machine code "
		"for the GPU.  On data-centre GPUs the compat package helps, "
		"as it has its own compiler.",
	.source = "model 7, 15.4; nvbandwidth#61, fauxpilot#19",
	.bad = FACTS(CONFIG TORCH("2.8.0", "cu129", "12.9")),
	.good = FACTS(CONFIG TORCH("2.7.1", "cu128", "12.8")),
	.pool = "{\"schema\": \"cudalint/fleet/1\", \"name\": \"example\","
		" \"pools\": [{\"name\": \"next\", \"driver\": \"572.10\","
		" \"cuda\": \"12.8\", \"gpus\": [{\"compute_capability\":"
		" \"13.0\", \"class\": \"datacenter\"}]}]}",
	.check = check,
};
