#include "registry/url.h"

#include <string.h>

/* Behind "scheme://" up to the path. */
static size_t authority_size(struct str s)
{
	size_t n = 0;

	while (n < s.n && !(s.p[n] && strchr("/?#", s.p[n])))
		n++;
	return n;
}

static bool is_clean(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= ' ' || s.p[i] == '\\' ||
		    (unsigned char)s.p[i] >= 0x7f)
			return false;
	return true;
}

bool url_parse(struct str text, struct url *out)
{
	struct str rest, fragment;
	size_t n;

	*out = (struct url){0};
	if (str_has_prefix(text, STR("https://")))
		out->scheme = (struct str){text.p, strlen("https")};
	else if (str_has_prefix(text, STR("http://")))
		out->scheme = (struct str){text.p, strlen("http")};
	else
		return false;
	(void)str_cut(str_from(text, out->scheme.n + strlen("://")), '#', &rest,
	              &fragment);
	n = authority_size(rest);
	out->authority = (struct str){rest.p, n};
	out->path = str_from(rest, n);
	return n && is_clean(rest) && !str_contains(out->authority, STR("@"));
}

bool url_is_secure(const struct url *u)
{
	return str_eq(u->scheme, STR("https"));
}

static struct str authority_port(struct str authority)
{
	for (size_t i = authority.n; i > 0 && authority.p[i - 1] != ']'; i--)
		if (authority.p[i - 1] == ':')
			return str_from(authority, i);
	return (struct str){0};
}

struct str authority_host(struct str authority)
{
	struct str port = authority_port(authority);
	struct str host = authority;

	if (port.n)
		host.n = (size_t)(port.p - authority.p) - 1;
	if (host.n > 2 && host.p[0] == '[' && host.p[host.n - 1] == ']')
		return (struct str){host.p + 1, host.n - 2};
	return host;
}

struct str url_host(const struct url *u)
{
	return authority_host(u->authority);
}

static struct str port_of(const struct url *u)
{
	struct str port = authority_port(u->authority);

	if (port.n)
		return port;
	return url_is_secure(u) ? STR("443") : STR("80");
}

bool url_same_origin(const struct url *a, const struct url *b)
{
	return str_eq(a->scheme, b->scheme) &&
	       str_eq_nocase(url_host(a), url_host(b)) &&
	       str_eq(port_of(a), port_of(b));
}

struct str url_join(const struct url *base, struct str ref, struct arena *a)
{
	struct str path = base->path, query;
	size_t n;

	if (!is_clean(ref) || ref.n == 0)
		return (struct str){0};
	if (str_contains(ref, STR("://")) && ref.p[0] != '/' && ref.p[0] != '?')
		return ref;
	if (str_has_prefix(ref, STR("//")))
		return arena_fmt(a, STR_F ":" STR_F, STR_A(base->scheme),
		                 STR_A(ref));
	if (ref.p[0] == '/')
		path = (struct str){0};
	else
		(void)str_cut(path, '?', &path, &query);
	for (n = path.n; ref.p[0] != '?' && n && path.p[n - 1] != '/';)
		n--;
	return arena_fmt(a, STR_F "://" STR_F "%.*s" STR_F, STR_A(base->scheme),
	                 STR_A(base->authority), (int)n, n ? path.p : "",
	                 STR_A(ref));
}

void url_escape(struct str s, struct buf *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
				    "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789-._~";

	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] && strchr(plain, s.p[i]))
			buf_addc(out, s.p[i], 1);
		else
			buf_printf(out, "%%%02X", (unsigned char)s.p[i]);
}
