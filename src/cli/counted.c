#include "cli/counted.h"

#include "policy/baseline.h"

struct tally {
	struct context *c;
	struct baseline old;
	struct knowns now;
	struct judgeds judged;
	struct policy_use use;
	bool failed; /* something could not be read */
};

int counted_check(const struct context *c, struct err *err)
{
	if (c->opts.update_baseline && c->opts.baseline.n == 0)
		return err_set(err, ERR_USAGE,
		               "--update-baseline wants --baseline FILE");
	return 0;
}

static int begin(struct tally *t, struct err *err)
{
	struct context *c = t->c;
	struct str path = c->opts.baseline, json;
	struct err why = {0};

	if (path.n == 0)
		return 0;
	if (file_read(path, BASELINE_BYTES, &c->arena, &json, &why)) {
		if (why.kind == ERR_NOT_FOUND && c->opts.update_baseline)
			return 0;
		return err_set(err, why.kind, "%s%s", why.msg,
		               why.kind == ERR_NOT_FOUND ?
		                       "; --update-baseline makes it" :
		                       "");
	}
	if (baseline_parse(json, &c->arena, &t->old, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	return 0;
}

/* Pools are put in an order, and those of the report stay in theirs. */
static struct strs copy(struct arena *a, const struct strs *from)
{
	struct strs out = {0};

	slice_for (const struct str, s, *from)
		*arena_push(a, &out) = *s;
	return out;
}

static void add_judged(struct tally *t, struct str input, struct str platform)
{
	*arena_push(&t->c->arena, &t->judged) =
		(struct judged){input, platform};
}

/* Once all is known that is there.  A single image may have another name. */
static void settle(struct tally *t, bool images)
{
	knowns_sort(&t->now);
	judgeds_sort(&t->judged);
	if (images && !t->failed)
		baseline_rename(&t->old, &t->judged);
	knowns_sort(&t->old.findings);
}

/* What is written down counts no more, from today on. */
static bool is_known(const struct tally *t, const struct known *k)
{
	return t->c->opts.baseline.n &&
	       (t->c->opts.update_baseline || baseline_has(&t->old, k));
}

static void note_gone(struct tally *t, const struct knowns *gone,
                      struct strs *notes)
{
	struct arena *a = &t->c->arena;

	if (gone->n)
		*arena_push(a, notes) = arena_fmt(
			a,
			STR_F " knows %zu finding%s that %s there no more, "
			      "first " STR_F " of " STR_F
			      "; --update-baseline takes %s out",
			STR_A(t->c->opts.baseline), gone->n,
			gone->n == 1 ? "" : "s", gone->n == 1 ? "is" : "are",
			STR_A(gone->v[0].rule), STR_A(gone->v[0].input),
			gone->n == 1 ? "it" : "them");
}

static int update(struct tally *t, const struct knowns *gone, struct err *err)
{
	struct context *c = t->c;
	struct baseline next =
		baseline_next(&t->old, &t->now, &t->judged, &c->arena);
	struct buf out = {0};
	int rc;

	baseline_write(&next, &out);
	rc = file_write(c->opts.baseline, buf_str(&out), err);
	buf_free(&out);
	if (rc == 0 && !c->opts.quiet)
		note(arena_fmt(&c->arena,
		               "cudalint: " STR_F ": %zu finding%s, %zu gone\n",
		               STR_A(c->opts.baseline), next.findings.n,
		               next.findings.n == 1 ? "" : "s", gone->n));
	return rc;
}

static int end(struct tally *t, struct strs *notes, struct err *err)
{
	struct context *c = t->c;
	struct knowns gone =
		baseline_gone(&t->old, &t->now, &t->judged, &c->arena);
	struct strs more = policy_notes(&c->policy.lint, &t->use, &c->arena);

	slice_for (const struct str, n, more)
		*arena_push(&c->arena, notes) = *n;
	if (c->opts.update_baseline)
		return update(t, &gone, err);
	note_gone(t, &gone, notes);
	return 0;
}

/* Below: a report. */

static struct known known_of(const struct report_image *im,
                             const struct finding *f)
{
	return (struct known){
		.input = im->known_as,
		.platform = im->platform,
		.rule = str_c(f->rule->id),
		.fingerprint = f->fingerprint,
		.severity = f->severity,
		.pools = f->pools,
	};
}

static void add_image(struct tally *t, const struct report_image *im)
{
	struct arena *a = &t->c->arena;

	t->failed |= im->error.n > 0;
	if (im->error.n)
		return;
	add_judged(t, im->known_as, im->platform);
	*arena_push(a, im->file ? &t->use.dockerfiles : &t->use.images) =
		im->known_as;
	slice_for (const struct finding, f, im->findings) {
		struct known k = known_of(im, f);

		k.pools = copy(a, &k.pools);
		*arena_push(a, &t->now) = k;
	}
	slice_for (const struct ignored, i, im->ignored)
		if (i->by == IGNORED_BY_POLICY)
			*arena_push(a, &t->use.used) = i->where;
}

static void split(const struct tally *t, struct report_image *im)
{
	struct arena *a = &t->c->arena;
	struct findings kept = {0};

	slice_for (const struct finding, f, im->findings) {
		struct known k = known_of(im, f);

		if (!is_known(t, &k))
			*arena_push(a, &kept) = *f;
		else
			*arena_push(a, &im->ignored) = (struct ignored){
				.finding = *f,
				.by = IGNORED_BY_BASELINE,
				.where = t->c->opts.baseline,
			};
	}
	im->findings = kept;
}

int counted_report(struct judge *j, struct err *err)
{
	struct tally t = {.c = j->c, .use.fleet = &j->fleet};
	const struct report_images *all = &j->report.images;

	if (begin(&t, err))
		return -1;
	slice_for (const struct report_image, im, *all)
		add_image(&t, im);
	settle(&t, all->n && !all->v[0].file);
	slice_for (struct report_image, im, *all)
		split(&t, im);
	return end(&t, &j->report.notes, err);
}

/* Below: a survey. */

static struct known known_of_row(const struct survey_row *r,
                                 const struct survey_finding *f)
{
	return (struct known){
		.input = r->ref,
		.platform = r->platform,
		.rule = f->id,
		.fingerprint = f->fingerprint,
		.severity = f->severity,
		.pools = f->pools,
	};
}

static void add_row(struct tally *t, const struct survey_row *r)
{
	struct arena *a = &t->c->arena;

	t->failed |= r->error.n > 0;
	if (r->error.n)
		return;
	add_judged(t, r->ref, r->platform);
	*arena_push(a, &t->use.images) = r->ref;
	slice_for (const struct str, tag, r->tags)
		*arena_push(a, &t->use.images) = *tag;
	slice_for (const struct survey_finding, f, r->findings) {
		struct known k = known_of_row(r, f);

		k.pools = copy(a, &k.pools);
		*arena_push(a, &t->now) = k;
	}
	slice_for (const struct survey_ignored, i, r->ignored)
		if (i->by == IGNORED_BY_POLICY)
			*arena_push(a, &t->use.used) = i->where;
}

static void split_row(const struct tally *t, struct survey_row *r)
{
	struct arena *a = &t->c->arena;
	struct survey_findings kept = {0};
	struct survey_ignoreds ignored = {0};

	slice_for (const struct survey_ignored, i, r->ignored)
		*arena_push(a, &ignored) = *i;
	slice_for (const struct survey_finding, f, r->findings) {
		struct known k = known_of_row(r, f);

		if (!is_known(t, &k))
			*arena_push(a, &kept) = *f;
		else
			*arena_push(a, &ignored) = (struct survey_ignored){
				.finding = *f,
				.by = IGNORED_BY_BASELINE,
				.where = t->c->opts.baseline,
			};
	}
	r->findings = kept;
	r->ignored = ignored;
}

int counted_survey(struct context *c, struct survey *s, struct err *err)
{
	struct tally t = {.c = c, .use.fleet = s->fleet};

	if (begin(&t, err))
		return -1;
	slice_for (const struct survey_row, r, s->rows)
		add_row(&t, r);
	settle(&t, false);
	slice_for (struct survey_row, r, s->rows)
		split_row(&t, r);
	return end(&t, &s->notes, err);
}
