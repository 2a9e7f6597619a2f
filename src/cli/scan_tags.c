/* A name of a registry, the tags of a repository, and which are the newest. */
#include "cli/remote.h"
#include "cli/scan.h"

#include "facts/config.h"

#include <stdlib.h>

enum { SILENT_MAX = 3 };

/* A tag, and when its image was made. */
struct dated {
	struct target target;
	struct str tag;
	struct str created; /* config created */
};

struct dateds {
	struct dated *v;
	size_t n;
};

/* Each try takes seconds, and a repository may have thousands of names. */
static int ask(struct scan *s, struct registry *r, const struct reference *ref,
               struct str *digest, struct err *err)
{
	bool same = str_eq(s->silent, ref->host);
	int rc;

	if (same && s->silent_n >= SILENT_MAX)
		return err_set(err, ERR_BUSY,
		               "not asked for: " STR_F " did not answer %d "
		               "times in a row",
		               STR_A(ref->host), SILENT_MAX);
	rc = registry_resolve(r, ref, &s->c->arena, digest, err);
	if (!same)
		s->silent_n = 0;
	s->silent = ref->host;
	s->silent_n = rc && err->kind == ERR_BUSY ? s->silent_n + 1 : 0;
	return rc;
}

/* What the name points to now is what will be read. */
int scan_resolve(struct scan *s, const struct reference *ref,
                 struct target *out, struct err *err)
{
	struct arena *a = &s->c->arena;
	struct registry *r = context_registry(s->c, err);
	struct reference fixed = *ref;

	*out = (struct target){.ref = reference_text(ref, a)};
	if (!r || ask(s, r, ref, &out->digest, err))
		return -1;
	fixed.digest = out->digest;
	out->path = arena_fmt(a, "docker://" STR_F,
	                      STR_A(reference_text(&fixed, a)));
	return 0;
}

/* Nothing of an image but its configs, for the platforms that it has. */
static int read_configs(struct scan *s, struct str path, struct images *out,
                        struct err *err)
{
	struct arena layers = {0};
	struct cache_use use = {&s->c->cache, &layers};
	struct layer_cache cache = cache_hook(&use);
	struct layer_reader reader = {.ctx = &layers, .read = layer_facts_read};
	struct image_opts o = {
		.path = path,
		.depth = LAYER_NONE,
		.cache = s->c->cache_open ? &cache : NULL,
		.limits = image_limits_default(),
	};
	int rc = remote_read(s->c, &o, &reader, &s->c->arena, out, err);

	arena_free(&layers);
	return rc;
}

/* The latest of its platforms. */
static int date(struct scan *s, struct dated *d, struct err *err)
{
	struct images found;

	if (read_configs(s, d->target.path, &found, err))
		return -1;
	slice_for (struct image, img, found) {
		struct config config = {0};

		if (config_parse(img->config, &s->c->arena, &config, err))
			return -1;
		if (str_cmp(config.created, d->created) > 0)
			d->created = config.created;
	}
	return 0;
}

static const struct dated *same_digest(const struct dateds *all,
                                       struct str digest)
{
	slice_for (struct dated, d, *all)
		if (str_eq(d->target.digest, digest))
			return d;
	return NULL;
}

/* Several tags of a digest are dated once. */
static int date_new(struct scan *s, const struct dateds *all, struct dated *d,
                    struct err *err)
{
	const struct dated *old = same_digest(all, d->target.digest);

	if (!old)
		return date(s, d, err);
	d->created = old->created;
	return 0;
}

/* Images that were made at no time: by their tags. */
static int newest_first(const void *a, const void *b)
{
	const struct dated *x = a, *y = b;
	int c = str_cmp(y->created, x->created);

	return c ? c : tag_cmp(y->tag, x->tag);
}

static void take_tags(struct scan *s, struct dateds *all)
{
	size_t n = all->n;

	if (s->newest && n > s->newest) {
		qsort(all->v, n, sizeof *all->v, newest_first);
		n = s->newest;
	}
	for (size_t i = 0; i < n; i++)
		scan_take(s, &all->v[i].target);
}

static void name_tag(struct scan *s, struct reference *ref,
                     struct dateds *dated)
{
	struct arena *a = &s->c->arena;
	struct dated d = {.tag = ref->tag};
	struct err err = {0};

	if (scan_resolve(s, ref, &d.target, &err) ||
	    (s->newest && date_new(s, dated, &d, &err)))
		scan_unnamed(s, reference_text(ref, a), &err);
	else
		*arena_push(a, dated) = d;
}

/* "latest" and high numbers first, whatever order the registry has. */
static int last_first(const void *a, const void *b)
{
	return tag_cmp(*(const struct str *)b, *(const struct str *)a);
}

void scan_tags(struct scan *s, struct str name, struct str pattern)
{
	struct arena *a = &s->c->arena;
	struct reference ref;
	struct registry *r;
	struct dateds dated = {0};
	struct strs tags;
	struct err err = {0};

	if (reference_parse(name, a, &ref, &err) ||
	    !(r = context_registry(s->c, &err)) ||
	    registry_tags(r, &ref, a, &tags, &err)) {
		scan_unnamed(s, name, &err);
		return;
	}
	if (tags.n)
		qsort(tags.v, tags.n, sizeof *tags.v, last_first);
	slice_for (struct str, tag, tags) {
		ref.tag = *tag;
		if (str_glob(pattern, *tag))
			name_tag(s, &ref, &dated);
	}
	take_tags(s, &dated);
}
