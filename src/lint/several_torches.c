#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static void check(const struct lint_input *in, struct findings *out)
{
	struct torches all = in->facts->torch;
	struct strs names = {0};
	struct finding *f;

	if (all.n < 2)
		return;
	slice_for (struct torch, t, all)
		*arena_push(in->arena, &names) =
			arena_fmt(in->arena, STR_F "%s" STR_F " in " STR_F,
		                  STR_A(t->version), t->tag.n ? "+" : "",
		                  STR_A(t->tag), STR_A(look_abs(in, t->path)));
	f = finding_add(in, out, &rule_several_torches,
	                arena_fmt(in->arena,
	                          "there are %zu copies of torch: " STR_F,
	                          all.n,
	                          STR_A(words_list(in->arena, names, ""))));
	slice_for (struct torch, t, all)
		finding_at(in, f, t->layer, t->path);
	f->cure = cure_make(GRADE_MANUAL, STR("keep-one"),
	                    STR("install into one environment; in a stage of "
	                        "its own and copied, nothing else is left "
	                        "behind"));
}

const struct rule rule_several_torches = {
	.id = "CL042",
	.name = "several-torches",
	.severity = SEV_NOTE,
	.title = "Several copies of torch are in the image",
	.why = "Which one a program gets depends on the Python that runs it: "
	       "the one that was tested may not be the one that is used, and "
	       "each has its own CUDA and its own list of GPUs.  All of them "
	       "are judged.  Each weighs gigabytes.",
	.cure = "Keep one, in one environment.",
	.source = "model 7",
	.bad = FACTS(CONFIG LAYER(
		"x") ", \"torch\": [{\"version\": \"2.4.1\", "
                     "\"tag\": \"cu121\", \"cuda\": \"12.1\", \"path\": "
                     "\"opt/conda/lib/python3.11/site-packages\"}, "
                     "{\"version\": \"2.1.0\", \"tag\": \"cu118\", "
                     "\"cuda\": \"11.8\", \"path\": "
                     "\"usr/lib/python3/dist-packages\"}]"),
	.good = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")),
	.check = check,
};
