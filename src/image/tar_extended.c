#include "image/tar_extended.h"

#include "image/tar_header.h"

#include <archive.h>
#include <archive_entry.h>
#include <assert.h>
#include <string.h>

enum { END_MARKER = 2 * TAR_BLOCK };

struct tar_extended {
	struct arena own; /* holds this */
	struct archive *archive;
	struct stream *in; /* the caller's */
	struct err io;     /* the first failure */
	uint64_t given;    /* bytes of in, read or skipped */
	uint64_t end;      /* where in in the entry's data ends */
	struct str primer; /* to be given first */
	bool primed;
};

/* A file with a target. */
static const struct {
	char name[148], sum[8], type, target[100], magic[6], version[2];
	char rest[247];
} primer = {"a", "002201", '0', "a", "ustar", {'0', '0'}, ""};

static_assert(sizeof primer == TAR_BLOCK, "one block");

/* The one place that knows libarchive's errors. */
static void translate(struct archive *a, struct err *err)
{
	const char *why = archive_error_string(a);

	if (!why)
		why = "unknown error";
	if (strstr(why, "Truncated") || strstr(why, "truncated"))
		(void)err_set(err, ERR_FORMAT, "truncated tar archive");
	else if (strstr(why, "Unrecognized"))
		(void)err_set(err, ERR_FORMAT, "not a tar archive");
	else
		(void)err_set(err, ERR_FORMAT, "bad tar archive: %s", why);
}

/* After the first failure libarchive itself gives no reason. */
static int fail(struct tar_extended *x, struct err *err)
{
	if (x->io.kind == ERR_NONE)
		translate(x->archive, &x->io);
	*err = x->io;
	return -1;
}

/* It asks for no more than it needs; but what it is given, it keeps.  Headers,
 * and the pieces of a sparse file, come in blocks. */
static size_t most(const struct tar_extended *x)
{
	uint64_t left = x->end > x->in->pos ? x->end - x->in->pos : 0;

	if (left < TAR_BLOCK)
		return TAR_BLOCK - (size_t)(x->given % TAR_BLOCK);
	return left < STREAM_CHUNK ? (size_t)left : STREAM_CHUNK;
}

static la_ssize_t on_read(struct archive *a, void *ctx, const void **bytes)
{
	struct tar_extended *x = ctx;
	struct str chunk = {0};

	(void)a;
	if (x->primer.n) {
		chunk = x->primer;
		x->primer = (struct str){0};
	} else if (x->io.kind != ERR_NONE ||
	           stream_take(x->in, most(x), &chunk, &x->io)) {
		return ARCHIVE_FATAL;
	}
	x->given += chunk.n;
	*bytes = chunk.p;
	return (la_ssize_t)chunk.n;
}

/* 0 makes libarchive read instead, and so see the error. */
static la_int64_t on_skip(struct archive *a, void *ctx, la_int64_t n)
{
	struct tar_extended *x = ctx;
	uint64_t skipped;

	(void)a;
	if (!x->in->ops->skip)
		return 0;
	if (stream_skip(x->in, (uint64_t)n, &skipped, &x->io))
		return 0;
	x->given += skipped;
	return (la_int64_t)skipped;
}

/* Go writes a symlink to a name without ASCII with no target but that in its
 * pax header, which libarchive 3.6 loses if it has not seen a target before. */
static void add_primer(struct tar_extended *x)
{
	x->primed = true;
	x->primer = (struct str){(const char *)&primer, sizeof primer};
}

static bool take_primer(struct tar_extended *x)
{
	struct archive_entry *ae;

	return archive_read_next_header(x->archive, &ae) >= ARCHIVE_WARN &&
	       archive_read_data_skip(x->archive) >= ARCHIVE_WARN;
}

/* What begins with something else may not be an archive at all; libarchive
 * tells by its first block. */
static bool begins_with_pax(struct tar_extended *x)
{
	struct str block;

	return stream_peek(x->in, TAR_BLOCK, &block, &x->io) == 0 &&
	       block.n == TAR_BLOCK && tar_header_pax(block);
}

static bool open_archive(struct tar_extended *x)
{
	if (begins_with_pax(x))
		add_primer(x);
	return archive_read_open2(x->archive, x, NULL, on_read, on_skip,
	                          NULL) == ARCHIVE_OK &&
	       (!x->primed || take_primer(x));
}

struct tar_extended *tar_extended_open(struct stream *in)
{
	struct arena own = {0};
	struct tar_extended *x = arena_new(&own, struct tar_extended);

	x->own = own;
	x->in = in;
	x->archive = archive_read_new();
	assert(x->archive);
	(void)archive_read_support_format_tar(x->archive);
	if (!open_archive(x) && x->io.kind == ERR_NONE)
		translate(x->archive, &x->io);
	return x;
}

/* What libarchive counts, it counts of what it was given. */
static uint64_t in_stream(const struct tar_extended *x, la_int64_t at)
{
	return x->in->pos - x->given + (uint64_t)at;
}

