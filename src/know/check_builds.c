#include "know/check.h"

static struct check *at(struct check *c, const char *table, const char *list)
{
	c->table = table;
	c->list = list;
	return c;
}

static void arch_row(struct check *c, const struct gpu_arch *a,
                     const struct gpu_arch *last)
{
	int order = last ? version_cmp_str(last->cc, a->cc) : 0;

	check_order(c, order ? order : last ? str_cmp(last->sm, a->sm) : 0);
	check_version(c, "cc", a->cc);
	check_version(c, "ptx", a->ptx);
	check_version(c, "first", a->first);
	check_version(c, "removed", a->removed);
	check_range(c, a->first, a->removed);
	if (!check_is_ancient(c, a->first))
		check_toolkit(c, a->first);
	check_toolkit(c, a->removed);
	if (a->first_branch && a->last_branch &&
	    a->first_branch > a->last_branch)
		check_say(c, "R%lld is above R%lld", (long long)a->first_branch,
		          (long long)a->last_branch);
	check_branch(c, a->last_branch);
	if (know_arch(c->k, a->sm) != a)
		check_say(c, "stands there twice");
}

void check_arches(struct check *c)
{
	struct gpu_archs archs = know_archs(c->k);
	const struct gpu_arch *last = NULL;

	at(c, "arches", "arches");
	slice_for (const struct gpu_arch, a, archs) {
		check_row(c, (size_t)(a - archs.v), a->sm, a->confidence,
		          a->source);
		arch_row(c, a, last);
		last = a;
	}
}

/* "cu113" is CUDA 11.3. */
static bool names_cuda(struct str tag, struct str cuda)
{
	struct str major, minor;

	(void)str_cut(cuda, '.', &major, &minor);
	return tag.n == 2 + major.n + minor.n &&
	       str_has_prefix(tag, STR("cu")) &&
	       str_has_prefix(str_from(tag, 2), major) &&
	       str_has_suffix(tag, minor);
}

static void torch_code(struct check *c, const struct torch_build *b)
{
	if (b->cuda.n && b->sass.n == 0)
		check_say(c, "no code for any GPU");
	if (b->cuda.n == 0 && b->sass.n)
		check_say(c, "code for GPUs without CUDA");
	check_code(c, b->sass, b->cuda);
	check_code(c, b->ptx, b->cuda);
	check_code(c, b->arm_sass, b->cuda);
	check_code(c, b->arm_ptx, b->cuda);
	slice_for (const struct str, s, b->sass)
		if (!str_has_prefix(*s, STR("sm_")))
			check_say(c, "'" STR_F "' among sass", STR_A(*s));
	slice_for (const struct str, s, b->ptx)
		if (!str_has_prefix(*s, STR("compute_")))
			check_say(c, "'" STR_F "' among ptx", STR_A(*s));
}

/* "1.0.1" or "1.0.1.post2" */
static void torch_version(struct check *c, const char *what, struct str v)
{
	struct str head = v;

	for (size_t i = 0; i < v.n; i++)
		if (str_has_prefix(str_from(v, i), STR(".post")))
			head.n = i < head.n ? i : head.n;
	check_version(c, what, head);
}

static void torch_once(struct check *c, const struct torch_build *b)
{
	const struct torch_build *first = c->k->torch.v;

	if (b > first && version_cmp_str(b[-1].version, b->version) > 0)
		check_say(c, "out of order");
	for (const struct torch_build *o = first; o < b; o++) {
		if (!str_eq(o->version, b->version))
			continue;
		if (str_eq(o->tag, b->tag) && str_eq(o->cuda, b->cuda))
			check_say(c, "stands there twice");
		if (o->pypi_default && b->pypi_default)
			check_say(c, "a second default of that version");
	}
}

static void torch_row(struct check *c, const struct torch_build *b)
{
	struct version cuda = version_lead(b->cuda);

	torch_version(c, "version", b->version);
	check_toolkit(c, b->cuda);
	torch_version(c, "vision", b->vision);
	torch_version(c, "audio", b->audio);
	check_range(c, b->python_min, b->python_max);
	if (b->cuda.n && b->tag.n && !names_cuda(b->tag, b->cuda))
		check_say(c, "tag " STR_F " is not CUDA " STR_F, STR_A(b->tag),
		          STR_A(b->cuda));
	if (b->cudart.n && version_lead(b->cudart).part[0] != cuda.part[0])
		check_say(c, "cudart " STR_F " is of another major version",
		          STR_A(b->cudart));
	torch_once(c, b);
	torch_code(c, b);
}

