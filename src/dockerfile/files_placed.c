/* Files of which the bytes are known, or where to ask for them. */
#include "dockerfile/build.h"

#include "base/path.h"

enum placed_by { PLACED_UNKNOWN, PLACED_TEXT, PLACED_CONTEXT };

struct placed_file {
	enum placed_by by;
	struct str path;   /* file, or directory */
	struct str source; /* path in the context */
	struct text text;
};

struct placed {
	struct placed_file *v;
	size_t n;
	bool cut; /* there were more */
};

static void add(struct apply *ap, struct placed_file f)
{
	if (!ap->placed)
		ap->placed = arena_new(ap->arena, struct placed);
	ap->placed->cut |= ap->placed->n >= PLACED_MAX;
	f.path = arena_str(ap->arena, f.path);
	if (!ap->placed->cut)
		*arena_push(ap->arena, ap->placed) = f;
}

void files_place_text(struct apply *ap, struct str path, struct text bytes)
{
	add(ap, (struct placed_file){.by = PLACED_TEXT,
	                             .path = path,
	                             .text = bytes});
}

void files_place_context(struct apply *ap, struct str path, struct str source)
{
	add(ap, (struct placed_file){.by = PLACED_CONTEXT,
	                             .path = path,
	                             .source = source});
}

void files_place_unknown(struct apply *ap, struct str path)
{
	add(ap, (struct placed_file){.by = PLACED_UNKNOWN, .path = path});
}

size_t files_placed(const struct apply *ap)
{
	return ap->placed ? ap->placed->n : 0;
}

void files_unplace(struct apply *ap, size_t first, size_t n)
{
	struct placed *all = ap->placed;

	if (n == 0)
		return;
	for (size_t i = first + n; i < all->n; i++)
		all->v[i - n] = all->v[i];
	all->n -= n;
}

static bool from_context(struct apply *ap, const struct placed_file *f,
                         struct str path, struct text *bytes, struct str *name)
{
	const struct build_context *c = &ap->build->in->context;
	struct err err = {0};
	struct str rest = str_from(path, f->path.n), all;

	if (!c->read)
		return false;
	rest = path_rel(rest);
	*name = f->source;
	if (rest.n && f->source.n)
		*name = arena_fmt(ap->arena, STR_F "/" STR_F, STR_A(f->source),
		                  STR_A(rest));
	else if (rest.n)
		*name = arena_str(ap->arena, rest);
	if (name->n == 0 || c->read(c->ctx, *name, ap->arena, &all, &err))
		return false;
	*bytes = text_of(ap->arena, TEXT_MADE, all);
	return true;
}

bool apply_read(struct apply *ap, struct str path, struct text *bytes,
                struct str *name)
{
	const struct placed *all = ap->placed;

	if (!all || all->cut)
		return false;
	for (size_t i = all->n; i-- > 0;) {
		const struct placed_file *f = &all->v[i];

		if (!path_is_under(path, f->path))
			continue;
		if (f->by == PLACED_UNKNOWN)
			return false;
		if (f->by == PLACED_CONTEXT &&
		    from_context(ap, f, path, bytes, name))
			return true;
		if (f->by == PLACED_TEXT && path.n == f->path.n) {
			*bytes = f->text;
			*name = STR("");
			return true;
		}
	}
	return false;
}
