#include "image/image.h"

#include "image/choose.h"
#include "image/early.h"
#include "image/platform.h"

#include <string.h>

bool source_wants(const struct image_opts *o, struct str platform)
{
	if (o->platforms.n == 0)
		return true;
	slice_for (struct str, p, o->platforms)
		if (platform_matches(*p, platform))
			return true;
	return false;
}

static bool is_mismatch(struct str diff_id, const struct digest *got)
{
	return got->text[0] && !str_eq(diff_id, digest_str(got));
}

/* What was hashed must be what the name and the config promise. */
static int check_digests(const struct source *src, const struct blob *b,
                         struct image_layer *l, struct err *err)
{
	const struct found *f = b->found;
	struct digest want = source_promise(src, b->path);

	if (want.text[0] && is_mismatch(digest_str(&want), &f->raw))
		return err_set(err, ERR_DIGEST,
		               "digest mismatch: named %.19s…, is %.19s…",
		               want.text, f->raw.text);
	if (is_mismatch(l->diff_id, &f->diff))
		return err_set(err, ERR_DIGEST,
		               "digest mismatch: the config says %.19s…, it is "
		               "%.19s…",
		               l->diff_id.p, f->diff.text);
	l->verified = f->diff.text[0] || (want.text[0] && f->raw.text[0]);
	return 0;
}

static int check_diff_id(struct str diff_id, struct err *err)
{
	if (str_has_prefix(diff_id, STR("sha512:")))
		return err_set(err, ERR_UNSUPPORTED,
		               "sha512 digests are not supported");
	if (!digest_is_valid(diff_id))
		return err_set(err, ERR_FORMAT, "bad diffID in the config");
	return 0;
}

/* Without reading it; b->found is set if the cache has it. */
static void look_up(struct source *src, struct blob *b, struct str diff_id)
{
	const struct layer_cache *c = src->o->cache;
	struct digest raw = source_promise(src, b->path);
	void *facts;

	if (!c || b->found || src->o->verify)
		return;
	facts = c->get(c->ctx,
	               (struct layer_id){.diff_id = diff_id,
	                                 .blob = digest_str(&raw)},
	               LAYER_FULL);
	if (!facts)
		return;
	b->found = arena_new(src->arena, struct found);
	b->found->facts = facts;
	b->found->known = true;
	b->found->depth = LAYER_FULL;
	memcpy(b->found->diff.text, diff_id.p, SHA256_TEXT);
}

static void remember(const struct source *src, struct found *f,
                     const struct image_layer *l)
{
	const struct layer_cache *c = src->o->cache;

	if (!c || !f->diff.text[0] || !l->facts || f->known)
		return;
	c->put(c->ctx,
	       (struct layer_id){.diff_id = l->diff_id,
	                         .blob = digest_str(&f->raw)},
	       LAYER_FULL, l->facts);
	f->known = true;
}

static int ask_for_part(struct source *src, const struct layer_ref *ref,
                        struct str diff_id, void **facts, struct err *err)
{
	struct layer_part part = {
		.ref = ref,
		.id = {.diff_id = diff_id, .blob = ref->digest},
		.o = src->o,
		.reader = src->reader,
		.arena = src->arena,
	};

	return src->remote->part ?
	               src->remote->part(src->remote->ctx, &part, facts, err) :
	               0;
}

/* By as much of it as o->depth asks for.  1: l->gap says it all; 0: b->found
 * is set, or it is to be read whole. */
static int read_part(struct source *src, const struct layer_ref *ref,
                     struct blob *b, struct image_layer *l, struct err *err)
{
	enum layer_depth depth = src->o->depth;
	void *facts = NULL;
	int rc;

	if (!src->remote || b->found || src->o->verify || depth == LAYER_FULL)
		return 0;
	if (depth == LAYER_NONE) {
		l->gap = STR("not read: only the config was");
		return 1;
	}
	rc = ask_for_part(src, ref, l->diff_id, &facts, err);
	if (rc == 0 && depth == LAYER_TOC)
		l->gap = STR("not read: it has no table of contents");
	if (rc <= 0)
		return rc < 0 ? -1 : depth == LAYER_TOC;
	b->found = arena_new(src->arena, struct found);
	*b->found = (struct found){
		.facts = facts,
		.known = true,
		.depth = depth,
	};
	return 0;
}

static int take_layer(struct source *src, const struct layer_ref *ref,
                      struct blob *b, struct image_layer *l, struct err *err)
{
	struct err why = {0};

	look_up(src, b, l->diff_id);
	if (source_layer(src, b, &why)) {
		if (ref->foreign && why.kind == ERR_NOT_FOUND) {
			l->gap = STR("foreign: its bytes are elsewhere");
			return 0;
		}
		*err = why;
		return -1;
	}
	l->facts = b->found->facts;
	if (l->facts)
		l->depth = b->found->depth;
	else
		l->gap = arena_fmt(src->arena, "not a tar archive but " STR_F,
		                   STR_A(b->found->gap));
	if (check_digests(src, b, l, err))
		return -1;
	remember(src, b->found, l);
	return 0;
}

static int read_layer(struct source *src, const struct layer_ref *ref,
                      struct image_layer *l, struct err *err)
{
	struct err why = {0};
	struct blob *b;
	int rc;

