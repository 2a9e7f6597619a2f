#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static struct str outcome_words(const struct lint_input *in,
                                const struct run *run)
{
	const char *route = route_names[run->route];

	if (run->outcome == OUT_UNKNOWN)
		return run->fails ? STR("a failure of unknown code") :
		                    STR("unknown");
	if (run->outcome == OUT_OK && route)
		return arena_fmt(in->arena, "ok (%s)", route);
	return str_c(outcome_names[run->outcome]);
}

/* "804, ok (native) or unknown", without repetition. */
static struct str alternatives(const struct lint_input *in,
                               const struct prediction *p)
{
	struct strs words = {0};
	struct buf b = {0};
	struct str out;

	slice_for (struct variant, v, p->variants) {
		struct str w = outcome_words(in, &v->run);

		if (!strs_has(words, w))
			*arena_push(in->arena, &words) = w;
	}
	for (size_t i = 0; i < words.n; i++)
		buf_printf(&b, "%s" STR_F,
		           i == 0          ? "" :
		           i + 1 < words.n ? ", " :
		                             " or ",
		           STR_A(words.v[i]));
	out = arena_str(in->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static enum severity severity_of(enum verdict v)
{
	switch (v) {
	case VERDICT_FAIL:
		return SEV_ERROR;
	case VERDICT_WARN:
	case VERDICT_UNKNOWN:
		return SEV_WARNING;
	case VERDICT_PASS:
	case VERDICT_N:
		break;
	}
	return SEV_NOTE;
}

/* What is told in one finding: same alternatives, same deciding fact. */
struct case_ {
	struct str words, by;
	enum verdict verdict;
	struct hits hits;
};

struct cases {
	struct case_ *v;
	size_t n;
};

static struct case_ *case_get(const struct lint_input *in, struct cases *all,
                              const struct prediction *p)
{
	struct str words = alternatives(in, p);
	struct case_ *c;

	slice_for (struct case_, old, *all)
		if (old->verdict == p->verdict && str_eq(old->words, words) &&
		    str_eq(old->by, p->decided_by))
			return old;
	c = arena_push(in->arena, all);
	*c = (struct case_){words, p->decided_by, p->verdict, {0}};
	return c;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct case_ *c)
{
	struct batch b = {
		.hits = c->hits,
		.severity = severity_of(c->verdict),
	};
	struct finding *f = finding_add(
		in, out, &rule_outcome_depends,
		arena_fmt(in->arena,
	                  "on " STR_F " the outcome is " STR_F
	                  ", depending on " STR_F,
	                  STR_A(batch_where(in, &b)), STR_A(c->words),
	                  STR_A(c->by.n ? c->by : STR("the container stack"))));

	finding_batch(in, f, &b);
	f->cure =
		cure_make(GRADE_MANUAL, STR("complete-fleet"),
	                  arena_fmt(in->arena,
	                            "say it in the fleet profile (" STR_F
	                            "), or try one stack with --assume",
	                            STR_A(c->by.n ? c->by : STR("container"))));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct cases all = {0};

	slice_for (struct prediction, p, *in->predictions) {
		struct case_ *c;

		if (p->outcome != OUT_DEPENDS)
			continue;
		c = case_get(in, &all, p);
		*arena_push(in->arena, &c->hits) =
			(struct hit){p, p->variants.v};
	}
	slice_for (struct case_, c, all)
		report(in, out, c);
}

const struct rule rule_outcome_depends = {
	.id = "CL019",
	.name = "outcome-depends",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "The outcome depends on what the fleet profile does not say",
	.why = "What the profile leaves open (the toolkit's version, how GPUs "
	       "are requested, which are visible) is not guessed: every "
	       "possibility is played through.  Where they end differently "
	       "the verdict is the worst that its vendor still supports, and "
	       "this finding has its level.",
	.cure = "Add the fact to the profile, or look at one case with "
		"--assume.",
	.source = "model 11.2, 1.1b",
	.bad = FACTS(CONFIG COMPAT("11.3", "465.19.01")
                             TORCH("1.12.1", "cu113", "11.3")),
	.good = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL("460.67", "NVIDIA GeForce RTX 3090",
                     "\"request\": \"gpus\""),
	.check = check,
};
