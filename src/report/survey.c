#include "report/survey.h"

#include "report/brief.h"

/* clang-format off */
static const struct field pool_fields[] = {
	FIELD(struct survey_pool, pool, REQUIRED, "name of the pool"),
	FIELD_ENUM(struct survey_pool, verdict, ALWAYS, verdict_names, "of its worst GPU"),
	FIELD(struct survey_pool, outcomes, ALWAYS, "outcomes of its GPUs, each once"),
};
static const struct schema pool_schema = SCHEMA(struct survey_pool, pool_fields);

static const struct field finding_fields[] = {
	FIELD(struct survey_finding, id, REQUIRED, "the rule"),
	FIELD(struct survey_finding, name, ALWAYS, "its name"),
	FIELD_ENUM(struct survey_finding, severity, ALWAYS, severity_names, "how grave it is"),
	FIELD(struct survey_finding, lowered, OPTIONAL, "true: a policy says so, it would be graver"),
	FIELD(struct survey_finding, message, ALWAYS, "what was found"),
	FIELD(struct survey_finding, pools, OPTIONAL, "pools that it concerns; absent: all"),
	FIELD(struct survey_finding, fingerprint, ALWAYS, "as in the report"),
};
static const struct schema finding_schema = SCHEMA(struct survey_finding, finding_fields);

static const struct field ignored_fields[] = {
	FIELD_OBJECT(struct survey_ignored, finding, ALWAYS, &finding_schema, "what was found"),
	FIELD_ENUM(struct survey_ignored, by, ALWAYS, ignored_by_names, "as in the report"),
	FIELD(struct survey_ignored, where, NULLABLE, "as in the report"),
	FIELD(struct survey_ignored, reason, NULLABLE, "as in the report"),
	FIELD(struct survey_ignored, expires, NULLABLE, "as in the report"),
};
static const struct schema ignored_schema = SCHEMA(struct survey_ignored, ignored_fields);

static const struct field row_fields[] = {
	FIELD(struct survey_row, schema, OPTIONAL, "always " SURVEY_SCHEMA),
	FIELD(struct survey_row, ref, ALWAYS, "the image, as it was found first"),
	FIELD(struct survey_row, tags, OPTIONAL, "further names of the same digest"),
	FIELD(struct survey_row, digest, NULLABLE, "digest of the manifest or index; of a file none"),
	FIELD(struct survey_row, image, NULLABLE, "image id: the digest of the config"),
	FIELD(struct survey_row, platform, NULLABLE, "operating system and CPU"),
	FIELD(struct survey_row, depth, OPTIONAL, "how deep its layers were read; absent: wholly"),
	FIELD_ENUM(struct survey_row, verdict, ALWAYS, verdict_names, "of its worst pool"),
	FIELD(struct survey_row, unknown, OPTIONAL, "true when a GPU's verdict is unknown"),
	FIELD_LIST(struct survey_row, pools, ALWAYS, &pool_schema, "pools it was judged for"),
	FIELD_LIST(struct survey_row, findings, ALWAYS, &finding_schema, "what was found, the gravest first"),
	FIELD_LIST(struct survey_row, ignored, OPTIONAL, &ignored_schema, "findings that somebody does not want; absent when there are none"),
	FIELD(struct survey_row, gaps, ALWAYS, "how many things could not be seen"),
	FIELD_LIST(struct survey_row, what_if, OPTIONAL, &what_if_schema, "with --set: the outcomes that become others by it"),
	FIELD(struct survey_row, error, NULLABLE, "why it could not be read"),
	FIELD_LIST(struct survey_row, detail, OPTIONAL, &report_image_schema, "one item, the image as each of images above, where a format wants it"),
};
/* clang-format on */
const struct schema survey_row_schema = SCHEMA(struct survey_row, row_fields);

static void add_outcome(struct arena *a, struct strs *to, enum outcome o)
{
	struct str name = str_c(outcome_names[o]);

	slice_for (struct str, s, *to)
		if (str_eq(*s, name))
			return;
	*arena_push(a, to) = name;
}

/* Predictions of one pool stand together. */
static size_t add_pool(const struct predictions *all, size_t from,
                       struct arena *a, struct survey_pools *out)
{
	const struct pool *pool = all->v[from].pool;
	struct survey_pool *p = arena_push(a, out);
	struct predictions own = {all->v + from, 0};

	*p = (struct survey_pool){.pool = arena_str(a, pool->name)};
	while (from + own.n < all->n && own.v[own.n].pool == pool)
		add_outcome(a, &p->outcomes, own.v[own.n++].outcome);
	p->verdict = predict_worst(&own);
	return own.n;
}

