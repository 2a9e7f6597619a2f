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

	return arena_fmt(in->arena, "sm_%u%u", v.n ? v.part[0] : 0,
	                 v.n > 1 ? v.part[1] : 0);
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

static struct cure cure(const struct lint_input *in, struct str version,
                        struct strs archs)
{
	struct str list = words_list(in->arena, archs, "");
	const struct torch_build *b = build_for(in, version, archs);
	struct str text;

	if (b)
		text = arena_fmt(in->arena,
		                 "install torch " STR_F "%s" STR_F
		                 " or later, which has " STR_F,
		                 STR_A(b->version), b->tag.n ? "+" : "",
		                 STR_A(b->tag), STR_A(list));
	else
		text = arena_fmt(in->arena, "install a build that has " STR_F,
		                 STR_A(list));
	return cure_make(GRADE_MANUAL, STR("install-build"), text);
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

/* In order, each once. */
static struct strs capabilities(const struct lint_input *in,
                                const struct batch *b)
{
	struct strs ccs = {0};

	slice_for (struct hit, h, b->hits) {
		struct str cc = h->p->gpu->compute_capability;
		size_t i;

		if (strs_has(ccs, cc))
			continue;
		(void)arena_push(in->arena, &ccs);
		for (i = ccs.n - 1;
		     i > 0 && version_cmp_str(ccs.v[i - 1], cc) > 0; i--)
			ccs.v[i] = ccs.v[i - 1];
		ccs.v[i] = cc;
	}
	return ccs;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct batch *b)
{
	struct code c = code_of(in);
	struct strs ccs = capabilities(in, b), archs = {0};
	struct finding *f = finding_add(
		in, out, &rule_no_kernel_for_gpu,
		arena_fmt(in->arena,
	                  STR_F
	                  " has no kernel for compute capability " STR_F STR_F
	                  ": CUDA error 209 on " STR_F STR_F,
	                  STR_A(c.name), STR_A(words_list(in->arena, ccs, "")),
	                  STR_A(carried(in, &c)), STR_A(batch_where(in, b)),
	                  STR_A(batch_stacks(in, b))));

	slice_for (struct str, cc, ccs)
		*arena_push(in->arena, &archs) = sm(in, *cc);
	finding_batch(in, f, b);
	if (c.torch) {
		finding_at(in, f, c.torch->layer, c.torch->path);
		f->cure = cure(in, c.torch->version, archs);
	}
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_KERNEL, NULL, &all);
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
	.source = "model 7; rules/torch.json",
	.bad = FACTS(CONFIG TORCH("1.12.1", "cu102", "10.2")),
	.good = FACTS(CONFIG TORCH("1.12.1", "cu113", "11.3")),
	.pool = POOL_A100,
	.check = check,
};
