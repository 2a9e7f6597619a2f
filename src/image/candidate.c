#include "image/candidate.h"

#include "base/path.h"
#include "image/platform.h"

#include <string.h>

struct blob *layer_ref_get(struct source *src, const struct layer_ref *l,
                           struct err *err)
{
	struct blob *b;

	if (l->digest.n == 0)
		return source_get(src, l->path, err);
	b = source_get_digest(src, l->digest, err);
	if (b && src->remote)
		b->size = descriptor_size(l->from);
	return b;
}

static struct candidate *same_image(const struct candidates *all,
                                    struct str digest)
{
	slice_for (struct candidate, c, *all)
		if (c->digest.n && str_eq(c->digest, digest))
			return c;
	return NULL;
}

/* What manifest.json said stays; an index adds what it does not know. */
static int add(struct source *src, struct candidates *all,
               const struct candidate *c, struct err *err)
{
	struct candidate *old = same_image(all, c->digest);

	if (old) {
		if (old->name.n == 0)
			old->name = c->name;
		if (old->manifest_digest.n == 0)
			old->manifest_digest = c->manifest_digest;
		return 0;
	}
	if (all->n == CANDIDATES_MAX)
		return err_set(err, ERR_LIMIT, "limit: more than %d images",
		               CANDIDATES_MAX);
	*arena_push(src->arena, all) = *c;
	return 0;
}

/* "<hex>.json", "sha256:<hex>", "<hex>"; empty for other names. */
static struct digest promise_of_config(struct str path)
{
	struct digest d = {.text = "sha256:"};
	struct str name = path_base(path);
	size_t at = strlen(d.text);

	if (str_has_prefix(name, STR("sha256:")))
		name = str_from(name, at);
	if (str_has_suffix(name, STR(".json")))
		name.n -= strlen(".json");
	if (name.n != SHA256_TEXT - at)
		return (struct digest){0};
	memcpy(d.text + at, name.p, name.n);
	return digest_is_valid(digest_str(&d)) ? d : (struct digest){0};
}

static int load_config(struct source *src, struct blob *b, struct candidate *c,
                       struct err *err)
{
	struct image_config ic;
	struct str platform;

	if (source_json(src, b, &c->config, err) ||
	    manifest_parse_config(c->config, src->arena, &ic, err))
		return err_wrap(err, "config");
	c->digest = digest_str(&b->found->raw);
	c->diff_ids = ic.rootfs.diff_ids;
	platform =
		platform_text(src->arena, ic.os, ic.architecture, ic.variant);
	if (platform.n)
		c->platform = platform;
	return 0;
}

static int add_archive_image(struct source *src, const struct archive_image *ai,
                             struct candidates *all, struct err *err)
{
	struct candidate c = {0};
	struct digest want = promise_of_config(ai->config);
	struct blob *b = source_get(src, ai->config, err);

	if (!b || load_config(src, b, &c, err))
		return -1;
	if (want.text[0] && !str_eq(digest_str(&want), c.digest))
		return err_set(err, ERR_DIGEST,
		               "config: digest mismatch: named %.19s…, is "
		               "%.19s…",
		               want.text, c.digest.p);
	if (ai->repo_tags.n)
		c.name = ai->repo_tags.v[0];
	slice_for (struct str, path, ai->layers)
		*arena_push(src->arena, &c.layers) =
			(struct layer_ref){.path = *path};
	return add(src, all, &c, err);
}

static int read_archive(struct source *src, struct str json,
                        struct candidates *all, struct err *err)
{
	struct archive_images list;

	if (manifest_parse_archive(json, src->arena, &list, err))
		return -1;
	for (size_t i = 0; i < list.n; i++)
		if (add_archive_image(src, &list.v[i], all, err))
			return err_wrap(err, "image %zu", i + 1);
	return 0;
}

/* One way through nested indexes. */
struct walk {
	struct source *src;
	struct candidates *all;
	struct str name; /* of the index this one is in */
	bool optional;   /* the index is for several platforms */
	int depth;
};

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
	return add(w->src, w->all, c, err);
}

static int add_manifest(const struct walk *w, const struct descriptor *d,
                        const struct document *doc, struct candidate *c,
                        struct err *err)
{
	struct arena *a = w->src->arena;
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
		*arena_push(a, &c->layers) = (struct layer_ref){
			.digest = l->digest,
			.encrypted = descriptor_is_encrypted(l),
			.foreign = descriptor_is_foreign(l),
			.from = l,
		};
	b = source_get_digest(w->src, doc->config.digest, &why);
	if (!b)
		return add_missing(w, &why, c, err);
	if (w->src->remote)
		b->size = descriptor_size(&doc->config);
	if (load_config(w->src, b, c, err))
		return err_wrap(err, "manifest %.19s…", d->digest.p);
	return add(w->src, w->all, c, err);
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
	inner.name = c->name;
	return walk_index(&inner, &doc, err);
}

/* Each manifest that is fetched counts as a pull: images.md A3. */
static bool is_unasked(const struct walk *w, const struct candidate *c)
{
	return w->src->remote && w->optional && c->platform.n &&
	       !source_wants(w->src->o, c->platform);
}

