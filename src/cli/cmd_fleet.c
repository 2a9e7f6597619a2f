#include "cli/cli.h"
#include "cli/fleet_show.h"
#include "fleet/diff.h"
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

static int show(struct context *c, struct err *err)
{
	struct fleet f = {0};
	struct buf out = {0};
	int rc;

	if (load(c, &f, err))
		return -1;
	fleet_show(&f, &c->arena, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}

static int diff(struct context *c, struct err *err)
{
	struct fleet was = {0}, is = {0};
	struct buf out = {0};
	struct strs lines;
	int rc;

	if (c->opts.args.n != 3)
		return err_set(err, ERR_USAGE,
		               "fleet diff wants two profiles: diff OLD NEW");
	c->opts.fleet = c->opts.args.v[1];
	if (context_fleet(c, &was, err))
		return -1;
	c->opts.fleet = c->opts.args.v[2];
	if (context_fleet(c, &is, err))
		return -1;
	lines = fleet_diff(&was, &is, &c->arena);
	slice_for (struct str, line, lines)
		buf_printf(&out, STR_F "\n", STR_A(*line));
	rc = print(buf_str(&out), err);
	buf_free(&out);
	if (rc)
		return rc;
	return lines.n ? STATUS_FOUND : STATUS_CLEAN;
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
} verbs[] = {{"check", check},
             {"show", show},
             {"diff", diff},
             {"import", import}};

int run_fleet(struct context *c, struct err *err)
{
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (c->opts.args.n &&
		    str_eq(c->opts.args.v[0], str_c(verbs[i].name)))
			return verbs[i].run(c, err);
	return err_set(
		err, ERR_USAGE,
		"fleet wants check, show, diff or import; try: cudalint fleet "
		"--help");
}
