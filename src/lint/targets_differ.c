#include "lint/example.h"
#include "lint/look.h"
#include "lint/where.h"

/* The stages are named, or numbered. */
static struct str name_of(const struct lint_input *in, const struct stage *s)
{
	return s->name.s.n ? s->name.s :
	                     arena_fmt(in->arena, "stage %zu", s->index);
}

/* As --target takes it: a later stage of the same name hides this one. */
static struct str argument_of(const struct lint_input *in,
                              const struct stage *s)
{
	const struct stages *all = &in->docker->stages;
	size_t last;

	if (names_get(&all->names, s->key, &last) && last == s->index)
		return s->name.s;
	return arena_fmt(in->arena, "%zu", s->index);
}

static void tell_left(const struct lint_input *in, struct findings *out)
{
	struct finding *f =
		finding_add(in, out, &rule_targets_differ,
	                    arena_fmt(in->arena, "%zu more target%s not judged",
	                              in->targets.left,
	                              in->targets.left == 1 ? " was" :
	                                                      "s were"));

	f->severity = SEV_NOTE;
	finding_instr(f, in->docker->stages.target->from);
	f->cure = (struct cure){
		.grade = GRADE_MANUAL,
		.action = STR("judge-target"),
		.text = STR("judge those that are shipped, by --target"),
	};
}

/* What of this fleet gets on with one target and not with the other. */
static struct strs differing(const struct lint_input *in,
                             const struct lint_target *t)
{
	struct strs pools = {0};

	for (size_t i = 0; i < in->predictions->n && i < t->predictions.n;
	     i++) {
		const struct prediction *p = &in->predictions->v[i];

		if (p->verdict != t->predictions.v[i].verdict &&
		    !strs_has(pools, p->pool->name))
			*arena_push(in->arena, &pools) = p->pool->name;
	}
	return pools;
}

static void check(const struct lint_input *in, struct findings *out)
{
	slice_for (const struct lint_target, t, in->targets) {
		struct strs pools = differing(in, t);
		struct finding *f;

		if (pools.n == 0)
			continue;
		f = finding_add(
			in, out, &rule_targets_differ,
			arena_fmt(in->arena,
		                  "target " STR_F " does otherwise than " STR_F
		                  ", which is judged here, on " STR_F,
		                  STR_A(name_of(in, t->stage)),
		                  STR_A(name_of(in, in->docker->stages.target)),
		                  STR_A(words_list(in->arena, pools,
		                                   " pools"))));
		f->pools = pools;
		finding_instr(f, t->stage->from);
		f->cure = (struct cure){
			.grade = GRADE_MANUAL,
			.action = STR("judge-target"),
			.text = arena_fmt(in->arena,
		                          "judge it as well: --target " STR_F,
		                          STR_A(argument_of(in, t->stage))),
		};
	}
	if (in->targets.left)
		tell_left(in, out);
}

const struct rule rule_targets_differ = {
	.id = "CL057",
	.name = "targets-differ",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "another target of the Dockerfile fares otherwise",
	.why = "A Dockerfile can end in several stages that nothing else is "
	       "built from; each may be what is shipped.  The verdict is about "
	       "the last one, or the one that --target names, and another one "
	       "has a different verdict on this fleet.",
	.cure = "Judge each target that is shipped.",
	.source = "model 16.1",
	.bad_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS gpu\n"
		    "FROM ubuntu:22.04 AS plain\n",
	.good_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS base\n"
		     "FROM base AS one\n"
		     "FROM base AS two\n",
	.pool = POOL("535.104.05", "NVIDIA GeForce RTX 4090", GPUS_MOUNT),
	.check = check,
};
