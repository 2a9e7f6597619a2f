#include "report/diagnosis.h"
#include "report/rows.h"

struct cures_row {
	struct str host, image, dockerfile;
};

struct found_row {
	struct str id;
	enum level level;
	enum outcome outcome;
	struct str title, why;
	struct exhibits evidence;
	struct cures_row cures;
	struct str tell, source;
};

struct found_rows {
	struct found_row *v;
	size_t n;
};

struct host_row {
	struct str driver, cuda;
	struct strs gpus;
	struct str toolkit, docker;
	enum request request;
};

struct way_row {
	struct str gpu;
	enum outcome outcome;
	enum route route;
	struct strs stacks;
	struct str decided_by;
};

struct way_rows {
	struct way_row *v;
	size_t n;
};

struct image_said {
	struct str ref;
	enum agreement agreement;
	struct str missing;
	struct way_rows predictions;
};

struct diagnosis_row {
	struct str schema;
	struct tool_row tool;
	struct found_rows causes;
	struct host_row host;
	struct image_said image;
};

/* clang-format off */
static const struct field tool_fields[] = {
	FIELD(struct tool_row, name, ALWAYS, "always cudalint"),
	FIELD(struct tool_row, version, ALWAYS, "version of the program"),
	FIELD(struct tool_row, knowledge, ALWAYS, "date of the oldest knowledge table, YYYY-MM-DD"),
};
static const struct schema tool_schema = SCHEMA(struct tool_row, tool_fields);

static const struct field exhibit_fields[] = {
	FIELD(struct exhibit, line, ALWAYS, "of the paste, from 1"),
	FIELD(struct exhibit, quote, ALWAYS, "the line, or what is around the words that count"),
	FIELD(struct exhibit, says, NULLABLE, "what follows from it; null: it speaks for itself"),
};
static const struct schema exhibit_schema = SCHEMA(struct exhibit, exhibit_fields);

static const struct field cures_fields[] = {
	FIELD(struct cures_row, host, NULLABLE, "what to do on the host"),
	FIELD(struct cures_row, image, NULLABLE, "what to do with the image as it is, or with another"),
	FIELD(struct cures_row, dockerfile, NULLABLE, "what to change in the Dockerfile"),
};
static const struct schema cures_schema = SCHEMA(struct cures_row, cures_fields);

static const struct field found_fields[] = {
	FIELD(struct found_row, id, ALWAYS, "of the cause; never reused"),
	FIELD_ENUM(struct found_row, level, ALWAYS, level_names, "certain: the message says so, or two independent facts do; likely: mostly it is this; possible: one of several"),
	FIELD_ENUM(struct found_row, outcome, ALWAYS, outcome_names, "what a prediction calls it; unknown: it is none of its outcomes"),
	FIELD(struct found_row, title, ALWAYS, "one line"),
	FIELD(struct found_row, why, ALWAYS, "what happens"),
	FIELD_LIST(struct found_row, evidence, ALWAYS, &exhibit_schema, "lines of the paste"),
	FIELD_OBJECT(struct found_row, cures, ALWAYS, &cures_schema, "what to do, by where"),
	FIELD(struct found_row, tell, ALWAYS, "what output would confirm it or rule it out"),
	FIELD(struct found_row, source, ALWAYS, "where that is from"),
};
static const struct schema found_schema = SCHEMA(struct found_row, found_fields);

static const struct field host_fields[] = {
	FIELD(struct host_row, driver, NULLABLE, "of the kernel module"),
	FIELD(struct host_row, cuda, NULLABLE, "as it was printed: of the libcuda that was loaded there"),
	FIELD(struct host_row, gpus, ALWAYS, "product names"),
	FIELD(struct host_row, toolkit, NULLABLE, "version of the container toolkit"),
	FIELD(struct host_row, docker, NULLABLE, "version of Docker"),
	FIELD_ENUM(struct host_row, request, ALWAYS, request_names, "how GPUs were asked for"),
};
static const struct schema host_schema = SCHEMA(struct host_row, host_fields);

