#include "cli/judge.h"

#include "cli/counted.h"
#include "cli/formats.h"
#include "cli/limits.h"
#include "cli/remote.h"
#include "fleet/setting.h"
#include "image/platform.h"

enum { FACTS_MAX = 16 << 20 };

static int parse_fail_on(struct judge *j, struct err *err)
{
	struct str level = j->c->opts.fail_on;

	j->fail_on = SEV_ERROR;
	if (level.n == 0)
		return 0;
	j->never_fail = str_eq(level, STR("never"));
	if (j->never_fail || severity_get(level, &j->fail_on))
		return 0;
	return err_set(
		err, ERR_USAGE,
		"--fail-on wants error, warning, note or never, not " STR_F,
		STR_A(level));
}

/* Each pool wants its own platform of an index. */
struct strs judge_platforms(struct judge *j)
{
	struct strs want = j->c->opts.platform;

	if (want.n || j->c->opts.all_platforms)
		return want;
	slice_for (struct pool, p, j->fleet.pools) {
		struct str name =
			arena_fmt(j->arena, "linux/" STR_F, STR_A(p->arch));
		bool known = false;

		slice_for (struct str, w, want)
			known |= str_eq(*w, name);
		if (!known)
			*arena_push(j->arena, &want) = name;
	}
	return want;
}

/* An image may say itself which pools it is for: label cudalint.pools. */
static void select_by_label(struct judge *j, const struct image_facts *f,
                            struct fleet *fleet)
{
	struct strs globs = {0};
	struct str rest, glob;

	if (j->c->policy.lint.no_labels)
		return;
	slice_for (struct pair, l, f->config.labels) {
		if (!str_eq(l->key, STR("cudalint.pools")) || !l->value.n)
			continue;
		for (rest = l->value; str_next(&rest, ',', &glob);)
			*arena_push(j->arena, &globs) = str_trim(glob);
	}
	if (globs.n)
		fleet_select(fleet, globs, j->arena);
}

/* By its CPU, as far as that is known; hosts are Linux hosts. */
static bool fits(const struct read_image *i, const struct pool *p)
{
	const struct config *c = &i->facts->config;

	return (c->architecture.n == 0 || str_eq(c->architecture, p->arch)) &&
	       (c->os.n == 0 || str_eq(c->os, STR("linux")));
}

static bool any_image_for(const struct read_images *images, struct str label,
                          const struct pool *p)
{
	slice_for (struct read_image, i, *images)
		if (str_eq(i->label, label) && fits(i, p))
			return true;
	return false;
}

/* There is one, but not here: nobody knows what is in it. */
static bool any_absent_for(struct judge *j, const struct read_images *images,
                           struct str label, const struct pool *p)
{
	struct str platform =
		arena_fmt(j->arena, "linux/" STR_F, STR_A(p->arch));

	slice_for (struct absent_image, x, images->absent)
		if (str_eq(x->label, label) &&
		    platform_matches(platform, x->platform))
			return true;
	return false;
}

static const struct read_image *first_of(const struct read_images *images,
                                         struct str label)
{
	slice_for (struct read_image, i, *images)
		if (str_eq(i->label, label))
			return i;
	return NULL;
}

static bool any_pool_for(const struct fleet *fleet, struct str arch)
{
	slice_for (struct pool, p, fleet->pools)
		if (str_eq(p->arch, arch))
			return true;
	return false;
}

/* A pool is judged on the image of its CPU; without one, on the first, unless
 * --platform chose a part of the fleet. */
static bool is_judged_on(struct judge *j, const struct read_images *images,
                         const struct read_image *i, const struct pool *p)
{
	struct str arch = i->facts->config.architecture;

	if (fits(i, p))
		return true;
	if (j->c->opts.platform.n && any_pool_for(&j->fleet, arch))
		return false;
	return i == first_of(images, i->label) &&
	       !any_image_for(images, i->label, p) &&
	       !any_absent_for(j, images, i->label, p);
}

/* The part of a fleet that this image of several is for. */
static struct fleet *fleet_for(struct judge *j, const struct fleet *all,
                               const struct read_images *images,
                               const struct read_image *i)
{
	struct fleet *fleet = arena_new(j->arena, struct fleet);
	struct pools judged = {0};

	*fleet = *all;
	select_by_label(j, i->facts, fleet);
	slice_for (struct pool, p, fleet->pools)
		if (is_judged_on(j, images, i, p))
			*arena_push(j->arena, &judged) = *p;
	fleet->pools = judged;
	return fleet;
}

