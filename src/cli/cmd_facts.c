#include "cli/cli.h"

#include "facts/facts.h"

int run_facts(struct context *c, struct err *err)
{
	struct image_want want = {.platforms = c->opts.platform};
	struct read_images images;
	struct buf out = {0};
	int rc;

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE,
		               "facts wants one image; try: cudalint facts "
		               "--help");
	if (want.platforms.n > 1)
		return err_set(err, ERR_USAGE, "facts takes one --platform");
	if (depth_of(c, &want.depth, err))
		return -1;
	if (want.depth == LAYER_DEPTH_N)
		want.depth = LAYER_FULL; /* nobody says what is enough */
	if (want.platforms.n == 0)
		*arena_push(&c->arena, &want.platforms) = STR("linux/amd64");
	want.path = c->opts.args.v[0];
	if (images_read(c, &want, &c->arena, &images, err))
		return -1;
	facts_write(images.v[0].facts, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}
