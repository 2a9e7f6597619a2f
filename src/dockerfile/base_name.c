#include "dockerfile/base_name.h"

static bool is_lower_alnum(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_word(char c)
{
	return is_lower_alnum(c) || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool has_upper(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= 'A' && s.p[i] <= 'Z')
			return true;
	return false;
}

/* What is in front of the first slash is a registry, not part of the name. */
static bool is_registry(struct str first)
{
	return str_contains(first, STR(".")) || str_contains(first, STR(":")) ||
	       str_eq(first, STR("localhost")) || has_upper(first);
}

/* Separators between letters and digits: one '.', up to two '_', any '-'. */
static bool is_separator(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '-')
			return str_eq(s, STR(".")) || str_eq(s, STR("_")) ||
			       str_eq(s, STR("__"));
	return true;
}

static bool is_component(struct str s)
{
	size_t from = 0; /* of the separator */

	if (s.n == 0 || !is_lower_alnum(s.p[0]) ||
	    !is_lower_alnum(s.p[s.n - 1]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!is_lower_alnum(s.p[i]))
			continue;
		if (!is_separator((struct str){s.p + from, i - from}))
			return false;
		from = i + 1;
	}
	return true;
}

/* host or host:port; an IPv6 address in brackets */
static bool is_host(struct str s)
{
	struct str host, port;
	uint64_t n;

	if (s.n && s.p[0] == '[')
		return str_contains(s, STR("]"));
	if (str_cut(s, ':', &host, &port) && !str_uint(port, &n))
		return false;
	for (size_t i = 0; i < host.n; i++)
		if (!is_word(host.p[i]) && host.p[i] != '.' && host.p[i] != '-')
			return false;
	return host.n > 0;
}

static bool is_tag(struct str s)
{
	if (s.n == 0 || s.n > 128 || !is_word(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!is_word(s.p[i]) && s.p[i] != '.' && s.p[i] != '-')
			return false;
	return true;
}

/* algorithm:hex */
static bool is_digest(struct str s)
{
	struct str algorithm, hex;

	if (!str_cut(s, ':', &algorithm, &hex) || algorithm.n == 0 ||
	    hex.n < 32)
		return false;
	for (size_t i = 0; i < hex.n; i++)
		if (!is_lower_alnum(hex.p[i]) || hex.p[i] > 'f')
			return false;
	return true;
}

struct base_parts {
	struct str name, tag, digest;
	bool has_tag, has_digest;
};

static struct base_parts split(struct str ref)
{
	struct base_parts p = {0};

	p.has_digest = str_cut(ref, '@', &p.name, &p.digest);
	for (size_t i = p.name.n; i-- > 0 && p.name.p[i] != '/';)
		if (p.name.p[i] == ':') {
			p.has_tag = true;
			p.tag = str_from(p.name, i + 1);
			p.name.n = i;
			break;
		}
	return p;
}

bool base_name_is_valid(struct str ref)
{
	struct base_parts p = split(ref);
	struct str rest, first, one;

	if ((p.has_tag && !is_tag(p.tag)) ||
	    (p.has_digest && !is_digest(p.digest)))
		return false;
	if (str_cut(p.name, '/', &first, &rest) && is_registry(first)) {
		if (!is_host(first))
			return false;
		p.name = rest;
	}
	if (p.name.n == 0)
		return false;
	while (str_next(&p.name, '/', &one))
		if (!is_component(one))
			return false;
	return true;
}

static bool is_placeholder(struct str s)
{
	static const char *const words[] = {
		"notset",      "not-set",      "not_set",     "unset",
		"undefined",   "non-existing", "nonexistent", "non-existent",
		"none",        "null",         "placeholder", "invalid",
		"missing",     "required",     "changeme",    "change-me",
		"must-be-set", "override-me",  "overrideme",  "replace-me",
		"to-be-set",   "tobeset",      "unspecified", "dummy",
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq_nocase(s, str_c(words[i])))
			return true;
	return false;
}

bool base_name_is_placeholder(struct str ref)
{
	struct base_parts p = split(ref);

	return is_placeholder(p.name) || is_placeholder(p.tag);
}

/* The registry that is meant when none is written, and its own images. */
static struct str familiar(struct str ref)
{
	static const char *const front[] = {"index.docker.io/", "docker.io/",
	                                    "library/"};

	for (size_t i = 0; i < sizeof front / sizeof *front; i++)
		if (str_has_prefix(ref, str_c(front[i])))
			ref = str_from(ref, str_c(front[i]).n);
	if (str_has_suffix(ref, STR(":latest")))
		ref.n -= STR(":latest").n;
	return ref;
}

bool base_name_same(struct str x, struct str y)
{
	return str_eq(familiar(x), familiar(y));
}
