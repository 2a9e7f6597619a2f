#include "cli/cage.h"
#include "cli/place.h"
#include "cli/remote.h"
#include "cli/sandbox.h"

#include "base/path.h"
#include "base/sha256.h"
#include "registry/porter.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct cage {
	struct context *c;
	const struct command *cmd;
	struct sandbox box;
};

/* Where names of hosts, certificates and the code that looks them up are: C
 * libraries load some of it when it is first asked for. */
static const char *const network_paths[] = {
	"/etc/resolv.conf",
	"/etc/hosts",
	"/etc/host.conf",
	"/etc/gai.conf",
	"/etc/nsswitch.conf",
	"/etc/services",
	"/etc/protocols",
	"/etc/ld.so.cache",
	"/etc/localtime",
	"/etc/ssl",
	"/etc/pki",
	"/etc/ca-certificates",
	"/etc/crypto-policies",
	"/etc/docker/certs.d",
	"/etc/containers/certs.d",
	"/run/systemd/resolve",
	"/run/resolvconf",
	"/run/NetworkManager",
	"/var/lib/ca-certificates",
	"/lib",
	"/lib64",
	"/usr",
	"/nix/store",
	"/dev/urandom",
	"/dev/null",
};

static void grant(struct cage *g, struct str path, enum sandbox_grant what)
{
	struct sandbox_path *p;

	if (path.n == 0 || str_eq(path, STR("-")))
		return;
	p = arena_push(&g->c->arena, &g->box);
	*p = (struct sandbox_path){path, what};
}

static bool is_folder(struct cage *g, struct str path)
{
	struct stat st;

	return stat(arena_cstr(&g->c->arena, path), &st) == 0 &&
	       S_ISDIR(st.st_mode);
}

static struct str folder_of(struct str path)
{
	struct str dir = path_dir(path);

	if (dir.n)
		return dir;
	return str_has_prefix(path, STR("/")) ? STR("/") : STR(".");
}

/* A reference needs the network, anything else is here. */
static void take_image(struct cage *g, struct str arg)
{
	if (remote_is_reference(arg) || remote_is_daemon(arg))
		g->box.network = true;
	else
		grant(g, place_of(arg).path, GRANT_READ);
}

/* The build context is read when an instruction wants a file of it. */
static void take_dockerfile(struct cage *g, struct str arg)
{
	grant(g, arg, GRANT_READ);
	if (g->c->opts.context.n == 0 && !str_eq(arg, STR("-")) &&
	    !is_folder(g, arg))
		grant(g, folder_of(arg), GRANT_READ);
	if (g->c->opts.write)
		grant(g, folder_of(arg), GRANT_REPLACE);
}

static void take_argument(struct cage *g, struct str arg)
{
	if (command_takes(g->cmd, "context") &&
	    (g->c->opts.dockerfile || !command_takes(g->cmd, "dockerfile")))
		take_dockerfile(g, arg);
	else if (command_takes(g->cmd, "depth"))
		take_image(g, arg);
	else
		grant(g, arg, GRANT_READ);
}

static void take_inputs(struct cage *g)
{
	const struct options *o = &g->c->opts;

	slice_for (struct str, arg, o->args)
		take_argument(g, *arg);
	if (o->base.n)
		take_image(g, o->base);
	if (o->image.n)
		take_image(g, o->image);
	grant(g, o->context, GRANT_READ);
	grant(g, o->facts, GRANT_READ);
	grant(g, o->paste, GRANT_READ);
	grant(g, o->knowledge, GRANT_READ);
	grant(g, o->baseline, GRANT_READ);
	if (o->from_file.n) /* nobody knows yet what it names */
		grant(g, STR("/"), GRANT_READ);
	if (command_takes(g->cmd, "from-file"))
		g->box.network = true;
	if (command_takes(g->cmd, "fleet"))
		grant(g, context_fleet_path(g->c), GRANT_READ);
}

/* It is made before there is a rule for it. */
static void take_state(struct cage *g)
{
	struct str path = g->c->opts.state;
	int fd;

	if (path.n == 0)
		return;
	fd = open(arena_cstr(&g->c->arena, path),
	          O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (fd >= 0)
		(void)close(fd); /* who opens it again says what is wrong */
	grant(g, path, GRANT_WRITE);
}

/* A report is written beside the old one and renamed. */
static void take_outputs(struct cage *g)
{
	struct str name, file;

	slice_for (struct str, spec, g->c->opts.format) {
		if (!str_cut(*spec, '=', &name, &file) || file.n == 0)
			continue;
		if (file_is_special(arena_cstr(&g->c->arena, file)))
			grant(g, file, GRANT_WRITE);
		else
			grant(g, folder_of(file), GRANT_REPLACE);
	}
	if (g->c->opts.update_baseline)
		grant(g, folder_of(g->c->opts.baseline), GRANT_REPLACE);
	take_state(g);
}

static int take_cache(struct cage *g, struct err *err)
{
	if (context_cache(g->c, g->box.network, err))
		return -1;
	if (g->c->cache_open)
		grant(g, g->c->cache_dir, GRANT_STORE);
	return 0;
}

static void take_network(struct cage *g)
{
	struct strs files = {0};

	if (!g->box.network)
		return;
	for (size_t i = 0; i < sizeof network_paths / sizeof *network_paths;
	     i++)
		grant(g, str_c(network_paths[i]), GRANT_READ);
	remote_files(g->c, &files);
	slice_for (struct str, f, files)
		grant(g, *f, GRANT_READ);
}

/* A helper that knows a password is a program with needs of its own, and what
 * it is started from binds it: somebody outside has to run it. */
static int take_helpers(struct cage *g, struct err *err)
{
	struct strs helpers = {0};

	if (!g->box.network || g->c->porter)
		return 0;
	remote_helpers(g->c, &helpers);
	if (helpers.n == 0)
		return 0;
	g->c->porter = porter_open(&helpers, err);
	return g->c->porter < 0 ? -1 : 0;
}

static void close_now(struct cage *g)
{
	struct sandbox_force ignored;

	take_network(g);
	/* Its library reads its settings when it is first used. */
	(void)sha256_of(STR(""));
	sandbox_close(&g->box, &ignored);
}

int cage_close(struct context *c, const struct command *cmd, struct err *err)
{
	struct cage g = {.c = c, .cmd = cmd};

	take_inputs(&g);
	take_outputs(&g);
	if (take_cache(&g, err) || take_helpers(&g, err))
		return -1;
	close_now(&g);
	return 0;
}

void cage_narrow(struct context *c, const struct strs *inputs)
{
	struct cage g = {.c = c};

	slice_for (struct str, input, *inputs)
		take_image(&g, *input);
	if (c->cache_open)
		grant(&g, c->cache_dir, GRANT_STORE);
	close_now(&g);
}

void cage_describe(struct buf *out)
{
	struct sandbox_force force;

	sandbox_close(&(struct sandbox){0}, &force);
	sandbox_describe(&force, out);
}
