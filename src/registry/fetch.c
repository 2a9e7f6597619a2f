#include "registry/session.h"

#include "base/record.h"
#include "registry/address.h"
#include "registry/clock.h"

#include <string.h>

enum {
	WAIT_FIRST_MS = 500, /* doubled each time, a random part of it */
	WAIT_MAX_MS = 60000, /* of ours */
	WAIT_THEIRS_S = 120, /* of what Retry-After may ask for */
};

struct one_error {
	struct str code; /* code */
};

struct all_errors {
	struct {
		struct one_error *v;
		size_t n;
	} errors;
};

/* clang-format off */
static const struct field one_fields[] = {
	FIELD(struct one_error, code, OPTIONAL, "what is wrong, in capitals"),
};
static const struct schema one_schema = SCHEMA(struct one_error, one_fields);
static const struct field all_fields[] = {
	FIELD_LIST(struct all_errors, errors, OPTIONAL, &one_schema, "all of them"),
};
static const struct schema all_schema = SCHEMA(struct all_errors, all_fields);
/* clang-format on */

/* One way through redirects and tokens. */
struct attempt {
	struct endpoint *ep;
	const struct fetch *f;
	struct arena arena;
	struct str url;
	bool own;     /* url is the endpoint's */
	bool learned; /* from a 401 */
	int hops;
	int64_t wait_ms; /* what Retry-After said; -1: nothing */
};

static bool is_code(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= 'A' && s.p[i] <= 'Z') && s.p[i] != '_')
			return false;
	return s.n > 0 && s.n <= 40;
}

/* Only the code: a server might print what we sent it. */
static struct str code_of(struct answer *w, struct arena *a)
{
	CLEANUP(buf_free) struct buf body = {.max = ERROR_BODY_MAX};
	struct all_errors all = {0};
	struct err ignored = {0};

	if (answer_body(w, &body, &ignored) ||
	    record_parse(&all_schema, buf_str(&body), RECORD_TOLERANT, a, &all,
	                 &ignored) ||
	    all.errors.n == 0 || !is_code(all.errors.v[0].code))
		return (struct str){0};
	return all.errors.v[0].code;
}

static struct str bare(struct str url)
{
	struct str head, query;

	(void)str_cut(url, '?', &head, &query);
	return head;
}

static enum err_kind kind_of(long status)
{
	if (status == 404)
		return ERR_NOT_FOUND;
	if (status == 401 || status == 403)
		return ERR_DENIED;
	if (status == 408 || status == 429 || status >= 500)
		return ERR_BUSY;
	return ERR_FORMAT;
}

static const char *words_of(long status)
{
	switch (status) {
	case 401:
		return ": it wants credentials";
	case 403:
		return ": not for these credentials, or for none";
	case 404:
		return ": not there, or not for these credentials";
	case 429:
		return ": too many requests";
	}
	return "";
}

static int failed(struct attempt *t, struct answer *w, struct err *err)
{
	long status = answer_status(w);
	struct str code = code_of(w, &t->arena);

	t->wait_ms = answer_retry_ms(w);
	return err_set(err, kind_of(status),
	               STR_F ": answered %ld%s" STR_F "%s", STR_A(bare(t->url)),
	               status, code.n ? " " : "", STR_A(code),
	               words_of(status));
}

static struct str range_header(const struct fetch *f, struct arena *a)
{
	return arena_fmt(a, "Range: bytes=%llu-%llu",
	                 (unsigned long long)f->from,
	                 (unsigned long long)f->to);
}

/* Credentials, and a client's certificate, are for the endpoint only. */
static struct answer *send_one(struct attempt *t, struct err *err)
{
	struct endpoint *ep = t->ep;
	CLEANUP(buf_free) struct buf auth = {0};
	struct strs headers = {0};
	struct http_request q = {
		.method = t->f->method,
		.url = t->url,
		.insecure = ep->r->o.insecure,
		.tls = ep->tls,
	};

	if (t->f->accept.n)
		*arena_push(&t->arena, &headers) = t->f->accept;
	if (t->f->ranged)
		*arena_push(&t->arena, &headers) =
			range_header(t->f, &t->arena);
	if (!t->own) {
		q.tls.cert = q.tls.key = NULL;
		q.public_only = ep->public;
	} else if (auth_header(ep, t->f, &auth, err)) {
		return NULL;
	} else if (auth.n) {
		*arena_push(&t->arena, &headers) = buf_str(&auth);
	}
	q.headers = headers;
	return http_send(ep->r->http, &q, err);
}

static int check_target(const struct url *from, const struct url *to,
                        struct err *err)
{
	if (url_is_secure(from) && !url_is_secure(to))
		return err_set(err, ERR_DENIED,
		               STR_F STR_F ": a redirect from TLS to none",
		               STR_A(from->authority), STR_A(bare(from->path)));
	if (address_kind(url_host(to)) == ADDRESS_LINK &&
	    !str_eq_nocase(url_host(from), url_host(to)))
		return err_set(err, ERR_DENIED,
		               STR_F STR_F
		               ": a redirect to a link-local address",
		               STR_A(from->authority), STR_A(bare(from->path)));
	return 0;
}

