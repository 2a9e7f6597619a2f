/*
 * Reviewdog Diagnostic Format: columns count bytes, ranges end behind, and an
 * edit stands with the first of the findings that it cures.
 */
#include "report/brief.h"
#include "report/formats.h"
#include "report/region.h"

struct position_row {
	int64_t line, column;
};

struct range_row {
	struct position_row start, end;
};

struct spot_row {
	struct str path;
	struct range_row range;
};

struct code_value_row {
	struct str value;
};

struct suggestion_row {
	struct range_row range;
	struct str text;
};

struct suggestion_rows {
	struct suggestion_row *v;
	size_t n;
};

struct source_row {
	struct str name;
};

struct diagnostic_row {
	struct str message;
	struct spot_row location;
	struct str severity;
	struct source_row source; /* rdjsonl only */
	struct code_value_row code;
	struct suggestion_rows suggestions;
};

struct diagnostic_rows {
	struct diagnostic_row *v;
	size_t n;
};

struct rdjson_row {
	struct source_row source;
	struct str severity;
	struct diagnostic_rows diagnostics;
};

/* clang-format off */
static const struct field position_fields[] = {
	FIELD(struct position_row, line, OPTIONAL, "from 1"),
	FIELD(struct position_row, column, OPTIONAL, "from 1, in bytes"),
};
static const struct schema position_schema = SCHEMA(struct position_row, position_fields);

static const struct field range_fields[] = {
	FIELD_OBJECT(struct range_row, start, OPTIONAL, &position_schema, "first"),
	FIELD_OBJECT(struct range_row, end, OPTIONAL, &position_schema, "behind the last"),
};
static const struct schema range_schema = SCHEMA(struct range_row, range_fields);

static const struct field spot_fields[] = {
	FIELD(struct spot_row, path, ALWAYS, "file"),
	FIELD_OBJECT(struct spot_row, range, OPTIONAL, &range_schema, "in it"),
};
static const struct schema spot_schema = SCHEMA(struct spot_row, spot_fields);

static const struct field code_fields[] = {
	FIELD(struct code_value_row, value, ALWAYS, "the rule"),
};
static const struct schema code_schema = SCHEMA(struct code_value_row, code_fields);

static const struct field suggestion_fields[] = {
	FIELD_OBJECT(struct suggestion_row, range, ALWAYS, &range_schema, "what goes"),
	FIELD(struct suggestion_row, text, ALWAYS, "what comes"),
};
static const struct schema suggestion_schema = SCHEMA(struct suggestion_row, suggestion_fields);

static const struct field source_fields[] = {
	FIELD(struct source_row, name, OPTIONAL, "of the program"),
};
static const struct schema source_schema = SCHEMA(struct source_row, source_fields);

static const struct field diagnostic_fields[] = {
	FIELD(struct diagnostic_row, message, ALWAYS, "what is wrong"),
	FIELD_OBJECT(struct diagnostic_row, location, ALWAYS, &spot_schema, "where"),
	FIELD(struct diagnostic_row, severity, ALWAYS, "ERROR, WARNING, INFO"),
	FIELD_OBJECT(struct diagnostic_row, source, OPTIONAL, &source_schema, "who says so"),
	FIELD_OBJECT(struct diagnostic_row, code, ALWAYS, &code_schema, "the rule"),
	FIELD_LIST(struct diagnostic_row, suggestions, OPTIONAL, &suggestion_schema, "edits"),
};
static const struct schema diagnostic_schema = SCHEMA(struct diagnostic_row, diagnostic_fields);

static const struct field rdjson_fields[] = {
	FIELD_OBJECT(struct rdjson_row, source, ALWAYS, &source_schema, "who says so"),
	FIELD(struct rdjson_row, severity, ALWAYS, "of the gravest"),
	FIELD_LIST(struct rdjson_row, diagnostics, ALWAYS, &diagnostic_schema, "what is wrong"),
};
static const struct schema rdjson_schema = SCHEMA(struct rdjson_row, rdjson_fields);
/* clang-format on */

static const char *const words[SEV_N] = {
	[SEV_NOTE] = "INFO",
	[SEV_WARNING] = "WARNING",
	[SEV_ERROR] = "ERROR",
};

static struct range_row range_of(const struct dockerfile *d, struct span at)
{
	struct region r = region_bytes(d, at);

	return (struct range_row){{r.line, r.column},
	                          {r.end_line, r.end_column}};
}

static struct suggestion_rows suggest(const struct dockerfile *d,
                                      const struct edits *edits,
                                      struct arena *a)
{
	struct suggestion_rows out = {0};

	slice_for (struct edit, e, *edits)
		*arena_push(a, &out) =
			(struct suggestion_row){range_of(d, e->at), e->text};
	return out;
}

static struct str message_of(const struct brief_image *im,
                             const struct brief_note *note, struct arena *a)
{
	struct str out = note->message;

	if (!im->file)
		out = arena_fmt(a, STR_F ": " STR_F, STR_A(im->name),
		                STR_A(out));
	if (note->cure.n)
		out = arena_fmt(a, STR_F "\ncure: " STR_F, STR_A(out),
		                STR_A(note->cure));
	return out;
}

static void fill(const struct brief_image *im, const struct brief_note *note,
                 struct arena *a, struct diagnostic_row *out)
{
	*out = (struct diagnostic_row){
		.message = message_of(im, note, a),
		.location = {.path = im->path},
		.severity = str_c(words[note->severity]),
		.code = {note->id},
	};
	if (im->file && note->at.n)
		out->location.range = range_of(im->file, note->at);
	if (note->fix && note->fix_first && region_is_edit(im->file, note->fix))
		out->suggestions = suggest(im->file, note->fix->edits, a);
}

static void fill_all(const struct brief *b, struct arena *a,
                     struct diagnostic_rows *out)
{
	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, note, im->notes)
			if (!note->ignored)
				fill(im, note, a, arena_push(a, out));
}

static enum severity worst(const struct brief *b)
{
	enum severity s = SEV_NOTE;

	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, note, im->notes)
			if (!note->ignored && note->severity > s)
				s = note->severity;
	return s;
}

void report_write_rdjson(const struct brief *b, struct buf *out)
{
	struct rdjson_row row = {.source = {STR("cudalint")},
	                         .severity = str_c(words[worst(b)])};
	struct arena a = {0};

	fill_all(b, &a, &row.diagnostics);
	record_write(&rdjson_schema, &row, out);
	arena_free(&a);
}

void report_write_rdjsonl(const struct brief *b, struct buf *out)
{
	struct diagnostic_rows rows = {0};
	struct arena a = {0};

	fill_all(b, &a, &rows);
	slice_for (struct diagnostic_row, row, rows) {
		row->source = (struct source_row){STR("cudalint")};
		record_write_line(&diagnostic_schema, row, out);
		buf_addc(out, '\n', 1);
	}
	arena_free(&a);
}