void check_torch(struct check *c)
{
	at(c, "torch", "torch");
	slice_for (const struct torch_build, b, c->k->torch) {
		check_row(c, (size_t)(b - c->k->torch.v),
		          arena_fmt(c->a, STR_F "%s" STR_F, STR_A(b->version),
		                    b->tag.n ? "+" : "", STR_A(b->tag)),
		          b->confidence, b->source);
		torch_row(c, b);
	}
	at(c, "torch", "conda");
	slice_for (const struct torch_conda, b, c->k->conda) {
		check_row(c, (size_t)(b - c->k->conda.v),
		          arena_fmt(c->a, STR_F " " STR_F, STR_A(b->first),
		                    STR_A(b->cuda)),
		          b->confidence, b->source);
		check_version(c, "first", b->first);
		check_version(c, "last", b->last);
		check_range(c, b->first, b->last);
		check_toolkit(c, b->cuda);
		check_code(c, b->sass, b->cuda);
		check_code(c, b->ptx, b->cuda);
	}
}

static bool is_open(enum cuda_from from)
{
	return from == CUDA_TORCH || from == CUDA_BY_VERSION ||
	       from == CUDA_NONE;
}

static bool has_torch(const struct know *k, struct str version)
{
	slice_for (const struct torch_build, b, k->torch)
		if (str_eq(b->version, version))
			return true;
	return false;
}

/* "10.3" to "10" is right: the end takes in all that begins so. */
static void framework_span(struct check *c, const struct framework *f)
{
	struct version first = version_lead(f->first);
	struct version last = version_lead(f->last);

	if (last.n < first.n)
		first.n = last.n;
	if (f->first.n && f->last.n && version_cmp(first, last) > 0)
		check_say(c, STR_F " is above " STR_F, STR_A(f->first),
		          STR_A(f->last));
}

static void framework_row(struct check *c, const struct framework *f,
                          const struct framework *last)
{
	int order = last ? str_cmp(last->name, f->name) : -1;

	if (order == 0 && str_eq(last->first, f->first))
		order = str_cmp(last->tag, f->tag);
	else if (order == 0)
		order = version_cmp_str(last->first, f->first) > 0 ? 1 : -1;
	check_order(c, order);
	framework_span(c, f);
	check_distinct(c, "cuda", f->cuda);
	slice_for (const struct str, cuda, f->cuda)
		check_toolkit(c, *cuda);
	if (f->cuda.n == 0 && !is_open(f->from))
		check_say(c, "no CUDA");
	check_code(c, f->sass,
	           f->cuda.n == 1 && version_lead(f->cuda.v[0]).n > 1 ?
	                   f->cuda.v[0] :
	                   STR(""));
	check_code(c, f->ptx, STR(""));
	if (f->torch.n && !has_torch(c->k, f->torch))
		check_say(c, "torch " STR_F " is not in torch.json",
		          STR_A(f->torch));
}

static void wheel_row(struct check *c, const struct cudart_wheel *w)
{
	if (w->cuda.n == 0)
		check_say(c, "of no toolkit");
	check_version(c, "version", w->version);
	slice_for (const struct str, cuda, w->cuda) {
		const struct toolkit *t = know_toolkit(c->k, *cuda);

		check_toolkit(c, *cuda);
		if (t && str_eq(t->cuda, *cuda) &&
		    !str_eq(t->cudart, w->version))
			check_say(c,
			          "toolkits.json has cudart '" STR_F
			          "' for CUDA " STR_F,
			          STR_A(t->cudart), STR_A(*cuda));
	}
}

void check_frameworks(struct check *c)
{
	struct frameworks rows = know_frameworks(c->k);
	struct cudart_wheels wheels = know_cudart_wheels(c->k);
	const struct framework *last = NULL;

	at(c, "frameworks", "frameworks");
	slice_for (const struct framework, f, rows) {
		check_row(c, (size_t)(f - rows.v),
		          arena_fmt(c->a, STR_F " " STR_F " " STR_F,
		                    STR_A(f->name), STR_A(f->first),
		                    STR_A(f->tag)),
		          f->confidence, f->source);
		framework_row(c, f, last);
		last = f;
	}
	at(c, "frameworks", "cudart");
	slice_for (const struct cudart_wheel, w, wheels) {
		check_row(c, (size_t)(w - wheels.v),
		          arena_fmt(c->a, STR_F " " STR_F, STR_A(w->name),
		                    STR_A(w->version)),
		          w->confidence, w->source);
		wheel_row(c, w);
		if (know_cudart_wheel(c->k, w->name, w->version) != w)
			check_say(c, "stands there twice");
	}
}
