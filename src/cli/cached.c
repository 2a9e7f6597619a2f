#include "cli/cli.h"

#include <stdlib.h>

enum { MIB_MAX = 1 << 24 };

/* XDG Base Directory Specification; "" when there is no home. */
static struct str default_dir(struct context *c)
{
	const char *xdg = getenv("XDG_CACHE_HOME");
	const char *home = getenv("HOME");

	if (xdg && xdg[0] == '/')
		return arena_fmt(&c->arena, "%s/cudalint", xdg);
	if (home && home[0] == '/')
		return arena_fmt(&c->arena, "%s/.cache/cudalint", home);
	return STR("");
}

static int max_bytes(const struct context *c, uint64_t *out, struct err *err)
{
	uint64_t mib;

	*out = CACHE_BYTES_DEFAULT;
	if (!c->opts.cache_size.n)
		return 0;
	if (!str_uint(c->opts.cache_size, &mib) || !mib || mib > MIB_MAX)
		return err_set(err, ERR_USAGE,
		               "--cache-size wants a number of MiB, not " STR_F,
		               STR_A(c->opts.cache_size));
	*out = mib << 20;
	return 0;
}

static int open_cache(struct context *c, struct str dir, struct err *err)
{
	uint64_t max;

	if (max_bytes(c, &max, err) ||
	    cache_open(&c->cache, arena_cstr(&c->arena, dir), max, err))
		return -1;
	c->cache_open = true;
	c->cache_dir = dir;
	return 0;
}

/* A directory that was not asked for may be one that can't be written. */
static int open_default(struct context *c, struct err *err)
{
	struct str dir = default_dir(c);

	if (dir.n == 0 || open_cache(c, dir, err) == 0)
		return 0;
	if (err->kind == ERR_USAGE)
		return -1;
	note(arena_fmt(&c->arena, "cudalint: %s; nothing is remembered\n",
	               err->msg));
	c->opts.no_cache = true; /* said once */
	*err = (struct err){0};
	return 0;
}

int context_cache(struct context *c, bool always, struct err *err)
{
	if (c->cache_open || c->opts.no_cache)
		return 0;
	if (c->opts.cache.n)
		return open_cache(c, c->opts.cache, err);
	return always ? open_default(c, err) : 0;
}

void context_cache_end(struct context *c)
{
	if (!c->cache_open)
		return;
	if (c->cache.store.trouble.kind != ERR_NONE)
		note(arena_fmt(&c->arena, "cudalint: %s\n",
		               c->cache.store.trouble.msg));
	cache_close(&c->cache);
	c->cache_open = false;
}
