#include "cli/counted.h"
#include "cli/formats.h"
#include "cli/remote.h"
#include "cli/scan.h"
#include "scan/state.h"

#include <stdlib.h>
#include <unistd.h>

enum { JOBS_DEFAULT = 2, NUMBER_MAX = 1 << 20 };

/* What the state has. */
struct state_lines {
	struct state_line *v;
	size_t n;
};

struct job {
	struct scan scan; /* first: found() gets it */
	struct state state;
	bool has_state;
	bool on_terminal;
	size_t done; /* targets */
	struct state_lines before;
};

static int number(struct str text, const char *option, uint64_t *out,
                  struct err *err)
{
	if (text.n && (!str_uint(text, out) || *out < 1 || *out > NUMBER_MAX))
		return err_set(err, ERR_USAGE,
		               "--%s wants a number, not " STR_F, option,
		               STR_A(text));
	return 0;
}

/* "auto/N": which it is, an Indexed Job of Kubernetes says, from 0 on. */
static int read_shard(struct context *c, struct shard *out, struct err *err)
{
	struct str text = c->opts.shard, part, of;
	const char *index = getenv("JOB_COMPLETION_INDEX");
	uint64_t i = 0;

	if (!str_cut(text, '/', &part, &of) || !str_eq(part, STR("auto")))
		return shard_parse(text, out, err);
	if (!index || !str_uint(str_c(index), &i))
		return err_set(err, ERR_USAGE,
		               "--shard " STR_F
		               " wants JOB_COMPLETION_INDEX to be a number, as "
		               "an Indexed Job sets it",
		               STR_A(text));
	text = arena_fmt(&c->arena, "%llu/" STR_F, (unsigned long long)i + 1,
	                 STR_A(of));
	return shard_parse(text, out, err);
}

static bool wants_details(const struct context *c)
{
	bool wants = false;

	slice_for (struct str, spec, c->opts.format) {
		struct str name, file;

		(void)str_cut(*spec, '=', &name, &file);
		wants |= survey_format_details(name);
	}
	return wants;
}

static int read_options(struct job *j, struct context *c, struct err *err)
{
	struct scan *s = &j->scan;

	s->c = c;
	s->details = wants_details(c);
	s->jobs = JOBS_DEFAULT;
	if (c->opts.args.n == 0 && c->opts.from_file.n == 0)
		return err_set(err, ERR_USAGE,
		               "scan wants a repository or --from-file; try: "
		               "cudalint scan --help");
	if (formats_check(c, FORMATS_SCAN, err) ||
	    read_shard(c, &s->shard, err) ||
	    number(c->opts.newest, "newest", &s->newest, err) ||
	    number(c->opts.jobs, "jobs", &s->jobs, err) ||
	    judge_init(&s->judge, c, err))
		return -1;
	if (s->jobs > SCAN_JOBS_MAX)
		return err_set(err, ERR_USAGE, "--jobs: %d at most",
		               SCAN_JOBS_MAX);
	c->opts.jobs = STR("1"); /* from now on: threads of each image */
	return context_cache(c, true, err);
}

/* What findings depend on. */
static void add_policy(const struct policy *p, struct buf *b)
{
	record_write_line(&policy_schema, &p->file, b);
	buf_printf(b, STR_F "%d\n", STR_A(p->lint.name), p->lint.no_labels);
}

/* Whatever a verdict depends on but the image. */
static struct str basis_of(const struct scan *s)
{
	struct context *c = s->c;
	struct know_tables tables = know_tables(&c->know, &c->arena);
	struct buf b = {0};
	struct digest d;

