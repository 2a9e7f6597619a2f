#include "know/check.h"
#include "know/template.h"

static struct check *at(struct check *c, const char *table, const char *list)
{
	c->table = table;
	c->list = list;
	return c;
}

static struct str number(struct check *c, int64_t n)
{
	return arena_fmt(c->a, "%lld", (long long)n);
}

/* Whether expr has that factor between ' ' and ','. */
static bool has_factor(struct str expr, struct str factor)
{
	struct str option, f;

	while (str_next(&expr, ' ', &option))
		while (str_next(&option, ',', &f))
			if (str_eq(f, factor))
				return true;
	return false;
}

static void gate_row(struct check *c, const struct gate *g)
{
	struct str native = arena_fmt(c->a, "cuda>=" STR_F, STR_A(g->cuda));
	struct str upper = arena_fmt(c->a, "CUDA>=" STR_F, STR_A(g->cuda));

	check_toolkit(c, g->cuda);
	if (g->error.n && !has_factor(g->expr, g->error))
		check_say(c, "'" STR_F "' is no factor of it", STR_A(g->error));
	if (g->error.n == 0 && !has_factor(g->expr, native) &&
	    !has_factor(g->expr, upper))
		check_say(c, "'" STR_F "' is no factor of it", STR_A(native));
	if (know_gate_by_expr(c->k, g->expr) != g)
		check_say(c, "its text stands there twice");
}

void check_gates(struct check *c)
{
	struct gates gates = know_gates(c->k);
	const struct gate *last = NULL;

	at(c, "gates", "gates");
	slice_for (const struct gate, g, gates) {
		check_row(c, (size_t)(g - gates.v), number(c, g->id),
		          g->confidence, g->source);
		check_order(c,
		            last ? (last->id > g->id) - (last->id < g->id) : 0);
		gate_row(c, g);
		last = g;
	}
}

static void gate_ids(struct check *c, struct ints ids, struct str cuda)
{
	slice_for (const int64_t, id, ids)
		if (!know_gate(c->k, *id))
			check_say(c, "gate %lld is not in gates.json",
			          (long long)*id);
	if (ids.n) {
		const struct gate *g = know_gate(c->k, ids.v[ids.n - 1]);

		if (g && g->cuda.n &&
		    version_cmp(version_minor(version_lead(cuda)),
		                version_lead(g->cuda)) != 0)
			check_say(c, "its gate %lld asks for CUDA " STR_F,
			          (long long)g->id, STR_A(g->cuda));
	}
}

static void nvidia_compat(struct check *c, const struct nvidia_image *i)
{
	struct package_lookup p;

	if (i->compat.n == 0)
		return;
	p = know_package(c->k, i->compat, c->a);
	if (!p.package || p.package->kind != PACKAGE_COMPAT)
		check_say(c, STR_F " is no compat package", STR_A(i->compat));
	else if (version_cmp(version_lead(p.cuda),
	                     version_minor(version_lead(i->cuda))) != 0)
		check_say(c, STR_F " is of another CUDA", STR_A(i->compat));
}

static void nvidia_cudart(struct check *c, const struct nvidia_image *i)
{
	const struct toolkit *t = know_toolkit(c->k, i->cuda);

	check_version(c, "cudart", i->cudart);
	if (!t && !check_is_ancient(c, i->cuda))
		check_say(c, "CUDA " STR_F " is not in toolkits.json",
		          STR_A(i->cuda));
	if (t && str_eq(t->cuda, i->cuda) && i->cudart.n && t->cudart.n &&
	    !str_eq(t->cudart, i->cudart))
		check_say(c, "toolkits.json has cudart '" STR_F "'",
		          STR_A(t->cudart));
}

/* A tag is of one row. */
static void nvidia_once(struct check *c, const struct nvidia_image *a,
                        const struct nvidia_image *b)
{
	if (!str_eq(a->cuda, b->cuda))
		return;
	slice_for (const struct str, d, a->distros)
		slice_for (const struct str, e, b->distros)
			if (str_eq(*d, *e))
				check_say(c, STR_F " is in another row too",
				          STR_A(*d));
	if (a->distros.n == 0 && b->distros.n == 0)
		check_say(c, "stands there twice");
}

