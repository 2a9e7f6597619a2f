#include "cli/cli.h"

#include <unistd.h>

enum { FLEET_MAX = 16 << 20, UP_MAX = 64 };

int context_know(struct context *c, struct err *err)
{
	if (c->know_loaded)
		return 0;
	if (know_load(&c->know, c->opts.knowledge, &c->arena, err))
		return -1;
	c->know_loaded = true;
	return 0;
}

/* cudalint.fleet.json in the working directory or above it; "" none. */
static struct str search_upward(struct context *c)
{
	struct str path = STR("cudalint.fleet.json");

	for (int i = 0; i < UP_MAX; i++) {
		if (access(path.p, R_OK) == 0)
			return path;
		path = arena_fmt(&c->arena, "../" STR_F, STR_A(path));
	}
	return STR("");
}

static int fleet_of_file(struct context *c, struct str path, struct fleet *out,
                         struct err *err)
{
	struct str json;

	if (file_read(path, FLEET_MAX, &c->arena, &json, err))
		return -1;
	if (fleet_parse(json, &c->know, &c->arena, out, err))
		return err_wrap(err, STR_F, STR_A(input_name(path)));
	return 0;
}

struct str context_fleet_path(struct context *c)
{
	return c->opts.fleet.n ? c->opts.fleet : search_upward(c);
}

int context_fleet(struct context *c, struct fleet *out, struct err *err)
{
	struct str path = context_fleet_path(c);

	if (context_know(c, err))
		return -1;
	if (path.n ? fleet_of_file(c, path, out, err) :
	             fleet_default(&c->know, &c->arena, out, err))
		return -1;
	if (c->opts.pool.n == 0)
		return 0;
	fleet_select(out, c->opts.pool, &c->arena);
	if (out->pools.n == 0)
		return err_set(err, ERR_USAGE,
		               "no pool of %s is named like --pool " STR_F,
		               path.n ? path.p : "the built-in fleet",
		               STR_A(c->opts.pool.v[0]));
	return 0;
}