	buf_printf(&b, "%s %s %s %d %d\n", VERSION, CACHE_VERSION, STATE_SCHEMA,
	           s->judge.fleet.embedded, c->opts.all_platforms);
	slice_for (struct know_table, t, tables)
		buf_printf(&b, STR_F "\n", STR_A(t->digest));
	fleet_write(&s->judge.fleet, &b);
	if (s->judge.real)
		fleet_write(s->judge.real, &b);
	slice_for (struct str, p, c->opts.platform)
		buf_printf(&b, STR_F "\n", STR_A(*p));
	add_policy(&c->policy, &b);
	buf_printf(&b, STR_F "\n" STR_F "\n" STR_F "\n" STR_F "\n",
	           STR_A(c->opts.assume), STR_A(c->opts.depth),
	           STR_A(c->opts.max_layer_bytes), STR_A(c->opts.max_entries));
	d = sha256_of(buf_str(&b));
	buf_free(&b);
	return arena_str(&c->arena, digest_str(&d));
}

static void keep_line(void *ctx, const struct state_line *l)
{
	struct job *j = ctx;

	*arena_push(&j->scan.c->arena, &j->before) = *l;
}

static int open_state(struct job *j, struct err *err)
{
	struct state_reader reader = {j, keep_line};
	struct context *c = j->scan.c;
	struct str path = c->opts.state;

	if (path.n == 0)
		return 0;
	j->state.basis = basis_of(&j->scan);
	if (state_open(&j->state, arena_cstr(&c->arena, path), &reader,
	               &c->arena, err))
		return -1;
	j->has_state = true;
	return 0;
}

static int by_key(const void *a, const void *b)
{
	const struct target *const *x = a, *const *y = b;

	return str_cmp((*x)->key, (*y)->key);
}

/* Names decide too, where the policy ignores by them. */
static void set_keys(struct scan *s)
{
	bool by_name = false;

	slice_for (const struct ignore, i, s->c->policy.lint.ignores)
		by_name |= i->image.n > 0;
	slice_for (struct target, t, s->all) {
		struct buf names = {0};
		struct digest d;

		t->key = t->digest;
		if (!by_name || t->digest.n == 0)
			continue;
		buf_printf(&names, STR_F, STR_A(t->ref));
		slice_for (const struct str, tag, t->tags)
			buf_printf(&names, " " STR_F, STR_A(*tag));
		d = sha256_of(buf_str(&names));
		buf_free(&names);
		t->key = arena_fmt(&s->c->arena, STR_F " " STR_F,
		                   STR_A(t->digest), STR_A(digest_str(&d)));
	}
}

/* It ignored something until a day that is past. */
static bool is_over(const struct context *c, const struct state_line *l)
{
	slice_for (const struct survey_row, r, l->images)
		slice_for (const struct survey_ignored, i, r->ignored) {
			struct ignore was = {.expires = i->expires};
			struct lint_policy now = {.today =
			                                  c->policy.lint.today};

			if (ignore_state(&was, &now) == IGNORE_EXPIRED)
				return true;
		}
	return false;
}

/* What was judged before; files have no digest. */
static void take_known(struct job *j)
{
	struct targets *all = &j->scan.all;
	struct target **sorted =
		arena_array(&j->scan.c->arena, struct target *, all->n + 1);

	for (size_t i = 0; i < all->n; i++)
		sorted[i] = &all->v[i];
	qsort(sorted, all->n, sizeof *sorted, by_key);
	slice_for (struct state_line, l, j->before) {
		struct target key = {.key = l->digest}, *at = &key, **found;

		found = bsearch(&at, sorted, all->n, sizeof *sorted, by_key);
		if (!found || l->digest.n == 0 || (*found)->done ||
		    is_over(j->scan.c, l))
			continue;
		(*found)->rows = l->images;
		(*found)->done = true;
		j->done++;
	}
}

static bool is_whole(const struct target *t)
{
	slice_for (struct survey_row, r, t->rows)
		if (r->error.n)
			return false;
	return t->digest.n && t->rows.n;
}

static void show(const struct job *j)
{
	struct arena a = {0};

	if (j->on_terminal)
		note(arena_fmt(&a, "\r%zu of %zu images\033[K%s", j->done,
		               j->scan.all.n,
		               j->done == j->scan.all.n ? "\r\033[K" : ""));
	arena_free(&a);
}