static void nvidia_row(struct check *c, const struct nvidia_image *i)
{
	struct nvidia_images all = know_nvidia_images(c->k);

	if (i > all.v && version_cmp_str(i[-1].cuda, i->cuda) > 0)
		check_say(c, "out of order");
	check_version(c, "cuda", i->cuda);
	check_distinct(c, "distros", i->distros);
	check_distinct(c, "flavours", i->flavours);
	check_distinct(c, "archs", i->archs);
	if (i->flavours.n == 0)
		check_say(c, "no flavour");
	gate_ids(c, i->gates, i->cuda);
	gate_ids(c, i->arm_gates, i->cuda);
	nvidia_cudart(c, i);
	nvidia_compat(c, i);
	for (const struct nvidia_image *o = all.v; o < i; o++)
		nvidia_once(c, i, o);
}

static void revision_row(struct check *c, const struct gate_revision *r)
{
	if (!know_gate(c->k, r->gate))
		check_say(c, "gate %lld is not in gates.json",
		          (long long)r->gate);
	check_toolkit(c, r->cuda);
	check_date(c, r->first);
	check_date(c, r->last);
	if (str_cmp(r->first, r->last) > 0)
		check_say(c, STR_F " is after " STR_F, STR_A(r->first),
		          STR_A(r->last));
	check_distinct(c, "distros", r->distros);
}

/* NGC has patch releases that the toolkit's notes do not name. */
static struct str minor(struct check *c, struct str cuda)
{
	struct version v = version_lead(cuda);

	return v.n > 2 ? arena_fmt(c->a, "%u.%u", v.part[0], v.part[1]) : cuda;
}

static void framework_row(struct check *c, const struct framework_image *i)
{
	struct framework_images all = know_framework_images(c->k);

	if (!template_is_valid(i->tag))
		check_say(c, "the tag has a hole of unknown name");
	if (i->cuda.n == 0 && !str_contains(i->tag, STR("{cuda}")))
		check_say(c, "no CUDA");
	if (i->version.n == 0 && !str_contains(i->tag, STR("{version}")))
		check_say(c, "no version");
	check_version(c, "cuda", i->cuda);
	check_toolkit(c, minor(c, i->cuda));
	check_branch(c, i->branch);
	for (const struct framework_image *o = all.v; o < i; o++)
		if (str_eq(o->image, i->image) && str_eq(o->tag, i->tag))
			check_say(c, "stands there twice");
}

static void check_nvidia(struct check *c)
{
	struct nvidia_images images = know_nvidia_images(c->k);

	at(c, "images", "nvidia_cuda");
	slice_for (const struct nvidia_image, i, images) {
		struct str d = i->distros.n ? i->distros.v[0] : STR("");

		check_row(c, (size_t)(i - images.v),
		          arena_fmt(c->a, STR_F " " STR_F, STR_A(i->cuda),
		                    STR_A(d)),
		          i->confidence, i->source);
		nvidia_row(c, i);
	}
}

static void check_revisions(struct check *c)
{
	struct gate_revisions revisions = know_gate_revisions(c->k);

	at(c, "images", "revisions");
	slice_for (const struct gate_revision, r, revisions) {
		check_row(c, (size_t)(r - revisions.v),
		          arena_fmt(c->a, STR_F " " STR_F, STR_A(r->cuda),
		                    STR_A(r->first)),
		          r->confidence, r->source);
		revision_row(c, r);
	}
}

void check_images(struct check *c)
{
	struct framework_images frameworks = know_framework_images(c->k);

	check_nvidia(c);
	check_revisions(c);
	at(c, "images", "frameworks");
	slice_for (const struct framework_image, i, frameworks) {
		check_row(c, (size_t)(i - frameworks.v),
		          arena_fmt(c->a, STR_F ":" STR_F, STR_A(i->image),
		                    STR_A(i->tag)),
		          i->confidence, i->source);
		framework_row(c, i);
	}
}

void check_packages(struct check *c)
{
	struct known_packages rows = know_packages(c->k);
	const struct known_package *last = NULL;

	at(c, "packages", "packages");
	slice_for (const struct known_package, p, rows) {
		check_row(c, (size_t)(p - rows.v), p->pattern, p->confidence,
		          p->source);
		check_order(c, last ? str_cmp(last->pattern, p->pattern) : 0);
		check_distinct(c, "ecosystems", p->ecosystems);
		if (p->ecosystems.n == 0)
			check_say(c, "in no ecosystem");
		if (!template_is_valid(p->pattern))
			check_say(c, "the pattern has a hole of unknown name");
		if (p->kind == PACKAGE_OTHER)
			check_say(c, "kind is other");
		if (p->libcuda && p->kind != PACKAGE_COMPAT &&
		    p->kind != PACKAGE_DRIVER)
			check_say(c, "a libcuda in a package of kind %s",
			          package_kind_names[p->kind]);
		last = p;
	}
}
