#include "facts/layer_pack.h"

#include "base/pack.h"
#include "base/path.h"

/* clang-format off */
static const struct field said_fields[] = {
	FIELD(struct said, soname, OPTIONAL, "ELF DT_SONAME"),
	FIELD_OBJECT(struct said, note, OPTIONAL, &fwd_note_schema, "Forward-compatibility note"),
	FIELD_LIST(struct said, packages, OPTIONAL, &package_schema, "Packages in a database"),
	FIELD(struct said, owners, OPTIONAL, "Libraries and their packages"),
	FIELD(struct said, lines, OPTIONAL, "Lines of ld.so.conf or of a file list"),
	FIELD(struct said, name, OPTIONAL, "Distribution"),
	FIELD(struct said, version, OPTIONAL, "Version"),
	FIELD(struct said, cuda, OPTIONAL, "CUDA that torch was built with"),
	FIELD(struct said, hip, OPTIONAL, "HIP that torch was built with"),
	FIELD(struct said, no_cuda, OPTIONAL, "torch was built without CUDA"),
	FIELD_OBJECT(struct said, os, OPTIONAL, &os_schema, "os-release"),
	FIELD_OBJECT(struct said, code, OPTIONAL, &device_code_schema, "Device code"),
	FIELD(struct said, cut, OPTIONAL, "It says more than is kept"),
	FIELD(struct said, gap, OPTIONAL, "Why it could not be read"),
};
/* clang-format on */
const struct schema said_schema = SCHEMA(struct said, said_fields);

/* clang-format off */
static const struct field bulk_fields[] = {
	FIELD(struct bulk, place, ALWAYS, "Directory"),
	FIELD_ENUM(struct bulk, component, OPTIONAL, component_names, "Whose files"),
	FIELD(struct bulk, bytes, ALWAYS, "What they weigh"),
	FIELD(struct bulk, files, ALWAYS, "How many they are"),
};
static const struct schema bulk_schema = SCHEMA(struct bulk, bulk_fields);

static const struct field big_fields[] = {
	FIELD(struct big, path, ALWAYS, "File"),
	FIELD_ENUM(struct big, component, OPTIONAL, component_names, "Whose file"),
	FIELD(struct big, place_n, ALWAYS, "How much of path is its place"),
	FIELD(struct big, bytes, ALWAYS, "What it weighs"),
	FIELD(struct big, of, OPTIONAL, "The file that it is another name of"),
};
static const struct schema big_schema = SCHEMA(struct big, big_fields);

static const struct field sizes_fields[] = {
	FIELD(struct layer_sizes, bytes, ALWAYS, "What all files weigh"),
	FIELD(struct layer_sizes, files, ALWAYS, "How many they are"),
	FIELD_LIST(struct layer_sizes, bulks, ALWAYS, &bulk_schema, "Sums"),
	FIELD_LIST(struct layer_sizes, bigs, ALWAYS, &big_schema, "Large files"),
};
/* clang-format on */
const struct schema layer_sizes_schema =
	SCHEMA(struct layer_sizes, sizes_fields);

enum { KEY_BYTES = 8, ENTRY_TYPES = ENTRY_OTHER + 1, MODE_END = 010000 };

static void put_keys(struct buf *out, struct pathkeys keys)
{
	pack_uint(out, keys.n);
	slice_for (uint64_t, key, keys) {
		char le[KEY_BYTES];

		for (int i = 0; i < KEY_BYTES; i++)
			le[i] = (char)(*key >> (8 * i));
		buf_add(out, (struct str){le, KEY_BYTES});
	}
}

static void put_kept(struct buf *out, const struct kept *k)
{
	pack_str(out, k->path);
	pack_uint(out, k->type);
	pack_uint(out, k->what);
	pack_str(out, k->target);
	pack_uint(out, k->mode);
	pack_uint(out, k->size);
	pack_uint(out, k->order);
	pack_str(out, k->gap);
	pack_uint(out, k->replaced);
	pack_uint(out, k->said != NULL);
	if (k->said)
		pack_record(out, &said_schema, k->said);
}

void layer_pack(const struct layer_facts *l, struct buf *out)
{
	pack_uint(out, l->seed);
	pack_uint(out, l->kept.n);
	slice_for (struct kept, k, l->kept)
		put_kept(out, k);
	pack_strs(out, l->whiteouts);
	pack_strs(out, l->opaque);
	put_keys(out, l->others);
	put_keys(out, l->hidden);
	pack_record(out, &layer_sizes_schema, &l->sizes);
	pack_uint(out, l->gaps.n);
	slice_for (struct gap, g, l->gaps)
		pack_record(out, &fact_gap_schema, g);
}

