#include "lint/kernels.h"

#include "lint/look.h"

enum { FILES_SHOWN = 3 };

static struct str torch_name(const struct lint_input *in, const struct torch *t)
{
	return arena_fmt(in->arena, "torch " STR_F "%s" STR_F,
	                 STR_A(t->version), t->tag.n ? "+" : "", STR_A(t->tag));
}

struct str kernels_name(const struct lint_input *in, const struct unit *u)
{
	if (str_eq(u->name, STR("torch")))
		slice_for (struct torch, t, in->facts->torch)
			if (str_eq(t->path, u->site))
				return torch_name(in, t);
	if (u->role == ROLE_OWN)
		return look_abs(in, unit_label(u, in->arena));
	return u->name;
}

struct str kernels_list(const struct lint_input *in,
                        const struct code_targets *targets)
{
	struct strs names = {0};
	struct buf b = {0};
	struct str out = {0};

	slice_for (struct code_target, t, *targets) {
		struct str name = code_target_name(t, in->arena);

		if (!strs_has(names, name))
			*arena_push(in->arena, &names) = name;
	}
	slice_for (struct str, name, names)
		buf_printf(&b, "%s" STR_F, b.n ? " " : "", STR_A(*name));
	if (b.n)
		out = arena_fmt(in->arena, " (it has " STR_F ")",
		                STR_A(buf_str(&b)));
	buf_free(&b);
	return out;
}

void kernels_add_capability(const struct lint_input *in, struct strs *ccs,
                            struct str cc)
{
	size_t i;

	if (strs_has(*ccs, cc))
		return;
	(void)arena_push(in->arena, ccs);
	for (i = ccs->n - 1; i > 0 && version_cmp_str(ccs->v[i - 1], cc) > 0;
	     i--)
		ccs->v[i] = ccs->v[i - 1];
	ccs->v[i] = cc;
}

struct str kernels_capabilities(const struct lint_input *in,
                                const struct strs *ccs)
{
	return words_list(in->arena, *ccs, "");
}

struct str kernels_sm(const struct lint_input *in, struct str cc)
{
	struct version v = version_lead(cc);

	return arena_fmt(in->arena, "sm_%u%u", v.n ? v.part[0] : 0,
	                 v.n > 1 ? v.part[1] : 0);
}

void kernels_at(const struct lint_input *in, struct finding *f,
                const struct unit *u)
{
	for (size_t i = 0; i < u->files.n && i < FILES_SHOWN; i++)
		finding_at(in, f, u->files.v[i]->layer, u->files.v[i]->path);
}

struct str hit_code(const struct lint_input *in, const struct hit *h)
{
	const struct unit *u = h->v->run.code;

	return u ? kernels_name(in, u) : STR("");
}

const struct variant *kernels_working(const struct prediction *p)
{
	slice_for (struct variant, v, p->variants)
		if (!run_fails(&v->run))
			return v;
	return NULL;
}

enum fit_kind kernels_fit(const struct lint_input *in, const struct unit *u,
                          const struct fleet_gpu *gpu)
{
	struct version cc = version_lead(gpu->compute_capability);

	if (cc.n < 2 || u->code.targets.n == 0 || u->unsure)
		return FITS_MAYBE;
	return fit_of(&u->code, in->know, cc, gpu->gpu_class).kind;
}
