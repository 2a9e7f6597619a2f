/* rpm 4, "RPM V4 Package format": a header is big-endian counts of entries and
 * of bytes, then entries {tag, type, offset, count}, then the bytes. */
#include "base/bytes.h"
#include "base/path.h"
#include "facts/rpm.h"

#include <string.h>

enum {
	INTRO = 8,
	ENTRY = 16,
	ENTRIES_MAX = 0xffff, /* as rpm has it */
	DIRECTORIES_MAX = 1 << 17,
};

enum type { TYPE_INT32 = 4, TYPE_STRING = 6, TYPE_STRINGS = 8 };

/* Tags of interest; later entries of the same tag replace earlier ones. */
enum tag {
	TAG_NAME,
	TAG_VERSION,
	TAG_RELEASE,
	TAG_EPOCH,
	TAG_ARCH,
	TAG_DIR_INDEXES,
	TAG_BASE_NAMES,
	TAG_DIR_NAMES,
	TAG_N
};

static const struct {
	unsigned number;
	enum type type;
} tags[TAG_N] = {
	[TAG_NAME] = {1000, TYPE_STRING},
	[TAG_VERSION] = {1001, TYPE_STRING},
	[TAG_RELEASE] = {1002, TYPE_STRING},
	[TAG_EPOCH] = {1003, TYPE_INT32},
	[TAG_ARCH] = {1022, TYPE_STRING},
	[TAG_DIR_INDEXES] = {1116, TYPE_INT32},
	[TAG_BASE_NAMES] = {1117, TYPE_STRINGS},
	[TAG_DIR_NAMES] = {1118, TYPE_STRINGS},
};

struct value {
	struct str bytes; /* from its offset to the end of the header */
	size_t count;     /* 0: not there */
};

struct header {
	struct value v[TAG_N];
};

static size_t number(struct str bytes, size_t off)
{
	return (size_t)bytes_be(bytes, off, 4);
}

/* False: the entry points out of the header. */
static bool take_entry(struct header *h, struct str entry, struct str store)
{
	size_t tag = number(entry, 0), type = number(entry, 4);
	size_t off = number(entry, 8), count = number(entry, 12);

	for (int i = 0; i < TAG_N; i++) {
		if (tags[i].number != tag)
			continue;
		if (tags[i].type != type || off >= store.n || count == 0)
			return false;
		h->v[i] = (struct value){str_from(store, off), count};
	}
	return true;
}

static bool open_header(struct str blob, struct header *h)
{
	size_t n = number(blob, 0), size = number(blob, 4);

	if (blob.n < INTRO || n == 0 || n > ENTRIES_MAX ||
	    blob.n - INTRO < n * ENTRY || blob.n - INTRO - n * ENTRY < size)
		return false;
	for (size_t i = 0; i < n; i++)
		if (!take_entry(h,
		                (struct str){blob.p + INTRO + i * ENTRY, ENTRY},
		                (struct str){blob.p + INTRO + n * ENTRY, size}))
			return false;
	return true;
}

/* The next of the strings that end with NUL; false when there is none. */
static bool next_string(struct str *rest, struct str *out)
{
	const char *end = rest->n ? memchr(rest->p, '\0', rest->n) : NULL;

	if (!end)
		return false;
	*out = (struct str){rest->p, (size_t)(end - rest->p)};
	*rest = str_from(*rest, out->n + 1);
	return true;
}

static bool first_string(const struct value *v, struct str *out)
{
	struct str rest = v->bytes;

	return v->count && next_string(&rest, out);
}

static struct strs directories(const struct header *h, struct arena *a)
{
	const struct value *v = &h->v[TAG_DIR_NAMES];
	struct str rest = v->bytes, s;
	struct strs list = {0};

	while (list.n < v->count && list.n < DIRECTORIES_MAX &&
	       next_string(&rest, &s))
		*arena_push(a, &list) = s;
	return list;
}

/* "3:550.54.15-1.el9", as rpm's EVR. */
static struct str version_of(const struct header *h, struct str version,
                             struct str release, struct arena *a)
{
	const struct value *epoch = &h->v[TAG_EPOCH];

	if (epoch->count == 0)
		return arena_fmt(a, STR_F "-" STR_F, STR_A(version),
		                 STR_A(release));
	return arena_fmt(a, "%zu:" STR_F "-" STR_F, number(epoch->bytes, 0),
	                 STR_A(version), STR_A(release));
}

static void take_file(struct rpm *r, struct str dir, struct str base,
                      struct str package)
{
	char space[PATH_MAX_BYTES];
	struct str path;

	if (dir.n + base.n > sizeof space)
		return;
	if (dir.n)
		memcpy(space, dir.p, dir.n);
	if (base.n)
		memcpy(space + dir.n, base.p, base.n);
	path = path_rel((struct str){space, dir.n + base.n});
	extract_owner(path, package, r->arena, r->said);
}

static void take_files(struct rpm *r, const struct header *h,
                       struct str package)
{
	struct str indexes = h->v[TAG_DIR_INDEXES].bytes;
	struct value bases = h->v[TAG_BASE_NAMES];
	struct arena space = {0};
	struct strs dirs = directories(h, &space);
	struct str base;

	while (bases.count-- && indexes.n >= 4 &&
	       next_string(&bases.bytes, &base)) {
		size_t dir = number(indexes, 0);

		if (dir >= dirs.n)
			break;
		take_file(r, dirs.v[dir], base, package);
		indexes = str_from(indexes, 4);
	}
	arena_free(&space);
}

bool rpm_take(struct rpm *r, struct str blob)
{
	struct header h = {0};
	struct str name, version, release, arch = STR("");
	struct package p = {0};

	if (blob.n > r->left || !open_header(blob, &h) ||
	    !first_string(&h.v[TAG_NAME], &name) ||
	    !first_string(&h.v[TAG_VERSION], &version) ||
	    !first_string(&h.v[TAG_RELEASE], &release))
		return false;
	r->left -= blob.n;
	if (!interest_package(name))
		return true;
	(void)first_string(&h.v[TAG_ARCH], &arch);
	p.name = arena_str(r->arena, name);
	p.version = version_of(&h, version, release, r->arena);
	p.arch = arena_str(r->arena, arch);
	p.manager = PACKAGER_RPM;
	extract_package(p, r->arena, r->said);
	take_files(r, &h, p.name);
	return true;
}
