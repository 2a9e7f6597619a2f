#include "cli/cli.h"

#include "facts/facts.h"

enum { FACTS_MAX = 16 << 20 };

struct job {
	struct context *c;
	struct fleet fleet;
	struct report report;
	enum severity fail_on;
	bool never_fail;
};

static int parse_fail_on(struct job *j, struct err *err)
{
	struct str level = j->c->opts.fail_on;

	j->fail_on = SEV_ERROR;
	if (level.n == 0)
		return 0;
	if (str_eq(level, STR("never"))) {
		j->never_fail = true;
		return 0;
	}
	for (int s = 0; s < SEV_N; s++)
		if (str_eq(level, str_c(severity_names[s]))) {
			j->fail_on = (enum severity)s;
			return 0;
		}
	return err_set(
		err, ERR_USAGE,
		"--fail-on wants error, warning, note or never, not " STR_F,
		STR_A(level));
}

/* Each pool wants its own platform of an index. */
static struct strs wanted_platforms(struct job *j)
{
	struct strs want = j->c->opts.platform;

	if (want.n)
		return want;
	slice_for (struct pool, p, j->fleet.pools) {
		struct str name =
			arena_fmt(&j->c->arena, "linux/" STR_F, STR_A(p->arch));
		bool known = false;

		slice_for (struct str, w, want)
			known |= str_eq(*w, name);
		if (!known)
			*arena_push(&j->c->arena, &want) = name;
	}
	return want;
}

/* An image may say itself which pools it is for: label cudalint.pools. */
static void select_by_label(struct job *j, const struct image_facts *f,
                            struct fleet *fleet)
{
	struct strs globs = {0};
	struct str rest, glob;

	slice_for (struct pair, l, f->config.labels) {
		if (!str_eq(l->key, STR("cudalint.pools")) || !l->value.n)
			continue;
		for (rest = l->value; str_next(&rest, ',', &glob);)
			*arena_push(&j->c->arena, &globs) = str_trim(glob);
	}
	if (globs.n)
		fleet_select(fleet, globs, &j->c->arena);
}

