#include "predict/torch_code.h"

#include "predict/fit.h"

static bool same_cuda(struct str a, struct str b)
{
	return version_cmp(version_minor(version_lead(a)),
	                   version_minor(version_lead(b))) == 0;
}

static bool is_arm(const struct trial *t)
{
	return str_eq(t->sc->pool->arch, STR("arm64"));
}

/* A build writes PTX of its own CUDA's ISA. */
static void add(const struct trial *t, struct strs names, struct str cuda,
                struct torch_code *out)
{
	struct code_target target;

	slice_for (struct str, name, names) {
		if (!fit_parse_target(*name, &target))
			continue;
		if (target.kind == CODE_PTX)
			target.isa = know_ptx_isa(t->know, cuda);
		*arena_push(t->arena, &out->code.targets) = target;
	}
}

static void of_wheel(const struct trial *t, const struct torch_build *b,
                     bool sure, struct torch_code *out)
{
	*out = (struct torch_code){
		.source = b->source,
		.confidence = sure ? b->confidence : CONF_LOW,
	};
	add(t, is_arm(t) ? b->arm_sass : b->sass, b->cuda, out);
	if (out->code.targets.n)
		add(t, is_arm(t) ? b->arm_ptx : b->ptx, b->cuda, out);
}

static bool is_conda(struct str path)
{
	return str_contains(path, STR("conda")) ||
	       str_contains(path, STR("mamba")) ||
	       str_contains(path, STR("forge"));
}

static bool is_in_series(const struct torch_conda *c, struct str torch)
{
	struct version v = version_minor(version_lead(torch));

	return version_cmp(v, version_lead(c->first)) >= 0 &&
	       version_cmp(v, version_lead(c->last)) <= 0;
}

static bool of_conda(const struct trial *t, const struct torch *torch,
                     struct torch_code *out)
{
	slice_for (struct torch_conda, c, t->know->conda) {
		if (!same_cuda(c->cuda, torch->cuda) ||
		    !is_in_series(c, torch->version))
			continue;
		*out = (struct torch_code){.source = c->source,
		                           .confidence = c->confidence};
		if (!is_arm(t)) {
			add(t, c->sass, c->cuda, out);
			add(t, c->ptx, c->cuda, out);
		}
		return true;
	}
	return false;
}

/* By version and tag; without a tag it may be conda's, PyPI's, or somebody's
 * own build, for which the wheel of that CUDA is no more than a hint. */
bool torch_code_of(const struct trial *t, const struct torch *torch,
                   struct torch_code *out)
{
	const struct torch_build *b =
		know_torch(t->know, torch->version, torch->tag);

	if (torch->tag.n == 0 && is_conda(torch->path))
		return of_conda(t, torch, out);
	if (b && same_cuda(b->cuda, torch->cuda)) {
		of_wheel(t, b, true, out);
		return true;
	}
	slice_for (struct torch_build, r, t->know->torch)
		if (str_eq(r->version, torch->version) &&
		    same_cuda(r->cuda, torch->cuda)) {
			of_wheel(t, r, false, out);
			return true;
		}
	return false;
}
