#include "facts/cache.h"

#include "base/seed.h"
#include "base/sha256.h"

#include <stdio.h>
#include <string.h>

/* A digest's kinds of entries; behind them what tells seeds apart. */
static const char *const layer_kinds[LAYER_DEPTH_N] = {
	[LAYER_TOC] = "layer-" CACHE_VERSION "-toc",
	[LAYER_FILES] = "layer-" CACHE_VERSION "-files",
	[LAYER_FULL] = "layer-" CACHE_VERSION "-full",
};
#define BLOB "blob"
#define JSON "json"

/* Who sees names of files learns nothing of the seed. */
static void name_kinds(struct cache *c)
{
	struct digest sum =
		sha256_of((struct str){(const char *)&c->seed, sizeof c->seed});
	const char *hex = sum.text + strlen("sha256:");

	for (size_t i = 0; i < LAYER_DEPTH_N; i++)
		if (layer_kinds[i])
			(void)snprintf(c->kinds[i], sizeof c->kinds[i],
			               "%s-%.16s", layer_kinds[i], hex);
}

int cache_open(struct cache *c, const char *dir, uint64_t max, struct err *err)
{
	*c = (struct cache){0};
	if (store_open(&c->store, dir, max, err))
		return -1;
	if (store_seed(&c->store, &c->seed))
		name_kinds(c);
	else /* no layers, then */
		c->seed = seed_new();
	return 0;
}

void cache_close(struct cache *c)
{
	store_close(&c->store);
}

/* What a layer's facts go by at this depth; "" nothing does. */
static struct str key_of(const struct cache *c, struct layer_id id,
                         enum layer_depth depth)
{
	struct str key = depth == LAYER_FULL ? id.diff_id : id.toc;

	return c->kinds[depth][0] && digest_is_valid(key) ? key : STR("");
}

/* The config says that this blob is that diffID; was it so? */
static bool is_proved(struct cache *c, struct layer_id id)
{
	struct arena a = {0};
	struct str was;
	bool same;

	if (id.blob.n == 0 || str_eq(id.blob, id.diff_id))
		return true;
	same = digest_is_valid(id.blob) &&
	       store_get(&c->store, BLOB, id.blob, STORE_ENTRY_MAX, &a, &was) &&
	       str_eq(was, id.diff_id);
	arena_free(&a);
	return same;
}

/* Read with this seed, and so of use for those who have it. */
static bool is_ours(const struct cache *c, const struct layer_facts *l)
{
	return l && l->seed == c->seed;
}

static void *look_up(struct cache_use *u, struct layer_id id,
                     enum layer_depth depth, struct str key)
{
	struct layer_facts *l = NULL;
	struct arena space = {0};
	struct str bytes;

	if ((depth != LAYER_FULL || is_proved(u->cache, id)) &&
	    store_get(&u->cache->store, u->cache->kinds[depth], key,
	              layer_room(u->layers), &space, &bytes))
		l = layer_unpack(bytes, u->layers);
	arena_free(&space);
	return is_ours(u->cache, l) ? l : NULL;
}

/* Somebody else may be reading it at this moment. */
static void *get(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct cache_use *u = ctx;
	struct cache *c = u->cache;
	struct str key = key_of(c, id, depth);
	void *facts;

	if (key.n == 0)
		return NULL;
	facts = look_up(u, id, depth, key);
	if (!facts) {
		store_lock(&c->store, c->kinds[depth], key);
		facts = look_up(u, id, depth, key);
	}
	if (facts)
		store_unlock(&c->store);
	c->hits += facts != NULL;
	c->misses += facts == NULL;
	return facts;
}

static void keep(struct cache *c, struct layer_id id, enum layer_depth depth,
                 const struct layer_facts *l)
{
	struct store *s = &c->store;
	struct buf bytes = {0};

	layer_pack(l, &bytes);
	store_put(s, c->kinds[depth], key_of(c, id, depth), buf_str(&bytes));
	buf_free(&bytes);
	if (depth == LAYER_FULL && digest_is_valid(id.blob) &&
	    !str_eq(id.blob, id.diff_id))
		store_put(s, BLOB, id.blob, id.diff_id);
}

