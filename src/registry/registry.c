#include "registry/registry.h"

#include "base/record.h"
#include "registry/session.h"

#include <string.h>

enum {
	PAGE = 1000,
	PAGES_MAX = 10000,
	NAMES_MAX = 250000,
	NAME_BYTES_MAX = 255, /* of a tag or a repository */
};

/* A page of tags or repositories. */
struct page {
	struct strs tags, repositories; /* of the same names */
};

/* clang-format off */
static const struct field page_fields[] = {
	FIELD(struct page, tags, OPTIONAL, "of a repository"),
	FIELD(struct page, repositories, OPTIONAL, "of a registry"),
};
static const struct schema page_schema = SCHEMA(struct page, page_fields);
/* clang-format on */

static int check_mirrors(const struct registry_opts *o, struct err *err)
{
	struct str host, base;
	struct url u;

	slice_for (struct str, m, o->mirrors)
		if (!str_cut(*m, '=', &host, &base) || host.n == 0 ||
		    !url_parse(base, &u))
			return err_set(err, ERR_USAGE,
			               "--mirror wants HOST=URL, not " STR_F,
			               STR_A(*m));
	return 0;
}

struct registry *registry_new(const struct registry_opts *o, bool beside)
{
	struct arena own = {0};
	struct registry *r = arena_new(&own, struct registry);

	r->own = own;
	r->o = *o;
	r->http = http_open(beside);
	return r;
}

struct registry *registry_open(const struct registry_opts *o, struct err *err)
{
	return check_mirrors(o, err) ? NULL : registry_new(o, false);
}

void registry_close(struct registry *r)
{
	struct registry *next;
	struct arena own;

	if (!r)
		return;
	for (struct registry *t = r->twins; t; t = next) {
		next = t->next;
		registry_close(t);
	}
	for (struct endpoint *ep = r->endpoints; ep; ep = ep->next)
		auth_close(&ep->auth);
	http_close(r->http);
	own = r->own;
	arena_free(&own);
}

uint64_t registry_bytes(const struct registry *r)
{
	return http_bytes(r->http) + r->twins_bytes;
}

static struct answer *ask_manifest(struct registry *r,
                                   const struct reference *ref,
                                   const char *method, struct err *err)
{
	struct arena a = {0};
	struct fetch f = {
		.method = method,
		.path = arena_fmt(&a, "/v2/" STR_F "/manifests/" STR_F,
	                          STR_A(ref->repository),
	                          STR_A(reference_key(ref))),
		.accept = STR(FETCH_MANIFEST),
		.repository = ref->repository,
	};
	struct answer *w = registry_fetch(r, ref->host, &f, err);

	arena_free(&a);
	return w;
}

/* 1: the head of the answer says it; 0: not; -1. */
static int resolve_by_head(struct registry *r, const struct reference *ref,
                           struct arena *a, struct str *digest, struct err *err)
{
	CLEANUP(answer_close_p)
	struct answer *w = ask_manifest(r, ref, "HEAD", err);
	struct str said;

	if (!w)
		return err->kind == ERR_FORMAT ? 0 : -1;
	said = answer_header(w, "docker-content-digest", 0);
	if (!digest_is_valid(said))
		return 0;
	*digest = arena_str(a, said);
	return 1;
}

static int resolve_by_body(struct registry *r, const struct reference *ref,
                           struct arena *a, struct str *digest, struct err *err)
{
	CLEANUP(answer_close_p)
	struct answer *w = ask_manifest(r, ref, "GET", err);
	CLEANUP(buf_free) struct buf body = {.max = FETCH_JSON_MAX};
	struct digest d;

	if (!w || answer_body(w, &body, err))
		return -1;
	d = sha256_of(buf_str(&body));
	*digest = arena_str(a, digest_str(&d));
	return 0;
}

int registry_resolve(struct registry *r, const struct reference *ref,
                     struct arena *a, struct str *digest, struct err *err)
{
	struct err why = {0};
	int rc;

