#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static struct str by_arch(const struct lint_input *in, const struct hit *h)
{
	(void)in;
	return h->p->pool->arch;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_ARCH, by_arch, &all);
	slice_for (struct batch, b, all) {
		struct finding *f = finding_add(
			in, out, &rule_wrong_arch,
			arena_fmt(in->arena,
		                  "the image is for " STR_F ", but " STR_F
		                  " is " STR_F,
		                  STR_A(facts_platform(in->facts, in->arena)),
		                  STR_A(batch_where(in, b)), STR_A(b->key)));

		finding_batch(in, f, b);
		finding_at(in, f, -1, STR("config.architecture"));
		f->cure = cure_make(
			GRADE_MANUAL, STR("build-for-platform"),
			arena_fmt(in->arena,
		                  "docker buildx build --platform linux/" STR_F
		                  " ..., or leave the pool out with --pool",
		                  STR_A(b->key)));
	}
}

const struct rule rule_wrong_arch = {
	.id = "CL026",
	.name = "wrong-arch",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The image is for another CPU architecture than the pool",
	.why = "The programs of the image cannot be executed there: \"exec "
	       "format error\".  GH200, GB10 and Jetson hosts are arm64.",
	.cure = "Build for the pool's platform, and push an index with both.",
	.source = "OCI image-spec v1.1, config.md",
	.bad = FACTS(CONFIG),
	.good = FACTS(", \"config\": {\"os\": \"linux\","
                      " \"architecture\": \"arm64\"}"),
	.pool = "{\"schema\": \"cudalint/fleet/1\", \"name\": \"example\","
		" \"pools\": [{\"name\": \"gh\", \"arch\": \"arm64\","
		" \"driver\": \"550.54.15\", \"gpus\":"
		" [{\"product\": \"NVIDIA GH200 480GB\"}]}]}",
	.check = check,
};
