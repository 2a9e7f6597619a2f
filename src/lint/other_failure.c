#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"

/* The step that decided: the last that did not pass. */
static struct str reason(const struct run *run)
{
	struct str detail = run->message;

	slice_for (struct step, s, run->because)
		if (s->result == RESULT_FAIL || s->result == RESULT_UNSURE)
			detail = s->detail;
	return detail.n ? detail : STR("the reason is in --why");
}

static struct str by_reason(const struct lint_input *in, const struct hit *h)
{
	(void)in;
	return reason(&h->v->run);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_OTHER, by_reason, &all);
	slice_for (struct batch, b, all) {
		const struct libcuda *lib = &batch_run(b)->libcuda;
		struct finding *f = finding_add(
			in, out, &rule_other_failure,
			arena_fmt(in->arena,
		                  "it certainly fails on " STR_F STR_F
		                  ": " STR_F,
		                  STR_A(batch_where(in, b)),
		                  STR_A(batch_stacks(in, b)), STR_A(b->key)));

		finding_batch(in, f, b);
		if (!lib->umd)
			continue;
		finding_at(in, f, lib->layer, lib->path);
		if (lib->umd->kind == UMD_COMPAT)
			f->cure = cure_purge_compat(in, lib->umd);
	}
}

const struct rule rule_other_failure = {
	.id = "CL030",
	.name = "other-failure",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "It fails in a way that no other rule speaks of",
	.why = "That it cannot work follows from what is known, but not which "
	       "error the user sees: a driver older than the floor of the "
	       "runtime's major, a libcuda whose branch does not drive the "
	       "GPU, a Linux libcuda under WSL2.",
	.cure = "See the chain of reasons with --why.",
	.source = "model 6#11, 7, 14.4",
	.bad = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.good = FACTS(CONFIG TORCH("2.0.0", "cu117", "11.7")),
	.pool = POOL("450.36.06", "Tesla T4", GPUS_MOUNT),
	.good_pool = POOL_A100,
	.check = check,
};
