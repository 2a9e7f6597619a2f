#include "facts/cache.h"

#include "base/sha256.h"

/* A digest's kinds of entries. */
static const char *const layer_kinds[LAYER_DEPTH_N] = {
	[LAYER_TOC] = "layer-" CACHE_VERSION "-toc",
	[LAYER_FILES] = "layer-" CACHE_VERSION "-files",
	[LAYER_FULL] = "layer-" CACHE_VERSION "-full",
};
#define BLOB "blob"
#define JSON "json"

int cache_open(struct cache *c, const char *dir, uint64_t max, struct err *err)
{
	*c = (struct cache){0};
	return store_open(&c->store, dir, max, err);
}

void cache_close(struct cache *c)
{
	store_close(&c->store);
}

/* What a layer's facts go by at this depth; "" nothing does. */
static struct str key_of(struct layer_id id, enum layer_depth depth)
{
	struct str key = depth == LAYER_FULL ? id.diff_id : id.toc;

	return layer_kinds[depth] && digest_is_valid(key) ? key : STR("");
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

/* Its bytes stay beside what is made of them, which is as much again. */
static size_t room(const struct arena *layers)
{
	return layer_room(layers) / 2;
}

static void *look_up(struct cache_use *u, struct layer_id id,
                     enum layer_depth depth, struct str key)
{
	struct str bytes;

	if ((depth == LAYER_FULL && !is_proved(u->cache, id)) ||
	    !store_get(&u->cache->store, layer_kinds[depth], key,
	               room(u->layers), u->layers, &bytes))
		return NULL;
	return layer_unpack(bytes, u->layers);
}

/* Somebody else may be reading it at this moment. */
static void *get(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct cache_use *u = ctx;
	struct cache *c = u->cache;
	struct str key = key_of(id, depth);
	void *facts;

	if (key.n == 0)
		return NULL;
	facts = look_up(u, id, depth, key);
	if (!facts) {
		store_lock(&c->store, layer_kinds[depth], key);
		facts = look_up(u, id, depth, key);
	}
	if (facts)
		store_unlock(&c->store);
	c->hits += facts != NULL;
	c->misses += facts == NULL;
	return facts;
}

static void keep(struct store *s, struct layer_id id, enum layer_depth depth,
                 const struct layer_facts *l)
{
	struct buf bytes = {0};

	layer_pack(l, &bytes);
	store_put(s, layer_kinds[depth], key_of(id, depth), buf_str(&bytes));
	buf_free(&bytes);
	if (depth == LAYER_FULL && digest_is_valid(id.blob) &&
	    !str_eq(id.blob, id.diff_id))
		store_put(s, BLOB, id.blob, id.diff_id);
}

static void put(void *ctx, struct layer_id id, enum layer_depth depth,
                const void *facts)
{
	struct store *s = &((struct cache_use *)ctx)->cache->store;
	const struct layer_facts *l = facts;

	if (key_of(id, depth).n && !l->crowded)
		keep(s, id, depth, l);
	store_unlock(s);
}

static bool has(void *ctx, struct layer_id id, enum layer_depth depth)
{
	struct cache *c = ((struct cache_use *)ctx)->cache;
	struct str key = key_of(id, depth);

	return key.n && store_has(&c->store, layer_kinds[depth], key);
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
