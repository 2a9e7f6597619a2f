#include "lint/example.h"
#include "lint/where.h"

static bool is_reported(enum image_status s)
{
	return s == IMAGE_EOL || s == IMAGE_REMOVED;
}

/* What the tag's row says, for people. */
static struct str message(const struct lint_input *in, struct str image,
                          enum image_status s)
{
	return s == IMAGE_REMOVED ?
	               arena_fmt(in->arena,
	                         STR_F " is in NVIDIA's lists no more: the "
	                               "build may fail to pull it",
	                         STR_A(image)) :
	               arena_fmt(in->arena,
	                         STR_F " is at its end of life: no fixes, and "
	                               "it may be deleted",
	                         STR_A(image));
}

static void check(const struct lint_input *in, struct findings *out)
{
	const struct docker_image *d = in->docker;
	struct finding *f;

	if (!d || !d->lookup.nvidia || !is_reported(d->lookup.nvidia->status))
		return;
	f = finding_add(in, out, &rule_base_unsupported,
	                message(in, d->root->image.s,
	                        d->lookup.nvidia->status));
	if (d->lookup.nvidia->status == IMAGE_EOL)
		f->severity = SEV_NOTE;
	finding_root(in, f);
	f->cure = (struct cure){
		.grade = GRADE_REVIEW,
		.action = STR("retag-base"),
		.text = STR("take a supported tag; `cudalint fix --fix-review` "
	                    "says which ones the fleet runs"),
	};
}

const struct rule rule_base_unsupported = {
	.id = "CL054",
	.name = "base-unsupported",
	.severity = SEV_WARNING,
	.title = "the base image's tag is removed, or at its end of life",
	.why = "NVIDIA deletes images of old CUDA versions and of old "
	       "distributions.  A build that still finds one in a cache fails "
	       "on the next machine, and one that finds it at all gets no "
	       "fixes any more.",
	.cure = "Base the image on a supported tag.",
	.source =
		"doc/supported-tags.md and unsupported-tags.md of nvidia/cuda",
	.bad_file = "FROM nvidia/cuda:10.2-base-ubuntu18.04\n",
	.good_file = "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n",
	.check = check,
};
