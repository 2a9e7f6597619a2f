/*
 * cache.h - what layers said, remembered.
 *
 * Shape:   facts of a layer by diffID, reached from a blob through the digest
 *          that it was proved to have; those of a table of contents by the
 *          table's digest; configs by theirs.
 * Owner:   cache_close() ends it; the hook borrows it.
 * Errors:  only opening fails; store.h.
 * Source:  architecture.md 3.1; images.md E.
 */
#ifndef FACTS_CACHE_H
#define FACTS_CACHE_H

#include "facts/layer_pack.h"
#include "facts/store.h"
#include "image/layer_cache.h"

/* Part of every key: raise it whenever the same layer would say something
 * else: interests, extractors, the structs of facts or how they are packed.
 * tests/cache.py knows when. */
#define CACHE_VERSION "8"

/* What a thousand images of a registry say, several times over. */
#define CACHE_BYTES_DEFAULT ((uint64_t)1 << 30)

enum { CACHE_KIND_MAX = 48 };

struct cache {
	struct store store;
	char kinds[LAYER_DEPTH_N][CACHE_KIND_MAX]; /* "": none of these */
	uint64_t seed;       /* that facts have to be read with to be kept */
	size_t hits, misses; /* of layers */
};

/* One read: facts that it gets go to layers. */
struct cache_use {
	struct cache *cache;
	struct arena *layers;
};

int cache_open(struct cache *c, const char *dir, uint64_t max, struct err *err);
void cache_close(struct cache *c);
/* An image was read: nobody need wait for what it asked for in vain. */
void cache_rest(struct cache *c);

struct layer_cache cache_hook(struct cache_use *use);

/* A read before its turn, on any thread: it looks at what is there, waits for
 * nobody, and what it has to say waits for its turn. */
struct cache_early {
	struct cache_use use;
	struct arena arena;
	struct cache_asked *v;
	size_t n;
	bool doubtful; /* it asked for what it had to say itself */
};
struct layer_cache cache_hook_early(struct cache_early *e);
/* In its turn: would it say the same?  Then what it has to say is said. */
bool cache_catch_up(struct cache_early *e);
void cache_early_end(struct cache_early *e);

#endif
