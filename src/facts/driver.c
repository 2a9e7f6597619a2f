#include "facts/gather.h"

#include "base/path.h"
#include "base/version.h"

static bool is_compat_dir(struct str name)
{
	return str_eq(name, STR("compat")) ||
	       str_eq(name, STR("cuda-compat")) ||
	       str_has_prefix(name, STR("compat_")) ||
	       str_has_prefix(name, STR("compat-"));
}

static enum umd_kind kind_of_path(struct str path)
{
	struct str rest = path_dir(path), part;
	enum umd_kind kind = UMD_BUNDLED;

	while (str_next(&rest, '/', &part)) {
		if (str_eq(part, STR("stubs")))
			return UMD_STUB;
		if (is_compat_dir(part))
			kind = UMD_COMPAT;
	}
	return kind;
}

/* "465.19.01" of libcuda.so.465.19.01; "" of libcuda.so.1 and the like. */
static struct str driver_version(struct str path)
{
	struct str base = path_base(path), so = STR(".so.");
	struct version v;

	for (size_t i = 0; i + so.n < base.n; i++) {
		struct str tail = str_from(base, i);

		if (!str_has_prefix(tail, so))
			continue;
		tail = str_from(tail, so.n);
		if (version_parse(tail, &v) && v.n >= 2 && v.part[0] >= 100)
			return tail;
	}
	return STR("");
}

static struct str copy_of(struct arena *a, const struct str *s)
{
	return s ? arena_str(a, *s) : STR("");
}

static struct fwd_note copy_note(struct arena *a, const struct fwd_note *from)
{
	struct fwd_note note = {.present = from->present,
	                        .cuda = arena_str(a, from->cuda)};

	slice_for (int64_t, v, from->drivers)
		*arena_push(a, &note.drivers) = *v;
	slice_for (int64_t, v, from->devices)
		*arena_push(a, &note.devices) = *v;
	return note;
}

static void add_file(struct gather *g, const struct found *f, struct umd *u)
{
	const struct kept *k = f->file->kept;

	u->size = (int64_t)k->size;
	u->layer = f->file->layer;
	if (k->size == 0 && k->type == ENTRY_FILE)
		u->kind = UMD_LEFTOVER;
	if (f->file->package)
		u->package = copy_of(g->arena, f->file->package);
	if (f->said) {
		u->soname = arena_str(g->arena, f->said->soname);
		u->note = copy_note(g->arena, &f->said->note);
	}
}

static void add_umd(struct gather *g, const struct found *f)
{
	struct umd *u;
	struct str judged = f->file_path.n ? f->file_path : f->path;

	if (!gather_room(g, g->out->umd.n, GROUP_DRIVER))
		return;
	u = arena_push(g->arena, &g->out->umd);
	*u = (struct umd){
		.path = f->path,
		.resolved = f->file_path,
		.link = f->node->kind == NODE_LINK,
		.kind = kind_of_path(judged),
		.version = driver_version(judged),
		.package = copy_of(g->arena, f->node->package),
		.layer = f->node->layer,
	};
	if (f->file)
		add_file(g, f, u);
}

void gather_driver(struct gather *g)
{
	slice_for (struct found, f, g->finds)
		if (f->what == INTEREST_LIBCUDA || f->what == INTEREST_DRIVER)
			add_umd(g, f);
}
