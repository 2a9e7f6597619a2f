#include "registry/toc_entry.h"

#include "base/record.h"

#include <string.h>

/* clang-format off */
static const struct field entry_fields[] = {
	FIELD(struct toc_entry, name, REQUIRED, "path"),
	FIELD(struct toc_entry, type, REQUIRED, "dir, reg, symlink, …, chunk"),
	FIELD_AS(struct toc_entry, target, "linkName", OPTIONAL, "of links"),
	FIELD(struct toc_entry, size, OPTIONAL, "of the file"),
	FIELD(struct toc_entry, mode, OPTIONAL, "permissions"),
	FIELD(struct toc_entry, offset, OPTIONAL, "in the blob"),
	FIELD_AS(struct toc_entry, end, "endOffset", OPTIONAL, "in the blob"),
	FIELD_AS(struct toc_entry, inner, "innerOffset", OPTIONAL, "in what unpacks there"),
	FIELD_AS(struct toc_entry, chunk_at, "chunkOffset", OPTIONAL, "in the file"),
	FIELD_AS(struct toc_entry, chunk_size, "chunkSize", OPTIONAL, "0: the rest"),
	FIELD_AS(struct toc_entry, zeros, "chunkType", OPTIONAL, "zeros: not stored"),
	FIELD(struct toc_entry, digest, OPTIONAL, "of the file"),
	FIELD_AS(struct toc_entry, chunk_digest, "chunkDigest", OPTIONAL, "of the chunk"),
};
static const struct schema entry_schema =
	SCHEMA(struct toc_entry, entry_fields);
/* clang-format on */

static int bad(const struct toc_entry *e, const char *why, struct err *err)
{
	return err_set(err, ERR_FORMAT, "table of contents: %.*s: %s",
	               e->name.n < 200 ? (int)e->name.n : 200,
	               e->name.n ? e->name.p : "", why);
}

static bool is_negative(const struct toc_entry *e)
{
	return e->size < 0 || e->offset < 0 || e->end < 0 || e->inner < 0 ||
	       e->chunk_at < 0 || e->chunk_size < 0;
}

int toc_entry_parse(struct str json, struct arena *a, struct toc_entry *out,
                    struct err *err)
{
	*out = (struct toc_entry){0};
	if (record_parse(&entry_schema, json, RECORD_TOLERANT, a, out, err))
		return err_wrap(err, "table of contents");
	if (is_negative(out))
		return bad(out, "a negative number", err);
	return 0;
}

enum toc_type toc_entry_type(const struct toc_entry *e)
{
	static const struct {
		const char *name;
		enum toc_type type;
	} types[] = {
		{"dir", TOC_DIR},         {"reg", TOC_REG},
		{"symlink", TOC_SYMLINK}, {"hardlink", TOC_HARDLINK},
		{"chunk", TOC_CHUNK},
	};

	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (str_eq(e->type, str_c(types[i].name)))
			return types[i].type;
	return TOC_OTHER;
}

/* The only chunk of a file may have the file's digest alone. */
static struct str digest_of(const struct toc_entry *file,
                            const struct toc_entry *e, uint64_t size)
{
	if (e->chunk_digest.n)
		return e->chunk_digest;
	return size == (uint64_t)file->size ? file->digest : (struct str){0};
}

int toc_chunk_of(const struct toc_entry *file, const struct toc_entry *e,
                 uint64_t at, struct toc_chunk *out, struct err *err)
{
	uint64_t left = (uint64_t)file->size - at;
	uint64_t size = e->chunk_size ? (uint64_t)e->chunk_size : left;
	struct str digest = digest_of(file, e, size);

	if ((uint64_t)e->chunk_at != at || size > left)
		return bad(file, "chunks that do not join", err);
	*out = (struct toc_chunk){
		.offset = (uint64_t)e->offset,
		.end = (uint64_t)e->end,
		.inner = (uint64_t)e->inner,
		.size = size,
		.zeros = str_eq(e->zeros, STR("zeros")),
	};
	if (out->zeros)
		return 0;
	if (!digest.p || !digest_is_valid(digest))
		return bad(file, "a chunk without a digest", err);
	if (out->end && out->end <= out->offset)
		return bad(file, "a chunk that ends before it begins", err);
	memcpy(out->digest.text, digest.p, digest.n);
	return 0;
}
