#include "facts/layer.h"

#include "base/path.h"
#include "facts/extract.h"
#include "facts/scan.h"

#define RAISE(limit) "; --limit " limit "=N raises it"

struct reader {
	struct arena *arena;
	struct tar *tar;
	struct layer_facts *out;
	struct buf others; /* keys, in archive order */
	struct buf bytes;  /* of the file that is being captured */
	struct scale *scale;
	struct arena space; /* ends with the reading */
	struct path_hash paths;
	size_t links; /* symbolic links kept */
	uint64_t long_names;
	bool full;        /* no more is kept */
	bool others_full; /* not even its key */
	bool unscanned;   /* there are programs that were not looked into */
};

static void add_gap(struct reader *r, struct str reason)
{
	struct gap *g = arena_push(r->arena, &r->out->gaps);

	*g = (struct gap){GROUP_ALL, STR(""), reason};
}

static void crowd(struct reader *r, struct str reason)
{
	r->out->crowded = true;
	add_gap(r, reason);
}

size_t layer_room(const struct arena *a)
{
	size_t room = a->room ? a->room : LAYERS_BYTES_MAX;
	size_t used = arena_since(a);

	return used < room ? room - used : 0;
}

/* Keys in the making are not the arena's yet. */
static bool is_crowded(const struct reader *r)
{
	return r->others.n >= layer_room(r->arena);
}

/* NULL, or why no more can be kept. */
static const char *no_room(const struct reader *r)
{
	if (r->links > tar_limits(r->tar)->links)
		return "too many symbolic links" RAISE("links");
	if (is_crowded(r))
		return "too many entries of interest" RAISE("facts-bytes");
	return NULL;
}

/* Kept entries are bounded; what is beyond is seen as "other". */
static bool has_room(struct reader *r, bool link)
{
	const char *why;

	if (r->full)
		return false;
	r->links += link;
	why = no_room(r);
	if (why)
		crowd(r, str_c(why));
	r->full = why;
	return !why;
}

static void add_other(struct reader *r, struct str path, bool directory)
{
	uint64_t key = pathkey(&r->paths, path) | directory;
	bool room = !is_crowded(r);

	if (!room && !r->others_full)
		crowd(r, STR("too many entries" RAISE("facts-bytes")));
	r->others_full = !room;
	if (!room)
		return;
	buf_add(&r->others, (struct str){(const char *)&key, sizeof key});
}

static void too_large(struct reader *r, struct kept *k, uint64_t max)
{
	const char *limit = interest_limit(k->what);

	k->gap = arena_fmt(r->arena, "larger than %llu bytes%s%s%s",
	                   (unsigned long long)max, limit ? "; --limit " : "",
	                   limit ? limit : "", limit ? "=N raises it" : "");
	r->out->crowded |= limit != NULL;
}

static int capture(struct reader *r, struct kept *k, struct err *err)
{
	struct capture how = interest_capture(k->what);
	uint64_t max = interest_max(k->what, tar_limits(r->tar));
	struct said *said;

	if (how.max == 0)
		return 0;
	if (tar_holds(r->tar) == TAR_NAMES) {
		k->gap = STR("only its name was read");
		return 0;
	}
	if (k->size > max && !how.head) {
		too_large(r, k, max);
		return 0;
	}
	r->bytes.n = 0;
	if (tar_read(r->tar, k->size < max ? k->size : max, &r->bytes, err))
		return err_wrap(err, STR_F, STR_A(k->path));
	said = arena_new(r->arena, struct said);
	if (k->what == INTEREST_RPM)
		extract_rpm(&r->bytes, r->arena, said);
	else
		extract(k->what, buf_str(&r->bytes), r->arena, said);
	k->said = said;
	k->gap = said->cut ? STR("there is too much in it") : said->gap;
	if (r->bytes.n > INTEREST_FILE_MAX)
		buf_free(&r->bytes); /* few files are as large again */
	return 0;
}

static int escapes(struct str name, struct err *err)
{
	return err_set(err, ERR_FORMAT, "'%.*s': path leaves the image's root",
	               name.n < 300 ? (int)name.n : 300, name.p);
}

/* The target of a hard link is a path like any other. */
static int link_target(struct reader *r, const struct entry *e, struct str *out,
                       struct err *err)
{
	char space[PATH_MAX_BYTES];
	struct str clean;

