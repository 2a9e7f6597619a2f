/* Indexes, in one another, and the manifests in them. */
#include "image/candidate.h"
#include "image/platform.h"

#include <string.h>

/* One way through nested indexes. */
struct walk {
	struct source *src;
	struct candidates *all;
	struct str name, tag; /* of the index this one is in */
	size_t *group;        /* of what the outermost index names here */
	bool optional;        /* the index is for several platforms */
	int depth;
};

static int add(const struct walk *w, struct candidate *c, struct err *err)
{
	c->group = *w->group;
	if (candidates_add(w->src, w->all, c, err))
		return -1;
	*w->group = c->group;
	return 0;
}

static int add_missing(const struct walk *w, const struct err *why,
                       struct candidate *c, struct err *err)
{
	struct err *kept;

	if (why->kind != ERR_NOT_FOUND) {
		*err = *why;
		return -1;
	}
	kept = arena_new(w->src->arena, struct err);
	*kept = *why;
	c->missing = kept;
	return add(w, c, err);
}

static void add_layer(const struct walk *w, const struct descriptor *l,
                      struct candidate *c)
{
	const char *gap = descriptor_gap(l);

	*arena_push(w->src->arena, &c->layers) = (struct layer_ref){
		.digest = l->digest,
		.gap = str_c(gap ? gap : ""),
		.foreign = descriptor_is_foreign(l),
		.from = l,
	};
}

static int add_manifest(const struct walk *w, const struct descriptor *d,
                        const struct document *doc, struct candidate *c,
                        struct err *err)
{
	struct err why = {0};
	struct blob *b;

	if (manifest_is_attestation(doc))
		return 0;
	if (manifest_other_name(doc)) {
		w->all->other = manifest_other_name(doc);
		return 0;
	}
	c->manifest_digest = d->digest;
	slice_for (struct descriptor, l, doc->layers)
		add_layer(w, l, c);
	b = descriptor_get(w->src, &doc->config, &why);
	if (!b)
		return add_missing(w, &why, c, err);
	if (candidate_load(w->src, b, c, err))
		return err_wrap(err, "manifest %.19s…", d->digest.p);
	return add(w, c, err);
}

static int walk_index(const struct walk *w, const struct document *index,
                      struct err *err);

static int walk_document(const struct walk *w, const struct descriptor *d,
                         struct blob *b, struct candidate *c, struct err *err)
{
	struct document doc;
	struct walk inner = *w;
	struct str json;

	if (source_json(w->src, b, &json, err) ||
	    manifest_parse(json, w->src->arena, &doc, err))
		return err_wrap(err, "%.19s…", d->digest.p);
	if (!manifest_is_index(&doc))
		return add_manifest(w, d, &doc, c, err);
	if (++inner.depth > INDEX_DEPTH_MAX)
		return err_set(err, ERR_LIMIT,
		               "limit: indexes nested deeper than %d",
		               INDEX_DEPTH_MAX);
	inner.name = c->names.n ? c->names.v[0] : STR("");
	inner.tag = c->tag;
	return walk_index(&inner, &doc, err);
}

/* Each manifest that is fetched counts as a pull: images.md A3. */
static bool is_unasked(const struct walk *w, const struct candidate *c)
{
	return w->src->remote && w->optional && c->platform.n &&
	       !source_wants(w->src->o, c->platform);
}

static void name(const struct walk *w, const struct descriptor *d,
                 struct candidate *c)
{
	struct str own = descriptor_name(d);

	if (own.n == 0)
		own = w->name;
	if (own.n)
		*arena_push(w->src->arena, &c->names) = own;
	c->tag = descriptor_tag(d);
	if (c->tag.n == 0)
		c->tag = w->tag;
}

static int walk_descriptor(const struct walk *w, const struct descriptor *d,
                           struct err *err)
{
	struct candidate c = {
		.optional = w->optional,
		.platform = platform_text(w->src->arena, d->platform.os,
	                                  d->platform.architecture,
	                                  d->platform.variant),
	};
	static const struct err unasked = {ERR_NOT_FOUND, "not asked for"};
	struct err why = {0};
	struct blob *b;

	if (descriptor_is_attestation(d)) {
		if (!w->all->other)
			w->all->other = "attestations only";
		return 0;
	}
	name(w, d, &c);
	if (is_unasked(w, &c))
		return add_missing(w, &unasked, &c, err);
	b = descriptor_get_manifest(w->src, d, &why);
	if (!b)
		return add_missing(w, &why, &c, err);
	if (b->found && b->found->visited)
		return 0;
	if (walk_document(w, d, b, &c, err))
		return -1;
	b->found->visited = true;
	return 0;
}

static size_t platforms_of(const struct document *index)
{
	size_t n = 0;

	slice_for (struct descriptor, d, index->manifests)
		n += d->platform.architecture.n > 0;
	return n;
}

static int walk_index(const struct walk *w, const struct document *index,
                      struct err *err)
{
	struct walk here = *w;

	here.optional = platforms_of(index) > 1;
	slice_for (struct descriptor, d, index->manifests)
		if (walk_descriptor(&here, d, err))
			return -1;
	return 0;
}

static bool same_platform(const struct described_platform *a,
                          const struct described_platform *b)
{
	return str_eq(a->os, b->os) &&
	       str_eq(a->architecture, b->architecture) &&
	       str_eq(a->variant, b->variant);
}

/* Some writers nest no index: then rows for several platforms stand side by
 * side, under one name or without any. */
static bool continues(const struct descriptor *d,
                      const struct descriptor *first)
{
	return first && d->platform.architecture.n &&
	       first->platform.architecture.n &&
	       !same_platform(&d->platform, &first->platform) &&
	       str_eq(descriptor_name(d), descriptor_name(first));
}

/* As many groups as rows: a group's number is the place of its first. */
static int walk_top(struct walk *w, const struct document *index,
                    struct err *err)
{
	const struct descriptor *first = NULL;

	w->optional = platforms_of(index) > 1;
	slice_for (struct descriptor, d, index->manifests) {
		if (!continues(d, first)) {
			*w->group = w->all->groups;
			first = d;
		}
		w->all->groups++;
		if (walk_descriptor(w, d, err))
			return -1;
	}
	return 0;
}

int candidates_index(struct source *src, struct str json,
                     struct candidates *all, struct err *err)
{
	size_t group = 0;
	struct walk w = {.src = src, .all = all, .group = &group};
	struct document index;

	if (manifest_parse(json, src->arena, &index, err))
		return -1;
	if (!manifest_is_index(&index))
		return err_set(err, ERR_FORMAT, "not an index");
	return walk_top(&w, &index, err);
}

int candidates_flat(struct source *src, struct str json, struct candidates *all,
                    struct err *err)
{
	struct walk w = {.src = src, .all = all, .group = &all->groups};
	struct digest digest = sha256_of(json);
	struct descriptor d = {
		.digest = arena_str(src->arena, digest_str(&digest))};
	struct candidate c = {0};
	struct document doc;

	src->flat = true;
	if (manifest_parse(json, src->arena, &doc, err))
		return -1;
	if (manifest_is_index(&doc))
		return walk_index(&w, &doc, err);
	return add_manifest(&w, &d, &doc, &c, err);
}

int candidates_remote(struct source *src, struct candidates *all,
                      struct err *err)
{
	struct walk w = {.src = src, .all = all, .group = &all->groups};
	struct descriptor root = {.digest = src->remote->root};

	return walk_descriptor(&w, &root, err);
}
