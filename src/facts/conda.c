#include "facts/gather.h"

#include "base/path.h"

static bool has_cudart(const struct gather *g, struct str prefix)
{
	slice_for (struct cudart, c, g->out->cudart)
		if (c->from == CUDART_FILE && path_is_under(c->path, prefix))
			return true;
	return false;
}

static bool has_torch(const struct gather *g, struct str prefix)
{
	slice_for (struct torch, t, g->out->torch)
		if (path_is_under(t->path, prefix))
			return true;
	return false;
}

/* What a record in PREFIX/conda-meta stands for is seen by its files, or it is
 * not known. */
static bool is_seen(const struct gather *g, struct str prefix,
                    enum fact_group group)
{
	return group == GROUP_RUNTIME ? has_cudart(g, prefix) :
	                                has_torch(g, prefix);
}

void gather_conda(struct gather *g)
{
	slice_for (struct found, f, g->finds) {
		struct str prefix = path_dir(path_dir(f->path));
		enum fact_group group;

		if (f->what != INTEREST_CONDA)
			continue;
		group = interest_conda(path_base(f->path));
		if (group && !is_seen(g, prefix, group))
			merged_gap(&g->merged, group, f->path,
			           STR("what this conda package installed "
			               "was not found"));
	}
}
