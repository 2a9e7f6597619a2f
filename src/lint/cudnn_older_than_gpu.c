#include "lint/cure.h"
#include "lint/example.h"
#include "lint/kernels.h"
#include "lint/look.h"

#include "base/path.h"

/* One cuDNN in the image, by whatever names it. */
struct cudnn {
	struct str version; /* major alone, perhaps */
	struct str path;
	int64_t layer;
};

struct cudnns {
	struct cudnn *v;
	size_t n;
};

static int64_t major_of(const struct cudnn *c)
{
	struct version v = version_lead(c->version);

	return v.n ? v.part[0] : 0;
}

static void add(const struct lint_input *in, struct cudnns *all, struct cudnn c)
{
	if (major_of(&c) == 0)
		return;
	slice_for (struct cudnn, old, *all)
		if (major_of(old) == major_of(&c))
			return;
	*arena_push(in->arena, all) = c;
}

/* "8.9.7" of "libcudnn_ops_infer.so.8.9.7" */
static struct str so_version(struct str path)
{
	struct str base = path_base(path), mark = STR(".so.");

	for (size_t i = 0; i + mark.n < base.n; i++)
		if (str_has_prefix(str_from(base, i), mark))
			return str_from(base, i + mark.n);
	return STR("");
}

/* "libcudnn8", "libcudnn9-cuda-12", "nvidia-cudnn-cu12" */
static bool is_cudnn(struct str name)
{
	return str_glob(STR("libcudnn?"), name) ||
	       str_glob(STR("libcudnn?-cuda-*"), name) ||
	       str_has_prefix(name, STR("nvidia-cudnn-cu"));
}

static struct cudnns find(const struct lint_input *in)
{
	const struct image_facts *f = in->facts;
	struct cudnns all = {0};

	slice_for (struct code_file, c, f->code.files)
		if (str_has_prefix(path_base(c->path), STR("libcudnn")))
			add(in, &all,
			    (struct cudnn){so_version(c->path), c->path,
			                   c->layer});
	slice_for (struct wheel, w, f->wheels)
		if (is_cudnn(w->name))
			add(in, &all,
			    (struct cudnn){w->version, w->path, w->layer});
	slice_for (struct package, p, f->packages)
		if (is_cudnn(p->name))
			add(in, &all,
			    (struct cudnn){p->version, p->path, p->layer});
	return all;
}

static const struct library_limit *limit_of(const struct lint_input *in,
                                            const struct cudnn *c)
{
	struct library_limits limits = know_library_limits(in->know);

	slice_for (const struct library_limit, l, limits)
		if (str_eq(l->name, STR("cuDNN")) && l->major == major_of(c))
			return l;
	return NULL;
}

static void report(const struct lint_input *in, struct findings *out,
                   const struct cudnn *c, const struct library_limit *l,
                   struct batch *b)
{
	struct strs ccs = {0};
	struct finding *f;

	slice_for (struct hit, h, b->hits)
		kernels_add_capability(in, &ccs, h->p->gpu->compute_capability);
	f = finding_add(in, out, &rule_cudnn_older_than_gpu,
	                arena_fmt(in->arena,
	                          "cuDNN " STR_F
	                          " knows GPUs up to compute capability " STR_F
	                          ", not " STR_F " of " STR_F,
	                          STR_A(c->version), STR_A(l->max_cc),
	                          STR_A(kernels_capabilities(in, &ccs)),
	                          STR_A(batch_where(in, b))));
	finding_batch(in, f, b);
	finding_at(in, f, c->layer, c->path);
	f->cure = cure_make(GRADE_MANUAL, STR("install-build"),
	                    STR("install the framework's build for a newer "
	                        "cuDNN"));
}

static void check_one(const struct lint_input *in, struct findings *out,
                      const struct cudnn *c)
{
	const struct library_limit *l = limit_of(in, c);
	struct batch b = {.severity = SEV_WARNING};

	if (!l)
		return;
	slice_for (struct prediction, p, *in->predictions) {
		const struct variant *v = kernels_working(p);
		struct str cc = p->gpu->compute_capability;

		if (v && cc.n && version_cmp_str(cc, l->max_cc) > 0)
			*arena_push(in->arena, &b.hits) = (struct hit){p, v};
	}
	if (b.hits.n)
		report(in, out, c, l, &b);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct cudnns all = find(in);

	slice_for (struct cudnn, c, all)
		check_one(in, out, c);
}

const struct rule rule_cudnn_older_than_gpu = {
	.id = "CL045",
	.name = "cudnn-older-than-gpu",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "cuDNN is of a major version that came before the GPU",
	.why = "cuDNN 7 ends with Turing and cuDNN 8 with Hopper.  On a newer "
	       "GPU its kernels are compiled from PTX, for many minutes, where "
	       "that works at all, and its heuristics know nothing of the GPU: "
	       "wrong algorithms, CUDNN_STATUS_NOT_SUPPORTED, "
	       "CUDNN_STATUS_ARCH_MISMATCH.",
	.cure = "Install a build of the framework for a newer cuDNN.",
	.source = "model 15.3; cuDNN Support Matrix; rules/libraries.json",
	.bad = FACTS(CONFIG WHEELS(WHEEL("nvidia-cudnn-cu11", "7.6.5.32"))),
	.good = FACTS(CONFIG WHEELS(WHEEL("nvidia-cudnn-cu11", "8.9.6.50"))),
	.pool = POOL_A100,
	.check = check,
};
