/* An image, as image_read_remote() asks for it. */
#include "registry/registry.h"

#include "image/candidate.h"
#include "image/remote.h"
#include "registry/toc.h"
#include "registry/twin.h"

#include <signal.h>

/* One image by one session: the first, or a twin for a layer. */
struct reading {
	struct remote remote; /* ctx is this */
	struct registry *r;
	const struct reference *ref;
	uint64_t before;       /* bytes received */
	struct reading *first; /* of a twin's; else NULL */
	struct arena own;      /* of the first: twins' */
};

/* "manifests/sha256/HEX" or "blobs/sha256/HEX". */
static struct stream *open_blob(void *ctx, struct str path, uint64_t size)
{
	struct reading *x = ctx;
	struct stream *s;
	struct arena a = {0};
	struct str kind, rest, algorithm, hex;

	(void)str_cut(path, '/', &kind, &rest);
	(void)str_cut(rest, '/', &algorithm, &hex);
	rest = arena_fmt(&a, "/v2/" STR_F "/" STR_F "/" STR_F ":" STR_F,
	                 STR_A(x->ref->repository), STR_A(kind),
	                 STR_A(algorithm), STR_A(hex));
	s = blob_open(x->r, x->ref, rest,
	              str_eq(kind, STR("manifests")) ? STR(FETCH_MANIFEST) :
	                                               STR(""),
	              size);
	arena_free(&a);
	return s;
}

static bool has_parts(const struct layer_ref *ref)
{
	struct toc_where where;

	toc_find(ref->from, &where);
	return where.kind != TOC_NONE;
}

static int part_of(void *ctx, const struct layer_part *part, void **facts,
                   struct err *err)
{
	struct reading *x = ctx;

	return partial_read(x->r, x->ref, part, facts, err);
}

static uint64_t received(void *ctx)
{
	const struct reading *x = ctx;

	return registry_bytes(x->r) - x->before;
}

static void stop(void *ctx)
{
	http_stop(((struct reading *)ctx)->r->http);
}

static void end(void *ctx)
{
	struct reading *x = ctx;

	twin_give_back(x->first->r, x->r);
}

static const struct remote *twin(void *ctx)
{
	struct reading *x = ctx, *y;
	struct registry *r = twin_take(x->r);

	if (!r)
		return NULL;
	y = arena_new(&x->own, struct reading);
	*y = (struct reading){
		.remote = {.ctx = y,
	                   .open = open_blob,
	                   .received = received,
	                   .stop = stop,
	                   .end = end},
		.r = r,
		.ref = x->ref,
		.before = registry_bytes(r),
		.first = x,
	};
	return &y->remote;
}

/* libcurl puts it aside and back in each call: with several threads one would
 * put it back while another writes. */
static void ignore_pipes(struct sigaction *old)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	(void)sigaction(SIGPIPE, &ignore, old);
}

static int read_beside(struct reading *x, const struct image_opts *o,
                       const struct layer_reader *reader, struct arena *a,
                       struct images *out, struct err *err)
{
	struct sigaction old;
	int rc;

	x->remote.twin = twin;
	ignore_pipes(&old);
	rc = image_read_remote(&x->remote, o, reader, a, out, err);
	(void)sigaction(SIGPIPE, &old, NULL);
	arena_free(&x->own);
	return rc;
}

int registry_read(struct registry *r, const struct image_opts *o,
                  const struct layer_reader *reader, struct arena *a,
                  struct images *out, struct err *err)
{
	struct reference ref;
	struct reading x = {
		.remote = {.ctx = &x,
	                   .open = open_blob,
	                   .received = received,
	                   .part = part_of,
	                   .has_parts = has_parts},
		.r = r,
		.ref = &ref,
		.before = registry_bytes(r),
	};
	struct str text;
	int rc;

	*out = (struct images){0};
	if (reference_parse(o->path, a, &ref, err))
		return -1;
	text = reference_text(&ref, a);
	rc = registry_resolve(r, &ref, a, &x.remote.root, err);
	if (rc == 0)
		rc = o->jobs > 1 ? read_beside(&x, o, reader, a, out, err) :
		                   image_read_remote(&x.remote, o, reader, a,
		                                     out, err);
	return rc ? err_wrap(err, STR_F, STR_A(text)) : 0;
}
