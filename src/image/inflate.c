#include "image/inflate.h"

#include "image/limits.h"

#include <string.h>

static int too_many(const struct inflate_limits *lim, struct err *err)
{
	static const char text[] = "more than %llu bytes when decompressed";
	unsigned long long n = lim->max_bytes;

	return lim->raise ? limit_hit(err, lim->raise, text, n) :
	                    err_set(err, ERR_LIMIT, text, n);
}

int inflate_check(const struct inflate_limits *lim, uint64_t in, uint64_t out,
                  struct err *err)
{
	if (lim->max_bytes && out > lim->max_bytes)
		return too_many(lim, err);
	if (lim->max_ratio && out >= lim->ratio_from &&
	    out / lim->max_ratio > in)
		return limit_hit(err, "ratio",
		                 "%llu bytes decompress to more than %llu "
		                 "times as many",
		                 (unsigned long long)in,
		                 (unsigned long long)lim->max_ratio);
	return 0;
}

enum compression inflate_sniff(struct str head)
{
	const unsigned char *p = (const unsigned char *)head.p;

	if (head.n < 4)
		return COMP_NONE;
	if (memcmp(p, "\x1f\x8b\x08", 3) == 0)
		return COMP_GZIP;
	if (memcmp(p, "\x28\xb5\x2f\xfd", 4) == 0)
		return COMP_ZSTD;
	/* A skippable frame in front: RFC 8878, 3.1.2. */
	if ((p[0] & 0xf0) == 0x50 && memcmp(p + 1, "\x2a\x4d\x18", 3) == 0)
		return COMP_ZSTD;
	return COMP_NONE;
}

const char *inflate_name(enum compression c)
{
	switch (c) {
	case COMP_NONE:
		return "plain";
	case COMP_GZIP:
		return "gzip";
	case COMP_ZSTD:
		return "zstd";
	}
	return "";
}

struct stream *inflate_open(enum compression c, struct stream *inner,
                            struct inflate_limits lim)
{
	switch (c) {
	case COMP_NONE:
		break;
	case COMP_GZIP:
		return inflate_gzip(inner, lim);
	case COMP_ZSTD:
		return inflate_zstd(inner, lim);
	}
	return inner;
}

int inflate_auto(struct pool *pool, struct stream *inner,
                 struct inflate_limits lim, struct stream **out,
                 enum compression *c, struct err *err)
{
	struct str head;

	if (stream_peek(inner, 4, &head, err)) {
		stream_close(inner);
		return -1;
	}
	*c = inflate_sniff(head);
	*out = inflate_beside(pool, *c, inner, lim);
	return 0;
}
