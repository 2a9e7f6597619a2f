#include "lint/example.h"
#include "lint/ignored.h"

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
	.title = "a `cudalint ignore` comment or label that ignores nothing",
	.why = "What it was written for is gone, or was never found, or its "
	       "time is over: a comment that nobody needs hides the next "
	       "finding in its place.",
	.cure = "Take it out, name the rule that is meant, or say until when.",
	.source = "model 16.8",
	.bad_file = "FROM ubuntu:22.04\n"
		    "# cudalint ignore=CL001\n"
		    "RUN true\n",
	.good_file = "# cudalint global ignore=CL054 reason=\"pinned mirror\"\n"
		     "FROM nvidia/cuda:10.2-base-ubuntu18.04\n",
	.check = check,
};
