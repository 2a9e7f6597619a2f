#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

/* The name of the framework, and what its build carries. */
struct code {
	struct str name;
	struct strs sass, ptx;
	const struct torch *torch;
};

static struct code code_of(const struct lint_input *in)
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
		c.sass = arm ? b->arm_sass : b->sass;
		c.ptx = arm ? b->arm_ptx : b->ptx;
		c.torch = t;
		return c;
	}
	return c;
}

/* "sm_80" of "8.0". */
static struct str sm(const struct lint_input *in, struct str cc)
{
	struct version v = version_lead(cc);

	return arena_fmt(in->arena, "sm_%u%u", v.part[0],
	                 v.n > 1 ? v.part[1] : 0);
}

static struct str build_for(const struct lint_input *in, struct str version,
                            struct str arch)
{
	slice_for (struct torch_build, b, in->know->torch)
		if (str_eq(b->version, version) && strs_has(b->sass, arch))
			return arena_fmt(in->arena,
			                 "install torch " STR_F "%s" STR_F
			                 ", which has " STR_F,
			                 STR_A(b->version), b->tag.n ? "+" : "",
			                 STR_A(b->tag), STR_A(arch));
	return arena_fmt(in->arena, "install a build that has " STR_F,
	                 STR_A(arch));
}

static struct str carried(const struct lint_input *in, const struct code *c)
{
	struct buf b = {0};
	struct str out;

	slice_for (struct str, s, c->sass)
		buf_printf(&b, "%s" STR_F, b.n ? " " : "", STR_A(*s));
	slice_for (struct str, s, c->ptx)
		buf_printf(&b, "%s" STR_F, b.n ? " " : "", STR_A(*s));
	out = b.n ? arena_fmt(in->arena, " (it has " STR_F ")",
	                      STR_A(buf_str(&b))) :
	            STR("");
	buf_free(&b);
	return out;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	struct code c = code_of(in);
	struct str cc = b->key;
	struct finding *f = finding_add(
		in, out, &rule_no_kernel_for_gpu,
		arena_fmt(in->arena,
	                  STR_F " has no kernel for compute capability " STR_F
	                        " on " STR_F STR_F STR_F ": CUDA error 209",
	                  STR_A(c.name), STR_A(cc), STR_A(batch_where(in, b)),
	                  STR_A(batch_stacks(in, b)), STR_A(carried(in, &c))));

	finding_batch(in, f, b);
	if (c.torch) {
		finding_at(in, f, c.torch->layer, c.torch->path);
		f->cure =
			cure_make(GRADE_MANUAL, STR("install-build"),
		                  build_for(in, c.torch->version, sm(in, cc)));
	}
}

static struct str by_cc(const struct lint_input *in, const struct hit *h)
{
	(void)in;
	return h->p->gpu->compute_capability;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_KERNEL, by_cc, &all);
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
	.source = "runtime.md 7; rules/torch.json",
	.bad = FACTS(CONFIG TORCH("1.12.1", "cu102", "10.2")),
	.good = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL_A100,
	.check = check,
};
