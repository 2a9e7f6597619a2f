#include "registry/credential.h"

#include "base/base64.h"
#include "base/record.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

struct auth {
	struct str key;                /* HOST[/NAMESPACE], also as a URL */
	struct str auth;               /* auth: base64 of user:password */
	struct str username, password; /* of the same names */
	struct str identity;           /* identitytoken */
	struct str token;              /* registrytoken */
};

struct auths {
	struct auth *v;
	size_t n;
};

struct auth_file {
	struct pairs helpers; /* credHelpers */
	struct str store;     /* credsStore */
};

/* clang-format off */
static const struct field auth_fields[] = {
	FIELD(struct auth, auth, OPTIONAL, "base64 of user:password"),
	FIELD(struct auth, username, OPTIONAL, "user"),
	FIELD(struct auth, password, OPTIONAL, "password"),
	FIELD_AS(struct auth, identity, "identitytoken", OPTIONAL, "to be exchanged"),
	FIELD_AS(struct auth, token, "registrytoken", OPTIONAL, "for the registry"),
};
static const struct schema auth_schema = SCHEMA(struct auth, auth_fields);

static const struct field file_fields[] = {
	FIELD_AS(struct auth_file, helpers, "credHelpers", OPTIONAL, "by host"),
	FIELD_AS(struct auth_file, store, "credsStore", OPTIONAL, "for all hosts"),
};
static const struct schema file_schema = SCHEMA(struct auth_file, file_fields);
/* clang-format on */

bool credential_is_empty(const struct credential *c)
{
	return !c->username.n && !c->identity.n && !c->token.n;
}

static struct str without_scheme(struct str key)
{
	if (str_has_prefix(key, STR("https://")))
		return str_from(key, strlen("https://"));
	if (str_has_prefix(key, STR("http://")))
		return str_from(key, strlen("http://"));
	return key;
}

static bool is_hub(struct str host)
{
	return str_eq(host, STR("docker.io")) ||
	       str_eq(host, STR("index.docker.io")) ||
	       str_eq(host, STR("registry-1.docker.io"));
}

/* "https://index.docker.io/v1/" is what `docker login` writes. */
static bool is_api_path(struct str path)
{
	while (path.n && path.p[path.n - 1] == '/')
		path.n--;
	return path.n == 0 || str_eq(path, STR("v1")) ||
	       str_eq(path, STR("v2"));
}

static bool is_for_host(struct str key, struct str host, struct str *path)
{
	struct str name;

	(void)str_cut(without_scheme(key), '/', &name, path);
	return str_eq_nocase(name, host) || (is_hub(name) && is_hub(host));
}

/* 0: not this key; more is nearer. */
static size_t match(struct str key, struct str host, struct str repository)
{
	struct str path;

	if (!is_for_host(key, host, &path))
		return 0;
	if (is_api_path(path))
		return 1;
	if (!str_has_prefix(repository, path))
		return 0;
	return repository.n == path.n || repository.p[path.n] == '/' ?
	               1 + path.n :
	               0;
}

static bool take_auth(const struct auth *from, struct arena *a,
                      struct credential *out)
{
	struct str pair;

	*out = (struct credential){
		.username = from->username,
		.password = from->password,
		.identity = from->identity,
		.token = from->token,
	};
	if (from->auth.n && base64_decode(from->auth, a, &pair)) {
		(void)str_cut(pair, ':', &out->username, &out->password);
		while (out->password.n &&
		       out->password.p[out->password.n - 1] == '\0')
			out->password.n--;
	}
	return !credential_is_empty(out);
}

static bool has_names(const struct auths *auths, struct str host)
{
	struct str path;

	slice_for (struct auth, x, *auths)
		if (is_for_host(x->key, host, &path) && !is_api_path(path))
			return true;
	return false;
}

static bool from_auths(const struct auths *auths, struct str host,
                       struct str repository, struct arena *a,
                       struct credential *out)
{
	const struct auth *best = NULL;
	size_t near = 0;

