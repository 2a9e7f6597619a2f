#include "cli/cli.h"

#include "facts/gather.h"
#include "facts/layer.h"

static int limit(struct str text, const char *option, uint64_t *out,
                 struct err *err)
{
	if (text.n && !str_uint(text, out))
		return err_set(err, ERR_USAGE, "--%s wants a number, not " STR_F,
		               option, STR_A(text));
	return 0;
}

static int take(struct context *c, const struct image *img,
                struct read_images *out, struct err *err)
{
	struct read_image *r = arena_push(&c->arena, out);

	*r = (struct read_image){
		.facts = arena_new(&c->arena, struct image_facts),
		.manifest_digest = img->manifest_digest,
		.platform = img->platform,
	};
	return facts_of_image(img, &c->arena, r->facts, err);
}

int images_read(struct context *c, struct str path, struct strs platforms,
                struct read_images *out, struct err *err)
{
	struct progress progress;
	struct image_opts o = {
		.path = path,
		.platforms = platforms,
		.verify = c->opts.verify,
		.limits = image_limits_default(),
		.progress = progress_show,
		.progress_ctx = &progress,
	};
	struct layer_reader reader = {&c->arena, layer_facts_read};
	struct images found = {0};
	int rc;

	*out = (struct read_images){0};
	if (limit(c->opts.max_layer_bytes, "max-layer-bytes",
	          &o.limits.layer_bytes, err) ||
	    limit(c->opts.max_entries, "max-entries", &o.limits.entries, err))
		return -1;
	progress_begin(&progress, path, c->opts.quiet);
	rc = image_read(&o, &reader, &c->arena, &found, err);
	progress_end(&progress);
	out->offered = found.offered;
	slice_for (struct image, img, found)
		if (!rc)
			rc = take(c, img, out, err);
	return rc;
}