static void add_finding(const struct finding *f, struct arena *a,
                        struct survey_finding *out)
{
	*out = (struct survey_finding){
		.id = str_c(f->rule->id),
		.name = str_c(f->rule->name),
		.message = arena_str(a, f->message),
		.severity = f->severity,
		.lowered = f->lowered,
		.fingerprint = arena_str(a, f->fingerprint),
	};
	slice_for (struct str, pool, f->pools)
		*arena_push(a, &out->pools) = arena_str(a, *pool);
}

static void add_ignored(const struct ignored *i, struct arena *a,
                        struct survey_ignored *out)
{
	*out = (struct survey_ignored){
		.by = i->by,
		.where = arena_str(a, i->where),
		.reason = arena_str(a, i->reason),
		.expires = arena_str(a, i->expires),
	};
	add_finding(&i->finding, a, &out->finding);
}

void survey_row_of(const struct report_image *im, struct arena *a,
                   struct survey_row *out)
{
	*out = (struct survey_row){
		.platform = arena_str(a, im->platform),
		.depth = arena_str(a, im->depth),
		.verdict = im->verdict,
		.error = arena_str(a, im->error),
	};
	if (im->facts) {
		out->image = arena_str(a, im->facts->digest);
		out->gaps = (int64_t)im->facts->gaps.n;
	}
	for (size_t i = 0; i < im->predictions.n;)
		i += add_pool(&im->predictions, i, a, &out->pools);
	slice_for (struct prediction, p, im->predictions)
		out->unknown |= p->verdict == VERDICT_UNKNOWN;
	slice_for (struct finding, f, im->findings)
		add_finding(f, a, arena_push(a, &out->findings));
	slice_for (struct ignored, i, im->ignored)
		add_ignored(i, a, arena_push(a, &out->ignored));
	slice_for (const struct what_if, f, im->what_if) {
		struct what_if *own = arena_push(a, &out->what_if);

		*own = *f;
		own->pool = arena_str(a, f->pool);
		own->gpu = arena_str(a, f->gpu);
	}
}

void survey_of_report(const struct report *r, bool details, struct arena *a,
                      struct survey *out)
{
	*out = (struct survey){.fleet = r->fleet,
	                       .version = r->version,
	                       .knowledge = r->knowledge};
	slice_for (struct report_image, im, r->images) {
		struct survey_row *row = arena_push(a, &out->rows);

		survey_row_of(im, a, row);
		row->ref = im->ref;
		if (details)
			image_row_of(im, r->know, a,
			             arena_push(a, &row->detail));
	}
}

struct str survey_outcome(const struct survey_pool *p)
{
	struct str ok = str_c(outcome_names[OUT_OK]);

	slice_for (struct str, o, p->outcomes)
		if (!str_eq(*o, ok))
			return *o;
	return ok;
}

static void write_lines(const struct survey *s, struct buf *out)
{
	slice_for (struct survey_row, r, s->rows) {
		struct survey_row line = *r;

		line.schema = STR(SURVEY_SCHEMA);
		record_write_line(&survey_row_schema, &line, out);
		buf_add(out, STR("\n"));
	}
}

const struct survey_format survey_formats[] = {
	{"text", "for people, images by pools", survey_write_text, false},
	{"jsonl", "a line of JSON for each image, cudalint-report(5)",
         write_lines, false},
	{"prometheus", "metrics, for a textfile collector",
         survey_write_metrics, false},
	{"html", "a page to look into", survey_write_html, true},
};
const size_t survey_formats_n = sizeof survey_formats / sizeof *survey_formats;

static const struct survey_format *own(struct str name)
{
	for (size_t i = 0; i < survey_formats_n; i++)
		if (str_eq(str_c(survey_formats[i].name), name))
			return &survey_formats[i];
	return NULL;
}

static const struct report_format *shared(struct str name)
{
	const struct report_format *f = report_format_get(name);

	return f && f->flags & FORMAT_SCANS ? f : NULL;
}

bool survey_format_has(struct str format)
{
	return own(format) || shared(format);
}

bool survey_format_details(struct str format)
{
	const struct survey_format *f = own(format);

	return f && f->detail;
}

bool survey_write(const struct survey *s, struct str format, struct buf *out)
{
	const struct survey_format *f = own(format);
	const struct report_format *g = shared(format);
	struct arena a = {0};
	struct brief brief;

	if (f) {
		f->write(s, out);
	} else if (g) {
		brief_of_survey(s, &a, &brief);
		g->write_brief(&brief, out);
	}
	arena_free(&a);
	return f || g;
}