	if (e->type == ENTRY_SYMLINK) {
		if (e->target.n <= PATH_MAX_BYTES)
			*out = arena_str(r->arena, e->target);
		else
			r->long_names++;
		return 0;
	}
	if (e->type != ENTRY_HARDLINK)
		return 0;
	switch (path_clean(e->target, space, &clean)) {
	case PATH_ESCAPES:
		return escapes(e->target, err);
	case PATH_TOO_LONG:
		r->long_names++;
		return 0;
	case PATH_OK:
		break;
	}
	*out = arena_str(r->arena, clean);
	return 0;
}

static int keep(struct reader *r, const struct entry *e, struct str path,
                enum interest what, struct err *err)
{
	struct kept *k = arena_push(r->arena, &r->out->kept);

	*k = (struct kept){
		.path = arena_str(r->arena, path),
		.type = e->type,
		.what = what,
		.mode = e->mode,
		.size = e->type == ENTRY_FILE ? e->size : 0,
		.order = r->others.n / sizeof(uint64_t),
	};
	if (link_target(r, e, &k->target, err))
		return err_wrap(err, STR_F, STR_A(k->path));
	return k->type == ENTRY_FILE ? capture(r, k, err) : 0;
}

/* base starts with ".wh."; image-spec layer.md, "Whiteouts". */
static int take_whiteout(struct reader *r, struct str path, struct str base,
                         struct err *err)
{
	struct str dir = path_dir(path), name = str_from(base, 4);

	if (name.n == 0 || str_eq(name, STR(".")) || str_eq(name, STR("..")))
		return err_set(err, ERR_FORMAT, "'%.300s': a bad whiteout",
		               arena_cstr(r->arena, path));
	if (!has_room(r, false))
		return 0;
	if (str_eq(base, STR(".wh..wh..opq")))
		*arena_push(r->arena, &r->out->opaque) =
			arena_str(r->arena, dir);
	else if (str_has_prefix(name, STR(".wh.")))
		return 0; /* aufs keeps its own things there */
	else if (dir.n == 0)
		*arena_push(r->arena, &r->out->whiteouts) =
			arena_str(r->arena, name);
	else
		*arena_push(r->arena, &r->out->whiteouts) =
			arena_fmt(r->arena, STR_F "/" STR_F, STR_A(dir),
		                  STR_A(name));
	return 0;
}

/* Most programs and libraries have no device code: they are not kept. */
static int take_code(struct reader *r, const struct entry *e, struct str path,
                     struct err *err)
{
	struct device_code code;
	struct str gap;
	struct said *said;
	struct kept *k;

	if (tar_holds(r->tar) != TAR_ALL) {
		r->unscanned = true;
		add_other(r, path, false);
		return 0;
	}
	if (code_scan(tar_stream(r->tar), e->size, r->arena, &code, &gap, err))
		return err_wrap(err, STR_F, STR_A(path));
	if ((code.modules == 0 && gap.n == 0) || !has_room(r, false)) {
		add_other(r, path, false);
		return 0;
	}
	if (keep(r, e, path, INTEREST_CODE, err))
		return -1;
	said = arena_new(r->arena, struct said);
	said->code = code;
	k = &r->out->kept.v[r->out->kept.n - 1];
	k->said = said;
	k->gap = gap;
	return 0;
}

/* A target that is no path of the image names no file. */
static void weigh(struct reader *r, const struct entry *e, struct str path)
{
	char space[PATH_MAX_BYTES];
	struct str target;

	if (e->type == ENTRY_FILE)
		scale_file(r->scale, path, e->size);
	else if (e->type == ENTRY_HARDLINK &&
	         path_clean(e->target, space, &target) == PATH_OK)
		scale_link(r->scale, path, target);
}

static int take_clean(struct reader *r, const struct entry *e, struct str path,
                      struct err *err)
{
	struct str base = path_base(path);
	enum interest what = INTEREST_NONE;
	bool link = e->type == ENTRY_SYMLINK;

