/* Any bytes as what a user or a registry says in a line or a little JSON:
 * references, URLs, challenges, tokens, files of credentials. */
#include "registry/challenge.h"
#include "registry/credential.h"
#include "registry/grant.h"
#include "registry/reference.h"
#include "registry/url.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* A reference that is taken is taken again, and means the same. */
static void reference(struct str bytes, struct arena *a)
{
	struct reference ref, again;
	struct err err = {0};
	struct str whole;

	if (reference_parse(bytes, a, &ref, &err)) {
		assert(err.msg[0]);
		return;
	}
	assert(ref.host.n && ref.repository.n && (ref.tag.n || ref.digest.n));
	whole = reference_text(&ref, a);
	assert(reference_parse(whole, a, &again, &err) == 0);
	assert(str_eq(whole, reference_text(&again, a)));
}

static void url(struct str bytes, struct arena *a)
{
	struct url base = {STR("https"), STR("h:1"), STR("/v2/x?y")}, u;
	struct str joined = url_join(&base, bytes, a);

	if (url_parse(bytes, &u)) {
		assert(u.authority.n);
		(void)url_host(&u);
		assert(url_same_origin(&u, &u));
	}
	if (url_parse(joined, &u))
		assert(!str_contains(u.authority, STR("@")));
}

static void challenge(struct str bytes, struct arena *a)
{
	struct challenges all = {0};

	challenges_parse(bytes, a, &all);
	assert(all.n <= CHALLENGES_MAX);
	slice_for (struct challenge, c, all) {
		assert(c->scheme.n && c->params.n <= CHALLENGE_PARAMS_MAX);
		(void)challenge_param(c, STR("realm"));
	}
}

/* No helper is run: there is no program in PATH. */
static void json(struct str bytes, struct arena *a)
{
	struct credential_for who = {STR("h.io"), STR("a/b"), 0};
	struct credential c = {0};
	struct strs helpers = {0};
	struct err err = {0};
	struct grant g;

	if (grant_parse(bytes, a, &g, &err) == 0)
		assert(g.token.n && !memchr(g.token.p, '\n', g.token.n) &&
		       g.life >= GRANT_LIFE_MIN && g.life <= GRANT_LIFE_MAX);
	(void)setenv("PATH", "/nonexistent", 1);
	if (credential_parse(bytes, &who, a, &c, &err) > 0)
		assert(!credential_is_empty(&c));
	credential_helpers(bytes, a, &helpers);
	slice_for (struct str, h, helpers)
		assert(h->p);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size)
{
	struct str bytes = {(const char *)data, size};
	struct arena a = {0};

	reference(bytes, &a);
	url(bytes, &a);
	challenge(bytes, &a);
	json(bytes, &a);
	arena_free(&a);
	return 0;
}