	slice_for (struct auth, x, *auths) {
		size_t m = match(x->key, host, repository);

		if (m > near) {
			near = m;
			best = x;
		}
	}
	return best && take_auth(best, a, out);
}

static struct str helper_of(const struct auth_file *f, struct str host,
                            struct str repository)
{
	struct str name = f->store;
	size_t near = 0;

	slice_for (struct pair, p, f->helpers) {
		size_t m = match(p->key, host, repository);

		if (m > near) {
			near = m;
			name = p->value;
		}
	}
	return name;
}

void credential_hide(struct err *err)
{
	char *quoted = strstr(err->msg, " near ");

	if (quoted)
		*quoted = '\0';
}

void credential_helpers(struct str json, struct arena *a, struct strs *out)
{
	struct auth_file f = {0};
	struct err ignored = {0};

	if (record_parse(&file_schema, json, RECORD_TOLERANT, a, &f, &ignored))
		return;
	if (f.store.n)
		*arena_push(a, out) = f.store;
	slice_for (struct pair, p, f.helpers)
		*arena_push(a, out) = p->value;
}

int credential_parse(struct str json, const struct credential_for *who,
                     struct arena *a, struct credential *out, struct err *err)
{
	struct auth_file f = {0};
	struct auths auths = {0};
	struct str helper;
	int rc = 0;

	if (record_parse(&file_schema, json, RECORD_TOLERANT, a, &f, err) ||
	    record_parse_map(&auth_schema, "auths", json, RECORD_TOLERANT, a,
	                     &auths, err)) {
		credential_hide(err);
		return -1;
	}
	helper = helper_of(&f, who->host, who->repository);
	if (helper.n)
		rc = credential_ask(who->porter, helper,
		                    is_hub(who->host) ?
		                            STR("https://index.docker.io/v1/") :
		                            who->host,
		                    a, out, err);
	if (rc == 0)
		rc = from_auths(&auths, who->host, who->repository, a, out);
	out->by_name = has_names(&auths, who->host);
	return rc;
}

static int read_file(struct str path, struct arena *a, struct buf *out,
                     struct err *err)
{
	int fd = open(arena_cstr(a, path), O_RDONLY | O_CLOEXEC | O_NOCTTY);
	char block[4096];
	ssize_t n = -1;

	while (fd >= 0 && !out->truncated &&
	       ((n = read(fd, block, sizeof block)) > 0 ||
	        (n < 0 && errno == EINTR)))
		if (n > 0)
			buf_add(out, (struct str){block, (size_t)n});
	if (fd < 0 || n < 0)
		(void)err_set(err, ERR_IO, "%s", strerror(errno));
	if (fd >= 0)
		(void)close(fd);
	if (out->truncated)
		return err_set(err, ERR_LIMIT, "limit: more than %d bytes",
		               AUTH_FILE_MAX);
	return fd < 0 || n < 0 ? -1 : 0;
}

static int find_in_file(struct str path, const struct credential_for *who,
                        struct arena *a, struct credential *out,
                        struct err *err)
{
	CLEANUP(buf_free) struct buf json = {.max = AUTH_FILE_MAX};
	int rc = read_file(path, a, &json, err);

	if (rc == 0)
		rc = credential_parse(buf_str(&json), who, a, out, err);
	return rc < 0 ? err_wrap(err, STR_F, STR_A(path)) : rc;
}

int credential_find(const struct registry_opts *o, struct str host,
                    struct str repository, struct arena *a,
                    struct credential *out, struct err *err)
{
	struct credential_for who = {host, repository, o->porter};
	int rc = 0;

	*out = (struct credential){.username = o->username,
	                           .password = o->password};
	if (o->username.n)
		return 0;
	if (o->auth_json.n) {
		rc = credential_parse(o->auth_json, &who, a, out, err);
		if (rc < 0)
			return err_wrap(err, "DOCKER_AUTH_CONFIG");
	}
	for (size_t i = 0; rc == 0 && i < o->auth_files.n; i++)
		rc = find_in_file(o->auth_files.v[i], &who, a, out, err);
	return rc < 0 ? -1 : 0;
}
