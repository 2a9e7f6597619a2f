#include "cli/discover.h"
#include "cli/docker.h"
#include "cli/formats.h"
#include "cli/judge.h"
#include "cli/settings.h"

/* As BuildKit prints it, or with lines, flags and heredocs. */
static int print_dump(const struct context *c, const struct dockerfile *d,
                      struct err *err)
{
	struct buf out = {0};
	int rc;

	if (str_eq(c->opts.dump, STR("json")))
		dockerfile_dump_json(d, &out);
	else
		dockerfile_dump(d, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}

static int dump(struct context *c, struct err *err)
{
	struct str path, bytes;
	struct dockerfile d;

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE, "--dump wants one file");
	path = c->opts.args.v[0];
	if (file_read(path, DOCKERFILE_MAX, &c->arena, &bytes, err))
		return -1;
	if (dockerfile_parse(bytes, &c->arena, &d, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	return print_dump(c, &d, err);
}

/* A file, or all Dockerfiles below a folder. */
static void judge_found(struct judge *j, struct str path)
{
	struct discovered found = {0};
	struct err err = {0};

	if (discover(path, j->arena, &found, &err)) {
		judge_failed(j, path, str_c(err.msg));
		return;
	}
	slice_for (const struct str, n, found.notes)
		if (!j->c->opts.quiet)
			note(arena_fmt(j->arena, "cudalint: " STR_F "\n",
			               STR_A(*n)));
	slice_for (const struct str, file, found.files)
		if (settings_agree(j->c, *file, &err))
			judge_failed(j, *file, str_c(err.msg));
		else
			judge_dockerfile(j, *file);
}

int run_dockerfile(struct context *c, struct err *err)
{
	struct know_age age;
	struct judge j;

	if (c->opts.dump.n)
		return dump(c, err);
	if (c->opts.args.n == 0)
		return err_set(err, ERR_USAGE,
		               "dockerfile wants files, a directory, or -");
	if (formats_check(c, FORMATS_REPORT, err) ||
	    context_age(c, &age, err) || judge_init(&j, c, err))
		return -1;
	slice_for (struct str, path, c->opts.args)
		judge_found(&j, *path);
	return judge_tell(&j, &age, err);
}