static uint64_t key_of(const char *le)
{
	uint64_t key = 0;

	for (int i = KEY_BYTES; i-- > 0;)
		key = key << 8 | (unsigned char)le[i];
	return key;
}

static struct pathkeys get_keys(struct unpack *u)
{
	struct pathkeys keys = {0};

	keys.v = unpack_list(u, sizeof *keys.v, &keys.n);
	if (keys.n > u->rest.n / KEY_BYTES) {
		u->bad = true;
		return (struct pathkeys){0};
	}
	for (size_t i = 0; i < keys.n; i++) {
		keys.v[i] = key_of(u->rest.p + i * KEY_BYTES);
		u->bad |= i && keys.v[i] <= keys.v[i - 1];
	}
	u->rest = str_from(u->rest, keys.n * KEY_BYTES);
	return keys;
}

static bool is_clean(struct str path)
{
	char space[PATH_MAX_BYTES];
	struct str clean;

	return path_clean(path, space, &clean) == PATH_OK &&
	       str_eq(path, clean);
}

static struct str get_clean(struct unpack *u)
{
	struct str path = unpack_str(u);

	u->bad |= !is_clean(path);
	return path;
}

static struct strs get_paths(struct unpack *u)
{
	struct strs list = {0};

	list.v = unpack_list(u, sizeof *list.v, &list.n);
	slice_for (struct str, s, list)
		*s = get_clean(u);
	return list;
}

static const struct said *get_said(struct unpack *u)
{
	struct said *said;

	if (!unpack_below(u, 2))
		return NULL;
	if (u->left < sizeof *said) {
		u->bad = true;
		return NULL;
	}
	u->left -= sizeof *said;
	said = arena_new(u->arena, struct said);
	unpack_record(u, &said_schema, said);
	return said;
}

static void get_kept(struct unpack *u, struct kept *k)
{
	k->path = get_clean(u);
	k->type = (enum entry_type)unpack_below(u, ENTRY_TYPES);
	k->what = (enum interest)unpack_below(u, INTEREST_N);
	k->target = k->type == ENTRY_HARDLINK ? get_clean(u) : unpack_str(u);
	u->bad |= k->target.n > PATH_MAX_BYTES;
	k->mode = unpack_below(u, MODE_END);
	k->size = unpack_uint(u);
	k->order = unpack_uint(u);
	k->gap = unpack_str(u);
	k->replaced = unpack_below(u, 2);
	k->said = get_said(u);
}

static void get_kepts(struct unpack *u, struct kepts *out)
{
	out->v = unpack_list(u, sizeof *out->v, &out->n);
	for (size_t i = 0; i < out->n && !u->bad; i++)
		get_kept(u, &out->v[i]);
}

static bool is_size(int64_t n)
{
	return n >= 0 && n <= SIZE_BYTES_MAX;
}

static bool is_big(const struct bigs *all, const struct big *b)
{
	bool other = b->of > 0 && (uint64_t)b->of <= all->n &&
	             all->v[b->of - 1].of == 0;

	return is_clean(b->path) && is_size(b->bytes) && b->place_n >= 0 &&
	       (uint64_t)b->place_n < b->path.n && (b->of == 0 || other);
}

static void get_sizes(struct unpack *u, struct layer_sizes *out)
{
	unpack_record(u, &layer_sizes_schema, out);
	u->bad |= !is_size(out->bytes) || !is_size(out->files) ||
	          out->bulks.n > BULKS_MAX || out->bigs.n > BIGS_MAX;
	slice_for (struct bulk, b, out->bulks)
		u->bad |= !is_clean(b->place) || !is_size(b->bytes) ||
		          !is_size(b->files);
	slice_for (struct big, b, out->bigs)
		u->bad |= !is_big(&out->bigs, b);
}

static void get_gaps(struct unpack *u, struct gaps *out)
{
	out->v = unpack_list(u, sizeof *out->v, &out->n);
	slice_for (struct gap, g, *out)
		unpack_record(u, &fact_gap_schema, g);
}

struct layer_facts *layer_unpack(struct str bytes, struct arena *a)
{
	struct unpack u = {.rest = bytes, .arena = a, .left = layer_room(a)};
	struct layer_facts *l = arena_new(a, struct layer_facts);

	l->seed = unpack_uint(&u);
	get_kepts(&u, &l->kept);
	l->whiteouts = get_paths(&u);
	l->opaque = get_paths(&u);
	l->others = get_keys(&u);
	l->hidden = get_keys(&u);
	get_sizes(&u, &l->sizes);
	get_gaps(&u, &l->gaps);
	return u.bad || u.rest.n ? NULL : l;
}