	if (check_diff_id(l->diff_id, err))
		return -1;
	if (ref->gap.n) {
		l->gap = ref->gap;
		return 0;
	}
	b = layer_ref_get(src, ref, &why);
	if (!b && ref->foreign && why.kind == ERR_NOT_FOUND) {
		l->gap = STR("foreign: its bytes are elsewhere");
		return 0;
	}
	if (!b) {
		*err = why;
		return -1;
	}
	rc = read_part(src, ref, b, l, err);
	if (rc)
		return rc < 0 ? -1 : 0;
	return take_layer(src, ref, b, l, err);
}

static int read_each(struct source *src, const struct candidate *c,
                     struct image *im, struct err *err)
{
	for (size_t i = 0; i < c->layers.n; i++) {
		struct image_layer *l = &im->layers.v[i];

		l->diff_id = c->diff_ids.v[i];
		early_go_on(src->early, i);
		if (read_layer(src, &c->layers.v[i], l, err))
			return err_wrap(err, "layer %zu (%.19s…)", i,
			                l->diff_id.p);
	}
	return 0;
}

static int read_layers(struct source *src, const struct candidate *c,
                       struct image *im, struct err *err)
{
	int rc;

	if (c->layers.n != c->diff_ids.n)
		return err_set(err, ERR_FORMAT,
		               "%zu layers, but the config has %zu diffIDs",
		               c->layers.n, c->diff_ids.n);
	if (c->layers.n > IMAGE_LAYERS_MAX)
		return err_set(err, ERR_LIMIT, "limit: more than %d layers",
		               IMAGE_LAYERS_MAX);
	im->layers.n = c->layers.n;
	im->layers.v = arena_array(src->arena, struct image_layer, c->layers.n);
	src->early = early_new(src, c);
	rc = read_each(src, c, im, err);
	early_end(src->early);
	src->early = NULL;
	return rc;
}

static int read_image(struct source *src, const struct choice *choice,
                      struct images *out, struct err *err)
{
	const struct candidate *c = choice->candidate;
	struct image *im = arena_push(src->arena, out);

	*im = (struct image){
		.label = choice->label,
		.platform = c->platform,
		.config = c->config,
		.digest = c->digest,
		.manifest_digest = c->manifest_digest,
	};
	return read_layers(src, c, im, err);
}

static int read_chosen(struct source *src, const struct candidates *all,
                       struct images *out, struct err *err)
{
	struct choices chosen = {0};

	if (candidates_choose(src, all, &chosen, out, err))
		return -1;
	slice_for (struct choice, c, chosen)
		if (read_image(src, c, out, err))
			return c->label.n ?
			               err_wrap(err, STR_F, STR_A(c->label)) :
			               -1;
	return 0;
}

static struct str kind_of(const struct source *src, const struct candidates *c)
{
	if (src->remote)
		return STR("registry");
	if (c->docker)
		return STR("docker-archive");
	if (src->flat)
		return STR("dir");
	return src->kind == SOURCE_DIR ? STR("oci") : STR("oci-archive");
}

static int read_source(struct source *src, struct stream *s, struct images *out,
                       struct err *err)
{
	struct candidates all = {0};
	struct tally tally = {0};
	int rc = 0;

	arena_mark(src->arena);
	src->tally = &tally;
	src->pool = pool_open(src->arena, src->o->jobs);
	if (src->pool)
		tally.gate = gate_new(src->arena);
	if (src->remote)
		src->kind = SOURCE_REMOTE;
	else
		rc = s ? source_open_stream(src, s, err) :
		         source_open(src, err);
	if (rc && err->kind == ERR_LIMIT && src->has_root)
		rc = source_not_image(err, SOURCE_ROOT);
	if (rc == 0)
		rc = candidates_read(src, &all, err);
	if (rc == 0) {
		out->kind = kind_of(src, &all);
		rc = read_chosen(src, &all, out, err);
	}
	out->bytes_read = src->remote ?
	                          src->remote->received(src->remote->ctx) :
	                          src->read_bytes;
	source_close(src);
	pool_close(src->pool);
	gate_free(tally.gate);
	return rc;
}

int image_read(const struct image_opts *o, const struct layer_reader *reader,
               struct arena *a, struct images *out, struct err *err)
{
	struct source src = {.o = o, .reader = reader, .arena = a};
	bool is_stdin = str_eq(o->path, STR("-"));

	*out = (struct images){0};
	if (read_source(&src, NULL, out, err))
		return err_wrap(err, STR_F,
		                STR_A(is_stdin ? STR("standard input") :
		                                 o->path));
	return 0;
}

int image_read_stream(struct stream *s, const struct image_opts *o,
                      const struct layer_reader *reader, struct arena *a,
                      struct images *out, struct err *err)
{
	struct source src = {.o = o, .reader = reader, .arena = a};

	*out = (struct images){0};
	return read_source(&src, s, out, err);
}

int image_read_remote(const struct remote *r, const struct image_opts *o,
                      const struct layer_reader *reader, struct arena *a,
                      struct images *out, struct err *err)
{
	struct source src = {.o = o, .reader = reader, .arena = a, .remote = r};

	*out = (struct images){0};
	return read_source(&src, NULL, out, err);
}
