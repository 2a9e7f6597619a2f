#include "cli/cli.h"

enum { INPUT_MAX = 16 << 20 };

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

static void show_gpu(const struct pool *p, const struct fleet_gpu *g, bool first,
                     struct buf *out)
{
	const char *kind = gpu_class_names[g->gpu_class];
	struct str none = STR("");

	buf_printf(out, "%-18.*s %5lld  %-12.*s %-6.*s %lld x " STR_F,
	           STR_A(first ? p->name : none),
	           (long long)(first ? p->nodes : 0),
	           STR_A(first ? p->driver : none),
	           STR_A(first ? p->cuda : none), (long long)g->count,
	           STR_A(g->name));
	if (g->known)
		buf_printf(out, " (" STR_F ", %s)", STR_A(g->compute_capability),
		           kind ? kind : "?");
	else
		buf_printf(out, " (not in the tables)");
	buf_addc(out, '\n', 1);
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
	buf_printf(&out, "%-18s %5s  %-12s %-6s %s\n", "POOL", "NODES", "DRIVER",
	           "CUDA", "GPUS IN A HOST");
	slice_for (struct pool, p, f.pools)
		slice_for (struct fleet_gpu, g, p->gpus)
			show_gpu(p, g, g == p->gpus.v, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}

static int import(struct context *c, struct err *err)
{
	struct str path = c->opts.args.n > 1 ? c->opts.args.v[1] : STR("-");
	struct fleet f = {0};
	struct str text;
	struct buf out = {0};
	int rc;

	if (context_know(c, err) ||
	    file_read(path, INPUT_MAX, &c->arena, &text, err))
		return -1;
	if (fleet_import(text, &c->know, &c->arena, &f, err))
		return err_wrap(err, STR_F,
		                STR_A(str_eq(path, STR("-")) ?
		                              STR("standard input") :
		                              path));
	if (c->opts.name.n && f.pools.n)
		f.pools.v[0].name = c->opts.name;
	fleet_write(&f, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	slice_for (struct str, n, f.notes)
		buf_printf(&out, "cudalint: " STR_F "\n", STR_A(*n));
	note(buf_str(&out));
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
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