static void put(void *ctx, struct layer_id id, enum layer_depth depth,
                const void *facts)
{
	struct cache *c = ((struct cache_use *)ctx)->cache;
	const struct layer_facts *l = facts;

	if (key_of(c, id, depth).n && !l->crowded && is_ours(c, l))
		keep(c, id, depth, l);
	store_unlock(&c->store);
}

static bool has(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct cache *c = ((struct cache_use *)ctx)->cache;
	struct str key = key_of(c, id, depth);

	return key.n && store_has(&c->store, c->kinds[depth], key);
}

static bool get_json(void *ctx, struct str digest, struct arena *a,
                     struct str *json)
{
	struct cache_use *u = ctx;
	struct digest is;

	if (!digest_is_valid(digest) ||
	    !store_get(&u->cache->store, JSON, digest, STORE_ENTRY_MAX, a,
	               json))
		return false;
	is = sha256_of(*json);
	return str_eq(digest_str(&is), digest);
}

static void put_json(void *ctx, struct str digest, struct str json)
{
	struct cache_use *u = ctx;

	if (digest_is_valid(digest))
		store_put(&u->cache->store, JSON, digest, json);
}

void cache_rest(struct cache *c)
{
	store_unlock(&c->store);
}

struct layer_cache cache_hook(struct cache_use *use)
{
	return (struct layer_cache){use, get, put, get_json, put_json, has};
}

/* In vain, or with facts to be remembered. */
struct cache_asked {
	struct layer_id id;
	enum layer_depth depth;
	const struct layer_facts *facts;
};

static void take_down(struct cache_early *e, struct layer_id id,
                      enum layer_depth depth, const struct layer_facts *facts)
{
	struct arena *a = &e->arena;
	struct cache_asked *x = arena_push(a, e);

	x->id = (struct layer_id){.diff_id = arena_str(a, id.diff_id),
	                          .blob = arena_str(a, id.blob),
	                          .toc = arena_str(a, id.toc)};
	x->depth = depth;
	x->facts = facts;
}

static bool has_proved(const struct cache_early *e, struct layer_id id)
{
	slice_for (const struct cache_asked, x, *e)
		if (x->facts && str_eq(x->id.diff_id, id.diff_id))
			return true;
	return false;
}

static void *get_early(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct cache_early *e = ctx;
	struct str key = key_of(e->use.cache, id, depth);
	void *facts = key.n ? look_up(&e->use, id, depth, key) : NULL;

	if (key.n && !facts) {
		e->doubtful |= has_proved(e, id);
		take_down(e, id, depth, NULL);
	}
	return facts;
}

static void put_early(void *ctx, struct layer_id id, enum layer_depth depth,
                      const void *facts)
{
	struct cache_early *e = ctx;
	const struct cache *c = e->use.cache;
	const struct layer_facts *l = facts;

	if (key_of(c, id, depth).n && !l->crowded && is_ours(c, l))
		take_down(e, id, depth, l);
}

static bool has_early(void *ctx, struct layer_id id, enum layer_depth depth)
{
	return has(&((struct cache_early *)ctx)->use, id, depth);
}

/* Registries, whose configs it would be asked for, are not read early. */
struct layer_cache cache_hook_early(struct cache_early *e)
{
	return (struct layer_cache){.ctx = e,
	                            .get = get_early,
	                            .put = put_early,
	                            .has = has_early};
}

/* What it read instead and proved is what it would have got, and where there
 * is plenty of room it does not matter that this takes more of it. */
static bool is_the_same(struct cache_early *e, const struct cache_asked *x)
{
	const struct arena *layers = e->use.layers;
	bool plenty = arena_since(layers) <= layers->room / 4;

	return x->facts || (plenty && has_proved(e, x->id)) ||
	       !has(&e->use, x->id, x->depth);
}

bool cache_catch_up(struct cache_early *e)
{
	if (e->doubtful)
		return false;
	slice_for (const struct cache_asked, x, *e)
		if (!is_the_same(e, x))
			return false;
	slice_for (const struct cache_asked, x, *e)
		if (x->facts)
			keep(e->use.cache, x->id, x->depth, x->facts);
	return true;
}

void cache_early_end(struct cache_early *e)
{
	arena_free(&e->arena);
}
