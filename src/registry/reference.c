#include "registry/reference.h"

#include "base/sha256.h"

#include <string.h>

enum { NAME_MAX_BYTES = 255, TAG_MAX_BYTES = 128, HEX_DIGITS = 64 };

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_alnum(char c)
{
	return is_lower(c) || is_digit(c) || (c >= 'A' && c <= 'Z');
}

/* The separator at the start of s: one dot, one or two underscores, or any
 * number of dashes; 0: none. */
static size_t separator(struct str s)
{
	size_t n = 0;

	if (s.n && s.p[0] == '.')
		return 1;
	if (s.n && s.p[0] == '_')
		return s.n > 1 && s.p[1] == '_' ? 2 : 1;
	while (n < s.n && s.p[n] == '-')
		n++;
	return n;
}

/* [a-z0-9]+((\.|_|__|-+)[a-z0-9]+)* */
static bool is_component(struct str s)
{
	size_t at = 0;

	while (at < s.n) {
		size_t began = at;

		while (at < s.n && (is_lower(s.p[at]) || is_digit(s.p[at])))
			at++;
		if (at == began)
			return false;
		if (at == s.n)
			return true;
		at += separator(str_from(s, at));
	}
	return false;
}

static bool is_repository(struct str s)
{
	struct str rest = s, part;

	if (s.n == 0 || s.p[s.n - 1] == '/')
		return false;
	while (str_next(&rest, '/', &part))
		if (!is_component(part))
			return false;
	return true;
}

static bool is_tag(struct str s)
{
	if (s.n == 0 || s.n > TAG_MAX_BYTES || is_one_of(s.p[0], ".-"))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_alnum(s.p[i]) && !is_one_of(s.p[i], "_.-"))
			return false;
	return true;
}

static bool is_port(struct str s)
{
	uint64_t n;

	return str_uint(s, &n) && n > 0 && n <= 65535;
}

/* "[…]" with an optional port. */
static bool is_ipv6_host(struct str s)
{
	struct str inside, behind;

	if (!str_cut(str_from(s, 1), ']', &inside, &behind) || !inside.n)
		return false;
	for (size_t i = 0; i < inside.n; i++)
		if (!is_one_of(inside.p[i], "0123456789abcdefABCDEF:."))
			return false;
	return behind.n == 0 ||
	       (behind.p[0] == ':' && is_port(str_from(behind, 1)));
}

static bool is_host(struct str s)
{
	struct str name, port;

	if (s.n && s.p[0] == '[')
		return is_ipv6_host(s);
	if (str_cut(s, ':', &name, &port) && !is_port(port))
		return false;
	if (name.n == 0 || is_one_of(name.p[0], ".-"))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (!is_alnum(name.p[i]) && !is_one_of(name.p[i], ".-_"))
			return false;
	return true;
}

static bool has_upper(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= 'A' && s.p[i] <= 'Z')
			return true;
	return false;
}

/* Only what looks like a host is one: "user/image" is on Docker Hub. */
static bool looks_like_host(struct str s)
{
	return str_contains(s, STR(".")) || str_contains(s, STR(":")) ||
	       str_eq(s, STR("localhost")) || has_upper(s);
}

static bool is_bare_id(struct str s)
{
	if (s.n != HEX_DIGITS)
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return true;
}

static int bad(struct str text, const char *why, struct err *err)
{
	return err_set(err, ERR_USAGE, "%.*s: not a reference: %s",
	               text.n < 200 ? (int)text.n : 200, text.n ? text.p : "",
	               why);
}

static void split_host(struct str name, struct reference *out)
{
	struct str first, rest;

	if (str_cut(name, '/', &first, &rest) && looks_like_host(first)) {
		out->host = first;
		out->repository = rest;
	} else {
		out->host = STR("docker.io");
		out->repository = name;
	}
	if (str_eq(out->host, STR("index.docker.io")) ||
	    str_eq(out->host, STR("registry-1.docker.io")))
		out->host = STR("docker.io");
}

/* Behind the last colon, if that is behind the last slash; p NULL: none. */
static struct str split_tag(struct str *name)
{
	for (size_t i = name->n; i > 0 && name->p[i - 1] != '/'; i--)
		if (name->p[i - 1] == ':') {
			struct str tag = {name->p + i, name->n - i};

			name->n = i - 1;
			return tag;
		}
	return (struct str){0};
}

static int split(struct str text, struct reference *out, struct err *err)
{
	struct str name, digest;

	if (str_cut(text, '@', &name, &digest)) {
		if (str_has_prefix(digest, STR("sha512:")))
			return err_set(err, ERR_UNSUPPORTED,
			               "sha512 digests are not supported");
		if (!digest_is_valid(digest))
			return bad(text, "a bad digest behind @", err);
	}
	out->digest = digest;
	out->tag = split_tag(&name);
	if (is_bare_id(name))
		return bad(text, "a bare id has no registry", err);
	split_host(name, out);
	return 0;
}

static int check(const struct reference *ref, struct str text, struct err *err)
{
	if (!is_host(ref->host))
		return bad(text, "a bad host", err);
	if (has_upper(ref->repository))
		return bad(text, "names of repositories are lower case", err);
	if (!is_repository(ref->repository))
		return bad(text, "a bad name of a repository", err);
	if (ref->host.n + 1 + ref->repository.n > NAME_MAX_BYTES)
		return bad(text, "too long", err);
	if (ref->tag.p && !is_tag(ref->tag))
		return bad(text, "a bad tag", err);
	return 0;
}

int reference_parse(struct str text, struct arena *a, struct reference *out,
                    struct err *err)
{
	*out = (struct reference){0};
	if (str_has_prefix(text, STR("docker://")))
		text = str_from(text, strlen("docker://"));
	if (split(text, out, err))
		return -1;
	if (str_eq(out->host, STR("docker.io")) && out->repository.n &&
	    !str_contains(out->repository, STR("/")))
		out->repository =
			arena_fmt(a, "library/" STR_F, STR_A(out->repository));
	if (check(out, text, err))
		return -1;
	if (!out->tag.p && out->digest.n == 0)
		out->tag = STR("latest");
	return 0;
}

struct str reference_text(const struct reference *ref, struct arena *a)
{
	return arena_fmt(a, STR_F "/" STR_F "%s" STR_F "%s" STR_F,
	                 STR_A(ref->host), STR_A(ref->repository),
	                 ref->tag.n ? ":" : "", STR_A(ref->tag),
	                 ref->digest.n ? "@" : "", STR_A(ref->digest));
}

struct str reference_key(const struct reference *ref)
{
	return ref->digest.n ? ref->digest : ref->tag;
}
