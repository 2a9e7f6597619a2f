#include "fix/action.h"

#include <stdlib.h>

/* Tags tried on either side of the one that is there. */
enum { NEAR = 24, EOL_DISTANCE = 1000, IMPACT_MAX = 16 };

struct row_refs {
	const struct nvidia_image **v;
	size_t n;
};

struct retag {
	const struct fix_input *in;
	struct arena *arena;
	const struct nvidia_image *to;
	size_t distance;
	struct action *act;
};

/* "…:11.3.0-cudnn8-devel-ubuntu20.04@sha256:…": its parts, as places. */
struct tag {
	size_t at; /* of the version; the rest follows with a '-' each */
	struct str cuda, flavour, distro;
	size_t digest; /* of the '@'; the end if there is none */
};

static bool split_tag(const struct image_lookup *l, struct str image,
                      struct tag *out)
{
	size_t end = 0, n = l->cuda.n + 1 + l->flavour.n + 1;

	if (!l->nvidia || l->flavour.n == 0 || l->tag.n <= n)
		return false;
	while (end < image.n && image.p[end] != '@')
		end++;
	*out = (struct tag){
		.at = end - l->tag.n,
		.cuda = l->cuda,
		.flavour = l->flavour,
		.distro = str_from(l->tag, n),
		.digest = end,
	};
	return end >= l->tag.n;
}

/* "cudnn8-devel" and "cudnn-devel" are one. */
static struct str cudnn_of(struct str flavour)
{
	size_t n = 5;

	if (!str_has_prefix(flavour, STR("cudnn")))
		return STR("");
	while (n < flavour.n && flavour.p[n] >= '0' && flavour.p[n] <= '9')
		n++;
	return (struct str){flavour.p, n};
}

static bool same_flavour(struct str x, struct str y)
{
	struct str a = cudnn_of(x), b = cudnn_of(y);

	return (a.n > 0) == (b.n > 0) &&
	       str_eq(str_from(x, a.n), str_from(y, b.n));
}

static struct str flavour_in(const struct nvidia_image *row, struct str want)
{
	slice_for (struct str, f, row->flavours)
		if (same_flavour(*f, want))
			return *f;
	return STR("");
}

static bool has_distro(const struct nvidia_image *row, struct str distro)
{
	slice_for (struct str, d, row->distros)
		if (str_eq(*d, distro))
			return true;
	return false;
}

static bool fail(struct retag *r, struct str why)
{
	r->act->refused = why;
	return false;
}

/* The bytes of the file that say this part of a reference. */
static bool replace(struct retag *r, const struct text *image, size_t at,
                    size_t n, struct str with)
{
	struct span span;

	if (str_eq((struct str){image->s.p + at, n}, with))
		return true;
	if (!text_span(image, at, n, &span))
		return fail(r, STR("its version does not stand in the file in "
		                   "one piece"));
	if (!edits_add(r->arena, &r->act->edits, (struct edit){span, with}))
		return fail(r, STR("one argument feeds two uses that would "
		                   "need different values"));
	return true;
}

static bool drop_digest(struct retag *r, const struct text *image,
                        const struct tag *tag)
{
	if (tag->digest == image->s.n)
		return true;
	if (!r->in->digest_drop)
		return fail(r, STR("the base is pinned by digest; "
		                   "--allow-digest-drop lets it go"));
	return replace(r, image, tag->digest, image->s.n - tag->digest,
	               STR(""));
}

/* One stage's base, if it has the version that changes. */
static bool retag_stage(struct retag *r, const struct stage *s)
{
	struct image_lookup l = know_image(r->in->know, s->image.s, r->arena);
	struct str flavour;
	struct tag tag;

	if (s->base != BASE_IMAGE || !split_tag(&l, s->image.s, &tag) ||
	    !str_eq(tag.cuda, r->in->docker->lookup.cuda))
		return true;
	flavour = flavour_in(r->to, tag.flavour);
	if (flavour.n == 0 || !has_distro(r->to, tag.distro))
		return fail(r,
		            arena_fmt(r->arena,
		                      "line %zu: there is no " STR_F
		                      " of " STR_F " for " STR_F,
		                      s->from->first, STR_A(tag.flavour),
		                      STR_A(r->to->cuda), STR_A(tag.distro)));
	return replace(r, &s->image, tag.at, tag.cuda.n, r->to->cuda) &&
	       replace(r, &s->image, tag.at + tag.cuda.n + 1,
	               cudnn_of(tag.flavour).n, cudnn_of(flavour)) &&
	       drop_digest(r, &s->image, &tag);
}

