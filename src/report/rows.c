#include "report/rows.h"

static void fill_variant(const struct variant *v, struct variant_row *out)
{
	*out = (struct variant_row){
		.outcome = v->run.outcome,
		.route = v->run.route,
		.stacks = v->stacks,
		.decided_by = v->decided_by,
		.when = v->when,
		.libcuda = v->run.libcuda,
	};
}

static struct variant_rows fill_variants(const struct variants *all,
                                         struct arena *a)
{
	struct variant_rows out = {0};

	if (all->n < 2)
		return out;
	slice_for (struct variant, v, *all)
		fill_variant(v, arena_push(a, &out));
	return out;
}

static void fill_prediction(const struct prediction *p, struct arena *a,
                            struct prediction_row *out)
{
	*out = (struct prediction_row){
		.pool = p->pool->name,
		.nodes = p->pool->nodes,
		.gpu = p->gpu->name,
		.verdict = p->verdict,
		.outcome = p->outcome,
		.stage = p->run.stage,
		.route = p->run.route,
		.mechanism = p->run.mechanism,
		.libcuda = p->run.libcuda,
		.message = p->run.message,
		.because = p->run.because,
		.variants = fill_variants(&p->variants, a),
	};
}

static struct place_row place_of(const struct dockerfile *d,
                                 const struct finding *f)
{
	size_t line, column, end_line, end_column;

	if (!d || f->at.n == 0)
		return (struct place_row){0};
	dockerfile_place(d, f->at.offset, &line, &column);
	dockerfile_place(d, f->at.offset + f->at.n, &end_line, &end_column);
	return (struct place_row){
		.line = (int64_t)line,
		.column = (int64_t)column,
		.end_line = (int64_t)end_line,
		.end_column = (int64_t)end_column,
		.offset = (int64_t)f->at.offset,
		.size = (int64_t)f->at.n,
	};
}

static void fill_finding(const struct report_image *im, const struct finding *f,
                         struct finding_row *out)
{
	*out = (struct finding_row){
		.id = str_c(f->rule->id),
		.name = str_c(f->rule->name),
		.severity = f->severity,
		.lowered = f->lowered,
		.message = f->message,
		.pools = f->pools,
		.place = place_of(im->file, f),
		.evidence = f->evidence,
		.fix = {f->cure.grade, f->cure.action, f->cure.package,
	                f->cure.text},
		.fingerprint = f->fingerprint,
	};
}

static void fill_ignored(const struct report_image *im, const struct ignored *i,
                         struct ignored_row *out)
{
	*out = (struct ignored_row){
		.by = i->by,
		.where = i->where,
		.reason = i->reason,
		.expires = i->expires,
	};
	fill_finding(im, &i->finding, &out->finding);
}

static void add_new(struct arena *a, struct strs *to, struct strs from)
{
	slice_for (struct str, s, from)
		if (!strs_have(*to, *s))
			*arena_push(a, to) = *s;
}

/* What the frameworks' published builds carry. */
static void code_by_table(const struct image_facts *f, const struct know *k,
                          struct arena *a, struct code_row *out)
{
	bool arm = str_eq(f->config.architecture, STR("arm64"));

	slice_for (struct torch, t, f->torch) {
		const struct torch_build *b = know_torch(k, t->version, t->tag);

		if (!b)
			continue;
		add_new(a, &out->sass, arm ? b->arm_sass : b->sass);
		add_new(a, &out->ptx, arm ? b->arm_ptx : b->ptx);
		out->by = STR("table");
	}
}

static void add_targets(struct arena *a, struct code_row *out,
                        const struct code_targets *targets)
{
	slice_for (struct code_target, t, *targets) {
		struct str name = code_target_name(t, a);

		add_new(a, t->kind == CODE_SASS ? &out->sass : &out->ptx,
		        (struct strs){&name, 1});
	}
}

/* Frameworks and own programs; libraries and extensions have findings. */
static struct code_row fill_code(const struct image_facts *f,
                                 const struct know *k, struct arena *a)
{
	struct code_row out = {0};
	struct units units;

	units_of(f, k, a, &units);
	slice_for (struct unit, u, units) {
		if (u->role != ROLE_CORE && u->role != ROLE_OWN)
			continue;
		add_targets(a, &out, &u->code.targets);
		out.by = STR("files");
	}
	if (out.by.n == 0)
		code_by_table(f, k, a, &out);
	return out;
}

void image_row_of(const struct report_image *im, const struct know *k,
                  struct arena *a, struct image_row *out)
{
	*out = (struct image_row){
		.ref = im->ref,
		.manifest_digest = im->manifest_digest,
		.platform = im->platform,
		.depth = im->depth,
		.verdict = im->verdict,
		.requires_ = im->requires_,
		.what_if = im->what_if,
		.error = im->error,
	};
	slice_for (struct prediction, p, im->predictions)
		fill_prediction(p, a, arena_push(a, &out->predictions));
	slice_for (struct finding, f, im->findings)
		fill_finding(im, f, arena_push(a, &out->findings));
	slice_for (struct ignored, i, im->ignored)
		fill_ignored(im, i, arena_push(a, &out->ignored));
	if (!im->facts)
		return;
	out->digest = im->facts->digest;
	out->code = fill_code(im->facts, k, a);
	(void)facts_env(im->facts, STR("NVIDIA_REQUIRE_CUDA"), &out->gate);
	out->layers = layer_rows_of(im->facts, a);
	out->gaps = im->facts->gaps;
}

struct report_rows rows_of(const struct report *r, struct arena *a)
{
	struct report_rows out = {
		.schema = STR(REPORT_SCHEMA),
		.tool = {STR("cudalint"), r->version, r->knowledge, r->stale},
		.notes = r->notes,
	};

	slice_for (struct report_image, im, r->images)
		image_row_of(im, r->know, a, arena_push(a, &out.images));
	return out;
}
