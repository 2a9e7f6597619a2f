#include "image/candidate.h"

#include "base/base64.h"
#include "base/path.h"
#include "image/platform.h"

#include <string.h>

/* OCI image-spec descriptor.md, "data": checked as any other blob is. */
static struct blob *inline_blob(struct source *src, const struct descriptor *d,
                                struct err *err)
{
	struct str bytes;

	if (!base64_decode(d->data, src->arena, &bytes) ||
	    (d->size && bytes.n != descriptor_size(d))) {
		(void)err_set(err, ERR_FORMAT, "%.19s…: bad inline data",
		              arena_cstr(src->arena, d->digest));
		return NULL;
	}
	return source_add_bytes(src, d->digest, bytes);
}

static struct blob *get(struct source *src, const struct descriptor *d,
                        bool manifest, struct err *err)
{
	struct err why = {0};
	struct blob *b = manifest ? source_get_manifest(src, d->digest, &why) :
	                            source_get_digest(src, d->digest, &why);

	if (!b && why.kind == ERR_NOT_FOUND && d->data.n)
		return inline_blob(src, d, err);
	if (!b)
		*err = why;
	else if (src->remote)
		b->size = descriptor_size(d);
	return b;
}

struct blob *descriptor_get(struct source *src, const struct descriptor *d,
                            struct err *err)
{
	return get(src, d, false, err);
}

struct blob *descriptor_get_manifest(struct source *src,
                                     const struct descriptor *d,
                                     struct err *err)
{
	return get(src, d, true, err);
}

struct blob *layer_ref_get(struct source *src, const struct layer_ref *l,
                           struct err *err)
{
	return l->from ? descriptor_get(src, l->from, err) :
	                 source_get(src, l->path, err);
}

static struct candidate *same_image(const struct candidates *all,
                                    struct str digest)
{
	slice_for (struct candidate, c, *all)
		if (c->digest.n && str_eq(c->digest, digest))
			return c;
	return NULL;
}

static void unite_groups(struct candidates *all, size_t from, size_t to)
{
	slice_for (struct candidate, c, *all)
		if (c->group == from)
			c->group = to;
}

/* What manifest.json said stays; an index adds what it does not know, and that
 * more belongs to the image. */
int candidates_add(struct source *src, struct candidates *all,
                   struct candidate *c, struct err *err)
{
	struct candidate *old = same_image(all, c->digest);

	if (!old && all->n == CANDIDATES_MAX)
		return err_set(err, ERR_LIMIT, "limit: more than %d images",
		               CANDIDATES_MAX);
	if (!old) {
		*arena_push(src->arena, all) = *c;
		return 0;
	}
	slice_for (struct str, name, c->names)
		*arena_push(src->arena, &old->names) = *name;
	if (old->tag.n == 0)
		old->tag = c->tag;
	if (old->manifest_digest.n == 0)
		old->manifest_digest = c->manifest_digest;
	if (old->group != c->group)
		unite_groups(all, c->group, old->group);
	c->group = old->group;
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

int candidate_config(struct source *src, struct str json, struct candidate *c,
                     struct err *err)
{
	struct image_config ic;
	struct str platform;

	if (manifest_parse_config(json, src->arena, &ic, err))
		return -1;
	c->config = json;
	c->diff_ids = ic.rootfs.diff_ids;
	platform =
		platform_text(src->arena, ic.os, ic.architecture, ic.variant);
	if (platform.n)
		c->platform = platform;
	return 0;
}

int candidate_load(struct source *src, struct blob *b, struct candidate *c,
                   struct err *err)
{
	struct str json;

	if (source_json(src, b, &json, err) ||
	    candidate_config(src, json, c, err))
		return err_wrap(err, "config");
	c->digest = digest_str(&b->found->raw);
	return 0;
}

static int add_archive_image(struct source *src, const struct archive_image *ai,
                             struct candidates *all, struct err *err)
{
	struct candidate c = {.group = all->groups++};
	struct digest want = promise_of_config(ai->config);
	struct blob *b = source_get(src, ai->config, err);

	if (!b || candidate_load(src, b, &c, err))
		return -1;
	if (want.text[0] && !str_eq(digest_str(&want), c.digest))
		return err_set(err, ERR_DIGEST,
		               "config: digest mismatch: named %.19s…, is "
		               "%.19s…",
		               want.text, c.digest.p);
	slice_for (struct str, tag, ai->repo_tags)
		*arena_push(src->arena, &c.names) = *tag;
	slice_for (struct str, path, ai->layers)
		*arena_push(src->arena, &c.layers) =
			(struct layer_ref){.path = *path};
	return candidates_add(src, all, &c, err);
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

static int read_manifest(struct source *src, struct str json,
                         struct candidates *all, struct err *err)
{
	all->docker = str_has_prefix(str_trim(json), STR("["));
	return all->docker ? read_archive(src, json, all, err) :
	                     candidates_flat(src, json, all, err);
}

static int read_repositories(struct source *src, struct str json,
                             struct candidates *all, struct err *err)
{
	all->docker = true;
	return candidates_legacy(src, json, all, err);
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

static int nothing(struct source *src, struct err *err)
{
	if (src->kind == SOURCE_DIR)
		return source_not_image(err, "a directory without index.json");
	if (src->has_root)
		return source_not_image(err, SOURCE_ROOT);
	return source_not_image(
		err, "a tar archive without manifest.json or index.json");
}

/* Docker wrote the last until it wrote the first, and then beside it. */
static int read_local(struct source *src, struct candidates *out,
                      struct err *err)
{
	static const struct {
		const char *path;
		bool alone; /* only looked at where nothing else is */
		int (*read)(struct source *src, struct str json,
		            struct candidates *all, struct err *err);
	} lists[] = {
		{"manifest.json", false, read_manifest},
		{"index.json", false, candidates_index},
		{"repositories", true, read_repositories},
	};
	bool any = false;

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
		struct str json = {0};

		if (lists[i].alone && any)
			continue;
		if (get_json(src, str_c(lists[i].path), &json, err) ||
		    (json.p && lists[i].read(src, json, out, err)))
			return err_wrap(err, "%s", lists[i].path);
		any |= json.p != NULL;
	}
	return any ? 0 : nothing(src, err);
}

static int none(const struct candidates *all, struct err *err)
{
	if (all->other)
		return err_set(err, ERR_FORMAT, "not an image: it holds %s",
		               all->other);
	return err_set(err, ERR_NOT_FOUND, "no image is in it");
}

int candidates_read(struct source *src, struct candidates *out, struct err *err)
{
	int rc = src->remote ? candidates_remote(src, out, err) :
	                       read_local(src, out, err);

	if (rc)
		return -1;
	return out->n ? 0 : none(out, err);
}
