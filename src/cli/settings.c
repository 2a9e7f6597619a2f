#include "cli/settings.h"

#include "base/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define POLICY_NAME "cudalint.json"

static const struct {
	const char *variable, *option;
	size_t off;
} environment[] = {
	{"CUDALINT_CONFIG", "config", offsetof(struct options, config)},
	{"CUDALINT_FLEET", "fleet", offsetof(struct options, fleet)},
	{"CUDALINT_FAIL_ON", "fail-on", offsetof(struct options, fail_on)},
};

static void read_environment(struct context *c, const struct command *cmd)
{
	for (size_t i = 0; i < sizeof environment / sizeof *environment; i++) {
		char *member = (char *)&c->opts + environment[i].off;
		struct str *at = (struct str *)(void *)member;
		const char *value = getenv(environment[i].variable);

		if (value && at->n == 0 &&
		    command_takes(cmd, environment[i].option))
			*at = str_c(value);
	}
}

static bool is_folder(struct context *c, struct str path)
{
	struct stat st;

	return stat(arena_cstr(&c->arena, path), &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

/* Without its slash in front and without dots; by name only, so that a link is
 * where it is, not where it leads. */
static int from_root(struct context *c, struct str path, struct str *out,
                     struct err *err)
{
	char here[PATH_MAX_BYTES] = "", room[PATH_MAX_BYTES];
	struct str clean;

	if (!str_has_prefix(path, STR("/")) && !getcwd(here, sizeof here))
		return err_set(err, ERR_IO, "the working directory: %s",
		               strerror(errno));
	path = arena_fmt(&c->arena, "%s/" STR_F, here, STR_A(path));
	if (path_clean(path, room, &clean) != PATH_OK)
		return err_set(err, ERR_USAGE, STR_F ": no such folder",
		               STR_A(path));
	*out = arena_str(&c->arena, clean);
	return 0;
}

/* Where anybody may put a file, only the user's own is one. */
static int check_owner(struct context *c, struct str path,
                       const struct stat *file, struct err *err)
{
	struct stat dir;

	if (stat(arena_cstr(&c->arena, path_dir(path)), &dir) ||
	    !(dir.st_mode & S_IWOTH) || file->st_uid == geteuid() ||
	    file->st_uid == 0)
		return 0;
	return err_set(err, ERR_USAGE,
	               STR_F " is somebody else's, in a folder that all may "
	                     "write to; name it with --config if it is meant, "
	                     "else --no-config",
	               STR_A(file_name(path, &c->arena)));
}

/* 1: it is there. */
static int is_there(struct context *c, struct str path, struct err *err)
{
	const char *why = "not a file";
	struct stat st;

	if (stat(arena_cstr(&c->arena, path), &st)) {
		if (errno == ENOENT || errno == ENOTDIR)
			return 0;
		why = strerror(errno);
	} else if (S_ISREG(st.st_mode)) {
		return check_owner(c, path, &st, err) ? -1 : 1;
	}
	return err_set(err, ERR_IO, STR_F ": %s; --no-config does without it",
	               STR_A(file_name(path, &c->arena)), why);
}

/* From the folder up to the root; "" none. */
static int search(struct context *c, struct str folder, struct str *out,
                  struct err *err)
{
	struct str dir = {0};

	*out = STR("");
	if (from_root(c, folder, &dir, err))
		return -1;
	for (;;) {
		struct str path =
			arena_fmt(&c->arena, "/" STR_F "%s" POLICY_NAME,
		                  STR_A(dir), dir.n ? "/" : "");
		int found = is_there(c, path, err);

		if (found < 0)
			return -1;
		if (found)
			*out = file_name(path, &c->arena);
		if (found || dir.n == 0)
			return 0;
		dir = path_dir(dir);
	}
}

static int search_for(struct context *c, struct str file, struct str *out,
                      struct err *err)
{
	if (str_eq(file, STR("-")))
		return search(c, STR(""), out, err);
	return search(c, is_folder(c, file) ? file : path_dir(file), out, err);
}

static int differ(struct str a, struct str of_a, struct str b, struct str of_b,
                  struct err *err)
{
	return err_set(err, ERR_USAGE,
	               "the policy of " STR_F " is " STR_F ", that of " STR_F
	               " " STR_F "; judge them in runs of their own, or name "
	               "one with --config",
	               STR_A(of_a), STR_A(a.n ? a : STR("none")), STR_A(of_b),
	               STR_A(b.n ? b : STR("none")));
}

/* Dockerfiles have theirs above them, whatever the working directory. */
static int search_all(struct context *c, const struct command *cmd,
                      struct str *out, struct err *err)
{
	const struct strs *args = &c->opts.args;

	if (args->n == 0 || !command_takes(cmd, "target"))
		return search(c, STR(""), out, err);
	if (search_for(c, args->v[0], out, err))
		return -1;
	for (size_t i = 1; i < args->n; i++) {
		struct str other;

		if (search_for(c, args->v[i], &other, err))
			return -1;
		if (!str_eq(*out, other))
			return differ(*out, args->v[0], other, args->v[i], err);
	}
	return 0;
}

int settings_agree(struct context *c, struct str file, struct err *err)
{
	struct str own;

	if (c->opts.config.n || c->opts.no_config)
		return 0;
	if (search_for(c, file, &own, err))
		return -1;
	if (str_eq(own, c->policy.lint.name))
		return 0;
	return err_set(err, ERR_USAGE,
	               STR_F ": its policy is " STR_F
	                     "; judge it in a run of its own, or name one "
	                     "with --config",
	               STR_A(file), STR_A(own.n ? own : STR("none")));
}

struct str settings_name(struct context *c, struct str path)
{
	struct str policy = c->policy.lint.name, dir, own;
	struct err ignored;

	if (policy.n == 0 || str_eq(path, STR("-")) ||
	    from_root(c, path_dir(policy), &dir, &ignored) ||
	    from_root(c, path, &own, &ignored) || own.n <= dir.n ||
	    !path_is_under(own, dir))
		return file_name(path, &c->arena);
	return path_rel(str_from(own, dir.n));
}

/* Paths of the file are from its own folder on. */
static struct str beside(struct context *c, struct str policy, struct str path)
{
	struct str dir = path_dir(policy);

	if (path.n == 0 || dir.n == 0 || str_has_prefix(path, STR("/")))
		return path;
	return arena_fmt(&c->arena, STR_F "/" STR_F, STR_A(dir), STR_A(path));
}

static int read_policy(struct context *c, struct str path, struct err *err)
{
	struct options *o = &c->opts;
	struct str json;

	if (file_read(path, POLICY_BYTES, &c->arena, &json, err))
		return -1;
	if (policy_parse(json, path, &c->arena, &c->policy, err))
		return err_wrap(err, STR_F, STR_A(path));
	if (o->fleet.n == 0)
		o->fleet = beside(c, path, c->policy.file.fleet);
	if (o->pool.n == 0)
		o->pool = c->policy.file.pools;
	if (o->fail_on.n == 0)
		o->fail_on = c->policy.file.fail_on;
	return 0;
}

int settings_read(struct context *c, const struct command *cmd, struct err *err)
{
	struct str path = {0};
	struct know_age age;

	if (c->opts.config.n && c->opts.no_config)
		return err_set(err, ERR_USAGE,
		               "--config and --no-config exclude each other");
	read_environment(c, cmd);
	if (!command_takes(cmd, "config"))
		return 0;
	if (context_age(c, &age, err))
		return -1;
	if (c->opts.no_config)
		c->opts.config = path;
	else if (c->opts.config.n)
		path = c->opts.config;
	else if (search_all(c, cmd, &path, err))
		return -1;
	if (path.n && read_policy(c, path, err))
		return -1;
	c->policy.lint.today = age.today;
	c->policy.lint.no_labels |= c->opts.no_labels;
	return 0;
}

int settings_print(struct context *c, struct err *err)
{
	struct policy_file f = c->policy.file;
	struct buf out = {0};
	int rc;

	f.schema = STR(POLICY_SCHEMA);
	f.fleet = context_fleet_path(c);
	f.pools = c->opts.pool;
	f.fail_on = c->opts.fail_on.n ? c->opts.fail_on : STR("error");
	f.no_labels = c->policy.lint.no_labels;
	record_write(&policy_schema, &f, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}
