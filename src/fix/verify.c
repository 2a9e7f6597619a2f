#include "fix/verify.h"

#include "fix/after.h"

#include <string.h>

struct prover {
	const struct fix_input *in;
	const struct plan *plan;
	struct arena *arena;
	struct proof *out;
};

static bool fail(struct prover *pr, struct str at)
{
	pr->out->failed = at;
	return false;
}

/* Where a byte of the old file is in the new one; insertions at it come first.
 */
static size_t moved(const struct edits *edits, size_t offset)
{
	size_t to = offset;

	slice_for (struct edit, e, *edits) {
		if (e->at.offset + e->at.n > offset)
			break;
		to += e->text.n - e->at.n;
	}
	return to;
}

static const struct instr *instr_at(const struct dockerfile *d, size_t offset)
{
	size_t lo = 0, hi = d->instrs.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->instrs.v[mid].span.offset < offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < d->instrs.n && d->instrs.v[lo].span.offset == offset ?
	               &d->instrs.v[lo] :
	               NULL;
}

static struct str bytes_of(const struct dockerfile *d, const struct instr *i)
{
	return (struct str){d->bytes.p + i->span.offset, i->span.n};
}

/* The same instruction; one at the end may have got its line end. */
static bool is_kept(const struct prover *pr, const struct dockerfile *after,
                    const struct instr *i)
{
	const struct dockerfile *before = pr->in->docker_input->file;
	const struct instr *now =
		instr_at(after, moved(&pr->plan->edits, i->span.offset));

	if (!now || now->keyword != i->keyword)
		return false;
	if (edits_touch(&pr->plan->edits, i->span))
		return true;
	return str_has_prefix(bytes_of(after, now), bytes_of(before, i)) &&
	       now->args.n == i->args.n && now->comments.n == i->comments.n;
}

static bool only_declared(struct prover *pr, const struct dockerfile *after)
{
	const struct dockerfile *before = pr->in->docker_input->file;
	size_t inserts = 0;

	for (size_t i = 0; i < pr->plan->actions_n; i++)
		inserts += pr->plan->action[i]->inserts;
	if (after->escape != before->escape ||
	    after->directives.n != before->directives.n)
		return fail(pr, STR("the directives at the top changed"));
	if (after->instrs.n != before->instrs.n + inserts)
		return fail(pr, STR("it has other instructions than meant"));
	slice_for (struct instr, i, before->instrs)
		if (!is_kept(pr, after, i))
			return fail(pr, arena_fmt(pr->arena,
			                          "line %zu changed unasked",
			                          i->first));
	return true;
}

static bool same_predictions(struct prover *pr, const struct predictions *now,
                             const struct predictions *meant)
{
	for (size_t i = 0; i < now->n && i < meant->n; i++)
		if (now->v[i].verdict != meant->v[i].verdict ||
		    now->v[i].outcome != meant->v[i].outcome)
			return fail(
				pr,
				arena_fmt(pr->arena,
			                  "read again, the file gives "
			                  "%s on pool " STR_F ", not %s",
			                  outcome_names[now->v[i].outcome],
			                  STR_A(now->v[i].pool->name),
			                  outcome_names[meant->v[i].outcome]));
	return true;
}

/* The second build, with the argument set, from the edited bytes too. */
static bool second_as_predicted(struct prover *pr, const struct dockerfile *d)
{
	struct docker_input with = *pr->in->docker_input;
	struct build_opts build = *with.build;
	struct docker_image *image = arena_new(pr->arena, struct docker_image);
	struct predictions now = {0};
	struct predict_input in = {.facts = &image->facts,
	                           .know = pr->in->know};
	struct pairs args = {0};
	struct err err = {0};

	if (pr->plan->setting.key.n == 0 || pr->in->built)
		return true;
	slice_for (struct pair, old, build.args)
		*arena_push(pr->arena, &args) = *old;
	*arena_push(pr->arena, &args) = pr->plan->setting;
	build.args = args;
	with.build = &build;
	with.file = d;
	if (docker_image_of(&with, pr->arena, image, &err))
		return fail(pr, arena_str(pr->arena, str_c(err.msg)));
	predict_fleet(&in, pr->in->fleet, pr->arena, &now);
	return same_predictions(pr, &now, &pr->plan->second);
}