static bool any_image_for(const struct read_images *images,
                          const struct pool *p)
{
	slice_for (struct read_image, i, *images)
		if (str_eq(i->facts->config.architecture, p->arch))
			return true;
	return false;
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
static bool is_judged_on(const struct job *j, const struct read_images *images,
                         const struct read_image *i, const struct pool *p)
{
	struct str arch = i->facts->config.architecture;

	if (arch.n == 0 || str_eq(arch, p->arch))
		return true;
	if (j->c->opts.platform.n && any_pool_for(&j->fleet, arch))
		return false;
	return i == images->v && !any_image_for(images, p);
}

/* The part of the fleet that this image of several is for. */
static struct fleet *fleet_for(struct job *j, const struct read_images *images,
                               const struct read_image *i)
{
	struct fleet *fleet = arena_new(&j->c->arena, struct fleet);
	struct pools judged = {0};

	*fleet = j->fleet;
	select_by_label(j, i->facts, fleet);
	slice_for (struct pool, p, fleet->pools)
		if (is_judged_on(j, images, i, p))
			*arena_push(&j->c->arena, &judged) = *p;
	fleet->pools = judged;
	return fleet;
}

static void lint_one(struct job *j, struct str ref,
                     const struct read_images *images,
                     const struct read_image *i)
{
	struct arena *a = &j->c->arena;
	struct report_image *r = arena_push(a, &j->report.images);
	struct consumers consumers;
	struct predict_input in = {.facts = i->facts,
	                           .know = &j->c->know,
	                           .assume = j->c->opts.assume,
	                           .consumers = &consumers};
	struct fleet *fleet = fleet_for(j, images, i);
	struct lint_input lint = {.facts = i->facts,
	                          .fleet = fleet,
	                          .know = &j->c->know,
	                          .predictions = &r->predictions,
	                          .arena = a};

	*r = (struct report_image){
		.ref = ref,
		.manifest_digest = i->manifest_digest,
		.platform = facts_platform(i->facts, a),
		.facts = i->facts,
		.pools = fleet->pools.n,
	};
	predict_consumers(i->facts, &j->c->know, a, &consumers);
	slice_for (struct pool, p, fleet->pools)
		predict_pool(&in, p, a, &r->predictions);
	predict_requires(&in, a, &r->requires_);
	lint_run(&lint, &r->findings);
	r->verdict = predict_worst(&r->predictions);
}

/* The report names the image by itself; the line on stderr has it in front. */
static void add_failed(struct job *j, struct str ref, struct str why)
{
	struct arena *a = &j->c->arena;
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

static void lint_path(struct job *j, struct str path)
{
	struct read_images images;
	struct err err = {0};

	if (images_read(j->c, path, wanted_platforms(j), &images, &err)) {
		add_failed(j, path, str_c(err.msg));
		return;
	}
	slice_for (struct read_image, i, images)
		lint_one(j, path, &images, i);
}

static int lint_facts(struct job *j, struct str path, struct err *err)
{
	struct image_facts *f = arena_new(&j->c->arena, struct image_facts);
	struct read_image one = {.facts = f};
	struct read_images images = {&one, 1};
	struct str json;

	if (file_read(path, FACTS_MAX, &j->c->arena, &json, err))
		return -1;
	if (facts_parse(json, &j->c->arena, f, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	lint_one(j, path, &images, &one);
	return 0;
}

static int write_report(struct job *j, struct str spec, struct err *err)
{
	struct str name, file;
	bool to_file = str_cut(spec, '=', &name, &file);
	const struct report_format *f = report_format_get(name);
	struct report_style style = {
		.color = j->c->color && !to_file,
		.why = j->c->opts.why,
		.quiet = j->c->opts.quiet,
	};
	struct buf out = {0};
	int rc;

	if (!f)
		return err_set(err, ERR_USAGE,
		               "no format " STR_F "; there are text and json",
		               STR_A(name));
	f->write(&j->report, &style, &out);
	rc = to_file ? file_write(file, buf_str(&out), err) :
	               print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

/* Text for people would only repeat what standard error has said. */
static bool all_failed(const struct report *r)
{
	slice_for (struct report_image, i, r->images)
		if (!i->error.n)
			return false;
	return true;
}

static int write_reports(struct job *j, struct err *err)
{
	if (j->c->opts.format.n == 0 && all_failed(&j->report))
		return 0;
	if (j->c->opts.format.n == 0)
		return write_report(j, STR("text"), err);
	slice_for (struct str, spec, j->c->opts.format)
		if (write_report(j, *spec, err))
			return -1;
	return 0;
}

static bool any_unknown(const struct report_image *r)
{
	slice_for (struct prediction, p, r->predictions)
		if (p->verdict == VERDICT_UNKNOWN)
			return true;
	return r->verdict == VERDICT_UNKNOWN;
}

/* architecture.md 5: a finding beats a gap. */
static int status_of_image(const struct job *j, const struct report_image *r)
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

/* The worst image wins. */
static int status_of(const struct job *j)
{
	int status = STATUS_CLEAN;

	slice_for (struct report_image, r, j->report.images) {
		int s = status_of_image(j, r);

		if (s > status)
			status = s;
	}
	return status;
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

int run_image(struct context *c, struct err *err)
{
	struct job j = {.c = c};
	struct know_age age;

	if (c->opts.args.n == 0 && c->opts.facts.n == 0)
		return err_set(
			err, ERR_USAGE,
			"image wants an archive, a directory or - ; try: "
			"docker save NAME | cudalint image -");
	if (parse_fail_on(&j, err) || formats_check(c, err) ||
	    limits_of(c, &(struct image_limits){0}, err) ||
	    context_age(c, &age, err) || context_fleet(c, &j.fleet, err) ||
	    check_assume(c, err))
		return -1;
	j.report = (struct report){.version = STR(VERSION),
	                           .knowledge = c->know.as_of,
	                           .fleet = &j.fleet,
	                           .know = &c->know};
	if (c->opts.facts.n && lint_facts(&j, c->opts.facts, err))
		return -1;
	slice_for (struct str, path, c->opts.args)
		lint_path(&j, *path);
	j.report.stale = know_stale(&c->know, &age, &c->arena);
	if (write_reports(&j, err))
		return -1;
	return status_of(&j);
}