/* What could not be read is tried again by the next scan. */
static int found(struct scan *s, struct target *t, struct err *err)
{
	struct job *j = (struct job *)s;
	struct state_line line = {STR(STATE_SCHEMA), j->state.basis, t->key,
	                          t->rows};

	j->done++;
	show(j);
	if (!j->has_state || !is_whole(t))
		return 0;
	if (state_add(&j->state, &line, err))
		return err_wrap(err, STR_F, STR_A(s->c->opts.state));
	return 0;
}

static struct survey survey_of(struct job *j)
{
	struct context *c = j->scan.c;
	struct survey out = {.fleet = &j->scan.judge.fleet,
	                     .version = STR(VERSION),
	                     .knowledge = c->know.as_of,
	                     .color = c->color,
	                     .quiet = c->opts.quiet,
	                     .gaps_allowed = c->opts.allow_gaps};

	slice_for (struct target, t, j->scan.all) {
		slice_for (struct survey_row, r, t->rows) {
			struct survey_row *row =
				arena_push(&c->arena, &out.rows);

			*row = *r;
			if (row->ref.n == 0)
				row->ref = t->ref;
			row->tags = t->tags;
			row->digest = t->digest;
		}
	}
	return out;
}

static int write_report(struct context *c, struct survey *s, struct str spec,
                        struct err *err)
{
	struct str name, file;
	bool to_file = str_cut(spec, '=', &name, &file);
	struct buf out = {0};
	int rc;

	s->color = c->color && !to_file;
	(void)survey_write(s, name, &out);
	rc = to_file ? file_write(file, buf_str(&out), err) :
	               print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

static int write_reports(struct context *c, struct survey *s, struct err *err)
{
	if (c->opts.format.n == 0)
		return write_report(c, s, STR("text"), err);
	slice_for (struct str, spec, c->opts.format)
		if (write_report(c, s, *spec, err))
			return -1;
	return 0;
}

/* architecture.md 5, as of a single image. */
static int status_of_row(const struct judge *j, const struct survey_row *r)
{
	if (r->error.n)
		return STATUS_TROUBLE;
	slice_for (struct survey_finding, f, r->findings)
		if (!j->never_fail && f->severity >= j->fail_on)
			return STATUS_FOUND;
	if ((r->unknown || r->verdict == VERDICT_UNKNOWN) &&
	    !j->c->opts.allow_gaps)
		return STATUS_TROUBLE;
	return STATUS_CLEAN;
}

static int status_of(const struct judge *j, const struct survey *s)
{
	int status = STATUS_CLEAN;

	slice_for (struct survey_row, r, s->rows) {
		int row = status_of_row(j, r);

		if (row > status)
			status = row;
	}
	return status;
}

/* What it cost; on standard error, as it differs from run to run. */
static void tell_cost(const struct job *j)
{
	const struct scan_cost *cost = &j->scan.cost;
	struct context *c = j->scan.c;
	uint64_t bytes = cost->bytes;

	if (c->opts.quiet)
		return;
	if (c->registry)
		bytes += registry_bytes(c->registry);
	note(arena_fmt(&c->arena,
	               "cudalint: %llu of %zu images judged; %llu layers read, "
	               "%llu from the cache; %llu bytes received\n",
	               (unsigned long long)cost->judged, j->scan.all.n,
	               (unsigned long long)cost->read,
	               (unsigned long long)cost->known,
	               (unsigned long long)bytes));
}

static int run(struct job *j, struct err *err)
{
	struct scan *s = &j->scan;

	if (open_state(j, err) || scan_name(s, err))
		return -1;
	set_keys(s);
	take_known(j);
	if (scan_run(s, err))
		return -1;
	return j->has_state ? state_close(&j->state, err) : 0;
}

int run_scan(struct context *c, struct err *err)
{
	struct job j = {.scan.found = found,
	                .on_terminal = !c->opts.quiet && isatty(STDERR_FILENO)};
	struct survey survey;

	if (read_options(&j, c, err) || run(&j, err))
		return -1;
	tell_cost(&j);
	survey = survey_of(&j);
	if (counted_survey(c, &survey, err) || write_reports(c, &survey, err))
		return -1;
	return status_of(&j.scan.judge, &survey);
}
