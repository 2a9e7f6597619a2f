#include "dockerfile/docker.h"

#include "base/path.h"
#include "dockerfile/build.h"
#include "facts/gather.h"

static void set_platform(struct config *c, struct str platform)
{
	struct str os, rest;

	*c = (struct config){.os = STR("linux"), .architecture = STR("amd64")};
	if (!str_cut(platform, '/', &os, &rest))
		return;
	c->os = os;
	(void)str_cut(rest, '/', &c->architecture, &c->variant);
}

struct apply *build_apply(struct build *b, const struct stage *stage,
                          struct effects *effects)
{
	struct apply *ap = arena_new(b->arena, struct apply);
	struct str platform = b->stages->o->platform;

	*ap = (struct apply){
		.arena = b->arena,
		.know = b->in->know,
		.build = b,
		.stage = stage,
		.effects = effects,
	};
	if (stage && stage->platform.n)
		platform = stage->platform;
	set_platform(&ap->config, platform);
	ap->state.workdir = text_of(b->arena, TEXT_MADE, STR("/"));
	files_init(ap);
	scope_init(&ap->scope, b->arena);
	return ap;
}

/* An ONBUILD may hold another one: none of those runs here. */
static int run_all(struct apply *ap, const struct instrs *all)
{
	slice_for (struct instr, i, *all)
		if (build_step(ap, i))
			return -1;
	return 0;
}

/* Stage upon stage, from the root on; the base is there. */
static int build_chain(struct apply *ap, const struct stage_refs *chain)
{
	slice_for (const struct stage *, s, *chain) {
		const struct stage *parent = (*s)->parent;

		ap->stage = *s;
		if (s > chain->v)
			scope_next_stage(&ap->scope);
		ap->triggered = (*s)->from;
		if (parent && run_all(ap, &parent->onbuild))
			return -1;
		ap->triggered = NULL;
		if (run_all(ap, &(*s)->body))
			return -1;
	}
	return 0;
}

static void base_layer(struct apply *ap, struct str ref)
{
	*arena_push(ap->arena, &ap->layers) = (struct layer_fact){
		.created_by = arena_fmt(ap->arena, "FROM " STR_F, STR_A(ref))};
}

static void made_of_nothing(struct apply *ap, const struct base *base,
                            struct str ref)
{
	if (base->known != BASE_EMPTY)
		base_layer(ap, ref);
}

static struct apply *build_image(struct apply *ap, struct built *made,
                                 struct str ref)
{
	struct apply *other = build_apply(ap->build, NULL, ap->effects);
	struct base base = {0};

	other->config.architecture = ap->config.architecture;
	base_by_name(other, ref, &base);
	made->apply = other;
	return other;
}

static struct apply *build_stages(struct apply *ap, struct built *made,
                                  const struct stage *stage)
{
	struct build *b = ap->build;
	struct stage_refs chain = {0};
	struct base base = {0};
	struct apply *other;
	size_t at = (size_t)(made - b->built.v);

	stages_chain(stage, b->arena, &chain);
	other = build_apply(b, chain.v[0], &b->effects);
	base_of_stage(other, chain.v[0], &base);
	b->depth++;
	b->failed |= build_chain(other, &chain) != 0;
	b->depth--;
	b->built.v[at].apply = other; /* the list may have grown */
	return other;
}

static struct str context_named(const struct build *b, struct str name)
{
	slice_for (struct pair, p, b->stages->o->contexts)
		if (str_eq(p->key, name))
			return p->value;
	return STR("");
}

struct apply *build_other(struct apply *ap, struct str name)
{
	struct build *b = ap->build;
	const struct stage *s = stages_copy_from(b->stages, ap->stage, name);
	struct str context = context_named(b, name), image;
	struct built *made;

	image = s ? STR("") : name;
	if (!s && context.n) {
		if (!str_has_prefix(context, STR("docker-image://")))
			return NULL;
		image = str_from(context, STR("docker-image://").n);
	}
	slice_for (struct built, x, b->built)
		if (x->stage == s && str_eq(x->image, image))
			return x->apply;
	if (b->built.n >= STAGES_MAX || b->depth >= STAGE_DEPTH_MAX) {
		files_lose(ap, STR("files come from more stages than are "
		                   "followed"));
		return NULL;
	}
	made = arena_push(b->arena, &b->built);
	*made = (struct built){.stage = s, .image = image};
	return s ? build_stages(ap, made, s) : build_image(ap, made, image);
}

