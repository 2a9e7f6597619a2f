/* From names to what they name. */
#include "cli/remote.h"
#include "cli/scan.h"

#include "facts/config.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_MAX = 64 << 20 };

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

void scan_failed(struct scan *s, struct target *t, struct str why)
{
	struct arena *a = &s->c->arena;

	t->rows = (struct survey_rows){0};
	*arena_push(a, &t->rows) = (struct survey_row){
		.verdict = VERDICT_UNKNOWN,
		.error = arena_str(a, why),
	};
	t->done = true;
}

static struct target *add(struct scan *s, struct str ref)
{
	struct target *t = arena_push(&s->c->arena, &s->all);

	*t = (struct target){.ref = ref, .path = ref, .order = s->all.n};
	return t;
}

static void add_failed(struct scan *s, struct str ref, const struct err *why)
{
	note(arena_fmt(&s->c->arena, "cudalint: " STR_F ": %s\n", STR_A(ref),
	               why->msg));
	scan_failed(s, add(s, ref), str_c(why->msg));
}

/* What the name points to now is what will be read. */
static int resolve(struct scan *s, const struct reference *ref,
                   struct target *out, struct err *err)
{
	struct arena *a = &s->c->arena;
	struct registry *r = context_registry(s->c, err);
	struct reference fixed = *ref;

	*out = (struct target){.ref = reference_text(ref, a)};
	if (!r || registry_resolve(r, ref, a, &out->digest, err))
		return -1;
	fixed.digest = out->digest;
	out->path = arena_fmt(a, "docker://" STR_F,
	                      STR_A(reference_text(&fixed, a)));
	return 0;
}

static void take(struct scan *s, const struct target *t)
{
	size_t order = s->all.n;

	*arena_push(&s->c->arena, &s->all) = *t;
	s->all.v[order].order = order;
}

static void name_image(struct scan *s, struct str text)
{
	struct reference ref;
	struct target t;
	struct err err = {0};

	if (reference_parse(text, &s->c->arena, &ref, &err) ||
	    resolve(s, &ref, &t, &err))
		add_failed(s, text, &err);
	else
		take(s, &t);
}

/* Nothing of an image but its configs, for the platforms that it has. */
static int read_configs(struct scan *s, struct str path, struct images *out,
                        struct err *err)
{
	struct arena layers = {0};
	struct cache_use use = {&s->c->cache, &layers};
	struct layer_cache cache = cache_hook(&use);
	struct layer_reader reader = {&layers, layer_facts_read};
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
		take(s, &all->v[i].target);
}

static void name_tag(struct scan *s, struct reference *ref,
                     struct dateds *dated)
{
	struct arena *a = &s->c->arena;
	struct dated d = {.tag = ref->tag};
	struct err err = {0};

	if (resolve(s, ref, &d.target, &err) ||
	    (s->newest && date_new(s, dated, &d, &err)))
		add_failed(s, reference_text(ref, a), &err);
	else
		*arena_push(a, dated) = d;
}

/* "latest" and high numbers first, whatever order the registry has. */
static int last_first(const void *a, const void *b)
{
	return tag_cmp(*(const struct str *)b, *(const struct str *)a);
}

static void name_tags(struct scan *s, struct str name, struct str pattern)
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
		add_failed(s, name, &err);
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

static void name_host(struct scan *s, const struct spec *spec)
{
	struct arena *a = &s->c->arena;
	struct registry *r;
	struct strs all;
	struct err err = {0};

	if (!(r = context_registry(s->c, &err)) ||
	    registry_catalog(r, spec->name, a, &all, &err)) {
		add_failed(s, spec->name, &err);
		return;
	}
	slice_for (struct str, name, all)
		if (str_glob(spec->repositories, *name))
			name_tags(s,
			          arena_fmt(a, STR_F "/" STR_F,
			                    STR_A(spec->name), STR_A(*name)),
			          spec->tags);
}

static bool has_pattern(struct str text)
{
	return memchr(text.p, '*', text.n) || memchr(text.p, '?', text.n) ||
	       str_has_suffix(text, STR("/"));
}

