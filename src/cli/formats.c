#include "cli/formats.h"

#include "report/survey.h"

static struct strs names_of(enum formats_of of, struct arena *a)
{
	struct strs out = {0};

	for (size_t i = 0; of == FORMATS_SCAN && i < survey_formats_n; i++)
		*arena_push(a, &out) = str_c(survey_formats[i].name);
	for (size_t i = 0; i < report_formats_n; i++) {
		const struct report_format *f = &report_formats[i];

		if (of == FORMATS_REPORT ||
		    (of == FORMATS_SCAN && f->flags & FORMAT_SCANS))
			*arena_push(a, &out) = str_c(f->name);
	}
	if (of == FORMATS_PLAIN) {
		*arena_push(a, &out) = STR("text");
		*arena_push(a, &out) = STR("json");
	}
	return out;
}

static struct str listed(const struct strs *names, struct arena *a)
{
	struct str out = {0};

	for (size_t i = 0; i < names->n; i++)
		out = arena_fmt(a, STR_F "%s" STR_F, STR_A(out),
		                i == 0           ? "" :
		                i + 1 < names->n ? ", " :
		                                   " and ",
		                STR_A(names->v[i]));
	return out;
}

static int check(const struct context *c, const struct strs *names,
                 struct arena *a, struct err *err)
{
	size_t printed = 0;

	slice_for (struct str, spec, c->opts.format) {
		struct str name, file;
		bool to_file = str_cut(*spec, '=', &name, &file);

		if (!strs_have(*names, name))
			return err_set(err, ERR_USAGE,
			               "no format " STR_F "; there are " STR_F,
			               STR_A(name), STR_A(listed(names, a)));
		if (to_file && file.n == 0)
			return err_set(err, ERR_USAGE,
			               "--format " STR_F "= wants a file",
			               STR_A(name));
		printed += !to_file;
	}
	if (printed > 1)
		return err_set(err, ERR_USAGE,
		               "%zu formats for standard output; all but one "
		               "want a file: --format FMT=FILE",
		               printed);
	return 0;
}

int formats_check(const struct context *c, enum formats_of of, struct err *err)
{
	struct arena a = {0};
	struct strs names = names_of(of, &a);
	int rc = check(c, &names, &a, err);

	arena_free(&a);
	return rc;
}

bool formats_want_fixes(const struct context *c)
{
	slice_for (struct str, spec, c->opts.format) {
		const struct report_format *f;
		struct str name, file;

		(void)str_cut(*spec, '=', &name, &file);
		f = report_format_get(name);
		if (f && f->flags & FORMAT_FIXES)
			return true;
	}
	return false;
}

struct strs formats_names(const struct command *cmd, struct arena *a)
{
	if (!command_takes(cmd, "format"))
		return (struct strs){0};
	if (cmd->run == run_scan)
		return names_of(FORMATS_SCAN, a);
	if (cmd->run == run_know || cmd->run == run_diagnose)
		return names_of(FORMATS_PLAIN, a);
	return names_of(FORMATS_REPORT, a);
}

struct str formats_list(const struct command *cmd, struct arena *a)
{
	struct strs names = formats_names(cmd, a);

	return listed(&names, a);
}
