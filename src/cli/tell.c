#include "cli/counted.h"
#include "cli/judge.h"

static int write_report(const struct context *c, const struct report *r,
                        struct str spec, struct err *err)
{
	struct str name, file;
	bool to_file = str_cut(spec, '=', &name, &file);
	const struct report_format *f = report_format_get(name);
	struct report_style style = {
		.color = c->color && !to_file,
		.why = c->opts.why,
		.sizes = c->opts.sizes,
		.quiet = c->opts.quiet,
		.ignored = c->opts.show_ignored,
	};
	struct buf out = {0};
	int rc;

	report_write(f, r, &style, &out);
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

int judge_write(const struct context *c, const struct report *r,
                struct err *err)
{
	slice_for (struct str, spec, c->opts.format)
		if (write_report(c, r, *spec, err))
			return -1;
	return 0;
}

static int write_reports(struct judge *j, struct err *err)
{
	if (j->c->opts.format.n)
		return judge_write(j->c, &j->report, err);
	if (all_failed(&j->report))
		return 0;
	return write_report(j->c, &j->report, STR("text"), err);
}

/* The worst image wins. */
static int status_of(const struct judge *j)
{
	int status = STATUS_CLEAN;

	slice_for (struct report_image, r, j->report.images) {
		int s = judge_status(j, r);

		if (s > status)
			status = s;
	}
	return status;
}

int judge_tell(struct judge *j, const struct know_age *age, struct err *err)
{
	j->report.stale = know_stale(&j->c->know, age, &j->c->arena);
	if (counted_report(j, err))
		return -1;
	return write_reports(j, err) ? -1 : status_of(j);
}
