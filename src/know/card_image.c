#include "know/card.h"

static void add_gate(const struct know *k, struct card *c, const char *key,
                     struct ints ids)
{
	const struct gate *g = ids.n ? know_gate(k, ids.v[ids.n - 1]) : NULL;

	if (!g)
		return;
	card_add(c, key, "%lld%s: " STR_F, (long long)g->id,
	         ids.n > 1 ? ", the newest of several" : "", STR_A(g->expr));
}

static void nvidia(const struct know *k, struct card *c,
                   const struct image_lookup *found)
{
	const struct nvidia_image *i = found->nvidia;

	card_row(c, "nvidia_cuda", i, i->source);
	card_add(c, "image", STR_F ":" STR_F, STR_A(found->name),
	         STR_A(found->tag));
	card_add(c, "status", "%s", image_status_names[i->status]);
	card_add(c, "cuda", STR_F, STR_A(i->cuda));
	if (i->cudart.n)
		card_add(c, "cudart", STR_F, STR_A(i->cudart));
	if (i->compat.n)
		card_add(c, "compat", STR_F, STR_A(i->compat));
	card_add_list(c, "platforms", i->archs);
	card_add_list(c, "flavours", i->flavours);
	add_gate(k, c, "gate", i->gates);
	if (i->arm_no_gate)
		card_add(c, "gate, arm64", "none");
	else
		add_gate(k, c, "gate, arm64", i->arm_gates);
	card_add(c, "confidence", "%s", confidence_names[i->confidence]);
	if (found->flavour.n == 0)
		card_interpolate(c, "the row does not list this flavour");
}

static void framework(const struct know *k, struct card *c,
                      const struct image_lookup *found)
{
	const struct framework_image *i = found->framework;
	const struct toolkit *t = know_toolkit(k, found->cuda);

	card_row(c, "frameworks", i, i->source);
	card_add(c, "image", STR_F ":" STR_F, STR_A(found->name),
	         STR_A(found->tag));
	card_add(c, "framework", STR_F " " STR_F, STR_A(i->framework),
	         STR_A(found->version));
	if (found->cuda.n)
		card_add(c, "cuda", STR_F, STR_A(found->cuda));
	if (t)
		card_add(c, "native", "driver " STR_F " or newer (Linux)",
		         STR_A(t->driver));
	if (i->branch)
		card_add(c, "branch", "R%lld has that CUDA",
		         (long long)i->branch);
	card_add(c, "confidence", "%s", confidence_names[i->confidence]);
	if (found->in_tag)
		card_interpolate(c, "the version is what the tag says");
}

void card_image(const struct know *k, struct card *c)
{
	struct image_lookup found = know_image(k, c->key, c->arena);

	if (found.nvidia)
		nvidia(k, c, &found);
	else if (found.framework)
		framework(k, c, &found);
}

void card_package(const struct know *k, struct card *c)
{
	struct package_lookup found = know_package(k, c->key, c->arena);
	const struct toolkit *t = found.toolkit;

	if (!found.package)
		return;
	card_row(c, "packages", found.package, found.package->source);
	card_add_members(c);
	if (found.cuda.n)
		card_add(c, "cuda", STR_F, STR_A(found.cuda));
	if (found.branch)
		card_add(c, "branch", "R%lld", (long long)found.branch);
	if (t && t->compat.n && found.package->kind == PACKAGE_COMPAT)
		card_add(c, "version", STR_F " at release of " STR_F,
		         STR_A(t->compat), STR_A(t->cuda));
}

/* The CUDA versions of nvidia/cuda tags that had this gate. */
static void add_revisions(const struct know *k, struct card *c, int64_t id)
{
	struct gate_revisions all = know_gate_revisions(k);

	slice_for (const struct gate_revision, r, all)
		if (r->gate == id)
			card_add(c, "in",
			         "nvidia/cuda:" STR_F ", " STR_F " to " STR_F,
			         STR_A(r->cuda), STR_A(r->first),
			         STR_A(r->last));
}

void card_gate(const struct know *k, struct card *c)
{
	const struct gate *g = NULL;
	uint64_t id;

	if (str_uint(c->key, &id))
		g = know_gate(k, (int64_t)id);
	else
		g = know_gate_by_expr(k, c->key);
	if (!g)
		return;
	card_row(c, "gates", g, g->source);
	card_add_members(c);
	add_revisions(k, c, g->id);
}

void card_framework(const struct know *k, struct card *c)
{
	struct str name, version;
	const struct framework *f;

	(void)str_cut(c->key, ' ', &name, &version);
	f = know_framework(k, name, version);
	if (!f)
		return;
	card_row(c, "frameworks", f, f->source);
	card_add_members(c);
	if (!version.n)
		card_interpolate(c, "no version was asked for: the newest row");
}

void card_cudart(const struct know *k, struct card *c)
{
	struct str name, version;
	const struct cudart_wheel *w;

	(void)str_cut(c->key, ' ', &name, &version);
	w = know_cudart_wheel(k, name, version);
	if (!w)
		return;
	card_row(c, "cudart", w, w->source);
	card_add_members(c);
}

void card_stack(const struct know *k, struct card *c)
{
	slice_for (const struct stack, s, k->stacks)
		if (str_eq(s->id, c->key) || str_eq(s->label, c->key)) {
			card_row(c, "stacks", s, s->source);
			card_add_members(c);
			return;
		}
}

void card_change(const struct know *k, struct card *c)
{
	slice_for (const struct change, ch, k->changes)
		if (str_eq(str_c(change_names[ch->what]), c->key)) {
			card_row(c, "changes", ch, ch->source);
			card_add_members(c);
			return;
		}
}
