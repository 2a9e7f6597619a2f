/*
 * address.h - who a host or an address is, as far as its name tells.
 *
 * Shape:   text: a host without its port, an address without brackets.
 * Owner:   nobody.
 * Errors:  none.
 * Source:  RFC 1918, 3927, 4193, 4291, 6598, 6761; images.md B3.5, B5.
 */
#ifndef REGISTRY_ADDRESS_H
#define REGISTRY_ADDRESS_H

#include "base/str.h"

enum address_kind {
	ADDRESS_NONE, /* a name, not an address */
	ADDRESS_PUBLIC,
	ADDRESS_PRIVATE,
	ADDRESS_LINK, /* link-local: where clouds keep their secrets */
	ADDRESS_LOOPBACK,
};

enum address_kind address_kind(struct str text);

/* An address of this machine, or a name that can only mean it. */
bool host_is_loopback(struct str host);

/* The same host, one below the other, or both below one domain that is more
 * than a top-level one. */
bool host_is_related(struct str a, struct str b);

#endif