static int walk_descriptor(const struct walk *w, const struct descriptor *d,
                           struct err *err)
{
	struct str own_name = descriptor_name(d);
	struct candidate c = {
		.name = own_name.n ? own_name : w->name,
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
	if (is_unasked(w, &c))
		return add_missing(w, &unasked, &c, err);
	b = source_get_manifest(w->src, d->digest, &why);
	if (!b)
		return add_missing(w, &why, &c, err);
	if (w->src->remote)
		b->size = descriptor_size(d);
	if (b->found && b->found->visited)
		return 0;
	if (walk_document(w, d, b, &c, err))
		return -1;
	b->found->visited = true;
	return 0;
}

static int walk_index(const struct walk *w, const struct document *index,
                      struct err *err)
{
	struct walk here = *w;
	size_t platforms = 0;

	slice_for (struct descriptor, d, index->manifests)
		platforms += d->platform.architecture.n > 0;
	here.optional = platforms > 1;
	slice_for (struct descriptor, d, index->manifests)
		if (walk_descriptor(&here, d, err))
			return -1;
	return 0;
}

static int read_index(struct source *src, struct str json,
                      struct candidates *all, struct err *err)
{
	struct walk w = {.src = src, .all = all};
	struct document index;

	if (manifest_parse(json, src->arena, &index, err))
		return -1;
	if (!manifest_is_index(&index))
		return err_set(err, ERR_FORMAT, "not an index");
	return walk_index(&w, &index, err);
}

/* skopeo's "dir:": the registry's manifest beside blobs named <hex>. */
static int read_flat(struct source *src, struct str json,
                     struct candidates *all, struct err *err)
{
	struct walk w = {.src = src, .all = all};
	struct digest digest = sha256_of(json);
	struct descriptor d = {
		.digest = arena_str(src->arena, digest_str(&digest))};
	struct candidate c = {0};
	struct document doc;

	src->flat = true;
	if (manifest_parse(json, src->arena, &doc, err))
		return -1;
	if (manifest_is_index(&doc))
		return err_set(err, ERR_UNSUPPORTED,
		               "a 'dir:' copy of several platforms; copy it "
		               "to an OCI layout ('oci:')");
	return add_manifest(&w, &d, &doc, &c, err);
}

/* 0 and an empty *json when there is no such file. */
static int get_json(struct source *src, struct str path, struct str *json,
                    struct err *err)
{
	struct err missing = {0};
	struct blob *b = source_get(src, path, &missing);

	*json = (struct str){0};
	if (b)
		return source_json(src, b, json, err);
	if (missing.kind == ERR_NOT_FOUND)
		return 0;
	*err = missing;
	return -1;
}

static int read_manifest_json(struct source *src, struct candidates *all,
                              struct err *err)
{
	struct str json;
	int rc = get_json(src, STR("manifest.json"), &json, err);

	if (rc == 0 && json.p) {
		all->docker = str_has_prefix(str_trim(json), STR("["));
		rc = all->docker ? read_archive(src, json, all, err) :
		                   read_flat(src, json, all, err);
	}
	return rc ? err_wrap(err, "manifest.json") : json.p ? 1 : 0;
}

static int read_index_json(struct source *src, struct candidates *all,
                           struct err *err)
{
	struct str json;
	int rc = get_json(src, STR("index.json"), &json, err);

	if (rc == 0 && json.p)
		rc = read_index(src, json, all, err);
	return rc ? err_wrap(err, "index.json") : json.p ? 1 : 0;
}

static int nothing(struct source *src, struct err *err)
{
	struct err ignored = {0};

	if (source_get(src, STR("repositories"), &ignored))
		return err_set(err, ERR_UNSUPPORTED,
		               "saved by Docker older than 1.10 "
		               "(no manifest.json); save it again");
	if (src->kind == SOURCE_DIR)
		return source_not_image(err, "a directory without index.json");
	if (src->has_root)
		return source_not_image(err, SOURCE_ROOT);
	return source_not_image(
		err, "a tar archive without manifest.json or index.json");
}

static int read_remote(struct source *src, struct candidates *all,
                       struct err *err)
{
	struct walk w = {.src = src, .all = all};
	struct descriptor root = {.digest = src->remote->root};

	return walk_descriptor(&w, &root, err);
}

static int none(const struct candidates *all, struct err *err)
{
	if (all->other)
		return err_set(err, ERR_FORMAT, "not an image: it holds %s",
		               all->other);
	return err_set(err, ERR_NOT_FOUND, "no image is in it");
}

static int read_local(struct source *src, struct candidates *out,
                      struct err *err)
{
	int docker = read_manifest_json(src, out, err);
	int index = docker < 0 ? -1 : read_index_json(src, out, err);

	if (docker < 0 || index < 0)
		return -1;
	if (!docker && !index)
		return nothing(src, err);
	return 0;
}

int candidates_read(struct source *src, struct candidates *out, struct err *err)
{
	int rc = src->remote ? read_remote(src, out, err) :
	                       read_local(src, out, err);

	if (rc)
		return -1;
	return out->n ? 0 : none(out, err);
}