/* What has a pattern in it is no reference, nor most often a path. */
static bool is_local(struct scan *s, struct str text)
{
	if (!has_pattern(text))
		return !remote_is_reference(text);
	return strchr("/.~-", text.p[0]) ||
	       access(arena_cstr(&s->c->arena, text), F_OK) == 0;
}

static void name_one(struct scan *s, struct str text)
{
	struct spec spec;

	if (is_local(s, text)) {
		take(s, &(struct target){.ref = text, .path = text});
		return;
	}
	spec = spec_parse(text);
	switch (spec.kind) {
	case SPEC_IMAGE:
		name_image(s, text);
		break;
	case SPEC_TAGS:
		name_tags(s, spec.name, spec.tags);
		break;
	case SPEC_HOST:
		name_host(s, &spec);
		break;
	}
}

static int by_digest(const void *a, const void *b)
{
	const struct target *x = a, *y = b;
	int c = str_cmp(x->digest, y->digest);

	return c ? c : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* What is its share, when there is no digest. */
static struct str share_of(const struct target *t)
{
	return t->digest.n ? t->digest : t->path;
}

/* Each digest once, under its first name; of these, our shard's. */
static void unite(struct scan *s)
{
	struct targets in = s->all, *out = &s->all;
	struct target *last = NULL;

	out->n = 0;
	if (in.n)
		qsort(in.v, in.n, sizeof *in.v, by_digest);
	slice_for (struct target, t, in) {
		if (!shard_has(&s->shard, share_of(t)))
			continue;
		if (last && t->digest.n && str_eq(last->digest, t->digest)) {
			*arena_push(&s->c->arena, &last->tags) = t->ref;
			continue;
		}
		last = &out->v[out->n++];
		*last = *t;
	}
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_order);
}

/* "" for a file, and for what is no name. */
static struct str host_of(struct scan *s, struct str text)
{
	struct arena *a = &s->c->arena;
	struct reference ref = {0};
	struct err ignored;
	struct spec spec;

	if (is_local(s, text))
		return STR("");
	spec = spec_parse(text);
	text = spec.kind == SPEC_HOST ?
	               arena_fmt(a, STR_F "/any", STR_A(spec.name)) :
	               spec.name;
	(void)reference_parse(text, a, &ref, &ignored);
	return ref.host;
}

/* What is given for one host is not sent to another. */
static int check_one_host(struct scan *s, struct strs names, struct err *err)
{
	struct str first = {0};

	slice_for (struct str, name, names) {
		struct str host = host_of(s, *name);

		if (first.n && host.n && !str_eq(first, host))
			return err_set(err, ERR_USAGE,
			               "--username is for one registry, not "
			               "for both " STR_F " and " STR_F,
			               STR_A(first), STR_A(host));
		if (host.n)
			first = host;
	}
	return 0;
}

/* Those of the command line, then those of the list. */
static int read_names(struct scan *s, struct strs *out, struct err *err)
{
	const struct options *o = &s->c->opts;
	struct arena *a = &s->c->arena;
	struct strs lines;
	struct str text;

	slice_for (struct str, arg, o->args)
		*arena_push(a, out) = *arg;
	if (!o->from_file.n)
		return 0;
	if (o->password_stdin && str_eq(o->from_file, STR("-")))
		return err_set(err, ERR_USAGE,
		               "--password-stdin and --from-file - both want "
		               "standard input");
	if (file_read(o->from_file, LIST_MAX, a, &text, err))
		return -1;
	lines = spec_lines(text, a);
	slice_for (struct str, line, lines)
		*arena_push(a, out) = *line;
	return 0;
}

int scan_name(struct scan *s, struct err *err)
{
	struct strs names = {0};

	if (read_names(s, &names, err) ||
	    (s->c->opts.username.n && check_one_host(s, names, err)))
		return -1;
	slice_for (struct str, name, names)
		name_one(s, *name);
	unite(s);
	return 0;
}
