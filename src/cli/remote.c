#include "cli/remote.h"

#include "cli/place.h"
#include "registry/credential.h"
#include "registry/daemon.h"
#include "registry/http.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PASSWORD_MAX = 64 << 10 };

bool remote_is_reference(struct str arg)
{
	struct arena a = {0};
	struct reference ref;
	struct err ignored = {0};
	bool is;

	if (str_has_prefix(arg, STR("docker://")))
		return true;
	if (remote_is_daemon(arg) || place_is_certain(arg))
		return false;
	is = !place_is_likely(arg) && access(arena_cstr(&a, arg), F_OK) &&
	     reference_parse(arg, &a, &ref, &ignored) == 0;
	arena_free(&a);
	return is;
}

bool remote_is_daemon(struct str arg)
{
	return str_has_prefix(arg, STR("daemon:"));
}

/* A path below a directory that the environment names; "" when it does not. */
static struct str below(struct context *c, const char *variable,
                        const char *path)
{
	const char *dir = getenv(variable);

	if (!dir || dir[0] != '/')
		return (struct str){0};
	return arena_fmt(&c->arena, "%s/%s", dir, path);
}

static void add_if_there(struct context *c, struct strs *list, struct str path)
{
	if (path.n && access(path.p, R_OK) == 0)
		*arena_push(&c->arena, list) = path;
}

/* images.md B4, with Docker's file in front. */
static struct strs auth_files(struct context *c)
{
	struct str docker = below(c, "DOCKER_CONFIG", "config.json");
	struct str config = below(c, "XDG_CONFIG_HOME", "containers/auth.json");
	const char *named = getenv("REGISTRY_AUTH_FILE");
	struct strs list = {0};

	if (c->opts.authfile.n || (named && *named)) {
		*arena_push(&c->arena, &list) =
			c->opts.authfile.n ? c->opts.authfile : str_c(named);
		return list;
	}
	add_if_there(c, &list,
	             docker.n ? docker :
	                        below(c, "HOME", ".docker/config.json"));
	add_if_there(c, &list,
	             below(c, "XDG_RUNTIME_DIR", "containers/auth.json"));
	add_if_there(c, &list,
	             arena_fmt(&c->arena, "/run/containers/%lu/auth.json",
	                       (unsigned long)getuid()));
	add_if_there(c, &list,
	             config.n ?
	                     config :
	                     below(c, "HOME", ".config/containers/auth.json"));
	return list;
}

static struct strs certs_dirs(struct context *c)
{
	struct strs list = {0};

	add_if_there(c, &list, STR("/etc/docker/certs.d"));
	add_if_there(c, &list, STR("/etc/containers/certs.d"));
	add_if_there(c, &list, below(c, "HOME", ".config/containers/certs.d"));
	return list;
}

static struct str from_env(const char *variable)
{
	const char *value = getenv(variable);

	return str_c(value ? value : "");
}

/* Never on a command line, where ps shows it. */
static int read_password(struct context *c, struct str *out, struct err *err)
{
	struct str rest;

	if (!c->opts.password_stdin)
		return err_set(err, ERR_USAGE,
		               "--username wants --password-stdin");
	if (c->password.p) {
		*out = c->password;
		return 0;
	}
	slice_for (struct str, arg, c->opts.args)
		if (str_eq(*arg, STR("-")))
			return err_set(err, ERR_USAGE,
			               "--password-stdin and - both want "
			               "standard input");
	if (file_read(STR("-"), PASSWORD_MAX, &c->arena, out, err))
		return -1;
	(void)str_cut(*out, '\n', out, &rest);
	while (out->n && out->p[out->n - 1] == '\r')
		out->n--;
	c->password = *out;
	return 0;
}

/* "HOST/" is a registry for a scan, if it is no directory. */
static bool is_host(struct context *c, struct str arg)
{
	return str_has_suffix(arg, STR("/")) &&
	       access(arena_cstr(&c->arena, arg), F_OK) != 0;
}

/* "HOST/NAME", also with a pattern in it; "" of what is no registry's. */
static struct str host_of(struct context *c, struct str arg)
{
	struct reference ref;
	struct err ignored = {0};
	struct str rest;

	if (remote_is_reference(arg) &&
	    reference_parse(arg, &c->arena, &ref, &ignored) == 0)
		return ref.host;
	if (str_has_prefix(arg, STR("docker://")))
		arg = str_from(arg, strlen("docker://"));
	if ((place_is_likely(arg) && !is_host(c, arg)) ||
	    !str_cut(arg, '/', &arg, &rest))
		return (struct str){0};
	return arg;
}

/* What is given for one host is not sent to another. */
static int login_host(struct context *c, struct str *out, struct err *err)
{
	*out = (struct str){0};
	slice_for (struct str, arg, c->opts.args) {
		struct str host = host_of(c, *arg);

		if (out->n && host.n && !str_eq(*out, host))
			return err_set(
				err, ERR_USAGE,
				"--username is for one registry, not for "
				"both " STR_F " and " STR_F,
				STR_A(*out), STR_A(host));
		if (host.n)
			*out = host;
	}
	if (out->n == 0)
		return err_set(err, ERR_USAGE,
		               "--username wants a registry on the command "
		               "line; for a list of them there is --authfile");
	return 0;
}

