#include "lint/cure.h"
#include "lint/example.h"
#include "lint/kernels.h"
#include "lint/look.h"

/* Whose code it is, and what it has. */
struct code {
	struct str name;
	struct code_targets targets;
	const struct torch *torch; /* NULL: it is not torch's */
	const struct unit *unit;   /* NULL: by table */
};

static void add_names(const struct lint_input *in, struct strs names,
                      struct code *c)
{
	struct code_target t;

	slice_for (struct str, name, names)
		if (fit_parse_target(*name, &t))
			*arena_push(in->arena, &c->targets) = t;
}

static struct code code_by_table(const struct lint_input *in)
{
	struct code c = {.name = STR("the image")};
	bool arm = str_eq(in->facts->config.architecture, STR("arm64"));

	slice_for (struct torch, t, in->facts->torch) {
		const struct torch_build *b =
			know_torch(in->know, t->version, t->tag);

		if (!b)
			continue;
		c.name = arena_fmt(in->arena, "torch " STR_F "%s" STR_F,
		                   STR_A(t->version), t->tag.n ? "+" : "",
		                   STR_A(t->tag));
		add_names(in, arm ? b->arm_sass : b->sass, &c);
		add_names(in, arm ? b->arm_ptx : b->ptx, &c);
		c.torch = t;
		return c;
	}
	return c;
}

static const struct torch *torch_of(const struct lint_input *in,
                                    const struct unit *u)
{
	if (str_eq(u->name, STR("torch")))
		slice_for (struct torch, t, in->facts->torch)
			if (str_eq(t->path, u->site))
				return t;
	return NULL;
}

static struct code code_of(const struct lint_input *in, const struct batch *b)
{
	const struct unit *u = batch_run(b)->code;

	if (!u)
		return code_by_table(in);
	return (struct code){kernels_name(in, u), u->code.targets,
	                     torch_of(in, u), u};
}

static bool has_all(const struct torch_build *b, struct strs archs)
{
	slice_for (struct str, s, archs)
		if (!strs_has(b->sass, *s))
			return false;
	return true;
}

/* The same version's, else the lowest later one's. */
static const struct torch_build *build_for(const struct lint_input *in,
                                           struct str version,
                                           struct strs archs)
{
	const struct torch_build *best = NULL;

	slice_for (struct torch_build, b, in->know->torch)
		if (version_cmp_str(b->version, version) >= 0 &&
		    has_all(b, archs) &&
		    (!best || version_cmp_str(b->version, best->version) < 0))
			best = b;
	return best;
}

static struct cure cure(const struct lint_input *in, const struct code *c,
                        struct strs archs)
{
	struct str list = words_list(in->arena, archs, "");
	const struct torch_build *b =
		c->torch ? build_for(in, c->torch->version, archs) : NULL;
	struct str text;

	if (b)
		text = arena_fmt(in->arena,
		                 "install torch " STR_F "%s" STR_F
		                 " or later, which has " STR_F,
		                 STR_A(b->version), b->tag.n ? "+" : "",
		                 STR_A(b->tag), STR_A(list));
	else if (c->unit && c->unit->role == ROLE_OWN)
		text = arena_fmt(in->arena,
		                 "add " STR_F " to nvcc's -gencode, and PTX "
		                 "for GPUs to come",
		                 STR_A(list));
	else
		text = arena_fmt(in->arena, "install a build that has " STR_F,
		                 STR_A(list));
	return cure_make(GRADE_MANUAL, STR("install-build"), text);
}

static void blame(const struct lint_input *in, struct finding *f,
                  const struct code *c, struct strs archs)
{
	if (c->unit)
		kernels_at(in, f, c->unit);
	else if (c->torch)
		finding_at(in, f, c->torch->layer, c->torch->path);
	if (c->unit || c->torch)
		f->cure = cure(in, c, archs);
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	struct code c = code_of(in, b);
	struct strs ccs = {0}, archs = {0};
	struct finding *f;

	slice_for (struct hit, h, b->hits)
		kernels_add_capability(in, &ccs, h->p->gpu->compute_capability);
	slice_for (struct str, cc, ccs)
		*arena_push(in->arena, &archs) = kernels_sm(in, *cc);
	f = finding_add(
		in, out, &rule_no_kernel_for_gpu,
		arena_fmt(in->arena,
	                  STR_F
	                  " has no kernel for compute capability " STR_F STR_F
	                  ": CUDA error 209 on " STR_F STR_F,
	                  STR_A(c.name), STR_A(kernels_capabilities(in, &ccs)),
	                  STR_A(kernels_list(in, &c.targets)),
	                  STR_A(batch_where(in, b)),
	                  STR_A(batch_stacks(in, b))));
	finding_batch(in, f, b);
	blame(in, f, &c, archs);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_KERNEL, hit_code, &all);
	slice_for (struct batch, b, all)
		report(in, out, b);
}

const struct rule rule_no_kernel_for_gpu = {
	.id = "CL014",
	.name = "no-kernel-for-gpu",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The image has no device code for a GPU of the fleet",
	.why = "A build carries machine code (SASS) for some GPU generations "
	       "and perhaps PTX, which the driver can compile for newer ones.  "
	       "A GPU that neither fits starts, sees the driver, and answers "
	       "209 at the first kernel; PyTorch says \"no kernel image is "
	       "available for execution on the device\".",
	.cure = "Install a build for that GPU: usually the same version for a "
		"newer CUDA, or a newer version.  Own code: add the GPU to "
		"nvcc's -gencode or TORCH_CUDA_ARCH_LIST.",
	.source = "model 15.3, 15.4; rules/torch.json",
	.bad = FACTS(CONFIG TORCH("1.12.1", "cu102", "10.2")),
	.good = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL_A100,
	.check = check,
};
