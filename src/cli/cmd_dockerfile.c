#include "cli/cli.h"
#include "dockerfile/parse.h"

/* As BuildKit prints it, or with lines, flags and heredocs. */
static int dump(const struct context *c, const struct dockerfile *d,
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

int run_dockerfile(struct context *c, struct err *err)
{
	struct str path, bytes;
	struct dockerfile d;

	if (c->opts.args.n != 1 || c->opts.dump.n == 0)
		return err_set(err, ERR_USAGE,
		               "dockerfile wants --dump or --dump=json, and "
		               "one file");
	path = c->opts.args.v[0];
	if (file_read(path, DOCKERFILE_MAX, &c->arena, &bytes, err))
		return -1;
	if (dockerfile_parse(bytes, &c->arena, &d, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	return dump(c, &d, err);
}