uint64_t tar_extended_header(const struct tar_extended *x)
{
	return in_stream(x, archive_read_header_position(x->archive));
}

static enum entry_type type_of(struct archive_entry *ae)
{
	if (archive_entry_hardlink(ae))
		return ENTRY_HARDLINK;
	switch (archive_entry_filetype(ae)) {
	case AE_IFREG:
		return ENTRY_FILE;
	case AE_IFDIR:
		return ENTRY_DIR;
	case AE_IFLNK:
		return ENTRY_SYMLINK;
	default:
		return ENTRY_OTHER;
	}
}

/* A link's target in whatever form libarchive has it; NULL: none. */
static const char *target_of(struct archive_entry *ae, enum entry_type type)
{
	if (type == ENTRY_HARDLINK)
		return archive_entry_hardlink(ae);
	if (type == ENTRY_SYMLINK)
		return archive_entry_symlink(ae);
	return "";
}

/* Whether what follows such an entry is its data or the next header, programs
 * do not agree on: Docker may see entries that we don't. */
static bool is_ambiguous(enum entry_type type, la_int64_t size)
{
	return size > 0 && (type == ENTRY_HARDLINK || type == ENTRY_DIR);
}

static int fill(struct tar_extended *x, struct archive_entry *ae,
                struct entry *e)
{
	enum entry_type type = type_of(ae);
	const char *name = archive_entry_pathname(ae);
	const char *target = target_of(ae, type);
	la_int64_t size = archive_entry_size(ae);

	if (!name || !target || size < 0)
		return err_set(&x->io, ERR_FORMAT,
		               "damaged tar archive: the entry at byte %llu "
		               "has no readable name or size",
		               (unsigned long long)tar_extended_header(x));
	if (is_ambiguous(type, size))
		return err_set(&x->io, ERR_FORMAT,
		               "damaged tar archive: the %s at byte %llu has "
		               "data",
		               type == ENTRY_DIR ? "directory" : "hard link",
		               (unsigned long long)tar_extended_header(x));
	*e = (struct entry){
		.type = type,
		.name = str_c(name),
		.target = str_c(target),
		.size = (uint64_t)size,
		.mode = (uint32_t)archive_entry_perm(ae) & 07777,
		.sparse = archive_entry_sparse_count(ae) > 0,
		.header = tar_extended_header(x),
		.data = in_stream(x, archive_filter_bytes(x->archive, 0)),
	};
	x->end = e->sparse ? 0 : e->data + tar_padded(e->size);
	return 0;
}

/* Of the warnings most are about the text of names; this one is about what the
 * entry is. */
static int check_warning(struct tar_extended *x)
{
	const char *why = archive_error_string(x->archive);

	return why && strstr(why, "pax extended attribute") ?
	               err_set(&x->io, ERR_FORMAT, "damaged pax header") :
	               0;
}

int tar_extended_next(struct tar_extended *x, struct entry *e, struct err *err)
{
	struct archive_entry *ae;
	int rc;

	x->end = 0;
	if (x->io.kind != ERR_NONE)
		return fail(x, err);
	rc = archive_read_next_header(x->archive, &ae);
	if (rc == ARCHIVE_EOF) /* also where the second block cannot be read */
		return x->io.kind == ERR_NONE ? 0 : fail(x, err);
	if ((rc != ARCHIVE_OK && rc != ARCHIVE_WARN) ||
	    (rc == ARCHIVE_WARN && check_warning(x)) || fill(x, ae, e))
		return fail(x, err);
	return 1;
}

int tar_extended_data(struct tar_extended *x, struct str *piece, uint64_t *at,
                      struct err *err)
{
	const void *p = NULL;
	la_int64_t offset = 0;
	int rc = archive_read_data_block(x->archive, &p, &piece->n, &offset);

	if (rc == ARCHIVE_EOF)
		return 0;
	if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN)
		return fail(x, err);
	piece->p = p;
	*at = (uint64_t)offset;
	return 1;
}

int tar_extended_leave(struct tar_extended *x, bool *apart, struct err *err)
{
	int rc = archive_read_data_skip(x->archive);

	if (rc != ARCHIVE_OK && rc != ARCHIVE_WARN && rc != ARCHIVE_EOF)
		return fail(x, err);
	*apart = (uint64_t)archive_filter_bytes(x->archive, 0) == x->given;
	if (!*apart || x->primed)
		return 0;
	add_primer(x);
	return take_primer(x) ? 0 : fail(x, err);
}

bool tar_extended_has_end_marker(const struct tar_extended *x)
{
	return archive_filter_bytes(x->archive, 0) -
	               archive_read_header_position(x->archive) >=
	       END_MARKER;
}

void tar_extended_close(struct tar_extended *x)
{
	struct arena own;

	if (!x)
		return;
	own = x->own;
	(void)archive_read_free(x->archive);
	arena_free(&own);
}
