#include "cli/judge.h"

static int write_report(struct judge *j, struct str spec, struct err *err)
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

static int write_reports(struct judge *j, struct err *err)
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
	return write_reports(j, err) ? -1 : status_of(j);
}
