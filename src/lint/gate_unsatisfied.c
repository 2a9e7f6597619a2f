#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

/* The condition alone: "cuda>=12.8" of the message. */
static struct str condition(struct str message)
{
	struct str mark = STR("unsatisfied condition: "), tail;

	for (size_t i = 0; i < message.n; i++) {
		struct str rest = str_from(message, i);

		if (!str_has_prefix(rest, mark))
			continue;
		(void)str_cut(str_from(rest, mark.n), ' ', &rest, &tail);
		while (rest.n && rest.p[rest.n - 1] == ',')
			rest.n--;
		return rest;
	}
	return STR("");
}

/* The variable whose value has the condition. */
static struct str by_variable(const struct lint_input *in, const struct hit *h)
{
	struct str cond = condition(h->v->run.message);
	struct str name, value, now;

	slice_for (struct str, e, in->facts->config.env) {
		if (str_cut(*e, '=', &name, &value) &&
		    str_has_prefix(name, STR("NVIDIA_REQUIRE_")) &&
		    facts_env(in->facts, name, &now) && str_eq(now, value) &&
		    str_contains(now, cond))
			return name;
	}
	return look_is_legacy(in, &value) ? STR("CUDA_VERSION") :
	                                    STR("NVIDIA_REQUIRE_CUDA");
}

static struct cure cure(const struct lint_input *in, struct str name)
{
	struct str value = STR(""), cuda;
	const struct toolkit *t;

	(void)look_env(in, name, &value);
	cuda = str_eq(name, STR("CUDA_VERSION")) ? value :
	                                           look_gate_cuda(value);
	t = cuda.n ? know_toolkit(in->know, cuda) : NULL;
	if (!t || t->driver.n == 0)
		return cure_make(GRADE_MANUAL, STR("raise-driver"),
		                 STR("raise the host's driver, or choose an "
		                     "older base image"));
	return cure_make(GRADE_MANUAL, STR("raise-driver"),
	                 arena_fmt(in->arena,
	                           "raise the host's driver to " STR_F
	                           " or later (CUDA " STR_F
	                           "), or choose a base image of an older CUDA",
	                           STR_A(t->driver),
	                           STR_A(look_minor(in, cuda))));
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	struct finding *f =
		finding_add(in, out, &rule_gate_unsatisfied,
	                    arena_fmt(in->arena,
	                              STR_F " refuses to start on " STR_F STR_F
	                                    ": \"" STR_F "\"",
	                              STR_A(b->key), STR_A(batch_where(in, b)),
	                              STR_A(batch_stacks(in, b)),
	                              STR_A(batch_run(b)->message)));

	finding_batch(in, f, b);
	finding_env(in, f, b->key);
	f->cure = cure(in, b->key);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_GATE, by_variable, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_gate_unsatisfied = {
	.id = "CL003",
	.name = "gate-unsatisfied",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "NVIDIA_REQUIRE_* refuses to start on a host of the fleet",
	.why = "The NVIDIA hook evaluates NVIDIA_REQUIRE_CUDA and its like "
	       "against the host's driver, CUDA version and every visible GPU "
	       "before the container starts, and stops it when one does not "
	       "match.  Stacks that use CDI do not look at it: there the image "
	       "starts and fails later, or works.",
	.cure = "Raise the driver, or use a base image whose gate admits it.  "
		"NVIDIA_DISABLE_REQUIRE=true only moves the failure, unless "
		"the gate is stricter than what the image needs.",
	.source = "model 2.2-2.7, 1.3",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.3\"")),
	.good = FACTS(
		CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.3 driver>=450\"")),
	.pool = POOL_3090,
	.check = check,
};
