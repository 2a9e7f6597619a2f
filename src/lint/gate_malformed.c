#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"
#include "predict/require.h"

/* A term of commas only is true, and ends the evaluation. */
static bool hides_the_rest(struct str gate)
{
	struct str term;

	while (str_next(&gate, ' ', &term)) {
		size_t commas = 0;

		while (commas < term.n && term.p[commas] == ',')
			commas++;
		if (term.n && commas == term.n)
			return true;
	}
	return false;
}

static const char *hint(struct str factor)
{
	if (str_contains(factor, STR("==")))
		return "; \"equal\" is written =";
	if (str_contains(factor, STR("=>")) || str_contains(factor, STR("=<")))
		return "; the operators are >= and <=";
	if (str_contains(factor, STR("\t")))
		return "; only a blank separates terms, a tab does not";
	return "";
}

static void report(const struct lint_input *in, struct findings *out,
                   struct str name, struct str message)
{
	struct batches refused = {0};
	struct finding *f = finding_add(in, out, &rule_gate_malformed, message);

	finding_env(in, f, name);
	f->cure = cure_make(GRADE_MANUAL, STR("edit-env"),
	                    STR("write it as name op value, factors joined by "
	                        "commas, alternatives by single blanks"));
	batches_of(in, CAUSE_GATE_INVALID, NULL, &refused);
	if (refused.n)
		finding_batch(in, f, refused.v);
	else
		f->severity = SEV_WARNING;
}

static void check_gate(const struct lint_input *in, struct findings *out,
                       struct str name, struct str gate)
{
	struct str bad = require_bad_factor(gate);

	if (bad.n)
		report(in, out, name,
		       arena_fmt(in->arena,
		                 STR_F " has \"" STR_F
		                       "\", which is no condition%s: "
		                       "\"invalid expression\" where it is "
		                       "reached",
		                 STR_A(name), STR_A(bad), hint(bad)));
	else if (hides_the_rest(gate))
		report(in, out, name,
		       arena_fmt(in->arena,
		                 STR_F " has a term of commas only: nothing "
		                       "behind it is read",
		                 STR_A(name)));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str name, value, now;

	slice_for (struct str, e, in->facts->config.env) {
		if (!str_cut(*e, '=', &name, &value) ||
		    !str_has_prefix(name, STR("NVIDIA_REQUIRE_")) ||
		    str_has_prefix(name, STR("NVIDIA_REQUIRE_JETPACK")))
			continue;
		if (facts_env(in->facts, name, &now) && str_eq(now, value))
			check_gate(in, out, name, value);
	}
}

const struct rule rule_gate_malformed = {
	.id = "CL004",
	.name = "gate-malformed",
	.severity = SEV_ERROR,
	.title = "A NVIDIA_REQUIRE_* variable is not a valid expression",
	.why = "The expression is read term by term until one holds.  A factor "
	       "that cannot be read stops the container with \"invalid "
	       "expression\" as soon as it is reached, so the same image may "
	       "start on one host and not on another.  Blanks around an "
	       "operator, ==, =>, tabs, and < or > on a brand are invalid.",
	.cure = "Write NAME OP VALUE without blanks, with one of = != < <= > "
		">=; join factors that must hold together with commas, and "
		"alternatives with one blank.",
	.source = "model 2.5; libnvidia-container src/cli/dsl.c",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda >= 11.3\"")),
	.good = FACTS(CONFIG_ENV(
		"\"NVIDIA_REQUIRE_CUDA=cuda>=11.3 brand=tesla,driver>=418\"")),
	.pool = POOL_A100,
	.check = check,
};
