#include "image/source.h"

#include "base/path.h"
#include "image/early.h"

#include <string.h>
#include <unistd.h>

enum { HEADS_MIN = 256 };

static struct blob **head_of(const struct source *src, struct blob **heads,
                             size_t n, struct str path)
{
	return &heads[str_hash_seeded(path, src->o->limits.seed) & (n - 1)];
}

static void widen(struct source *src)
{
	size_t n = src->heads_n ? 4 * src->heads_n : HEADS_MIN;
	struct blob **heads = arena_array(src->arena, struct blob *, n);

	for (size_t i = 0; i < src->heads_n; i++) {
		struct blob *next;

		for (struct blob *b = src->heads[i]; b; b = next) {
			struct blob **head = head_of(src, heads, n, b->path);

			next = b->next;
			b->next = *head;
			*head = b;
		}
	}
	src->heads = heads;
	src->heads_n = n;
}

static struct blob *lookup(const struct source *src, struct str path)
{
	struct blob *b = NULL;

	if (src->heads_n)
		b = *head_of(src, src->heads, src->heads_n, path);
	while (b && !str_eq(b->path, path))
		b = b->next;
	return b;
}

/* As when unpacking, a later member of the same name replaces the first. */
struct blob *source_add(struct source *src, struct str path)
{
	struct blob *b = lookup(src, path);
	struct blob **head;

	if (b) {
		*b = (struct blob){.path = b->path, .next = b->next};
		return b;
	}
	if (src->blobs_n >= src->heads_n)
		widen(src);
	head = head_of(src, src->heads, src->heads_n, path);
	b = arena_new(src->arena, struct blob);
	b->path = arena_str(src->arena, path);
	b->next = *head;
	*head = b;
	src->blobs_n++;
	return b;
}

/* Where a link goes: symbolic ones from their own directory. */
static struct str link_target(struct source *src, const struct entry *e,
                              struct str path)
{
	char out[PATH_MAX_BYTES];
	struct str full = e->target, dir = path_dir(path), clean;

	if (e->type == ENTRY_SYMLINK && !str_has_prefix(full, STR("/")))
		full = arena_fmt(src->arena, STR_F "/" STR_F, STR_A(dir),
		                 STR_A(e->target));
	if (path_clean(full, out, &clean) != PATH_OK)
		return (struct str){0};
	return arena_str(src->arena, clean);
}

static bool is_root_path(struct str path)
{
	return path_is_under(path, STR("etc")) ||
	       path_is_under(path, STR("usr")) ||
	       path_is_under(path, STR("bin"));
}

struct blob *source_add_entry(struct source *src, const struct entry *e)
{
	bool link = e->type == ENTRY_SYMLINK || e->type == ENTRY_HARDLINK;
	char out[PATH_MAX_BYTES];
	struct str path;
	struct blob *b;

	if ((!link && e->type != ENTRY_FILE) ||
	    path_clean(e->name, out, &path) != PATH_OK || path.n == 0)
		return NULL;
	src->has_root |= is_root_path(path);
	b = source_add(src, path);
	b->link = link;
	if (link)
		b->target = link_target(src, e, b->path);
	b->sparse = e->sparse;
	b->offset = e->sparse ? e->header : e->data;
	b->size = e->size;
	return b;
}

static struct blob *find(struct source *src, struct str path, struct err *err)
{
	struct blob *b = lookup(src, path);

	if (!b && src->kind == SOURCE_DIR &&
	    source_find_file(src, path, &b, err))
		return NULL;
	if (!b && src->remote)
		b = source_add(src, path);
	if (!b)
		(void)err_set(err, ERR_NOT_FOUND, "%.120s is missing",
		              arena_cstr(src->arena, path));
	return b;
}

struct blob *source_get(struct source *src, struct str path, struct err *err)
{
	char out[PATH_MAX_BYTES];
	struct str clean;
	struct blob *b;