	if (ref->digest.n) {
		*digest = ref->digest;
		return 0;
	}
	rc = resolve_by_head(r, ref, a, digest, &why);
	if (rc == 0)
		return resolve_by_body(r, ref, a, digest, err);
	if (rc < 0)
		*err = why;
	return rc < 0 ? -1 : 0;
}

/* <URL>; rel="next": what is behind the host, on which we stay.  "" none. */
static struct str next_page(const struct answer *w, struct str path,
                            struct arena *a)
{
	struct url base = {STR("https"), STR("here"), path}, u;
	struct str link, target, rest;

	for (size_t i = 0; (link = answer_header(w, "link", i)).p; i++) {
		if (!str_has_prefix(link, STR("<")) ||
		    !str_cut(str_from(link, 1), '>', &target, &rest) ||
		    !str_contains(rest, STR("next")))
			continue;
		if (url_parse(url_join(&base, target, a), &u) &&
		    str_has_prefix(u.path, STR("/v2/")))
			return arena_str(a, u.path);
	}
	return (struct str){0};
}

/* Names that nothing can have are left out: they may be long. */
static int take_names(struct str json, bool tags, struct arena *a,
                      struct strs *out, struct err *err)
{
	struct arena space = {0};
	struct page page = {0};
	const struct strs *names = tags ? &page.tags : &page.repositories;
	int rc = record_parse(&page_schema, json, RECORD_TOLERANT, &space,
	                      &page, err);

	if (rc == 0 && names->n > NAMES_MAX - out->n)
		rc = err_set(err, ERR_LIMIT, "limit: more than %d names",
		             NAMES_MAX);
	for (size_t i = 0; rc == 0 && i < names->n; i++)
		if (names->v[i].n && names->v[i].n <= NAME_BYTES_MAX)
			*arena_push(a, out) = arena_str(a, names->v[i]);
	arena_free(&space);
	return rc;
}

/* One page; path becomes the next one's, "" none. */
static int read_page(struct registry *r, struct str host, struct fetch *f,
                     struct arena *a, struct strs *out, struct err *err)
{
	CLEANUP(answer_close_p)
	struct answer *w = registry_fetch(r, host, f, err);
	CLEANUP(buf_free) struct buf body = {.max = FETCH_JSON_MAX};
	struct str next;

	if (!w || answer_body(w, &body, err))
		return -1;
	if (take_names(buf_str(&body), f->repository.n, a, out, err))
		return err_wrap(err, STR_F STR_F, STR_A(host), STR_A(f->path));
	next = next_page(w, f->path, a);
	f->path = str_eq(next, f->path) ? (struct str){0} : next;
	return 0;
}

static int read_pages(struct registry *r, struct str host, struct fetch *f,
                      struct arena *a, struct strs *out, struct err *err)
{
	*out = (struct strs){0};
	for (int i = 0; f->path.n; i++) {
		if (i == PAGES_MAX)
			return err_set(err, ERR_LIMIT,
			               "limit: more than %d pages", PAGES_MAX);
		if (read_page(r, host, f, a, out, err))
			return -1;
	}
	return 0;
}

int registry_tags(struct registry *r, const struct reference *ref,
                  struct arena *a, struct strs *out, struct err *err)
{
	struct fetch f = {
		.method = "GET",
		.path = arena_fmt(a, "/v2/" STR_F "/tags/list?n=%d",
	                          STR_A(ref->repository), PAGE),
		.repository = ref->repository,
	};

	return read_pages(r, ref->host, &f, a, out, err);
}

int registry_catalog(struct registry *r, struct str host, struct arena *a,
                     struct strs *out, struct err *err)
{
	struct fetch f = {
		.method = "GET",
		.path = arena_fmt(a, "/v2/_catalog?n=%d", PAGE),
	};

	return read_pages(r, host, &f, a, out, err);
}
