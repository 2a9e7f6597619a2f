#include "image/choose.h"

#include "base/buf.h"

#include <string.h>

enum { NAMES_SHOWN = 300 }; /* bytes of them in a message */

/* One image: its platforms, and how they relate to what is wanted. */
struct group {
	struct str label;
	size_t here;                 /* platforms that are complete */
	const struct candidate *any; /* one of these */
	struct choices wanted;       /* and of these, what is wanted */
	struct absent_images absent; /* wanted, but not here */
};

struct chooser {
	struct source *src;
	const struct candidates *all;
	struct choices *chosen;
	struct images *out;
	bool several;   /* images, which want labels */
	struct err why; /* the last of what is absent */
};

/* As people write it: without Docker Hub's parts. */
static struct str familiar(struct str name)
{
	static const char *const parts[] = {"docker.io/", "library/"};

	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (str_has_prefix(name, str_c(parts[i])))
			name = str_from(name, strlen(parts[i]));
	return name;
}

/* "name" is "name:latest". */
static struct str without_latest(struct str name)
{
	if (str_has_suffix(name, STR(":latest")))
		name.n -= strlen(":latest");
	return name;
}

static bool same_name(struct str a, struct str b)
{
	return str_eq(a, b) ||
	       str_eq(without_latest(familiar(a)), without_latest(familiar(b)));
}

static struct str number_of(struct arena *a, size_t group)
{
	return arena_fmt(a, "@%zu", group);
}

static bool has_name(const struct candidate *c, struct str ref)
{
	slice_for (struct str, name, c->names)
		if (same_name(*name, ref))
			return true;
	return c->tag.n && str_eq(c->tag, ref);
}

static bool group_has_name(const struct chooser *ch, size_t group,
                           struct str ref)
{
	uint64_t number;

	if (str_has_prefix(ref, STR("@")) &&
	    str_uint(str_from(ref, 1), &number))
		return number == group;
	slice_for (struct candidate, c, *ch->all)
		if (c->group == group && has_name(c, ref))
			return true;
	return false;
}

static struct str label_of(const struct chooser *ch, size_t group)
{
	slice_for (struct candidate, c, *ch->all)
		if (c->group == group && c->names.n)
			return c->names.v[0];
	return number_of(ch->src->arena, group);
}

static void offer(struct arena *a, struct strs *offered, struct str platform)
{
	slice_for (struct str, p, *offered)
		if (str_eq(*p, platform))
			return;
	*arena_push(a, offered) = platform;
}

/* Exporters may leave out the blobs of platforms that they do not have. */
static bool is_here(struct source *src, const struct candidate *c,
                    struct err *err)
{
	if (c->missing) {
		*err = *c->missing;
		return false;
	}
	if (!c->optional)
		return true;
	slice_for (struct layer_ref, l, c->layers)
		if (!l->foreign && !layer_ref_get(src, l, err))
			return err->kind != ERR_NOT_FOUND;
	return true;
}

static void miss(struct chooser *ch, struct group *g, const struct candidate *c,
                 const struct err *why)
{
	struct arena *a = ch->src->arena;

	ch->why = *why;
	*arena_push(a, &g->absent) = (struct absent_image){
		.label = g->label,
		.platform = c->platform,
		.why = arena_str(a, str_c(why->msg)),
		.elsewhere = c->optional,
	};
	if (c->optional && c->platform.n)
		(void)err_wrap(&ch->why, STR_F, STR_A(c->platform));
}

static void look(struct chooser *ch, struct group *g, const struct candidate *c)
{
	bool wanted = source_wants(ch->src->o, c->platform);
	struct err why = {0};

	if (!wanted)
		offer(ch->src->arena, &ch->out->offered, c->platform);
	if (is_here(ch->src, c, &why)) {
		g->here++;
		g->any = c;
		if (wanted)
			*arena_push(ch->src->arena, &g->wanted) =
				(struct choice){c, g->label};
	} else if (wanted) {
		miss(ch, g, c, &why);
	}
}

static void choose_group(struct chooser *ch, size_t number)
{
	struct group g = {.label =
	                          ch->several ? label_of(ch, number) : STR("")};
	struct arena *a = ch->src->arena;

	slice_for (struct candidate, c, *ch->all)
		if (c->group == number)
			look(ch, &g, c);
	if (g.wanted.n == 0 && g.absent.n == 0 && g.here == 1)
		*arena_push(a, &g.wanted) = (struct choice){g.any, g.label};
	slice_for (struct choice, x, g.wanted)
		*arena_push(a, ch->chosen) = *x;
	slice_for (struct absent_image, x, g.absent)
		*arena_push(a, &ch->out->absent) = *x;
}

static bool is_first(const struct candidates *all, const struct candidate *c)
{
	for (const struct candidate *x = all->v; x < c; x++)
		if (x->group == c->group)
			return false;
	return true;
}

static int no_such_name(struct chooser *ch, struct str ref, struct err *err)
{
	struct buf all = {.max = NAMES_SHOWN};

	slice_for (struct candidate, c, *ch->all)
		if (is_first(ch->all, c))
			buf_printf(&all, "%s" STR_F, all.n ? ", " : "",
			           STR_A(label_of(ch, c->group)));
	(void)err_set(err, ERR_NOT_FOUND,
	              "no image '%.80s'; it has " STR_F "%s",
	              arena_cstr(ch->src->arena, ref), STR_A(buf_str(&all)),
	              all.truncated ? "…" : "");
	buf_free(&all);
	return -1;
}

static bool has_several(const struct candidates *all)
{
	slice_for (struct candidate, c, *all)
		if (c->group != all->v[0].group)
			return true;
	return false;
}

/* Of one image everything has to be there, but for platforms of it. */
static bool is_broken(const struct chooser *ch)
{
	slice_for (struct absent_image, x, ch->out->absent)
		if (!x->elsewhere)
			return !ch->several;
	return false;
}

int candidates_choose(struct source *src, const struct candidates *all,
                      struct choices *chosen, struct images *out,
                      struct err *err)
{
	struct str ref = src->o->ref;
	struct chooser ch = {
		.src = src,
		.all = all,
		.chosen = chosen,
		.out = out,
		.several = ref.n == 0 && has_several(all),
	};
	bool any = false;

	slice_for (struct candidate, c, *all) {
		if (!is_first(all, c) ||
		    (ref.n && !group_has_name(&ch, c->group, ref)))
			continue;
		any = true;
		choose_group(&ch, c->group);
	}
	if (!any)
		return no_such_name(&ch, ref, err);
	if (ch.why.kind != ERR_NONE && (chosen->n == 0 || is_broken(&ch))) {
		*err = ch.why;
		return -1;
	}
	return 0;
}