/* Builders too: what they build has to run on the other. */
static bool retag_stages(struct retag *r)
{
	slice_for (struct stage, s, r->in->docker->stages.all)
		if ((s == r->in->docker->root || s->used) && !retag_stage(r, s))
			return false;
	return true;
}

static bool touches(const struct text *t, const struct edits *edits)
{
	slice_for (struct text_run, run, t->runs)
		if (run->from == TEXT_FILE &&
		    edits_touch(edits, (struct span){run->offset, run->n}))
			return true;
	return false;
}

static void add_impact(struct retag *r, const struct instr *i, struct str what)
{
	struct str line =
		arena_fmt(r->arena, "line %zu: " STR_F, i->first, STR_A(what));

	if (r->act->impact.n >= IMPACT_MAX)
		return;
	slice_for (struct str, old, r->act->impact)
		if (str_eq(*old, line))
			return;
	*arena_push(r->arena, &r->act->impact) = line;
}

/* "-11-3": how package names have the version. */
static struct str dashes(struct arena *a, struct str cuda)
{
	struct version v = version_lead(cuda);

	return arena_fmt(a, "-%u-%u", v.part[0], v.part[1]);
}

/* What else the same bytes decide, and what still names the old version. */
static void find_impact(struct retag *r)
{
	struct str old = dashes(r->arena, r->in->docker->lookup.cuda);

	slice_for (struct stage, s, r->in->docker->stages.all)
		if (s != r->in->docker->root &&
		    touches(&s->image, &r->act->edits))
			add_impact(r, s->from,
			           arena_fmt(r->arena, "FROM " STR_F,
			                     STR_A(s->image.s)));
	slice_for (struct effect, e, r->in->docker->effects)
		if (touches(&e->name, &r->act->edits) ||
		    touches(&e->value, &r->act->edits) ||
		    touches(&e->index, &r->act->edits) ||
		    (e->kind == EFFECT_INSTALL && str_contains(e->name.s, old)))
			add_impact(r, e->instr,
			           e->word.s.n ? e->word.s : e->name.s);
}

static void add_retag(struct retag *r, struct actions *out)
{
	const struct image_lookup *l = &r->in->docker->lookup;

	r->act = arena_push(r->arena, out);
	*r->act = (struct action){
		.kind = ACTION_RETAG_BASE,
		.grade = GRADE_REVIEW,
		.distance = r->distance +
	                    (r->to->status == IMAGE_EOL ? EOL_DISTANCE : 0),
		.title = arena_fmt(r->arena,
	                           "base the image on CUDA " STR_F
	                           " instead of " STR_F,
	                           STR_A(r->to->cuda), STR_A(l->cuda)),
		.why = r->to->status == IMAGE_EOL ?
	                       STR("that tag is at its end of life") :
	                       STR("another CUDA for all that is built on it"),
	};
	if (retag_stages(r))
		find_impact(r);
}

static int by_cuda(const void *x, const void *y)
{
	const struct nvidia_image *const *a = x, *const *b = y;

	return version_cmp_str((*a)->cuda, (*b)->cuda);
}

/* Tags that could take its place, oldest first. */
static void find_rows(const struct fix_input *in, const struct tag *tag,
                      struct arena *a, struct row_refs *out)
{
	struct nvidia_images rows = know_nvidia_images(in->know);

	slice_for (struct nvidia_image, row, rows)
		if ((row->status == IMAGE_SUPPORTED ||
		     row->status == IMAGE_EOL) &&
		    has_distro(row, tag->distro) &&
		    flavour_in(row, tag->flavour).n &&
		    !str_eq(row->cuda, tag->cuda))
			*arena_push(a, out) = row;
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_cuda);
}

/* How many tags are between; more than NEAR: too far. */
static size_t distance(const struct row_refs *rows, size_t i, struct str cuda)
{
	size_t below = 0;

	while (below < rows->n &&
	       version_cmp_str(rows->v[below]->cuda, cuda) < 0)
		below++;
	return i < below ? below - i : i - below + 1;
}

void action_retag_base(const struct fix_input *in, struct arena *a,
                       struct actions *out)
{
	struct row_refs rows = {0};
	struct tag tag;

	if (!in->docker->root ||
	    !split_tag(&in->docker->lookup, in->docker->root->image.s, &tag))
		return;
	find_rows(in, &tag, a, &rows);
	for (size_t i = 0; i < rows.n; i++) {
		struct retag r = {.in = in, .arena = a, .to = rows.v[i]};

		r.distance = distance(&rows, i, tag.cuda);
		if (r.distance <= NEAR)
			add_retag(&r, out);
	}
}
