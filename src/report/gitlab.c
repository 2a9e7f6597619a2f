/* GitLab CI, "Code Quality", report format. */
#include "report/brief.h"
#include "report/formats.h"
#include "report/region.h"

struct lines_row {
	int64_t begin, end;
};

struct where_row {
	struct str path;
	struct lines_row lines;
};

struct issue_row {
	struct str description, check_name, fingerprint, severity;
	struct where_row location;
};

struct issue_rows {
	struct issue_row *v;
	size_t n;
};

/* clang-format off */
static const struct field lines_fields[] = {
	FIELD(struct lines_row, begin, ALWAYS, "first line"),
	FIELD(struct lines_row, end, OPTIONAL, "last line"),
};
static const struct schema lines_schema = SCHEMA(struct lines_row, lines_fields);

static const struct field where_fields[] = {
	FIELD(struct where_row, path, ALWAYS, "file, relative"),
	FIELD_OBJECT(struct where_row, lines, ALWAYS, &lines_schema, "in it"),
};
static const struct schema where_schema = SCHEMA(struct where_row, where_fields);

static const struct field issue_fields[] = {
	FIELD(struct issue_row, description, ALWAYS, "one sentence"),
	FIELD(struct issue_row, check_name, ALWAYS, "the rule"),
	FIELD(struct issue_row, fingerprint, ALWAYS, "of one issue only"),
	FIELD(struct issue_row, severity, ALWAYS, "info, minor, major, critical, blocker"),
	FIELD_OBJECT(struct issue_row, location, ALWAYS, &where_schema, "where"),
};
static const struct schema issue_schema = SCHEMA(struct issue_row, issue_fields);
/* clang-format on */

static const char *const words[SEV_N] = {
	[SEV_NOTE] = "info",
	[SEV_WARNING] = "minor",
	[SEV_ERROR] = "critical",
};

static struct lines_row lines_of(const struct brief_image *im,
                                 const struct brief_note *note)
{
	struct region r;

	if (!im->file || note->at.n == 0)
		return (struct lines_row){.begin = 1};
	r = region_bytes(im->file, note->at);
	if (r.end_line > r.line && r.end_column == 1)
		r.end_line--;
	return (struct lines_row){r.line, r.end_line};
}

static void fill(const struct brief_image *im, const struct brief_note *note,
                 struct arena *a, struct issue_row *out)
{
	*out = (struct issue_row){
		.description = im->file ? note->message :
	                                  arena_fmt(a, STR_F ": " STR_F,
	                                            STR_A(im->name),
	                                            STR_A(note->message)),
		.check_name = note->name,
		.fingerprint = note->fingerprint,
		.severity = str_c(words[note->severity]),
		.location = {im->path, lines_of(im, note)},
	};
}

void report_write_gitlab(const struct brief *b, struct buf *out)
{
	struct issue_rows rows = {0};
	struct arena a = {0};

	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, note, im->notes)
			if (!note->ignored)
				fill(im, note, &a, arena_push(&a, &rows));
	record_write_list(&issue_schema, &rows, out);
	arena_free(&a);
}
