/*
 * A bill of materials: of the image, what decides about CUDA in it, and as
 * properties of our own namespace what comes of it.  One image is what the
 * bill is about; several are components with components.
 */
#include "report/brief.h"
#include "report/formats.h"
#include "report/paper.h"
#include "report/purl.h"

/* Bytes; the schema has 1,024 characters, and an escape takes four. */
enum { VERSION_MAX = 256 };

struct property_row {
	struct str name, value;
};

struct property_rows {
	struct property_row *v;
	size_t n;
};

struct bom_part;

struct bom_parts {
	struct bom_part *v;
	size_t n;
};

struct bom_part {
	struct str type, ref, name, version, purl;
	struct property_rows properties;
	struct bom_parts components;
};

struct tools_row {
	struct bom_parts components;
};

struct meta_row {
	struct tools_row tools;
	struct bom_part component;
};

struct bom_row {
	struct str format, spec;
	int64_t version;
	struct meta_row meta;
	struct bom_parts components;
};

/* clang-format off */
static const struct field property_fields[] = {
	FIELD(struct property_row, name, ALWAYS, "cudalint:..."),
	FIELD(struct property_row, value, ALWAYS, "text"),
};
static const struct schema property_schema = SCHEMA(struct property_row, property_fields);

static const struct schema component_schema;
static const struct field component_fields[] = {
	FIELD(struct bom_part, type, OPTIONAL, "container, library, file"),
	FIELD_AS(struct bom_part, ref, "bom-ref", OPTIONAL, "unique"),
	FIELD(struct bom_part, name, OPTIONAL, "as its manager has it"),
	FIELD(struct bom_part, version, OPTIONAL, "whole"),
	FIELD(struct bom_part, purl, OPTIONAL, "package URL"),
	FIELD_LIST(struct bom_part, properties, OPTIONAL, &property_schema, "more"),
	FIELD_LIST(struct bom_part, components, OPTIONAL, &component_schema, "in it"),
};
static const struct schema component_schema = SCHEMA(struct bom_part, component_fields);

static const struct field tools_fields[] = {
	FIELD_LIST(struct tools_row, components, ALWAYS, &component_schema, "cudalint"),
};
static const struct schema tools_schema = SCHEMA(struct tools_row, tools_fields);

static const struct field meta_fields[] = {
	FIELD_OBJECT(struct meta_row, tools, ALWAYS, &tools_schema, "who made it"),
	FIELD_OBJECT(struct meta_row, component, OPTIONAL, &component_schema, "the image, if it is one"),
};
static const struct schema meta_schema = SCHEMA(struct meta_row, meta_fields);

static const struct field bom_fields[] = {
	FIELD_AS(struct bom_row, format, "bomFormat", ALWAYS, "CycloneDX"),
	FIELD_AS(struct bom_row, spec, "specVersion", ALWAYS, "of the format"),
	FIELD(struct bom_row, version, ALWAYS, "of the bill"),
	FIELD_OBJECT_AS(struct bom_row, meta, "metadata", ALWAYS, &meta_schema, "about it"),
	FIELD_LIST(struct bom_row, components, ALWAYS, &component_schema, "what is in it"),
};
static const struct schema bom_schema = SCHEMA(struct bom_row, bom_fields);
/* clang-format on */

struct maker {
	struct arena *arena;
	const struct image_facts *facts;
	struct bom_parts *to;
	size_t image; /* its number: references are of one bill */
};

static void add_property(struct arena *a, struct bom_part *c, struct str name,
                         struct str value)
{
	if (value.n)
		*arena_push(a, &c->properties) =
			(struct property_row){name, paper_safe(a, value)};
}

static struct bom_part *add(const struct maker *m, struct str type,
                            struct str name, struct str version)
{
	struct bom_part *c = arena_push(m->arena, m->to);
	bool fits = version.n <= VERSION_MAX;

	*c = (struct bom_part){
		.type = type,
		.ref = arena_fmt(m->arena, "image-%zu:%zu", m->image, m->to->n),
		.name = paper_safe(m->arena, name),
		.version = fits ? paper_safe(m->arena, version) : STR(""),
	};
	if (!fits)
		add_property(m->arena, c, STR("cudalint:version"), version);
	return c;
}

