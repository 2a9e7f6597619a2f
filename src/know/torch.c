#include "know/know.h"

/* "cu113" names CUDA 11.3: the last digit is the minor version. */
static bool tag_names_cuda(struct str tag, struct str cuda)
{
	struct str major, minor;

	if (!str_has_prefix(tag, STR("cu")) ||
	    !str_cut(cuda, '.', &major, &minor))
		return false;
	tag = str_from(tag, 2);
	return tag.n == major.n + minor.n && str_has_prefix(tag, major) &&
	       str_has_suffix(tag, minor);
}

static bool is_build(const struct torch_build *b, struct str tag)
{
	if (tag.n == 0)
		return b->pypi_default;
	return str_eq(b->tag, tag) ||
	       (b->tag.n == 0 && tag_names_cuda(tag, b->cuda));
}

const struct torch_build *know_torch(const struct know *k, struct str version,
                                     struct str tag)
{
	struct str local;

	if (str_cut(version, '+', &version, &local) && tag.n == 0)
		tag = local;
	slice_for (const struct torch_build, b, k->torch)
		if (str_eq(b->version, version) && is_build(b, tag))
			return b;
	return NULL;
}
