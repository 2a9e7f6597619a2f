/* What a Dockerfile will make, judged as the image that it is not yet. */
#include "cli/docker.h"
#include "cli/judge.h"
#include "cli/settings.h"
#include "report/plan.h"

/* Pools whose hosts have the platform's CPU. */
struct fleet *fleet_of_platform(struct arena *a, const struct fleet *all,
                                struct str platform)
{
	struct fleet *part = arena_new(a, struct fleet);
	struct str os, arch = platform;
	struct pools pools = {0};

	(void)str_cut(platform, '/', &os, &arch);
	(void)str_cut(arch, '/', &arch, &os);
	*part = *all;
	slice_for (struct pool, p, all->pools)
		if (str_eq(p->arch, arch))
			*arena_push(a, &pools) = *p;
	part->pools = pools;
	return part;
}

static struct predictions predict_all(struct judge *j,
                                      const struct image_facts *facts,
                                      const struct fleet *fleet)
{
	struct predict_input in = {.facts = facts,
	                           .know = &j->c->know,
	                           .assume = j->c->opts.assume};
	struct predictions all = {0};

	predict_fleet(&in, fleet, j->arena, &all);
	return all;
}

/* A file may end in thousands of stages; whole images are made of each. */
enum { TARGETS_MAX = 16, TARGETS_MEMORY_MAX = 512 << 20 };

/* Without --target, the other stages that nothing is built from. */
static struct lint_targets other_targets(struct judge *j,
                                         const struct docker_source *src,
                                         const struct fleet *fleet)
{
	const struct stages *s = &src->image.stages;
	struct lint_targets out = {0};
	size_t used = j->arena->used;

	if (j->c->opts.target.n)
		return out;
	for (size_t i = 0; i < s->leaves.n; i++) {
		struct build_opts build = src->build;
		struct docker_input input = src->input;
		struct docker_image *image =
			arena_new(j->arena, struct docker_image);
		struct err err = {0};

		if (s->leaves.v[i] == s->target)
			continue;
		if (out.n == TARGETS_MAX ||
		    j->arena->used - used > TARGETS_MEMORY_MAX) {
			out.left++;
			continue;
		}
		/* By number: a later stage may have the same name. */
		build.target =
			arena_fmt(j->arena, "%zu", s->leaves.v[i]->index);
		input.build = &build;
		if (docker_image_of(&input, j->arena, image, &err)) {
			out.left++;
			continue;
		}
		*arena_push(j->arena, &out) = (struct lint_target){
			s->leaves.v[i],
			predict_all(j, &image->facts, fleet),
		};
	}
	return out;
}

/* What `cudalint fix` would do, which knows of no --assume: what cures one
 * stack is no promise for the others. */
static const struct report_fix *mend(struct judge *j,
                                     const struct docker_source *src,
                                     const struct report_image *r,
                                     const struct fleet *fleet)
{
	struct proof *proof = arena_new(j->arena, struct proof);
	struct fix_input in = {
		.docker_input = &src->input,
		.docker = &src->image,
		.built = src->built,
		.facts = r->facts,
		.fleet = fleet,
		.know = &j->c->know,
		.before = &r->predictions,
		.findings = &r->findings,
		.limit = GRADE_SAFE,
		.name = r->known_as,
		.policy = &j->c->policy.lint,
	};
	struct advice advice;

	plan_all(&in, j->arena, &advice);
	(void)prove_best(&in, j->arena, &advice, proof);
	return fix_of_proof(&advice, proof, j->arena);
}

static void judge_source(struct judge *j, const struct docker_source *src)
{
	struct arena *a = j->arena;
	struct report_image *r = arena_push(a, &j->report.images);
	const struct image_facts *facts =
		src->built ? src->built : &src->image.facts;
	struct fleet *fleet =
		fleet_of_platform(a, &j->fleet, src->build.platform);
	struct predict_input in = {.facts = facts, .know = &j->c->know};
	struct lint_input lint = {.facts = facts,
	                          .fleet = fleet,
	                          .know = &j->c->know,
	                          .predictions = &r->predictions,
	                          .arena = a,
	                          .docker = &src->image,
	                          .file = &src->file,
	                          .names = {&r->known_as, 1},
	                          .policy = &j->c->policy.lint};

	*r = (struct report_image){
		.ref = src->path,
		.name = file_name(src->path, a),
		.known_as = settings_name(j->c, src->path),
		.platform = src->build.platform,
		.facts = facts,
		.file = &src->file,
		.pools = fleet->pools.n,
		.predictions = predict_all(j, facts, fleet),
	};
	if (j->real) {
		struct predict_input as_predicted = in;

		as_predicted.assume = j->c->opts.assume;
		judge_what_if(j, &as_predicted,
		              fleet_of_platform(a, j->real,
		                                src->build.platform),
		              r);
	}
	lint.targets = other_targets(j, src, fleet);
	predict_requires(&in, a, &r->requires_);
	lint_run(&lint, &r->findings, &r->ignored);
	r->verdict = predict_worst(&r->predictions);
	if (j->fixes && j->c->opts.assume.n == 0)
		r->fix = mend(j, src, r, fleet);
}

/* Each platform that the fleet has; what --platform names otherwise. */
void judge_dockerfile(struct judge *j, struct str path)
{
	struct strs platforms = judge_platforms(j);
	struct err err = {0};
	struct str bytes;

	if (docker_bytes_read(j->c, path, &bytes, &err)) {
		judge_failed(j, path, str_c(err.msg));
		return;
	}
	slice_for (struct str, platform, platforms) {
		struct docker_source *src =
			arena_new(j->arena, struct docker_source);

		if (docker_source_make(j->c, path, bytes, *platform, src,
		                       &err)) {
			judge_failed(j, path, str_c(err.msg));
			return;
		}
		judge_source(j, src);
	}
}