static const struct field way_fields[] = {
	FIELD(struct way_row, gpu, ALWAYS, "product name"),
	FIELD_ENUM(struct way_row, outcome, ALWAYS, outcome_names, "ok, a CUDA error number, or another end"),
	FIELD_ENUM(struct way_row, route, NULLABLE, route_names, "why it works"),
	FIELD(struct way_row, stacks, ALWAYS, "the container stacks it holds for"),
	FIELD(struct way_row, decided_by, NULLABLE, "the fact that decides whether it holds"),
};
static const struct schema way_schema = SCHEMA(struct way_row, way_fields);

static const struct field image_fields[] = {
	FIELD(struct image_said, ref, OPTIONAL, "as given"),
	FIELD_ENUM(struct image_said, agreement, OPTIONAL, agreement_names, "is what was seen what is predicted; some-stacks: under some; absent: there is nothing to compare"),
	FIELD(struct image_said, missing, OPTIONAL, "what the paste would have to say for a prediction"),
	FIELD_LIST(struct image_said, predictions, OPTIONAL, &way_schema, "for the image on the paste's host"),
};
static const struct schema image_schema = SCHEMA(struct image_said, image_fields);

static const struct field diagnosis_fields[] = {
	FIELD(struct diagnosis_row, schema, ALWAYS, "cudalint/diagnosis/1"),
	FIELD_OBJECT(struct diagnosis_row, tool, ALWAYS, &tool_schema, "who wrote this"),
	FIELD_LIST(struct diagnosis_row, causes, ALWAYS, &found_schema, "the surest first; empty: nothing was recognised"),
	FIELD_OBJECT(struct diagnosis_row, host, ALWAYS, &host_schema, "what the paste says of the host"),
	FIELD_OBJECT(struct diagnosis_row, image, OPTIONAL, &image_schema, "the image that was given; absent when none was"),
};
const struct schema diagnosis_schema = SCHEMA(struct diagnosis_row, diagnosis_fields);
/* clang-format on */

static struct str text(const char *s)
{
	return s ? str_c(s) : (struct str){0};
}

static struct found_row found_row(const struct diagnosis *d)
{
	const struct cause *c = d->cause;

	return (struct found_row){
		.id = text(c->id),
		.level = d->level,
		.outcome = c->outcome,
		.title = text(c->title),
		.why = text(c->why),
		.evidence = d->evidence,
		.cures = {text(c->on_host), text(c->in_image),
	                  text(c->in_dockerfile)},
		.tell = text(c->tell),
		.source = text(c->source),
	};
}

static struct host_row host_row(const struct host_seen *h, struct arena *a)
{
	struct host_row r = {
		.driver = h->driver,
		.cuda = h->cuda,
		.toolkit = h->pool.container.toolkit,
		.docker = h->pool.container.docker,
		.request = h->pool.container.request,
	};

	slice_for (const struct fleet_gpu, g, h->pool.gpus)
		*arena_push(a, &r.gpus) = g->product;
	return r;
}

static struct image_said image_said(const struct diagnosis_report *r,
                                    struct arena *a)
{
	struct image_said out = {.ref = r->ref,
	                         .agreement = r->comparison.agreement,
	                         .missing = r->paste->host.missing};

	slice_for (const struct prediction, p, r->predictions)
		slice_for (const struct variant, v, p->variants)
			*arena_push(a, &out.predictions) =
				(struct way_row){p->gpu->name, v->run.outcome,
			                         v->run.route, v->stacks,
			                         v->decided_by};
	return out;
}

void diagnosis_write_json(const struct diagnosis_report *r, struct buf *out)
{
	struct arena a = {0};
	struct diagnosis_row row = {
		.schema = STR(DIAGNOSIS_SCHEMA),
		.tool = {.name = STR("cudalint"),
	                 .version = r->version,
	                 .knowledge = r->knowledge},
		.host = host_row(&r->paste->host, &a),
	};

	slice_for (const struct diagnosis, d, r->paste->found)
		*arena_push(&a, &row.causes) = found_row(d);
	if (r->ref.n)
		row.image = image_said(r, &a);
	record_write(&diagnosis_schema, &row, out);
	arena_free(&a);
}
