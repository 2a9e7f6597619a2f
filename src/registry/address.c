#include "registry/address.h"

#include <arpa/inet.h>
#include <string.h>

struct range {
	const char *bytes;
	int bits;
	enum address_kind kind;
};

static const struct range ranges4[] = {
	{"\x7f", 8, ADDRESS_LOOPBACK},     {"\x0a", 8, ADDRESS_PRIVATE},
	{"\xac\x10", 12, ADDRESS_PRIVATE}, {"\xc0\xa8", 16, ADDRESS_PRIVATE},
	{"\x64\x40", 10, ADDRESS_PRIVATE}, {"\xa9\xfe", 16, ADDRESS_LINK},
	{"\0", 8, ADDRESS_LOOPBACK},
};

static const struct range ranges6[] = {
	{"\xfc", 7, ADDRESS_PRIVATE},
	{"\xfe\x80", 10, ADDRESS_LINK},
};

static bool has_bits(const unsigned char *p, const char *want, int bits)
{
	int whole = bits / 8, rest = bits % 8;

	return memcmp(p, want, (size_t)whole) == 0 &&
	       (rest == 0 ||
	        (p[whole] ^ (unsigned char)want[whole]) >> (8 - rest) == 0);
}

static enum address_kind kind_in(const struct range *r, size_t n,
                                 const unsigned char *p)
{
	for (size_t i = 0; i < n; i++)
		if (has_bits(p, r[i].bytes, r[i].bits))
			return r[i].kind;
	return ADDRESS_PUBLIC;
}

static enum address_kind kind4(const unsigned char *p)
{
	return kind_in(ranges4, sizeof ranges4 / sizeof *ranges4, p);
}

static enum address_kind kind6(const unsigned char *p)
{
	static const unsigned char mapped[12] = {[10] = 0xff, [11] = 0xff};
	static const unsigned char zero[15];

	if (memcmp(p, mapped, sizeof mapped) == 0)
		return kind4(p + sizeof mapped);
	if (memcmp(p, zero, sizeof zero) == 0 && p[15] <= 1)
		return ADDRESS_LOOPBACK;
	return kind_in(ranges6, sizeof ranges6 / sizeof *ranges6, p);
}

enum address_kind address_kind(struct str text)
{
	char name[INET6_ADDRSTRLEN];
	unsigned char bytes[16];

	if (text.n == 0 || text.n >= sizeof name)
		return ADDRESS_NONE;
	memcpy(name, text.p, text.n);
	name[text.n] = '\0';
	if (inet_pton(AF_INET, name, bytes) == 1)
		return kind4(bytes);
	if (inet_pton(AF_INET6, name, bytes) == 1)
		return kind6(bytes);
	return ADDRESS_NONE;
}

bool host_is_loopback(struct str host)
{
	return str_eq_nocase(host, STR("localhost")) ||
	       (host.n > strlen(".localhost") &&
	        str_eq_nocase(str_from(host, host.n - strlen(".localhost")),
	                      STR(".localhost"))) ||
	       address_kind(host) == ADDRESS_LOOPBACK;
}

/* host is domain, or ends in "." and domain. */
static bool is_below(struct str host, struct str domain)
{
	if (str_eq_nocase(host, domain))
		return true;
	return host.n > domain.n && host.p[host.n - domain.n - 1] == '.' &&
	       str_eq_nocase(str_from(host, host.n - domain.n), domain);
}

bool host_is_related(struct str a, struct str b)
{
	struct str first, parent;

	if (is_below(a, b) || is_below(b, a))
		return true;
	if (address_kind(a) != ADDRESS_NONE || address_kind(b) != ADDRESS_NONE)
		return false;
	return str_cut(a, '.', &first, &parent) &&
	       str_contains(parent, STR(".")) && is_below(b, parent);
}
