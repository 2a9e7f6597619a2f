/* The token service that a registry names. */
#include "registry/session.h"

#include "registry/address.h"
#include "registry/clock.h"
#include "registry/grant.h"

static void add_query(struct buf *out, const char *name, struct str value)
{
	if (value.n == 0)
		return;
	buf_printf(out, "%s%s=", out->n ? "&" : "", name);
	url_escape(value, out);
}

/*
 * A password goes to the registry it is for.  A token service on another host
 * gets it if the registry named it over TLS and both are of one domain, as
 * auth.docker.io and registry-1.docker.io are; all others get asked for a
 * token for anybody.
 */
static bool may_have_password(const struct endpoint *ep,
                              const struct url *realm)
{
	struct url own;

	if (!url_parse(ep->base, &own))
		return false;
	if (str_eq_nocase(url_host(&own), url_host(realm)))
		return url_is_secure(realm) || !url_is_secure(&own);
	return url_is_secure(realm) && url_is_secure(&own) &&
	       host_is_related(url_host(&own), url_host(realm));
}

/* images.md B3.5: where a registry may send us. */
static int check_realm(const struct endpoint *ep, struct url *realm,
                       struct err *err)
{
	struct url own;

	if (!url_parse(ep->auth.realm, realm) || !url_parse(ep->base, &own))
		return err_set(err, ERR_FORMAT,
		               "the registry names a bad token service");
	if (url_is_secure(&own) && !url_is_secure(realm))
		return err_set(err, ERR_DENIED,
		               "the registry names a token service without "
		               "TLS");
	if (address_kind(url_host(realm)) == ADDRESS_LINK &&
	    !str_eq_nocase(url_host(realm), url_host(&own)))
		return err_set(err, ERR_DENIED,
		               "the registry names a token service on a "
		               "link-local address");
	return 0;
}

static struct str realm_url(const struct endpoint *ep, struct str scope,
                            struct str account, struct arena *a)
{
	CLEANUP(buf_free) struct buf q = {0};

	add_query(&q, "service", ep->auth.service);
	add_query(&q, "scope", scope);
	add_query(&q, "account", account);
	return arena_fmt(a, STR_F "%s" STR_F, STR_A(ep->auth.realm),
	                 str_contains(ep->auth.realm, STR("?")) ? "&" : "?",
	                 STR_A(buf_str(&q)));
}

static struct str refresh_form(const struct endpoint *ep, struct str scope,
                               struct str refresh, struct buf *q)
{
	add_query(q, "grant_type", STR("refresh_token"));
	add_query(q, "service", ep->auth.service);
	add_query(q, "client_id", STR("cudalint"));
	add_query(q, "scope", scope);
	add_query(q, "refresh_token", refresh);
	return buf_str(q);
}

struct asked {
	struct url realm;
	bool same_host;
	bool trusted; /* with a password */
};

static struct answer *send_realm(struct endpoint *ep, const struct asked *k,
                                 struct http_request *q, struct err *err)
{
	q->tls = k->same_host ? ep->tls : (struct tls_files){.ca = ep->tls.ca};
	q->insecure = ep->r->o.insecure;
	q->public_only = ep->public && !k->same_host;
	return http_send(ep->r->http, q, err);
}

static struct answer *ask_by_refresh(struct endpoint *ep, const struct asked *k,
                                     struct str scope, struct str refresh,
                                     struct err *err)
{
	CLEANUP(buf_free) struct buf form = {0};
	struct str type =
		STR("Content-Type: application/x-www-form-urlencoded");
	struct http_request q = {
		.method = "POST",
		.url = ep->auth.realm,
		.headers = {&type, 1},
		.body = refresh_form(ep, scope, refresh, &form),
	};

	return send_realm(ep, k, &q, err);
}

static struct answer *ask_by_get(struct endpoint *ep, const struct asked *k,
                                 struct str scope, struct err *err)
{
	const struct credential *mine = &ep->auth.mine;
	bool with = k->trusted && mine->username.n;
	CLEANUP(buf_free) struct buf basic = {0};
	struct arena a = {0};
	struct http_request q = {
		.method = "GET",
		.url = realm_url(ep, scope,
	                         with ? mine->username : (struct str){0}, &a),
	};
	struct str header;
	struct answer *w;