	if (path_clean(path, out, &clean) != PATH_OK) {
		(void)err_set(err, ERR_FORMAT, "bad path %.120s",
		              arena_cstr(src->arena, path));
		return NULL;
	}
	b = find(src, clean, err);
	for (int hops = 0; b && b->link; hops++) {
		if (hops == LINK_HOPS_MAX) {
			(void)err_set(err, ERR_FORMAT,
			              "%.120s: links in a circle",
			              arena_cstr(src->arena, clean));
			return NULL;
		}
		b = find(src, b->target, err);
	}
	return b;
}

static const char *const flat_manifest = ".manifest.json";

/* Where the blob of a digest is. */
static struct str digest_path(struct source *src, struct str digest,
                              bool manifest)
{
	struct str hex = str_from(digest, strlen("sha256:"));
	bool apart = manifest && src->remote;

	if (src->flat)
		return arena_fmt(src->arena, STR_F "%s", STR_A(hex),
		                 manifest ? flat_manifest : "");
	return arena_fmt(src->arena, "%s/sha256/" STR_F,
	                 apart ? "manifests" : "blobs", STR_A(hex));
}

static struct blob *get_digest(struct source *src, struct str digest,
                               bool manifest, struct err *err)
{
	if (str_has_prefix(digest, STR("sha512:"))) {
		(void)err_set(err, ERR_UNSUPPORTED,
		              "sha512 digests are not supported");
		return NULL;
	}
	if (!digest_is_valid(digest)) {
		(void)err_set(err, ERR_FORMAT, "bad digest '%.80s'",
		              arena_cstr(src->arena, digest));
		return NULL;
	}
	return source_get(src, digest_path(src, digest, manifest), err);
}

struct blob *source_get_digest(struct source *src, struct str digest,
                               struct err *err)
{
	return get_digest(src, digest, false, err);
}

struct blob *source_get_manifest(struct source *src, struct str digest,
                                 struct err *err)
{
	return get_digest(src, digest, true, err);
}

struct blob *source_add_bytes(struct source *src, struct str digest,
                              struct str bytes)
{
	struct blob *b = source_add(src, digest_path(src, digest, false));

	b->bytes = bytes;
	b->size = bytes.n;
	return b;
}

struct digest source_promise(const struct source *src, struct str path)
{
	struct str dir = path_dir(path), hex = path_base(path);
	struct digest d = {.text = "sha256:"};
	size_t at = strlen(d.text);

	if (!str_eq(dir, STR("blobs/sha256")) &&
	    !str_eq(dir, STR("manifests/sha256")) && !(src->flat && dir.n == 0))
		return (struct digest){0};
	if (src->flat && str_has_suffix(hex, str_c(flat_manifest)))
		hex.n -= strlen(flat_manifest);
	if (hex.n != SHA256_TEXT - at)
		return (struct digest){0};
	memcpy(d.text + at, hex.p, hex.n);
	return digest_is_valid(digest_str(&d)) ? d : (struct digest){0};
}

static void close_fd(const int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
}

static void look_at(struct source *src, struct blob *b, bool json,
                    struct stream *s)
{
	if (json)
		found_json(src, b, s);
	else
		found_layer(src, b, s);
}

/* Its map stands between header and data: let tar put it together again. */
static int look_sparse(struct source *src, struct blob *b, bool json,
                       struct err *err)
{
	CLEANUP(stream_close_p)
	struct stream *s =
		stream_of_file(src->fd, b->offset, src->size - b->offset,
	                       &src->read_bytes);
	CLEANUP(tar_close_p) struct tar *t = tar_open(s, 0);
	struct entry e;

	if (tar_next(t, &e, err) < 0)
		return -1;
	look_at(src, b, json, tar_stream(t));
	return 0;
}

static bool look_up_json(struct source *src, struct blob *b)
{
	const struct layer_cache *c = src->o->cache;
	struct digest want = source_promise(src, b->path);
	struct str json;

	if (!c || src->o->verify ||
	    !c->get_json(c->ctx, digest_str(&want), src->arena, &json))
		return false;
	found_json(src, b, stream_of_bytes(json));
	b->found->known = true;
	return true;
}

