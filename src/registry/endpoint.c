#include "registry/session.h"

#include <dirent.h>
#include <string.h>

static struct str api_host(struct str host)
{
	if (str_eq(host, STR("docker.io")))
		return STR("registry-1.docker.io");
	return host;
}

static struct endpoint *endpoint_new(struct registry *r, struct str host,
                                     struct str base, bool mirror)
{
	struct endpoint *ep = arena_new(&r->own, struct endpoint);

	ep->r = r;
	ep->host = arena_str(&r->own, host);
	ep->base = base;
	ep->mirror = mirror;
	ep->tls = endpoint_files(r, ep->host);
	ep->next = r->endpoints;
	r->endpoints = ep;
	return ep;
}

static struct endpoint *find(struct registry *r, struct str host, bool mirror)
{
	for (struct endpoint *ep = r->endpoints; ep; ep = ep->next)
		if (ep->mirror == mirror && str_eq(ep->host, host))
			return ep;
	return NULL;
}

struct endpoint *endpoint_get(struct registry *r, struct str host)
{
	struct endpoint *ep = find(r, host, false);

	if (ep)
		return ep;
	return endpoint_new(r, host,
	                    arena_fmt(&r->own, "%s://" STR_F,
	                              r->o.plain_http ? "http" : "https",
	                              STR_A(api_host(host))),
	                    false);
}

struct endpoint *endpoint_mirror(struct registry *r, struct str host, size_t i)
{
	struct str name, base;
	struct endpoint *ep;
	struct url u;

	slice_for (struct str, m, r->o.mirrors) {
		if (!str_cut(*m, '=', &name, &base) || !str_eq(name, host) ||
		    i-- > 0)
			continue;
		(void)url_parse(base, &u); /* registry_open() checked it */
		ep = find(r, u.authority, true);
		while (base.n && base.p[base.n - 1] == '/')
			base.n--;
		return ep ? ep : endpoint_new(r, u.authority, base, true);
	}
	return NULL;
}

static const char *path_in(struct arena *a, const char *dir, const char *name)
{
	return arena_fmt(a, "%s/%s", dir, name).p;
}

static bool has_suffix(const char *name, const char *suffix)
{
	return str_has_suffix(str_c(name), str_c(suffix));
}

/* The first of a kind by name, so that it does not change between runs. */
static void take_first(struct arena *a, const char *dir, const char *name,
                       const char **to)
{
	const char *path = path_in(a, dir, name);

	if (!*to || strcmp(path, *to) < 0)
		*to = path;
}

static void look_in(struct arena *a, const char *dir, struct tls_files *out)
{
	DIR *d = opendir(dir);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		if (has_suffix(e->d_name, ".crt"))
			take_first(a, dir, e->d_name, &out->ca);
		if (has_suffix(e->d_name, ".cert"))
			take_first(a, dir, e->d_name, &out->cert);
		if (has_suffix(e->d_name, ".key"))
			take_first(a, dir, e->d_name, &out->key);
	}
	if (d)
		(void)closedir(d);
}

struct tls_files endpoint_files(struct registry *r, struct str host)
{
	struct tls_files f = {0};
	struct arena *a = &r->own;

	slice_for (struct str, dir, r->o.certs_dirs)
		if (!f.ca && !f.cert)
			look_in(a,
			        arena_fmt(a, STR_F "/" STR_F, STR_A(*dir),
			                  STR_A(host))
			                .p,
			        &f);
	if (r->o.ca_file.n)
		f.ca = arena_cstr(a, r->o.ca_file);
	if (!f.cert || !f.key)
		f.cert = f.key = NULL;
	return f;
}