	if (with) {
		auth_add_basic(mine, &basic);
		header = buf_str(&basic);
		q.headers = (struct strs){&header, 1};
	}
	w = send_realm(ep, k, &q, err);
	arena_free(&a);
	return w;
}

static int refused(const struct asked *k, const struct endpoint *ep,
                   long status, struct err *err)
{
	struct str host = url_host(&k->realm);

	if (status == 408 || status == 429 || status >= 500)
		return err_set(err, ERR_BUSY,
		               "the token service " STR_F " answered %ld",
		               STR_A(host), status);
	if (!credential_is_empty(&ep->auth.mine) && !k->trusted)
		return err_set(err, ERR_DENIED,
		               "the token service " STR_F " answered %ld; it "
		               "is of another domain than " STR_F
		               " and was not given the credentials",
		               STR_A(host), status, STR_A(ep->host));
	return err_set(err, ERR_DENIED,
	               "the token service " STR_F " answered %ld%s",
	               STR_A(host), status,
	               credential_is_empty(&ep->auth.mine) ?
	                       "; credentials are needed" :
	                       "; the credentials were refused");
}

void auth_keep_token(struct auth *a, struct str scope, struct str value,
                     int64_t until)
{
	struct token *t = &a->tokens[a->next++ % TOKENS_MAX];

	t->scope.n = t->value.n = 0;
	buf_add(&t->scope, scope);
	buf_add(&t->value, value);
	t->until = until;
}

static int take_grant(struct endpoint *ep, struct str scope, struct str json,
                      struct err *err)
{
	struct arena a = {0};
	struct grant g;
	int rc = grant_parse(json, &a, &g, err);

	/* 80 % of its life: images.md B3.4. */
	if (rc == 0)
		auth_keep_token(&ep->auth, scope, g.token,
		                clock_ms() + g.life * 800);
	if (rc == 0 && g.refresh.n) {
		ep->auth.refresh.n = 0;
		buf_add(&ep->auth.refresh, g.refresh);
	}
	arena_free(&a);
	return rc ? err_wrap(err, "the token service's answer") : 0;
}

static struct str refresh_of(const struct endpoint *ep)
{
	return ep->auth.refresh.n ? buf_str(&ep->auth.refresh) :
	                            ep->auth.mine.identity;
}

/* By the token for tokens if there is one and the service knows that way. */
static struct answer *ask(struct endpoint *ep, const struct asked *k,
                          struct str scope, struct err *err)
{
	struct str refresh = refresh_of(ep);
	struct answer *w;
	long status;

	if (refresh.n == 0 || !k->trusted)
		return ask_by_get(ep, k, scope, err);
	w = ask_by_refresh(ep, k, scope, refresh, err);
	status = w ? answer_status(w) : 0;
	if (status < 400 || status == 429 || status >= 500)
		return w;
	answer_close(w);
	ep->auth.refresh.n = 0;
	return ask_by_get(ep, k, scope, err);
}

int auth_get_token(struct endpoint *ep, struct str scope, struct err *err)
{
	CLEANUP(buf_free) struct buf body = {.max = TOKEN_BODY_MAX};
	CLEANUP(answer_close_p) struct answer *w = NULL;
	struct asked k = {0};
	struct url own;

	if (check_realm(ep, &k.realm, err))
		return -1;
	k.trusted = may_have_password(ep, &k.realm);
	k.same_host = url_parse(ep->base, &own) &&
	              str_eq_nocase(url_host(&own), url_host(&k.realm));
	w = ask(ep, &k, scope, err);
	if (!w)
		return err_wrap(err, "token service");
	if (answer_status(w) != 200)
		return refused(&k, ep, answer_status(w), err);
	if (answer_body(w, &body, err))
		return err_wrap(err, "token service");
	return take_grant(ep, scope, buf_str(&body), err);
}