static void look_remote(struct source *src, struct blob *b, bool json)
{
	struct stream *s;

	if (json && look_up_json(src, b))
		return;
	s = src->remote->open(src->remote->ctx, b->path, b->size);
	look_at(src, b, json, source_meter(src, s));
}

/* The bytes of a blob in a file; *own, if not -1, is to be closed then. */
static struct stream *open_blob(struct source *src, const struct blob *b,
                                int *own, struct err *err)
{
	*own = -1;
	if (src->kind == SOURCE_DIR) {
		*own = source_file_fd(src, b->path, err);
		if (*own < 0)
			return NULL;
	}
	return stream_of_file(*own < 0 ? src->fd : *own, b->offset, b->size,
	                      &src->read_bytes);
}

enum compression source_sniff(struct source *src, const struct blob *b)
{
	CLEANUP(close_fd) int own = -1;
	struct str head = {0};
	struct err ignored = {0};
	struct stream *s = open_blob(src, b, &own, &ignored);
	bool seen = s && stream_peek(s, 4, &head, &ignored) == 0;
	enum compression c = seen ? inflate_sniff(head) : COMP_NONE;

	stream_close(s);
	return c;
}

int source_look(struct source *src, struct blob *b, bool json, struct err *err)
{
	CLEANUP(close_fd) int own = -1;
	struct stream *s;

	if (b->bytes.p) {
		look_at(src, b, json, stream_of_bytes(b->bytes));
		return 0;
	}
	if (src->remote) {
		look_remote(src, b, json);
		return 0;
	}
	if (b->sparse)
		return look_sparse(src, b, json, err);
	s = open_blob(src, b, &own, err);
	if (!s)
		return -1;
	look_at(src, b, json, source_meter(src, s));
	return 0;
}

static int examine(struct source *src, struct blob *b, bool json,
                   struct err *err)
{
	if (!b->found && source_look(src, b, json, err))
		return -1;
	if (b->found->failed) {
		*err = *b->found->failed;
		return -1;
	}
	return 0;
}

/* Its digest was checked. */
static void remember_json(const struct source *src, struct blob *b)
{
	const struct layer_cache *c = src->o->cache;

	if (!src->remote || !c || b->found->known)
		return;
	c->put_json(c->ctx, digest_str(&b->found->raw), b->found->json);
	b->found->known = true;
}

int source_json(struct source *src, struct blob *b, struct str *json,
                struct err *err)
{
	struct digest want = source_promise(src, b->path);

	if (examine(src, b, true, err))
		return -1;
	if (!b->found->json.p)
		return err_set(err, ERR_FORMAT, "not JSON but %s",
		               b->found->facts ? "a layer" : b->found->gap.p);
	if (want.text[0] &&
	    !str_eq(digest_str(&want), digest_str(&b->found->raw)))
		return err_set(err, ERR_DIGEST,
		               "digest mismatch: named %.19s…, is %.19s…",
		               want.text, b->found->raw.text);
	*json = b->found->json;
	remember_json(src, b);
	return 0;
}

/* A layer in a file that does not end as a tar archive has to: its digest says
 * whether that is all of it.  The first error stands if it does not. */
static int examine_whole(struct source *src, struct blob *b, struct err *err)
{
	struct found *first = b->found;
	struct err why = {0};
	int rc;

	b->found = NULL;
	src->prove = true;
	rc = examine(src, b, false, &why);
	src->prove = false;
	if (rc && first) {
		b->found = first;
		*err = *first->failed;
	} else if (rc) {
		*err = why;
	}
	return rc;
}

static bool may_be_whole(const struct source *src, const struct blob *b)
{
	return src->kind != SOURCE_STREAM && !src->remote && !src->o->verify &&
	       b->found && b->found->failed &&
	       b->found->failed->kind == ERR_FORMAT;
}

int source_layer(struct source *src, struct blob *b, struct err *err)
{
	early_take(src->early, b);
	if (examine(src, b, false, err) &&
	    (!may_be_whole(src, b) || examine_whole(src, b, err)))
		return -1;
	if (b->found->json.p)
		b->found->gap = STR("JSON");
	return 0;
}