/* Where it stands. */
static void add_place(const struct maker *m, struct bom_part *c,
                      struct str path, int64_t layer)
{
	add_property(m->arena, c, STR("cudalint:path"), path);
	if (layer < 0 || (size_t)layer >= m->facts->layers.n)
		return;
	add_property(m->arena, c, STR("cudalint:layer"),
	             arena_fmt(m->arena, "%lld", (long long)layer));
	add_property(m->arena, c, STR("cudalint:layer:digest"),
	             m->facts->layers.v[layer].diff_id);
}

static void add_packages(const struct maker *m)
{
	slice_for (struct package, p, m->facts->packages) {
		struct bom_part *c =
			add(m, STR("library"), p->name, p->version);

		c->purl = purl_of_package(p, &m->facts->os, m->arena);
		add_place(m, c, p->path, p->layer);
	}
	slice_for (struct wheel, w, m->facts->wheels) {
		struct bom_part *c =
			add(m, STR("library"), w->name, w->version);

		c->purl = purl_of_wheel(w, m->arena);
		add_place(m, c, w->path, w->layer);
	}
}

static struct str kind_of(const struct umd *u)
{
	static const char *const kinds[] = {"", "compat", "bundled", "stub",
	                                    "leftover"};

	return str_c(kinds[u->kind]);
}

static void add_libraries(const struct maker *m)
{
	slice_for (struct umd, u, m->facts->umd) {
		struct bom_part *c = add(m, STR("file"), u->path, u->version);

		add_property(m->arena, c, STR("cudalint:driver-library"),
		             kind_of(u));
		add_place(m, c, u->resolved, u->layer);
	}
	slice_for (struct cudart, r, m->facts->cudart) {
		struct bom_part *c = add(m, STR("file"), r->path, r->version);

		add_property(m->arena, c, STR("cudalint:cuda-runtime:of"),
		             r->consumer);
		add_place(m, c, r->path, r->layer);
	}
}

static void add_verdicts(struct arena *a, const struct brief_image *im,
                         struct bom_part *c)
{
	add_property(a, c, STR("cudalint:verdict"),
	             im->error.n ? STR("unread") :
	                           str_c(verdict_names[im->verdict]));
	add_property(a, c, STR("cudalint:platform"), im->platform);
	add_property(a, c, STR("cudalint:error"), im->error);
	slice_for (struct brief_cell, cell, im->cells)
		add_property(a, c, STR("cudalint:prediction"),
		             arena_fmt(a,
		                       "pool " STR_F ", " STR_F ": %s, " STR_F,
		                       STR_A(cell->pool), STR_A(cell->gpu),
		                       verdict_names[cell->verdict],
		                       STR_A(cell->outcome)));
	slice_for (struct brief_note, n, im->notes)
		if (!n->ignored && n->rule)
			add_property(a, c, STR("cudalint:finding"),
			             arena_fmt(a, STR_F " %s: " STR_F,
			                       STR_A(n->id),
			                       severity_names[n->severity],
			                       STR_A(n->message)));
}

static void fill_image(const struct brief_image *im, size_t i, struct arena *a,
                       struct bom_part *out)
{
	struct maker m = {a, im->report->facts, &out->components, i};

	*out = (struct bom_part){
		.type = STR("container"),
		.ref = arena_fmt(a, "image-%zu", i),
		.name = im->path,
		.version = im->digest,
	};
	add_verdicts(a, im, out);
	if (!m.facts)
		return;
	add_packages(&m);
	add_libraries(&m);
}

static void fill(const struct brief *b, struct arena *a, struct bom_row *out)
{
	struct bom_part *tool = arena_push(a, &out->meta.tools.components);

	tool->type = STR("application");
	tool->name = STR("cudalint");
	tool->version = b->version;
	for (size_t i = 0; i < b->images.n; i++)
		fill_image(&b->images.v[i], i, a,
		           arena_push(a, &out->components));
	if (out->components.n != 1)
		return;
	out->meta.component = out->components.v[0];
	out->components = out->meta.component.components;
	out->meta.component.components = (struct bom_parts){0};
}

void report_write_cyclonedx(const struct brief *b, struct buf *out)
{
	struct bom_row bom = {
		.format = STR("CycloneDX"),
		.spec = STR("1.6"),
		.version = 1,
	};
	struct arena a = {0};

	fill(b, &a, &bom);
	record_write(&bom_schema, &bom, out);
	arena_free(&a);
}
