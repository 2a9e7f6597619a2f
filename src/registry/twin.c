#include "registry/twin.h"

#include "registry/clock.h"

enum { WAIT_STEP_MS = 100 };

/* Strings of the first session's arena outlive its twins. */
static struct endpoint *same_of(struct registry *r, const struct endpoint *like)
{
	struct endpoint *ep = r->endpoints;

	while (ep &&
	       (ep->mirror != like->mirror || !str_eq(ep->host, like->host)))
		ep = ep->next;
	if (ep)
		return ep;
	ep = arena_new(&r->own, struct endpoint);
	ep->r = r;
	ep->host = like->host;
	ep->mirror = like->mirror;
	ep->tls = like->tls;
	ep->next = r->endpoints;
	r->endpoints = ep;
	return ep;
}

/* But these end when another repository's are looked up. */
static void copy_credential(struct auth *to, const struct auth *from)
{
	struct arena *a = &to->space;

	if (!from->mine_for.p)
		return;
	arena_free(a);
	to->mine = (struct credential){
		.username = arena_str(a, from->mine.username),
		.password = arena_str(a, from->mine.password),
		.identity = arena_str(a, from->mine.identity),
		.token = arena_str(a, from->mine.token),
		.by_name = from->mine.by_name,
	};
	to->mine_for = arena_str(a, from->mine_for);
}

/* False: there is one that lives as long. */
static bool copy_token(struct auth *to, const struct token *t)
{
	struct str scope = buf_str(&t->scope);
	struct token *mine = auth_token(to, scope);

	if (t->value.n == 0 || (mine && mine->until >= t->until))
		return false;
	if (mine)
		mine->value.n = 0;
	auth_keep_token(to, scope, buf_str(&t->value), t->until);
	return true;
}

/* The token for tokens that came with a newer one is newer, too. */
static void copy_tokens(struct auth *to, const struct auth *from)
{
	bool newer = false;

	for (size_t i = 0; i < TOKENS_MAX; i++)
		newer |= copy_token(to, &from->tokens[i]);
	if (!newer)
		return;
	to->refresh.n = 0;
	buf_add(&to->refresh, buf_str(&from->refresh));
}

static void learn(struct endpoint *to, const struct endpoint *from)
{
	to->base = from->base;
	to->no_ranges = from->no_ranges;
	to->settled = from->settled;
	to->public = from->public;
	to->auth.how = from->auth.how;
	to->auth.realm = from->auth.realm;
	to->auth.service = from->auth.service;
	copy_credential(&to->auth, &from->auth);
	copy_tokens(&to->auth, &from->auth);
}

static bool knows_any(const struct registry *r)
{
	for (const struct endpoint *ep = r->endpoints; ep; ep = ep->next)
		if (ep->settled)
			return true;
	return false;
}

struct registry *twin_take(struct registry *r)
{
	struct registry *t = r->twins;

	if (!knows_any(r))
		return NULL;
	if (t)
		r->twins = t->next;
	else
		t = registry_new(&r->o, true);
	for (const struct endpoint *ep = r->endpoints; ep; ep = ep->next)
		if (ep->settled)
			learn(same_of(t, ep), ep);
	return t;
}

void twin_give_back(struct registry *r, struct registry *t)
{
	for (struct endpoint *ep = r->endpoints; ep; ep = ep->next)
		if (ep->settled)
			copy_tokens(&ep->auth, &same_of(t, ep)->auth);
	r->twins_bytes += http_bytes(t->http) - t->counted;
	t->counted = http_bytes(t->http);
	http_go_on(t->http);
	t->next = r->twins;
	r->twins = t;
}

bool registry_wait(const struct registry *r, int64_t ms)
{
	while (ms > 0 && !http_is_stopped(r->http)) {
		int64_t step = ms < WAIT_STEP_MS ? ms : WAIT_STEP_MS;

		clock_wait(step);
		ms -= step;
	}
	return !http_is_stopped(r->http);
}
