#include "cli/cli.h"

#include "facts/facts.h"

int run_facts(struct context *c, struct err *err)
{
	struct strs platforms = c->opts.platform;
	struct read_images images;
	struct buf out = {0};
	int rc;

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE,
		               "facts wants one image; try: cudalint facts "
		               "--help");
	if (platforms.n > 1)
		return err_set(err, ERR_USAGE, "facts takes one --platform");
	if (platforms.n == 0)
		*arena_push(&c->arena, &platforms) = STR("linux/amd64");
	if (images_read(c, c->opts.args.v[0], platforms, &c->arena, &images,
	                err))
		return -1;
	facts_write(images.v[0].facts, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}
