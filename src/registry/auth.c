#include "registry/session.h"

#include "base/base64.h"
#include "registry/challenge.h"
#include "registry/clock.h"

/* Keys of files may name a repository, so another may have other ones.  What
 * the command line says is for the one host that it names. */
static int look_up(struct endpoint *ep, struct str repository, struct err *err)
{
	struct auth *a = &ep->auth;
	struct registry_opts o = ep->r->o;

	if (a->mine_for.p &&
	    (!a->mine.by_name || str_eq(a->mine_for, repository)))
		return 0;
	arena_free(&a->space);
	a->space = (struct arena){0};
	a->mine_for = (struct str){0};
	if (ep->mirror || !str_eq(ep->host, o.login_host))
		o.username = o.password = (struct str){0};
	if (credential_find(&o, ep->host, repository, &a->space, &a->mine, err))
		return -1;
	a->mine_for = arena_fmt(&a->space, STR_F, STR_A(repository));
	return 0;
}

void auth_add_basic(const struct credential *c, struct buf *out)
{
	CLEANUP(buf_free) struct buf pair = {0};

	buf_printf(&pair, STR_F ":" STR_F, STR_A(c->username),
	           STR_A(c->password));
	buf_add(out, STR("Authorization: Basic "));
	base64_encode(buf_str(&pair), out);
}

static void add_bearer(struct str token, struct buf *out)
{
	buf_printf(out, "Authorization: Bearer " STR_F, STR_A(token));
}

static struct str scope_of(const struct fetch *f, struct buf *out)
{
	if (f->repository.n)
		buf_printf(out, "repository:" STR_F ":pull",
		           STR_A(f->repository));
	else
		buf_add(out, STR("registry:catalog:*"));
	return buf_str(out);
}

struct token *auth_token(struct auth *a, struct str scope)
{
	for (size_t i = 0; i < TOKENS_MAX; i++)
		if (a->tokens[i].value.n &&
		    str_eq(buf_str(&a->tokens[i].scope), scope))
			return &a->tokens[i];
	return NULL;
}

static int add_token(struct endpoint *ep, const struct fetch *f,
                     struct buf *out, struct err *err)
{
	CLEANUP(buf_free) struct buf space = {0};
	struct str scope = scope_of(f, &space);
	struct token *t = auth_token(&ep->auth, scope);

	if (ep->auth.mine.token.n) {
		add_bearer(ep->auth.mine.token, out);
		return 0;
	}
	if (t && clock_ms() >= t->until) {
		t->value.n = 0;
		t = NULL;
	}
	if (!t && auth_get_token(ep, scope, err))
		return -1;
	t = auth_token(&ep->auth, scope);
	add_bearer(buf_str(&t->value), out);
	return 0;
}

int auth_header(struct endpoint *ep, const struct fetch *f, struct buf *out,
                struct err *err)
{
	switch (ep->auth.how) {
	case AUTH_NONE:
		return 0;
	case AUTH_BASIC:
		if (look_up(ep, f->repository, err))
			return -1;
		if (ep->auth.mine.username.n)
			auth_add_basic(&ep->auth.mine, out);
		return 0;
	case AUTH_BEARER:
		break;
	}
	if (look_up(ep, f->repository, err))
		return -1;
	return add_token(ep, f, out, err);
}

static void drop_token(struct endpoint *ep, const struct fetch *f)
{
	CLEANUP(buf_free) struct buf space = {0};
	struct token *t = auth_token(&ep->auth, scope_of(f, &space));

	if (t)
		t->value.n = 0;
}

static void take_bearer(struct endpoint *ep, const struct challenge *c)
{
	struct auth *a = &ep->auth;
	struct str realm = challenge_param(c, STR("realm"));
	struct str service = challenge_param(c, STR("service"));

	if (!str_eq(a->realm, realm) || !str_eq(a->service, service)) {
		a->realm = arena_str(&ep->r->own, realm);
		a->service = arena_str(&ep->r->own, service);
	}
	a->how = AUTH_BEARER;
}

int auth_denied(const struct endpoint *ep, struct err *err)
{
	if (credential_is_empty(&ep->auth.mine))
		return err_set(err, ERR_DENIED,
		               "credentials are needed, or it is not there: "
		               "docker login " STR_F
		               ", --username or --authfile",
		               STR_A(ep->host));
	return err_set(err, ERR_DENIED,
	               "the credentials for " STR_F " were refused",
	               STR_A(ep->host));
}

int auth_learn(struct endpoint *ep, const struct fetch *f,
               const struct answer *w, struct err *err)
{
	struct arena a = {0};
	struct challenges all = {0};
	const struct challenge *bearer, *basic;
	struct str line;
	int rc = 0;

	for (size_t i = 0; (line = answer_header(w, "www-authenticate", i)).p;
	     i++)
		challenges_parse(line, &a, &all);
	bearer = challenges_get(&all, STR("Bearer"));
	basic = challenges_get(&all, STR("Basic"));
	if (look_up(ep, f->repository, err)) {
		rc = -1;
	} else if (bearer && challenge_param(bearer, STR("realm")).n) {
		drop_token(ep, f);
		take_bearer(ep, bearer);
	} else if (basic && ep->auth.how != AUTH_BASIC &&
	           ep->auth.mine.username.n) {
		ep->auth.how = AUTH_BASIC;
	} else {
		rc = auth_denied(ep, err);
	}
	arena_free(&a);
	return rc;
}

void auth_close(struct auth *a)
{
	for (size_t i = 0; i < TOKENS_MAX; i++) {
		buf_free(&a->tokens[i].scope);
		buf_free(&a->tokens[i].value);
	}
	buf_free(&a->refresh);
	arena_free(&a->space);
}