static int remote_opts(struct context *c, struct registry_opts *o,
                       struct err *err)
{
	*o = (struct registry_opts){
		.username = c->opts.username,
		.auth_files = auth_files(c),
		.auth_json = from_env("DOCKER_AUTH_CONFIG"),
		.ca_file = c->opts.ca_file.n ? c->opts.ca_file :
	                                       from_env("SSL_CERT_FILE"),
		.certs_dirs = certs_dirs(c),
		.mirrors = c->opts.mirror,
		.plain_http = c->opts.plain_http,
		.insecure = c->opts.insecure,
		.porter = c->porter,
	};
	if (c->opts.authfile.n)
		o->auth_json = (struct str){0};
	if (!c->opts.username.n && !c->opts.password_stdin)
		return 0;
	if (!c->opts.username.n)
		return err_set(err, ERR_USAGE,
		               "--password-stdin wants --username");
	return login_host(c, &o->login_host, err) ||
	                       read_password(c, &o->password, err) ?
	               -1 :
	               0;
}

struct registry *context_registry(struct context *c, struct err *err)
{
	struct registry_opts o;

	if (!c->registry && remote_opts(c, &o, err) == 0)
		c->registry = registry_open(&o, err);
	return c->registry;
}

void context_registry_end(struct context *c)
{
	registry_close(c->registry);
	c->registry = NULL;
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

static struct str unix_address(struct context *c, struct str path)
{
	return arena_fmt(&c->arena, "unix://" STR_F, STR_A(path));
}

/* As docker and podman find it themselves. */
static struct daemon find_daemon(struct context *c)
{
	struct str podman = below(c, "XDG_RUNTIME_DIR", "podman/podman.sock");
	struct str docker = STR("/var/run/docker.sock");
	struct daemon d = {.address = unix_address(c, docker)};

	if (is_set("DOCKER_TLS_VERIFY"))
		d.certs = is_set("DOCKER_CERT_PATH") ?
		                  from_env("DOCKER_CERT_PATH") :
		                  below(c, "HOME", ".docker");
	if (is_set("DOCKER_HOST"))
		d.address = from_env("DOCKER_HOST");
	else if (is_set("CONTAINER_HOST"))
		d.address = from_env("CONTAINER_HOST");
	else if (access(docker.p, F_OK) && podman.n &&
	         access(podman.p, F_OK) == 0)
		d.address = unix_address(c, podman);
	else if (access(docker.p, F_OK) &&
	         access("/run/podman/podman.sock", F_OK) == 0)
		d.address = STR("unix:///run/podman/podman.sock");
	return d;
}

static int read_daemon(struct context *c, const struct image_opts *o,
                       const struct layer_reader *reader, struct arena *a,
                       struct images *out, struct err *err)
{
	struct daemon d = find_daemon(c);
	struct image_opts named = *o;

	named.path = str_from(o->path, strlen("daemon:"));
	if (named.path.n == 0)
		return err_set(err, ERR_USAGE, "daemon: wants a name");
	return daemon_read(&d, &named, reader, a, out, err) ?
	               err_wrap(err, STR_F, STR_A(o->path)) :
	               0;
}

int remote_read(struct context *c, const struct image_opts *o,
                const struct layer_reader *reader, struct arena *a,
                struct images *out, struct err *err)
{
	struct registry *r;

	*out = (struct images){0};
	if (remote_is_daemon(o->path))
		return read_daemon(c, o, reader, a, out, err);
	r = context_registry(c, err);
	return r ? registry_read(r, o, reader, a, out, err) : -1;
}

void remote_files(struct context *c, struct strs *out)
{
	struct strs dirs = certs_dirs(c);
	struct daemon d = find_daemon(c);
	const char *authorities[2];

	*out = auth_files(c);
	http_authorities(authorities);
	for (int i = 0; i < 2; i++)
		*arena_push(&c->arena, out) =
			str_c(authorities[i] ? authorities[i] : "");
	slice_for (struct str, dir, dirs)
		*arena_push(&c->arena, out) = *dir;
	*arena_push(&c->arena, out) = c->opts.ca_file;
	*arena_push(&c->arena, out) = from_env("SSL_CERT_FILE");
	*arena_push(&c->arena, out) = d.certs;
}

void remote_helpers(struct context *c, struct strs *out)
{
	struct strs files = auth_files(c);
	struct err ignored = {0};
	struct str json;

	credential_helpers(from_env("DOCKER_AUTH_CONFIG"), &c->arena, out);
	slice_for (struct str, f, files)
		if (file_read(*f, AUTH_FILE_MAX, &c->arena, &json, &ignored) ==
		    0)
			credential_helpers(json, &c->arena, out);
}
