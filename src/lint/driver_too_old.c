#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static struct str message(const struct lint_input *in, const struct batch *b,
                          const struct consumer *newest)
{
	struct str where = batch_where(in, b), stacks = batch_stacks(in, b);

	return arena_fmt(in->arena,
	                 STR_F " needs CUDA " STR_F
	                       ", but the driver gives " STR_F
	                       ": CUDA error 35 on " STR_F STR_F,
	                 STR_A(newest->name), STR_A(newest->cuda),
	                 STR_A(b->hits.v[0].p->pool->cuda), STR_A(where),
	                 STR_A(stacks));
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	struct consumer newest = {.name = STR("the image"), .layer = -1};
	struct finding *f;

	(void)look_newest(in, &newest);
	f = finding_add(in, out, &rule_driver_too_old, message(in, b, &newest));
	finding_batch(in, f, b);
	if (newest.path.n)
		finding_at(in, f, newest.layer, newest.path);
	f->cure = cure_raise_driver(in, newest.cuda);
}

/* Hosts of one CUDA version are told of together. */
static struct str by_cuda(const struct lint_input *in, const struct hit *h)
{
	(void)in;
	return h->p->pool->cuda;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_DRIVER, by_cuda, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_driver_too_old = {
	.id = "CL007",
	.name = "driver-too-old",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The driver is too old for the image's CUDA runtime",
	.why = "From CUDA 11 on a runtime works with every driver of its own "
	       "major from a floor on (11: 450.80.02, 12: 525.60.13, 13: 580); "
	       "before, it needs a driver of its own minor.  With an older one "
	       "every CUDA call answers 35; PyTorch says \"The NVIDIA driver "
	       "on your system is too old\".",
	.cure = "Raise the host's driver, or install a build for an older CUDA. "
		" On data-centre GPUs the cuda-compat package of the image's "
		"CUDA helps, where its matrix lists the host's branch.",
	.source = "model 7, 9",
	.bad = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")),
	.good = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL_3090,
	.check = check,
};