void judge_what_if(struct judge *j, const struct predict_input *in,
                   const struct fleet *real, struct report_image *r)
{
	struct predictions was = {0};

	predict_fleet(in, real, j->arena, &was);
	r->asked_what_if = true;
	r->what_if = what_if_compare(&was, &r->predictions, j->arena);
}

static void lint_one(struct judge *j, struct str ref,
                     const struct read_images *images,
                     const struct read_image *i)
{
	struct arena *a = j->arena;
	struct report_image *r = arena_push(a, &j->report.images);
	struct predict_input in = {.facts = i->facts,
	                           .know = &j->c->know,
	                           .assume = j->c->opts.assume};
	struct fleet *fleet = fleet_for(j, &j->fleet, images, i);
	struct lint_input lint = {
		.facts = i->facts,
		.fleet = fleet,
		.know = &j->c->know,
		.predictions = &r->predictions,
		.arena = a,
		.names = j->names.n ? j->names : (struct strs){&r->known_as, 1},
		.policy = &j->c->policy.lint};

	*r = (struct report_image){
		.ref = ref,
		.known_as = ref,
		.manifest_digest = i->manifest_digest,
		.platform = facts_platform(i->facts, a),
		.depth = i->depth,
		.facts = i->facts,
		.pools = fleet->pools.n,
	};
	predict_fleet(&in, fleet, a, &r->predictions);
	if (j->real)
		judge_what_if(j, &in, fleet_for(j, j->real, images, i), r);
	predict_requires(&in, a, &r->requires_);
	lint_run(&lint, &r->findings, &r->ignored);
	r->verdict = predict_worst(&r->predictions);
}

/* The report names the image by itself; the line on stderr has it in front. */
void judge_failed(struct judge *j, struct str ref, struct str why)
{
	struct arena *a = j->arena;
	struct str name = input_name(ref);
	struct str prefix = arena_fmt(a, STR_F ": ", STR_A(name));

	if (str_has_prefix(why, prefix))
		why = str_from(why, prefix.n);
	note(arena_fmt(a, "cudalint: " STR_F ": " STR_F "\n", STR_A(name),
	               STR_A(why)));
	*arena_push(a, &j->report.images) = (struct report_image){
		.ref = ref,
		.verdict = VERDICT_UNKNOWN,
		.error = arena_str(a, why),
	};
}

/* As docker-archive:, oci: and so on take it back. */
static struct str ref_of(struct judge *j, struct str path, struct str label)
{
	return label.n ? arena_fmt(j->arena, STR_F ":" STR_F, STR_A(path),
	                           STR_A(label)) :
	                 path;
}

/* Platforms that somebody asked for must be there.  What the built-in fleet
 * would like to see is not asked for. */
static void judge_absent(struct judge *j, struct str path,
                         const struct absent_image *x)
{
	struct arena *a = j->arena;
	struct str ref = ref_of(j, path, x->label);
	struct err why = {0};

	if (x->elsewhere)
		(void)err_set(&why, ERR_NOT_FOUND,
		              "its image for " STR_F " is not in it: " STR_F,
		              STR_A(x->platform), STR_A(x->why));
	else
		(void)err_set(&why, ERR_NOT_FOUND, STR_F, STR_A(x->why));
	if (x->elsewhere && j->fleet.embedded && !j->c->opts.platform.n &&
	    !j->c->opts.all_platforms)
		note(arena_fmt(a,
		               "cudalint: " STR_F ": %s; no pool of that "
		               "platform is judged\n",
		               STR_A(input_name(ref)), why.msg));
	else
		judge_failed(j, ref, arena_str(a, str_c(why.msg)));
}

static bool any_unknown(const struct report_image *r)
{
	slice_for (struct prediction, p, r->predictions)
		if (p->verdict == VERDICT_UNKNOWN)
			return true;
	return r->verdict == VERDICT_UNKNOWN;
}

/* True: the layers that were not read whole could say more. */
static bool judge_at(struct judge *j, struct str path, enum layer_depth depth)
{
	struct image_want want = {path, judge_platforms(j), depth};
	size_t before = j->report.images.n;
	struct read_images images;
	struct err err = {0};
	bool more = false;

	if (ahead_read(j->ahead, j->c, &want, j->arena, &images, &err)) {
		judge_failed(j, path, str_c(err.msg));
		return false;
	}
	slice_for (struct read_image, i, images)
		lint_one(j, ref_of(j, path, i->label), &images, i);
	slice_for (struct absent_image, x, images.absent)
		judge_absent(j, path, x);
	for (size_t i = before; i < j->report.images.n; i++)
		more |= j->report.images.v[i].depth.n &&
		        any_unknown(&j->report.images.v[i]);
	return more;
}

