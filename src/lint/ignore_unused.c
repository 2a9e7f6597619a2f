#include "lint/ignored.h"

#include "dockerfile/pragma.h"
#include "lint/example.h"

static size_t line_of(const struct lint_input *in, const struct finding *f)
{
	size_t line = 0, column;

	if (f->at.n)
		dockerfile_place(in->file, f->at.offset, &line, &column);
	return line;
}

static void tell(const struct lint_input *in, struct findings *out,
                 struct span at, struct str message)
{
	struct finding *f = finding_add(in, out, &rule_ignore_unused, message);

	f->at = at;
	f->cure = (struct cure){
		.grade = GRADE_MANUAL,
		.action = STR("edit-ignore"),
		.text = STR("correct the comment, or take it out"),
	};
}

static bool is_rule(struct str id)
{
	return rule_get(id) != NULL;
}

static void tell_unused(const struct lint_input *in, struct findings *out,
                        const struct pragma *p)
{
	slice_for (const struct pragma_id, id, p->ids) {
		if (id->used)
			continue;
		tell(in, out, p->span,
		     is_rule(id->id) ? arena_fmt(in->arena,
		                                 "line %zu ignores " STR_F
		                                 ", which finds nothing there",
		                                 p->line, STR_A(id->id)) :
		                       arena_fmt(in->arena,
		                                 "line %zu ignores " STR_F
		                                 ", which is no rule",
		                                 p->line, STR_A(id->id)));
	}
}

static bool ignore(const struct lint_input *in, struct pragmas *pragmas,
                   const struct finding *f, struct ignoreds *ignored)
{
	const struct pragma *p =
		pragmas_ignore(pragmas, str_c(f->rule->id),
	                       str_c(f->rule->name), line_of(in, f));

	if (!p)
		return false;
	*arena_push(in->arena, ignored) = (struct ignored){
		.finding = *f,
		.by = IGNORED_BY_COMMENT,
		.where = arena_fmt(in->arena, "line %zu", p->line),
		.reason = p->reason,
	};
	return true;
}

void findings_ignore(const struct lint_input *in, struct findings *all,
                     struct ignoreds *ignored)
{
	struct findings kept = {0};
	struct pragmas pragmas;

	if (!in->file)
		return;
	pragmas_of(in->file, in->arena, &pragmas);
	slice_for (const struct finding, f, *all)
		if (!ignore(in, &pragmas, f, ignored))
			*arena_push(in->arena, &kept) = *f;
	*all = kept;
	slice_for (const struct pragma, p, pragmas)
		tell_unused(in, all, p);
	slice_for (const struct str, problem, pragmas.problems)
		tell(in, all, (struct span){0}, *problem);
}

/* It is found when all others have spoken: findings_ignore(). */
static void check(const struct lint_input *in, struct findings *out)
{
	(void)in;
	(void)out;
}

const struct rule rule_ignore_unused = {
	.id = "CL059",
	.name = "ignore-unused",
	.severity = SEV_NOTE,
	.title = "a `cudalint ignore` comment that ignores nothing",
	.why = "What it was written for is gone, or was never found: a comment "
	       "that nobody needs hides the next finding in its place.",
	.cure = "Take the comment out, or name the rule that is meant.",
	.source = "model 16.8",
	.bad_file = "FROM ubuntu:22.04\n"
		    "# cudalint ignore=CL001\n"
		    "RUN true\n",
	.good_file = "# cudalint global ignore=CL054 reason=\"pinned mirror\"\n"
		     "FROM nvidia/cuda:10.2-base-ubuntu18.04\n",
	.check = check,
};