/* The stage's own base, or what --image says of the root's. */
static void start(struct apply *ap, struct docker_image *out)
{
	const struct docker_input *in = ap->build->in;
	struct base base = {0};
	struct str ref = out->root->image.s;

	if (in->base) {
		base_of_facts(ap, in->base);
		base.known = BASE_BY_IMAGE;
		base.lookup = know_image(in->know, ref, ap->arena);
		ap->state.root = ap->state.user.s.n == 0 ||
		                 build_is_root(ap->state.user.s);
	} else {
		base_of_stage(ap, out->root, &base);
		made_of_nothing(ap, &base, ref);
	}
	out->base = base.known;
	out->lookup = base.lookup;
	out->base_layers = ap->layers.n;
	*arena_push(ap->arena, &out->changes) =
		(struct docker_change){.state = ap->state};
}

/* What nobody has seen of a directory where libraries are looked for. */
static void doubt_library_path(struct apply *ap)
{
	struct image_facts f = {.config = ap->config};
	struct str rest, dir, clean;

	if (!facts_env(&f, STR("LD_LIBRARY_PATH"), &rest))
		return;
	while (str_next(&rest, ':', &dir)) {
		if (dir.n == 0 || !apply_path(ap, NULL, dir, &clean))
			continue;
		slice_for (struct str, unseen, ap->unseen) {
			if (unseen->n == 0 || /* that is a gap already */
			    (!path_is_under(clean, *unseen) &&
			     !path_is_under(*unseen, clean)))
				continue;
			files_gaps(ap, 1u << GROUP_DRIVER | 1u << GROUP_RUNTIME,
			           STR("what comes to a directory of "
			               "LD_LIBRARY_PATH is not known"));
			return;
		}
	}
}

static void finish(struct apply *ap, struct docker_image *out)
{
	ap->gapped = 0;
	doubt_library_path(ap);
	out->facts = (struct image_facts){
		.schema = STR(FACTS_SCHEMA),
		.config = ap->config,
		.layers = ap->layers,
	};
	ap->files.layers = ap->dated;
	facts_of_files(&ap->files, ap->arena, &out->facts);
	/* Nobody looked into what a layer of this file may add. */
	out->facts.code.scanned = ap->build->in->base &&
	                          ap->build->in->base->code.scanned &&
	                          out->made.n == 0;
	out->user = ap->state.user;
	out->user_known = ap->state.user_known;
	out->shell = ap->state.shell;
	out->others = ap->build->effects;
}

int docker_image_of(const struct docker_input *in, struct arena *a,
                    struct docker_image *out, struct err *err)
{
	struct build *b = arena_new(a, struct build);
	struct apply *ap;

	*out = (struct docker_image){0};
	if (stages_of(in->file, in->build, a, &out->stages, err))
		return -1;
	stages_chain(out->stages.target, a, &out->chain);
	out->root = out->chain.v[0];
	*b = (struct build){
		.in = in,
		.arena = a,
		.used = a->used,
		.stages = &out->stages,
		.changes = &out->changes,
		.made = &out->made,
		.err = err,
	};
	ap = build_apply(b, out->root, &out->effects);
	ap->shipped = true;
	start(ap, out);
	if (build_chain(ap, &out->chain) || b->failed)
		return -1;
	finish(ap, out);
	return 0;
}

const struct instr *docker_layer(const struct docker_image *d, int64_t layer)
{
	size_t i = (size_t)layer - d->base_layers;

	if (layer < 0 || (size_t)layer < d->base_layers || i >= d->made.n)
		return NULL;
	return d->made.v[i];
}

void docker_state_at(const struct docker_image *d, const struct instr *before,
                     struct arena *a, struct docker_state *out)
{
	size_t low = 0, high = d->changes.n;

	(void)a;
	/* Instructions of a chain stand in the file in their order. */
	while (high - low > 1) {
		size_t mid = low + (high - low) / 2;

		if (d->changes.v[mid].by->span.offset < before->span.offset)
			low = mid;
		else
			high = mid;
	}
	*out = d->changes.n ? d->changes.v[low].state :
	                      (struct docker_state){0};
}