/* Deeper as long as something is unknown: a config can prove that an image
 * fails, never that it works. */
void judge_path(struct judge *j, struct str path)
{
	static const enum layer_depth stages[] = {LAYER_NONE, LAYER_FILES,
	                                          LAYER_FULL};
	size_t before = j->report.images.n;
	bool more = true;

	if (j->depth != LAYER_DEPTH_N || !remote_is_reference(path)) {
		(void)judge_at(j, path,
		               j->depth == LAYER_DEPTH_N ? LAYER_FULL :
		                                           j->depth);
		return;
	}
	for (size_t i = 0; more && i < sizeof stages / sizeof *stages; i++) {
		j->report.images.n = before;
		more = judge_at(j, path, stages[i]);
	}
}

void judge_paths(struct judge *j, struct strs paths)
{
	struct image_want want = {.platforms = judge_platforms(j),
	                          .depth = j->depth == LAYER_DEPTH_N ?
	                                           LAYER_FULL :
	                                           j->depth};

	j->ahead = ahead_new(j->c, &want, paths);
	for (size_t i = 0; i < paths.n; i++) {
		ahead_go_on(j->ahead, i);
		judge_path(j, paths.v[i]);
	}
	ahead_end(j->ahead);
	j->ahead = NULL;
}

int judge_facts(struct judge *j, struct str path, struct err *err)
{
	struct image_facts *f = arena_new(j->arena, struct image_facts);
	struct read_image one = {.facts = f};
	struct read_images images = {.v = &one, .n = 1};
	struct str json;

	if (file_read(path, FACTS_MAX, j->arena, &json, err))
		return -1;
	if (facts_parse(json, j->arena, f, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	lint_one(j, path, &images, &one);
	return 0;
}

/* architecture.md 5: a finding beats a gap. */
int judge_status(const struct judge *j, const struct report_image *r)
{
	if (r->error.n)
		return STATUS_TROUBLE;
	slice_for (struct finding, f, r->findings)
		if (!j->never_fail && f->severity >= j->fail_on)
			return STATUS_FOUND;
	if (any_unknown(r) && !j->c->opts.allow_gaps)
		return STATUS_TROUBLE;
	return STATUS_CLEAN;
}

static bool is_stack(const struct know *k, struct str name)
{
	slice_for (struct stack, s, k->stacks)
		if (str_eq(s->id, name) || str_eq(s->label, name))
			return true;
	return false;
}

/* --assume must name a stack of the tables. */
static int check_assume(const struct context *c, struct err *err)
{
	struct buf all = {.max = 400};

	if (c->opts.assume.n == 0 || is_stack(&c->know, c->opts.assume))
		return 0;
	slice_for (struct stack, s, c->know.stacks)
		buf_printf(&all, "%s" STR_F, all.n ? ", " : "", STR_A(s->id));
	(void)err_set(err, ERR_USAGE,
	              "--assume: no stack " STR_F "; there are " STR_F,
	              STR_A(c->opts.assume), STR_A(buf_str(&all)));
	buf_free(&all);
	return -1;
}

/* What --set says is so from here on; what was stays to compare with. */
static int apply_settings(struct judge *j, struct err *err)
{
	struct context *c = j->c;
	struct fleet *real = arena_new(&c->arena, struct fleet);

	if (c->opts.set.n == 0)
		return 0;
	*real = j->fleet;
	j->real = real;
	return settings_apply(real, c->opts.set, &c->know, &c->arena, &j->fleet,
	                      err);
}

int judge_init(struct judge *j, struct context *c, struct err *err)
{
	*j = (struct judge){.c = c,
	                    .arena = &c->arena,
	                    .fixes = formats_want_fixes(c)};
	if (c->opts.all_platforms && c->opts.platform.n)
		return err_set(err, ERR_USAGE,
		               "--all-platforms and --platform exclude each "
		               "other");
	if (parse_fail_on(j, err) || counted_check(c, err) ||
	    depth_of(c, &j->depth, err) ||
	    limits_of(c, &(struct image_limits){0}, err) ||
	    context_fleet(c, &j->fleet, err) || check_assume(c, err) ||
	    apply_settings(j, err))
		return -1;
	j->report = (struct report){.version = STR(VERSION),
	                            .knowledge = c->know.as_of,
	                            .gaps_allowed = c->opts.allow_gaps,
	                            .fleet = &j->fleet,
	                            .know = &c->know};
	return 0;
}
