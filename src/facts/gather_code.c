#include "facts/gather.h"

static struct device_code copy(const struct device_code *from, struct arena *a)
{
	struct device_code to = *from;

	to.targets.v = arena_array(a, struct code_target, to.targets.n);
	for (size_t i = 0; i < to.targets.n; i++) {
		to.targets.v[i] = from->targets.v[i];
		to.targets.v[i].isa = arena_str(a, to.targets.v[i].isa);
	}
	return to;
}

/* Libraries and programs come sorted by path. */
void gather_code(struct gather *g)
{
	struct image_code *out = &g->out->code;

	slice_for (struct found, f, g->finds) {
		if (f->what != INTEREST_CODE || !f->said ||
		    f->said->code.modules == 0 || gather_is_cache(f->path) ||
		    !gather_room(g, out->files.n, GROUP_CODE))
			continue;
		*arena_push(g->arena, &out->files) = (struct code_file){
			.path = f->path,
			.layer = f->node->layer,
			.code = copy(&f->said->code, g->arena),
		};
	}
}