static bool was_there(const struct findings *before, const struct finding *f)
{
	slice_for (struct finding, old, *before)
		if (old->rule == f->rule && old->severity >= f->severity)
			return true;
	return false;
}

static bool nothing_new(struct prover *pr)
{
	slice_for (struct finding, f, pr->out->findings)
		if (f->severity > SEV_NOTE && !was_there(pr->in->findings, f))
			return fail(pr, arena_fmt(pr->arena,
			                          "it brings %s %s: " STR_F,
			                          f->rule->id, f->rule->name,
			                          STR_A(f->message)));
	return true;
}

static bool second_run_idle(struct prover *pr, const struct lint_input *lint)
{
	struct docker_input with = *pr->in->docker_input;
	struct fix_input again = *pr->in;
	struct advice advice;

	with.file = lint->file;
	again.docker_input = &with;
	again.docker = lint->docker;
	again.facts = lint->facts;
	again.before = lint->predictions;
	again.findings = &pr->out->findings;
	plan_all(&again, pr->arena, &advice);
	if (advice.best)
		return fail(pr,
		            arena_fmt(pr->arena,
		                      "a second run would " STR_F " too",
		                      STR_A(advice.best->action[0]->title)));
	return true;
}

/* Everything about the edited file, from its bytes; with a built image at hand
 * its facts are what the effects make of them. */
static bool holds(struct prover *pr)
{
	struct predictions now = {0};
	struct dockerfile after;
	struct predict_input in = {.know = pr->in->know};
	struct lint_input lint = {.file = &after,
	                          .fleet = pr->in->fleet,
	                          .know = pr->in->know,
	                          .predictions = &now,
	                          .arena = pr->arena,
	                          .policy = pr->in->policy};
	struct str name = pr->in->name;
	struct err err = {0};

	lint.names = (struct strs){&name, 1};
	if (dockerfile_parse(pr->out->bytes, pr->arena, &after, &err) ||
	    docker_after(pr->in, pr->plan, pr->out->bytes, pr->arena,
	                 &pr->out->docker, &err))
		return fail(pr, arena_str(pr->arena, str_c(err.msg)));
	lint.docker = pr->out->docker;
	lint.facts = pr->in->built ? pr->plan->after : &pr->out->docker->facts;
	in.facts = lint.facts;
	predict_fleet(&in, pr->in->fleet, pr->arena, &now);
	lint_run(&lint, &pr->out->findings, NULL);
	return only_declared(pr, &after) &&
	       same_predictions(pr, &now, &pr->plan->predictions) &&
	       second_as_predicted(pr, &after) && nothing_new(pr) &&
	       second_run_idle(pr, &lint);
}

void prove(const struct fix_input *in, const struct plan *plan, struct arena *a,
           struct proof *out)
{
	struct prover pr = {in, plan, a, out};

	*out = (struct proof){0};
	out->bytes =
		edits_apply(in->docker_input->file->bytes, &plan->edits, a);
	holds(&pr);
}

/* A plan whose proof fails is dropped for the next. */
bool prove_best(const struct fix_input *in, struct arena *a,
                struct advice *advice, struct proof *out)
{
	bool unproved = false;

	for (int i = 0; advice->best && i < PLAN_PROOFS_MAX; i++) {
		prove(in, advice->best, a, out);
		if (out->failed.n == 0)
			return unproved;
		unproved = true;
		plan_next(in, a, advice,
		          arena_fmt(a, "the proof failed: " STR_F,
		                    STR_A(out->failed)));
	}
	return unproved;
}
