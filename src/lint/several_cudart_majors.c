#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static uint32_t major_of(const struct cudart *c)
{
	struct version v = version_lead(c->version);

	return v.n ? v.part[0] : 0;
}

/* One for each major, in the order of the facts. */
static struct cudarts majors(const struct lint_input *in)
{
	struct cudarts out = {0};

	slice_for (struct cudart, c, in->facts->cudart) {
		bool have = major_of(c) == 0 || c->from == CUDART_VERSION_JSON;

		slice_for (struct cudart, old, out)
			have |= major_of(old) == major_of(c);
		if (!have)
			*arena_push(in->arena, &out) = *c;
	}
	return out;
}

static struct str owner(const struct cudart *c)
{
	return c->consumer.n ? c->consumer : STR("the system");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct cudarts all = majors(in);
	struct strs names = {0};
	struct finding *f;

	if (all.n < 2)
		return;
	slice_for (struct cudart, c, all)
		*arena_push(in->arena, &names) =
			arena_fmt(in->arena, STR_F " (" STR_F ")",
		                  STR_A(c->version), STR_A(owner(c)));
	f = finding_add(
		in, out, &rule_several_cudart_majors,
		arena_fmt(in->arena,
	                  "the image has CUDA runtimes of %zu majors: " STR_F,
	                  all.n, STR_A(words_list(in->arena, names, ""))));
	slice_for (struct cudart, c, all)
		finding_at(in, f, c->layer, c->path);
	f->cure = cure_make(GRADE_MANUAL, STR("align-cuda"),
	                    STR("use one CUDA major; with a framework that "
	                        "brings its own, a base image without the "
	                        "toolkit is enough"));
}

const struct rule rule_several_cudart_majors = {
	.id = "CL018",
	.name = "several-cudart-majors",
	.severity = SEV_NOTE,
	.title = "CUDA runtimes of several majors are in the image",
	.why = "Each program is held to the runtime that it loads, so the "
	       "driver has to satisfy the newest one that is used.  Extensions "
	       "built with the system's toolkit and loaded into a framework of "
	       "another major do not fit, and the unused runtime is a few "
	       "gigabytes of dead weight.",
	.cure = "Choose a base image of the framework's CUDA major, or one "
		"without CUDA.",
	.source = "model 7",
	.bad = FACTS(CONFIG CUDARTS(CUDART(
		"usr/local/cuda-11.8/lib64/libcudart.so.11.8.89",
		"11.8.89") ", " CUDART("opt/app/lib/libcudart.so.12.1.105",
                                       "12.1.105"))),
	.good = FACTS(CONFIG CUDARTS(CUDART(
		"usr/local/cuda-11.8/lib64/libcudart.so.11.8.89", "11.8.89"))),
	.check = check,
};
