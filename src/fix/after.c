#include "fix/after.h"

static bool all_have_effects(const struct plan *p)
{
	for (size_t i = 0; i < p->actions_n; i++)
		if (!p->action[i]->effect)
			return false;
	return true;
}

static bool changes_base(const struct plan *p)
{
	for (size_t i = 0; i < p->actions_n; i++)
		if (p->action[i]->kind == ACTION_RETAG_BASE)
			return true;
	return false;
}

int docker_after(const struct fix_input *in, const struct plan *p,
                 struct str bytes, struct arena *a,
                 const struct docker_image **out, struct err *err)
{
	struct dockerfile *file = arena_new(a, struct dockerfile);
	struct docker_image *image = arena_new(a, struct docker_image);
	struct docker_input *with = arena_new(a, struct docker_input);

	*with = *in->docker_input;
	with->file = file;
	if (changes_base(p))
		with->base = NULL;
	if (dockerfile_parse(bytes, a, file, err) ||
	    docker_image_of(with, a, image, err))
		return err_wrap(err, "the edited Dockerfile");
	*out = image;
	return 0;
}

int facts_after(const struct fix_input *in, const struct plan *p,
                struct arena *a, const struct image_facts **out,
                struct err *err)
{
	const struct docker_image *image = NULL;
	struct image_facts *f;

	if (!all_have_effects(p)) {
		struct str bytes = edits_apply(in->docker_input->file->bytes,
		                               &p->edits, a);

		if (docker_after(in, p, bytes, a, &image, err))
			return -1;
		*out = &image->facts;
		return 0;
	}
	f = arena_new(a, struct image_facts);
	*f = *in->facts;
	for (size_t i = 0; i < p->actions_n; i++)
		p->action[i]->effect(p->action[i], a, f);
	*out = f;
	return 0;
}