static int redirect(struct attempt *t, const struct answer *w, struct err *err)
{
	struct str location = answer_header(w, "location", 0);
	struct url from, to, own;
	struct str next;

	if (++t->hops > REDIRECTS_MAX)
		return err_set(err, ERR_FORMAT,
		               STR_F ": more than %d redirects",
		               STR_A(bare(t->url)), REDIRECTS_MAX);
	if (!url_parse(t->url, &from))
		return err_set(err, ERR_FORMAT, "a bad URL");
	next = url_join(&from, location, &t->arena);
	if (!url_parse(next, &to))
		return err_set(err, ERR_FORMAT,
		               STR_F ": a redirect to no http or https URL",
		               STR_A(bare(t->url)));
	if (check_target(&from, &to, err))
		return -1;
	t->url = arena_str(&t->arena, next);
	t->own = t->own && url_parse(t->ep->base, &own) &&
	         url_same_origin(&own, &to);
	return 0;
}

static bool is_redirect(long status)
{
	return status == 301 || status == 302 || status == 303 ||
	       status == 307 || status == 308;
}

static void start(struct attempt *t)
{
	t->url = arena_fmt(&t->arena, STR_F STR_F, STR_A(t->ep->base),
	                   STR_A(t->f->path));
	t->own = true;
	t->hops = 0;
}

/* 1: ask again; 0: *w is the answer to give; -1. */
static int judge(struct attempt *t, struct answer *w, struct err *err)
{
	long status = answer_status(w);

	if (status >= 200 && status < 300)
		return 0;
	if (is_redirect(status))
		return redirect(t, w, err) ? -1 : 1;
	if (status == 401 && t->own && !t->learned) {
		t->learned = true;
		if (auth_learn(t->ep, t->f, w, err))
			return err_wrap(err, STR_F, STR_A(bare(t->url)));
		start(t);
		return 1;
	}
	if (status == 401 && t->own) {
		(void)auth_denied(t->ep, err);
		return err_wrap(err, STR_F ": answered 401",
		                STR_A(bare(t->url)));
	}
	return failed(t, w, err);
}

static void settle(struct endpoint *ep, const struct answer *w)
{
	if (ep->settled)
		return;
	ep->settled = true;
	ep->public = answer_is_public(w);
}

/* On this machine nobody needs TLS, and few have it. */
static bool try_plain(struct endpoint *ep, const struct err *err)
{
	struct url u;

	if (ep->settled || ep->mirror || err->kind == ERR_IO ||
	    !url_parse(ep->base, &u) || !url_is_secure(&u) ||
	    !host_is_loopback(url_host(&u)))
		return false;
	ep->base = arena_fmt(&ep->r->own, "http://" STR_F, STR_A(u.authority));
	return true;
}

static int attempt(struct attempt *t, struct answer **out, struct err *err)
{
	int rc = 1;

	t->learned = false;
	t->wait_ms = -1;
	start(t);
	while (rc > 0) {
		struct answer *w = send_one(t, err);

		if (!w && !try_plain(t->ep, err))
			return -1;
		if (!w) {
			start(t);
			continue;
		}
		if (t->own)
			settle(t->ep, w);
		rc = judge(t, w, err);
		if (rc == 0)
			*out = w;
		else
			answer_close(w);
	}
	return rc;
}

/* False: it wants to be left alone for longer than we wait, or we are to stop.
 */
static bool wait_for(const struct attempt *t, int try, struct err *err)
{
	int64_t ms = (int64_t)WAIT_FIRST_MS << try;

	if (t->wait_ms > (int64_t)WAIT_THEIRS_S * 1000) {
		(void)err_wrap(err, "it says to come back in %lld seconds",
		               (long long)t->wait_ms / 1000);
		return false;
	}
	if (t->wait_ms < 0)
		ms = clock_jitter(ms < WAIT_MAX_MS ? ms : WAIT_MAX_MS);
	else
		ms = t->wait_ms;
	return registry_wait(t->ep->r, ms);
}

struct answer *endpoint_fetch(struct endpoint *ep, const struct fetch *f,
                              struct err *err)
{
	struct attempt t = {.ep = ep, .f = f};
	struct answer *w = NULL;
	int tries = ep->mirror ? 1 : FETCH_TRIES;

	for (int i = 1; attempt(&t, &w, err); i++) {
		if (err->kind != ERR_BUSY || i == tries ||
		    !wait_for(&t, i - 1, err))
			break;
	}
	if (!w && err->kind == ERR_BUSY && tries > 1)
		(void)err_wrap(err, "given up");
	arena_free(&t.arena);
	return w;
}

struct answer *registry_fetch(struct registry *r, struct str host,
                              const struct fetch *f, struct err *err)
{
	struct err ignored = {0};
	struct endpoint *ep;
	struct answer *w;

	for (size_t i = 0; (ep = endpoint_mirror(r, host, i)); i++) {
		w = endpoint_fetch(ep, f, &ignored);
		if (w)
			return w;
	}
	return endpoint_fetch(endpoint_get(r, host), f, err);
}
