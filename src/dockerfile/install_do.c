/* From plans to facts and effects. */
#include "dockerfile/install_plan.h"
#include "facts/pyname.h"

static void gap(struct ask *k, enum fact_group group, struct str why)
{
	apply_gap(k->ap, group, why);
}

/* What is open about the torch in a directory, under a name that no variable
 * can have. */
static struct str open_name(struct apply *ap, struct str site)
{
	return arena_fmt(ap->arena, "torch of " STR_F, STR_A(site));
}

/* A gap that goes again when another torch comes; so it may not stand for what
 * else the same instruction leaves open. */
static void torch_gap(struct ask *k, enum fact_group group, struct str why)
{
	const struct gaps *gaps = &k->ap->files.gaps;
	size_t n = gaps->n;

	gap(k, group, why);
	if (gaps->n != n + 1 || gaps->v[n].group != group)
		return;
	k->ap->gapped &= ~(1u << group);
	scope_put(&k->ap->scope, open_name(k->ap, k->site))->value =
		(struct text){.s = gaps->v[n].reason};
}

/* The torch that it was about is no more. */
static void forget_gap(struct apply *ap, struct str site)
{
	struct gaps *gaps = &ap->files.gaps, kept = {gaps->v, 0};
	const struct binding *b = scope_get(&ap->scope, open_name(ap, site));

	if (!b || b->value.s.n == 0)
		return;
	slice_for (const struct gap, g, *gaps)
		if (g->reason.p != b->value.s.p)
			kept.v[kept.n++] = *g;
	gaps->n = kept.n;
	scope_put(&ap->scope, b->name);
}

static struct effect *add_effect(struct ask *k, enum effect_kind kind,
                                 const struct wanted *by)
{
	struct effect *e = apply_effect(k->ap, kind, k->c);

	e->manager = k->manager;
	if (!by)
		return e;
	e->name = by->req.name;
	e->value = requirement_pin(&by->req);
	e->word = by->req.word;
	e->file = by->file;
	return e;
}

static struct str build_name(struct arena *a, const struct torch_choice *t)
{
	if (t->tag.n == 0 || t->version.n == 0)
		return t->version;
	return arena_fmt(a, STR_F "+" STR_F, STR_A(t->version), STR_A(t->tag));
}

static void do_torch(struct ask *k, const struct plan *p)
{
	const struct torch_choice *t = &p->choice;
	struct effect *e = add_effect(k, EFFECT_TORCH, p->by);

	e->index = t->index;
	e->build = build_name(k->ap->arena, t);
	e->open = t->known != TORCH_EXACT;
	e->auto_backend = k->auto_backend;
	if (k->c->sure)
		forget_gap(k->ap, k->site);
	install_torch(k->ap, k->site, t);
	if (t->known == TORCH_CUDA)
		torch_gap(k, GROUP_CODE, t->why);
	else if (t->known != TORCH_EXACT)
		torch_gap(k, GROUP_PYTHON, t->why);
}

static void do_item(struct ask *k, const struct item *i)
{
	struct effect *e;

	install_remove(k->ap, k->site, i->name);
	apply_wheel(k->ap, k->site, i->name, i->version);
	if (!i->by || !str_eq(i->by->name, i->name))
		return;
	e = add_effect(k, EFFECT_WHEEL, i->by);
	e->open = i->version.n == 0;
}

void install_carry_out(struct ask *k, const struct plan *p)
{
	bool any = p->torch;

	if (p->torch)
		do_torch(k, p);
	slice_for (const struct item, i, p->items) {
		any |= install_binds(k->ap->know, i->name);
		do_item(k, i);
	}
	slice_for (const struct str, d, k->doubts)
		gap(k, GROUP_PYTHON, *d);
	if (any && !k->c->sure)
		gap(k, GROUP_PYTHON,
		    STR("whether this installs what it says is not certain"));
}

void install_drop(struct apply *ap, const struct command *c, struct str site,
                  struct str name)
{
	struct py_space space;
	struct str normal = py_normal(&space, name);

	if (!install_version(ap, site, normal).n)
		return;
	if (!c->sure)
		apply_gap(ap, GROUP_PYTHON,
		          arena_fmt(ap->arena,
		                    "whether " STR_F
		                    " is uninstalled is not certain",
		                    STR_A(name)));
	else if (str_eq(normal, STR("torch")))
		forget_gap(ap, site);
	install_remove(ap, site, normal);
}
