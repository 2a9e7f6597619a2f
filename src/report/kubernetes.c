/*
 * A strategic merge patch of a workload: node affinity for the pools that an
 * image runs on, by the labels of NVIDIA's GPU feature discovery.  JSON, which
 * is YAML too, under comments that say which pools and why not the others.
 * Only what was judged is promised: a pool counts when all its GPUs pass, and
 * with the very driver that it has.
 */
#include "report/brief.h"
#include "report/formats.h"
#include "report/paper.h"

struct match_row {
	struct str key, op;
	struct strs values;
};

struct match_rows {
	struct match_row *v;
	size_t n;
};

struct term_row {
	struct match_rows matches;
};

struct term_rows {
	struct term_row *v;
	size_t n;
};

struct selector_row {
	struct term_rows terms;
};

struct node_row {
	struct selector_row required;
};

struct affinity_row {
	struct node_row node;
};

struct pod_row {
	struct affinity_row affinity;
};

struct template_row {
	struct pod_row spec;
};

struct workload_row {
	struct template_row template;
};

struct patch_row {
	struct workload_row spec;
};

/* clang-format off */
static const struct field match_fields[] = {
	FIELD(struct match_row, key, ALWAYS, "label"),
	FIELD_AS(struct match_row, op, "operator", ALWAYS, "In"),
	FIELD(struct match_row, values, ALWAYS, "one of these"),
};
static const struct schema match_schema = SCHEMA(struct match_row, match_fields);

static const struct field term_fields[] = {
	FIELD_LIST_AS(struct term_row, matches, "matchExpressions", ALWAYS, &match_schema, "all of these"),
};
static const struct schema term_schema = SCHEMA(struct term_row, term_fields);

static const struct field selector_fields[] = {
	FIELD_LIST_AS(struct selector_row, terms, "nodeSelectorTerms", ALWAYS, &term_schema, "one of these"),
};
static const struct schema selector_schema = SCHEMA(struct selector_row, selector_fields);

static const struct field node_fields[] = {
	FIELD_OBJECT_AS(struct node_row, required, "requiredDuringSchedulingIgnoredDuringExecution", ALWAYS, &selector_schema, "for new pods"),
};
static const struct schema node_schema = SCHEMA(struct node_row, node_fields);

static const struct field affinity_fields[] = {
	FIELD_OBJECT_AS(struct affinity_row, node, "nodeAffinity", ALWAYS, &node_schema, "to nodes"),
};
static const struct schema affinity_schema = SCHEMA(struct affinity_row, affinity_fields);

static const struct field pod_fields[] = {
	FIELD_OBJECT(struct pod_row, affinity, ALWAYS, &affinity_schema, "of the pod"),
};
static const struct schema pod_schema = SCHEMA(struct pod_row, pod_fields);

static const struct field template_fields[] = {
	FIELD_OBJECT(struct template_row, spec, ALWAYS, &pod_schema, "of the pod"),
};
static const struct schema template_schema = SCHEMA(struct template_row, template_fields);

static const struct field workload_fields[] = {
	FIELD_OBJECT(struct workload_row, template, ALWAYS, &template_schema, "of its pods"),
};
static const struct schema workload_schema = SCHEMA(struct workload_row, workload_fields);

static const struct field patch_fields[] = {
	FIELD_OBJECT(struct patch_row, spec, ALWAYS, &workload_schema, "of the workload"),
};
static const struct schema patch_schema = SCHEMA(struct patch_row, patch_fields);
/* clang-format on */

static struct match_row *add_match(struct arena *a, struct term_row *t,
                                   struct str key, struct str value)
{
	struct match_row *m = arena_push(a, &t->matches);

	*m = (struct match_row){.key = key, .op = STR("In")};
	*arena_push(a, &m->values) = value;
	return m;
}

static void add_value(struct arena *a, struct strs *to, struct str s)
{
	slice_for (struct str, old, *to)
		if (str_eq(*old, s))
			return;
	*arena_push(a, to) = s;
}

