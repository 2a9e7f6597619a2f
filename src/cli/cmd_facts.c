#include "cli/docker.h"

#include "facts/facts.h"

/* Of the image that a Dockerfile's target will be. */
static int of_dockerfile(struct context *c, const struct image_facts **out,
                         struct err *err)
{
	struct str path = c->opts.args.v[0], bytes, platform = {0};
	struct docker_source *source =
		arena_new(&c->arena, struct docker_source);

	if (c->opts.platform.n)
		platform = c->opts.platform.v[0];
	if (context_know(c, err) || docker_bytes_read(c, path, &bytes, err) ||
	    docker_source_make(c, path, bytes, platform, source, err))
		return -1;
	*out = &source->image.facts;
	return 0;
}

static int of_image(struct context *c, const struct image_facts **out,
                    struct err *err)
{
	struct image_want want = {.platforms = c->opts.platform};
	struct image_facts *facts;

	if (depth_of(c, &want.depth, err))
		return -1;
	if (want.depth == LAYER_DEPTH_N)
		want.depth = LAYER_FULL; /* nobody says what is enough */
	if (want.platforms.n == 0)
		*arena_push(&c->arena, &want.platforms) = STR("linux/amd64");
	want.path = c->opts.args.v[0];
	if (images_read_one(c, &want, &c->arena, &facts, err))
		return -1;
	*out = facts;
	return 0;
}

int run_facts(struct context *c, struct err *err)
{
	const struct image_facts *facts;
	struct buf out = {0};
	int rc;

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE,
		               "facts wants one image; try: cudalint facts "
		               "--help");
	if (c->opts.platform.n > 1)
		return err_set(err, ERR_USAGE, "facts takes one --platform");
	if (c->opts.dockerfile ? of_dockerfile(c, &facts, err) :
	                         of_image(c, &facts, err))
		return -1;
	facts_write(facts, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}
