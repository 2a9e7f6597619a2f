#include "cli/images.h"
#include "cli/limits.h"
#include "cli/place.h"
#include "cli/progress.h"
#include "cli/remote.h"

#include "base/path.h"
#include "base/seed.h"
#include "facts/gather.h"
#include "facts/layer.h"
#include "image/pool.h"

const char *const depth_names[LAYER_DEPTH_N] = {
	[LAYER_NONE] = "config",
	[LAYER_TOC] = "toc",
	[LAYER_FILES] = "files",
	[LAYER_FULL] = "full",
};

/* Layers that have no table of contents are read whole anyway. */
static struct str depth_reached(const struct image *img, enum layer_depth asked)
{
	slice_for (struct image_layer, l, img->layers)
		if (asked != LAYER_FULL && l->depth != LAYER_FULL)
			return str_c(depth_names[asked]);
	return STR("");
}

static int take(const struct image *img, enum layer_depth asked,
                struct arena *a, struct read_images *out, struct err *err)
{
	struct read_image *r = arena_push(a, out);

	*r = (struct read_image){
		.facts = arena_new(a, struct image_facts),
		.label = arena_str(a, img->label),
		.manifest_digest = img->manifest_digest,
		.platform = img->platform,
		.depth = depth_reached(img, asked),
	};
	return facts_of_image(img, a, r->facts, err);
}

/* The only image there is may be of another platform; not if one was named. */
static bool is_wanted(struct strs asked, const struct image *img)
{
	slice_for (struct str, p, asked)
		if (path_is_under(img->platform, *p) ||
		    path_is_under(*p, img->platform))
			return true;
	return asked.n == 0;
}

static int none_wanted(const struct reading *r, const struct images *found,
                       struct err *err)
{
	struct buf all = {.max = 300};

	slice_for (struct str, p, found->offered)
		buf_printf(&all, "%s" STR_F, all.n ? ", " : "", STR_A(*p));
	if (found->n && found->offered.n == 0)
		buf_add(&all, found->v[0].platform);
	(void)err_set(err, ERR_NOT_FOUND,
	              STR_F ": no image for %s" STR_F "; it has " STR_F,
	              STR_A(input_name(r->want.path)),
	              r->asked.n ? "" : "the fleet's CPUs",
	              STR_A(r->asked.n ? r->asked.v[0] : STR("")),
	              STR_A(buf_str(&all)));
	buf_free(&all);
	return -1;
}

int depth_of(const struct context *c, enum layer_depth *out, struct err *err)
{
	*out = LAYER_DEPTH_N;
	if (!c->opts.depth.n || str_eq(c->opts.depth, STR("auto")))
		return 0;
	for (int i = 0; i < LAYER_DEPTH_N; i++)
		if (str_eq(c->opts.depth, str_c(depth_names[i]))) {
			*out = (enum layer_depth)i;
			return 0;
		}
	return err_set(
		err, ERR_USAGE,
		"--depth wants config, toc, files, full or auto, not " STR_F,
		STR_A(c->opts.depth));
}

int jobs_of(const struct context *c, unsigned *out, struct err *err)
{
	uint64_t n = pool_cores();

	if (c->opts.jobs.n &&
	    (!str_uint(c->opts.jobs, &n) || n == 0 || n > POOL_JOBS_MAX))
		return err_set(err, ERR_USAGE,
		               "--jobs wants a number from 1 to %d, not " STR_F,
		               POOL_JOBS_MAX, STR_A(c->opts.jobs));
	*out = (unsigned)n;
	return 0;
}

int reading_init(struct reading *r, struct context *c,
                 const struct image_want *want, struct err *err)
{
	bool reference = remote_is_reference(want->path);
	bool remote = reference || remote_is_daemon(want->path);
	struct place place = place_of(want->path);

	*r = (struct reading){
		.want = *want,
		.asked = c->opts.platform,
		.remote = remote ? c : NULL,
		.o = {.path = remote ? want->path : place.path,
	              .ref = remote ? STR("") : place.name,
	              .platforms = want->platforms,
	              .depth = want->depth,
	              .verify = c->opts.verify},
		.reader = {.ctx = &r->layers,
	                   .read = layer_facts_read,
	                   .crowded = layer_facts_crowded},
	};
	if (limits_of(c, &r->o.limits, err) || jobs_of(c, &r->o.jobs, err) ||
	    context_cache(c, reference, err))
		return -1;
	r->o.limits.seed = c->cache_open ? c->cache.seed : seed_new();
	r->reader.room = r->layers.room = (size_t)r->o.limits.facts_bytes;
	return 0;
}

static int take_wanted(struct reading *r, const struct images *found,
                       struct arena *a, struct read_images *out,
                       struct err *err)
{
	slice_for (struct image, img, *found)
		if (is_wanted(r->asked, img) &&
		    take(img, r->want.depth, a, out, err))
			return -1;
	out->absent = found->absent;
	return out->n || out->absent.n ? 0 : none_wanted(r, found, err);
}

int reading_run(struct reading *r, struct arena *a, struct read_images *out,
                struct err *err)
{
	struct images found = {0};
	int rc = r->remote ? remote_read(r->remote, &r->o, &r->reader, a,
	                                 &found, err) :
	                     image_read(&r->o, &r->reader, a, &found, err);

	return rc ? rc : take_wanted(r, &found, a, out, err);
}

void reading_end(struct reading *r)
{
	arena_free(&r->layers);
}

int images_read(struct context *c, const struct image_want *want,
                struct arena *a, struct read_images *out, struct err *err)
{
	struct reading r;
	struct cache_use use = {&c->cache, &r.layers};
	struct layer_cache cache = cache_hook(&use);
	struct progress progress;
	int rc;

	*out = (struct read_images){0};
	if (reading_init(&r, c, want, err))
		return -1;
	r.o.cache = c->cache_open ? &cache : NULL;
	r.o.progress = progress_show;
	r.o.progress_ctx = &progress;
	progress_begin(&progress, want->path, c->opts.quiet);
	rc = reading_run(&r, a, out, err);
	progress_end(&progress);
	if (c->cache_open)
		cache_rest(&c->cache);
	reading_end(&r);
	return rc;
}

static struct str labels_of(const struct read_images *images, struct arena *a)
{
	struct buf b = {.max = 300};
	struct str s;

	slice_for (struct read_image, i, *images)
		buf_printf(&b, "%s" STR_F, b.n ? ", " : "", STR_A(i->label));
	s = arena_str(a, buf_str(&b));
	buf_free(&b);
	return s;
}

int images_read_one(struct context *c, const struct image_want *want,
                    struct arena *a, struct image_facts **out, struct err *err)
{
	struct read_images all;
	struct str name = input_name(want->path);

	if (images_read(c, want, a, &all, err))
		return -1;
	if (all.n == 0)
		return err_set(err, ERR_NOT_FOUND, STR_F ": " STR_F,
		               STR_A(name), STR_A(all.absent.v[0].why));
	if (all.n > 1 && all.v[0].label.n)
		return err_set(err, ERR_USAGE,
		               STR_F ": several images; choose one, as "
		                     "docker-archive:PATH:NAME: " STR_F,
		               STR_A(name), STR_A(labels_of(&all, a)));
	*out = all.v[0].facts;
	return 0;
}
