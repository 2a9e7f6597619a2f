#include "cli/cli.h"
#include "fleet/import.h"

enum { INPUT_MAX = 64 << 20 };

/* FILE of the command line, else --fleet, else as `image` finds it. */
static int load(struct context *c, struct fleet *f, struct err *err)
{
	if (c->opts.args.n > 2)
		return err_set(err, ERR_USAGE, "fleet takes one file");
	if (c->opts.args.n == 2)
		c->opts.fleet = c->opts.args.v[1];
	return context_fleet(c, f, err);
}

static int check(struct context *c, struct err *err)
{
	struct fleet f = {0};
	struct strs odd;
	struct buf out = {0};
	int rc;

	if (load(c, &f, err))
		return -1;
	odd = fleet_check(&f, &c->know, &c->arena);
	slice_for (struct str, line, odd)
		buf_printf(&out, STR_F "\n", STR_A(*line));
	if (odd.n == 0)
		buf_printf(&out, "ok: %zu pools\n", f.pools.n);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	if (rc)
		return rc;
	return odd.n ? STATUS_FOUND : STATUS_CLEAN;
}

static void show_gpu(const struct fleet_gpu *g, struct buf *out)
{
	const char *kind = gpu_class_names[g->gpu_class];

	buf_printf(out, "%lld x " STR_F, (long long)g->count, STR_A(g->name));
	if (g->known && kind)
		buf_printf(out, " (" STR_F ", %s)\n",
		           STR_A(g->compute_capability), kind);
	else
		buf_printf(out, " (not in the tables)\n");
}

/* One line per kind of GPU; the rest of the pool stands on the first. */
static void show_pool(const struct pool *p, struct buf *out)
{
	enum { GPU_COLUMN = 46 };

	buf_printf(out, "%-18.*s %6lld  %-12.*s %-5.*s ", STR_A(p->name),
	           (long long)p->nodes, STR_A(p->driver), STR_A(p->cuda));
	slice_for (struct fleet_gpu, g, p->gpus) {
		if (g != p->gpus.v)
			buf_addc(out, ' ', GPU_COLUMN);
		show_gpu(g, out);
	}
}

static int show(struct context *c, struct err *err)
{
	struct fleet f = {0};
	struct buf out = {0};
	int rc;

	if (load(c, &f, err))
		return -1;
	buf_printf(&out, "fleet " STR_F "%s, %zu pools\n\n", STR_A(f.name),
	           f.embedded ? " (built in)" : "", f.pools.n);
	buf_printf(&out, "%-18s %6s  %-12s %-5s %s\n", "POOL", "NODES",
	           "DRIVER", "CUDA", "GPUS IN A HOST");
	slice_for (struct pool, p, f.pools)
		show_pool(p, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}

static int print_fleet(const struct fleet *f, struct err *err)
{
	struct buf out = {0};
	int rc;

	slice_for (struct str, n, f->notes)
		buf_printf(&out, "cudalint: " STR_F "\n", STR_A(*n));
	note(buf_str(&out));
	buf_free(&out);
	fleet_write(f, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	if (rc)
		return rc;
	return f->left_out ? STATUS_FOUND : STATUS_CLEAN;
}

static int read_inputs(struct context *c, struct inputs *in, struct err *err)
{
	struct str stdin_only[] = {STR("-")};
	struct strs paths = {stdin_only, 1};

	if (c->opts.args.n > 1)
		paths = (struct strs){c->opts.args.v + 1, c->opts.args.n - 1};
	slice_for (const struct str, path, paths) {
		struct input *i = arena_push(&c->arena, in);

		i->name = input_name(*path);
		if (file_read(*path, INPUT_MAX, &c->arena, &i->text, err))
			return -1;
	}
	return 0;
}

/* --name is for the only pool there is. */
static int rename_pool(const struct context *c, struct fleet *f,
                       struct err *err)
{
	if (c->opts.name.n == 0)
		return 0;
	if (f->pools.n > 1)
		return err_set(err, ERR_USAGE,
		               "--name names one pool, and there are %zu",
		               f->pools.n);
	f->pools.v[0].name = c->opts.name;
	return 0;
}

static int import(struct context *c, struct err *err)
{
	struct inputs in = {0};
	struct fleet f = {0};

	if (context_know(c, err) || read_inputs(c, &in, err) ||
	    fleet_import(&in, &c->know, &c->arena, &f, err) ||
	    rename_pool(c, &f, err))
		return -1;
	return print_fleet(&f, err);
}

static const struct {
	const char *name;
	int (*run)(struct context *c, struct err *err);
} verbs[] = {{"check", check}, {"show", show}, {"import", import}};

int run_fleet(struct context *c, struct err *err)
{
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (c->opts.args.n &&
		    str_eq(c->opts.args.v[0], str_c(verbs[i].name)))
			return verbs[i].run(c, err);
	return err_set(err, ERR_USAGE,
	               "fleet wants check, show or import; try: cudalint fleet "
	               "--help");
}