static bool may_stand(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/* As feature discovery makes a label's value of a name; "" it can't be one. */
static struct str label_of(struct arena *a, struct str name)
{
	enum { LABEL_MAX = 63 };
	struct buf b = {.max = LABEL_MAX};
	struct str out;

	name = str_trim(name);
	for (size_t i = 0; i < name.n; i++)
		if (may_stand(name.p[i]))
			buf_addc(&b, name.p[i], 1);
		else if (name.p[i] == ' ' && name.p[i - 1] != ' ')
			buf_addc(&b, '-', 1);
	out = b.truncated ? STR("") : arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

/* By what is said of it: the name in both spellings that drivers had. */
static void add_gpu(struct arena *a, struct term_row *t,
                    const struct fleet_gpu *g)
{
	struct str maker = STR("NVIDIA-"), major, minor;
	struct str name = label_of(a, g->product.n ? g->name : STR(""));
	struct match_row *m;

	if (name.n == 0) {
		(void)str_cut(g->compute_capability, '.', &major, &minor);
		(void)add_match(a, t, STR("nvidia.com/gpu.compute.major"),
		                major);
		(void)add_match(a, t, STR("nvidia.com/gpu.compute.minor"),
		                minor);
		return;
	}
	m = add_match(a, t, STR("nvidia.com/gpu.product"), name);
	add_value(a, &m->values, label_of(a, g->product));
	if (str_has_prefix(name, maker))
		add_value(a, &m->values, str_from(name, maker.n));
}

static void add_terms(struct arena *a, const struct pool *p,
                      struct term_rows *to)
{
	slice_for (struct fleet_gpu, g, p->gpus) {
		struct term_row *t = arena_push(a, to);

		(void)add_match(a, t, STR("kubernetes.io/arch"), p->arch);
		add_gpu(a, t, g);
		(void)add_match(a, t,
		                STR("nvidia.com/cuda.driver-version.full"),
		                p->driver);
	}
}

static enum verdict verdict_of(const struct predictions *all,
                               const struct pool *pool)
{
	struct predictions own = {0};

	for (size_t i = 0; i < all->n; i++) {
		if (all->v[i].pool != pool)
			continue;
		own.v = own.n ? own.v : all->v + i;
		own.n++;
	}
	return own.n ? predict_worst(&own) : VERDICT_UNKNOWN;
}

static bool add_pool(struct arena *a, const struct pool *p, enum verdict v,
                     struct term_rows *to, struct buf *out)
{
	const char *why = p->driver.n == 0     ? "its driver is not known" :
	                  v == VERDICT_PASS    ? NULL :
	                  v == VERDICT_UNKNOWN ? "unknown" :
	                  v == VERDICT_WARN    ? "it depends" :
	                                         "fails";

	if (!why)
		add_terms(a, p, to);
	buf_printf(out, "#   " STR_F ": %s\n", STR_A(paper_safe(a, p->name)),
	           why ? why : "runs");
	return !why;
}

static void put_image(const struct brief_image *im, struct arena *a,
                      struct buf *out)
{
	const struct predictions *all = &im->report->predictions;
	struct patch_row row = {0};
	struct term_rows *terms =
		&row.spec.template.spec.affinity.node.required.terms;
	const struct pool *last = NULL;

	buf_printf(out, "---\n# " STR_F "\n", STR_A(im->name));
	if (im->error.n)
		buf_printf(out, "#   not read: " STR_F "\n", STR_A(im->error));
	slice_for (struct prediction, p, *all) {
		if (p->pool == last)
			continue;
		last = p->pool;
		(void)add_pool(a, p->pool, verdict_of(all, p->pool), terms,
		               out);
	}
	if (terms->n)
		record_write(&patch_schema, &row, out);
	else
		buf_add(out, STR("# it runs on no pool for certain\n"));
}

void report_write_kubernetes(const struct brief *b, struct buf *out)
{
	struct arena a = {0};

	slice_for (struct brief_image, im, b->images)
		put_image(im, &a, out);
	arena_free(&a);
}