	if (base.n >= 4 && str_has_prefix(base, STR(".wh.")))
		return take_whiteout(r, path, base, err);
	weigh(r, e, path);
	if (e->type == ENTRY_FILE || e->type == ENTRY_HARDLINK)
		what = interest_of_file(path, e->mode);
	if (what == INTEREST_CODE && e->type == ENTRY_FILE)
		return take_code(r, e, path, err);
	if ((link || what) && has_room(r, link))
		return keep(r, e, path, what, err);
	add_other(r, path, e->type == ENTRY_DIR);
	return 0;
}

static int take(struct reader *r, const struct entry *e, struct err *err)
{
	char space[PATH_MAX_BYTES];
	struct str path = {0};

	switch (path_clean(e->name, space, &path)) {
	case PATH_ESCAPES:
		return escapes(e->name, err);
	case PATH_TOO_LONG:
		r->long_names++;
		return 0;
	case PATH_OK:
		break;
	}
	return path.n ? take_clean(r, e, path, err) : 0;
}

static int read_entries(struct reader *r, struct err *err)
{
	struct entry e;
	int got;

	while ((got = tar_next(r->tar, &e, err)) == 1)
		if (take(r, &e, err))
			return -1;
	return got;
}

struct pathkeys layer_kept_keys(const struct layer_facts *l,
                                struct path_hash *h, struct arena *a)
{
	uint64_t *keys = arena_array(a, uint64_t, l->kept.n + 1);

	for (size_t i = 0; i < l->kept.n; i++)
		keys[i] = pathkey(h, l->kept.v[i].path);
	return pathkeys_sort(keys, l->kept.n);
}

/* A later entry of no interest may replace a kept one of the same name. */
static void mark_replaced(struct reader *r, const uint64_t *others, size_t n)
{
	struct pathkeys mine = layer_kept_keys(r->out, &r->paths, &r->space);
	uint64_t *last = arena_array(&r->space, uint64_t, mine.n + 1);

	for (size_t i = 0; i < n; i++)
		last[pathkeys_find(mine, others[i] & ~UINT64_C(1))] = i + 1;
	slice_for (struct kept, k, r->out->kept)
		if (last[pathkeys_find(mine, pathkey(&r->paths, k->path))] >
		    k->order)
			k->replaced = true;
}

static struct pathkeys hidden_keys(struct reader *r)
{
	const struct layer_facts *l = r->out;
	uint64_t *v =
		arena_array(r->arena, uint64_t, l->whiteouts.n + l->opaque.n);
	size_t n = 0;

	slice_for (struct str, path, l->whiteouts)
		v[n++] = pathkey(&r->paths, *path);
	slice_for (struct str, path, l->opaque)
		v[n++] = pathkey(&r->paths, *path) | 1;
	return pathkeys_sort(v, n);
}

static void finish(struct reader *r)
{
	size_t bytes = r->others.n, n = bytes / sizeof(uint64_t);
	uint64_t *all = arena_adopt(r->arena, buf_take(&r->others), bytes);

	mark_replaced(r, all, n);
	r->out->others = pathkeys_sort(all, n);
	r->out->hidden = hidden_keys(r);
	scale_take(r->scale, r->arena, &r->out->sizes);
	if (r->unscanned)
		*arena_push(r->arena, &r->out->gaps) = (struct gap){
			GROUP_CODE,
			STR(""),
			STR("read by its table of contents: programs were not "
		            "looked into"),
		};
	if (r->long_names)
		add_gap(r,
		        arena_fmt(r->arena, "%llu names longer than %d bytes",
		                  (unsigned long long)r->long_names,
		                  PATH_MAX_BYTES));
}

void *layer_facts_read(void *ctx, struct tar *tar, struct err *err)
{
	struct arena *a = ctx;
	struct reader r = {
		.arena = a,
		.tar = tar,
		.out = arena_new(a, struct layer_facts),
	};
	int rc;

	r.out->seed = tar_limits(tar)->seed;
	path_hash_init(&r.paths, r.out->seed, &r.space);
	r.scale = scale_new(r.out->seed);
	rc = read_entries(&r, err);

	if (rc == 0)
		finish(&r);
	buf_free(&r.others);
	buf_free(&r.bytes);
	scale_free(r.scale);
	arena_free(&r.space);
	return rc ? NULL : r.out;
}

bool layer_facts_crowded(const void *facts)
{
	return ((const struct layer_facts *)facts)->crowded;
}
