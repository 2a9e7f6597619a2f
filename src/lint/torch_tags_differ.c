#include "lint/example.h"
#include "lint/where.h"

/* "cu121" of "2.1.0+cu121"; "" none. */
static struct str local_tag(struct str version)
{
	struct str head, tag;

	return str_cut(version, '+', &head, &tag) ? tag : STR("");
}

/* "cu121" of "https://download.pytorch.org/whl/cu121/…"; "" none. */
static struct str index_tag(struct str url)
{
	struct str part;

	for (struct str rest = url; str_next(&rest, '/', &part);)
		if (str_has_prefix(part, STR("cu")) && part.n >= 4 &&
		    part.p[2] >= '0' && part.p[2] <= '9')
			return part;
	return STR("");
}

static bool is_partner(const struct effect *e)
{
	return e->kind == EFFECT_WHEEL &&
	       (str_eq(e->name.s, STR("torchvision")) ||
	        str_eq(e->name.s, STR("torchaudio")));
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct effect *e, struct str message)
{
	struct finding *f =
		finding_add(in, out, &rule_torch_tags_differ, message);

	finding_effect(f, e);
	f->cure = (struct cure){
		.grade = GRADE_REVIEW,
		.action = STR("retag-torch"),
		.package = e->name.s,
		.text = STR("take torch, torchvision, torchaudio and the index "
	                    "of one build"),
	};
}

static void check_index(const struct lint_input *in, struct findings *out,
                        const struct effect *torch)
{
	struct str tag = local_tag(torch->value.s);
	struct str index = index_tag(torch->index.s);

	if (tag.n == 0 || index.n == 0 || str_eq(tag, index))
		return;
	report(in, out, torch,
	       arena_fmt(in->arena,
	                 "line %zu asks for torch built for " STR_F
	                 " in the index of " STR_F ", which has none",
	                 torch->instr->first, STR_A(tag), STR_A(index)));
}

static void check_partner(const struct lint_input *in, struct findings *out,
                          const struct effect *torch, const struct effect *e)
{
	struct str mine = local_tag(torch->value.s);
	struct str other = local_tag(e->value.s);

	if (mine.n == 0 || other.n == 0 || str_eq(mine, other))
		return;
	report(in, out, e,
	       arena_fmt(in->arena,
	                 "line %zu puts " STR_F " built for " STR_F
	                 " beside torch built for " STR_F,
	                 e->instr->first, STR_A(e->name.s), STR_A(other),
	                 STR_A(mine)));
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct effect *torch = NULL;

	if (!in->docker)
		return;
	slice_for (const struct effect, e, in->docker->effects)
		if (e->kind == EFFECT_TORCH)
			torch = e;
	if (!torch)
		return;
	check_index(in, out, torch);
	slice_for (const struct effect, e, in->docker->effects)
		if (is_partner(e))
			check_partner(in, out, torch, e);
}

const struct rule rule_torch_tags_differ = {
	.id = "CL051",
	.name = "torch-tags-differ",
	.severity = SEV_WARNING,
	.title = "torch, its partners and its index name different CUDA builds",
	.why = "Each build of torchvision and torchaudio links the CUDA of one "
	       "build of torch; beside another one their operators are "
	       "missing or crash.  An index holds the builds of one CUDA, so "
	       "asking it for another ends the build of the image, or gets the "
	       "wheel from somewhere else.  A tag that differs from the base "
	       "image's CUDA is no such thing: wheels bring their own runtime.",
	.cure = "Name one tag everywhere.",
	.source = "model 16.6; pytorch.org, previous versions",
	.bad_file = "FROM python:3.10-slim\n"
		    "RUN pip install torch==2.1.0+cu118 "
		    "torchvision==0.16.0+cu121 "
		    "-f https://download.pytorch.org/whl/torch_stable.html\n",
	.good_file = "FROM nvidia/cuda:12.1.1-base-ubuntu22.04\n"
		     "RUN pip install torch==2.1.0+cu118 "
		     "torchvision==0.16.0+cu118 "
		     "-f https://download.pytorch.org/whl/torch_stable.html\n",
	.check = check,
};
