#include "registry/toc.h"

#include <string.h>

/* Of containers/storage and of stargz-snapshotter. */
static const char *const zstd_prefixes[] = {
	"io.github.containers.zstd-chunked.",
	"io.containers.zstd-chunked.",
};

static bool next_number(struct str *rest, uint64_t *out)
{
	struct str piece;

	return str_next(rest, ':', &piece) && str_uint(piece, out);
}

static bool find_zstd(const struct descriptor *d, const char *prefix,
                      struct toc_where *out)
{
	struct arena a = {0};
	struct str sum = descriptor_annotation(
		d, arena_fmt(&a, "%smanifest-checksum", prefix).p);
	struct str at = descriptor_annotation(
		d, arena_fmt(&a, "%smanifest-position", prefix).p);
	uint64_t raw, type;

	arena_free(&a);
	out->kind = TOC_ZSTD;
	out->digest = sum;
	return digest_is_valid(sum) && next_number(&at, &out->offset) &&
	       next_number(&at, &out->size) && next_number(&at, &raw) &&
	       next_number(&at, &type) && type == 1 &&
	       out->size <= TOC_SIZE_MAX && raw <= TOC_JSON_MAX;
}

static bool find_estargz(const struct descriptor *d, struct toc_where *out)
{
	out->kind = TOC_ESTARGZ;
	out->digest = descriptor_annotation(
		d, "containerd.io/snapshot/stargz/toc.digest");
	return digest_is_valid(out->digest) && out->blob_size > ESTARGZ_FOOTER;
}

void toc_find(const struct descriptor *d, struct toc_where *out)
{
	*out = (struct toc_where){.blob_size = descriptor_size(d)};
	for (size_t i = 0; i < sizeof zstd_prefixes / sizeof *zstd_prefixes;
	     i++)
		if (find_zstd(d, zstd_prefixes[i], out))
			return;
	if (!find_estargz(d, out))
		out->kind = TOC_NONE;
}

/* An empty gzip member with the offset in its extra field. */
int toc_footer(struct str footer, uint64_t *offset, struct err *err)
{
	static const char head[] = "\x1f\x8b\x08\x04\0\0\0\0\0\xff\x1a\0SG\x16";
	enum { OFFSET_AT = 16, MAGIC_AT = 32 };

	if (footer.n != ESTARGZ_FOOTER ||
	    memcmp(footer.p, head, sizeof head) != 0 ||
	    memcmp(footer.p + MAGIC_AT, "STARGZ", 6) != 0 ||
	    !str_hex((struct str){footer.p + OFFSET_AT, MAGIC_AT - OFFSET_AT},
	             offset))
		return err_set(err, ERR_FORMAT,
		               "table of contents: no eStargz footer");
	return 0;
}
