#include "cli/docker.h"
#include "cli/formats.h"
#include "cli/judge.h"
#include "cli/rewrite.h"
#include "cli/settings.h"
#include "fix/diff.h"
#include "report/plan.h"

struct fixing {
	struct context *c;
	struct docker_source src;
	struct fleet fleet;
	struct fix_input in;
	struct predictions before;
	struct findings findings;
	struct ignoreds ignored;
	struct advice advice;
	struct proof proof;
	bool unproved; /* a plan was dropped because its proof failed */
};

static int read_placement(struct fixing *f, struct err *err)
{
	struct str word = f->c->opts.placement;

	if (str_eq(word, STR("cache")))
		f->in.placement = PLACE_CACHE;
	else if (word.n && !str_eq(word, STR("early")))
		return err_set(err, ERR_USAGE,
		               "--placement wants early or cache, not " STR_F,
		               STR_A(word));
	return 0;
}

/* One platform at a time: an edit is for one image.  What most hosts have, or
 * the first that one has. */
static struct str platform_of(struct context *c, const struct fleet *all)
{
	struct str arch = {0};

	if (c->opts.platform.n)
		return c->opts.platform.v[0];
	slice_for (struct pool, p, all->pools)
		if (arch.n == 0 || str_eq(p->arch, STR("amd64")))
			arch = p->arch;
	return arena_fmt(&c->arena, "linux/" STR_F,
	                 STR_A(arch.n ? arch : STR("amd64")));
}

/* Pools of other processors are another run's. */
static int check_pools(struct fixing *f, const struct fleet *all,
                       struct str platform, struct err *err)
{
	size_t left = all->pools.n - f->fleet.pools.n;

	if (f->fleet.pools.n == 0)
		return err_set(err, ERR_USAGE,
		               "no pool of the fleet runs " STR_F,
		               STR_A(platform));
	if (left && !f->c->opts.quiet)
		note(arena_fmt(&f->c->arena,
		               "cudalint: for " STR_F
		               "; %zu pool%s of other platforms: run again "
		               "with --platform\n",
		               STR_A(platform), left, left == 1 ? "" : "s"));
	return 0;
}

static int read_source(struct fixing *f, struct str path, struct err *err)
{
	struct context *c = f->c;
	struct str platform, bytes;
	struct fleet all;

	if (context_know(c, err) || context_fleet(c, &all, err))
		return -1;
	platform = platform_of(c, &all);
	f->fleet = *fleet_of_platform(&c->arena, &all, platform);
	if (docker_bytes_read(c, path, &bytes, err) ||
	    docker_source_make(c, path, bytes, platform, &f->src, err))
		return -1;
	return check_pools(f, &all, platform, err);
}

static int init(struct fixing *f, struct str path, struct err *err)
{
	const struct options *o = &f->c->opts;

	if (read_placement(f, err) || read_source(f, path, err))
		return -1;
	f->in.docker_input = &f->src.input;
	f->in.docker = &f->src.image;
	f->in.built = f->src.built;
	f->in.facts = f->src.built ? f->src.built : &f->src.image.facts;
	f->in.fleet = &f->fleet;
	f->in.know = &f->c->know;
	f->in.policy = &f->c->policy.lint;
	f->in.name = settings_name(f->c, path);
	f->in.before = &f->before;
	f->in.findings = &f->findings;
	f->in.limit = o->fix_review ? GRADE_REVIEW : GRADE_SAFE;
	f->in.digest_drop = o->digest_drop;
	f->in.base_user = o->base_user;
	return 0;
}

static void judge_before(struct fixing *f)
{
	struct arena *a = &f->c->arena;
	struct predict_input in = {.facts = f->in.facts, .know = &f->c->know};
	struct lint_input lint = {.facts = f->in.facts,
	                          .fleet = &f->fleet,
	                          .know = &f->c->know,
	                          .predictions = &f->before,
	                          .arena = a,
	                          .docker = &f->src.image,
	                          .file = &f->src.file,
	                          .names = {&f->in.name, 1},
	                          .policy = f->in.policy};

	predict_fleet(&in, &f->fleet, a, &f->before);
	lint_run(&lint, &f->findings, &f->ignored);
}

static bool holds(const struct fixing *f)
{
	return f->advice.best && f->proof.failed.n == 0;
}

static void tell(struct fixing *f)
{
	struct plan_report r = {.name = input_name(f->src.path),
	                        .in = &f->in,
	                        .advice = &f->advice,
	                        .proof = &f->proof};
	struct report_style style = {0};
	struct buf out = {0};

	if (f->c->opts.quiet)
		return;
	plan_text(&r, &style, &out);
	note(buf_str(&out));
	buf_free(&out);
}

static int put_out(struct fixing *f, struct err *err)
{
	struct buf out = {0};
	int rc;

	if (f->c->opts.write)
		return file_rewrite(f->src.path, f->src.file.bytes,
		                    f->proof.bytes, err);
	if (f->c->opts.format.n)
		return 0;
	diff_write(str_eq(f->src.path, STR("-")) ? STR("Dockerfile") :
	                                           f->src.path,
	           f->src.file.bytes, &f->advice.best->edits, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

/* The Dockerfile as it was, with the fix, in the formats asked for. */
static int report(struct fixing *f, struct err *err)
{
	struct context *c = f->c;
	struct predict_input in = {.facts = f->in.facts, .know = &c->know};
	struct report_image image = {
		.ref = f->src.path,
		.name = file_name(f->src.path, &c->arena),
		.platform = f->src.build.platform,
		.verdict = predict_worst(&f->before),
		.facts = f->in.facts,
		.pools = f->fleet.pools.n,
		.predictions = f->before,
		.findings = f->findings,
		.ignored = f->ignored,
		.file = &f->src.file,
		.fix = fix_of_proof(&f->advice, &f->proof, &c->arena),
	};
	struct report r = {
		.version = STR(VERSION),
		.knowledge = c->know.as_of,
		.fleet = &f->fleet,
		.know = &c->know,
		.images = {&image, 1},
	};

	predict_requires(&in, &c->arena, &image.requires_);
	return judge_write(c, &r, err);
}

/* A proof that fails is ours to explain: architecture.md 7, exit 2. */
static int status_of(const struct fixing *f)
{
	if (holds(f))
		return STATUS_FOUND;
	if (f->unproved || (f->advice.failing == 0 && f->advice.unknown))
		return STATUS_TROUBLE;
	return STATUS_CLEAN;
}

int run_fix(struct context *c, struct err *err)
{
	struct fixing f = {.c = c};

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE,
		               "fix wants one Dockerfile, or -");
	if (c->opts.write && str_eq(c->opts.args.v[0], STR("-")))
		return err_set(err, ERR_USAGE,
		               "-w can't write to standard input");
	if (formats_check(c, FORMATS_REPORT, err) ||
	    init(&f, c->opts.args.v[0], err))
		return -1;
	judge_before(&f);
	plan_all(&f.in, &c->arena, &f.advice);
	f.unproved = prove_best(&f.in, &c->arena, &f.advice, &f.proof);
	tell(&f);
	if (holds(&f) && put_out(&f, err))
		return -1;
	return report(&f, err) ? -1 : status_of(&f);
}
