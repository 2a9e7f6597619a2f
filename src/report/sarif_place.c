#include "report/sarif_place.h"

/* clang-format off */
static const struct field text_fields[] = {
	FIELD(struct sarif_text, text, OPTIONAL, "plain text"),
};
const struct schema sarif_text_schema = SCHEMA(struct sarif_text, text_fields);

static const struct field artifact_fields[] = {
	FIELD(struct sarif_artifact, uri, ALWAYS, "file, relative"),
};
static const struct schema artifact_schema = SCHEMA(struct sarif_artifact, artifact_fields);

static const struct field region_fields[] = {
	FIELD_AS(struct region, line, "startLine", ALWAYS, "from 1"),
	FIELD_AS(struct region, column, "startColumn", OPTIONAL, "from 1"),
	FIELD_AS(struct region, end_line, "endLine", OPTIONAL, "of the end"),
	FIELD_AS(struct region, end_column, "endColumn", OPTIONAL, "behind the last"),
};
static const struct schema region_schema = SCHEMA(struct region, region_fields);

static const struct field physical_fields[] = {
	FIELD_OBJECT_AS(struct sarif_physical, artifact, "artifactLocation", ALWAYS, &artifact_schema, "the file"),
	FIELD_OBJECT(struct sarif_physical, region, OPTIONAL, &region_schema, "in it"),
};
static const struct schema physical_schema = SCHEMA(struct sarif_physical, physical_fields);

static const struct field logical_fields[] = {
	FIELD_AS(struct sarif_logical, full_name, "fullyQualifiedName", ALWAYS, "layer and file in the image"),
	FIELD(struct sarif_logical, kind, ALWAYS, "always resource"),
};
static const struct schema logical_schema = SCHEMA(struct sarif_logical, logical_fields);

static const struct field location_fields[] = {
	FIELD_OBJECT_AS(struct sarif_location, physical, "physicalLocation", ALWAYS, &physical_schema, "file"),
	FIELD_LIST_AS(struct sarif_location, logical, "logicalLocations", OPTIONAL, &logical_schema, "in the image"),
};
const struct schema sarif_location_schema = SCHEMA(struct sarif_location, location_fields);

static const struct field replacement_fields[] = {
	FIELD_OBJECT_AS(struct sarif_replacement, deleted, "deletedRegion", ALWAYS, &region_schema, "what goes"),
	FIELD_OBJECT_AS(struct sarif_replacement, inserted, "insertedContent", OPTIONAL, &sarif_text_schema, "what comes"),
};
static const struct schema replacement_schema = SCHEMA(struct sarif_replacement, replacement_fields);

static const struct field change_fields[] = {
	FIELD_OBJECT_AS(struct sarif_change, artifact, "artifactLocation", ALWAYS, &artifact_schema, "the file"),
	FIELD_LIST(struct sarif_change, replacements, ALWAYS, &replacement_schema, "edits"),
};
static const struct schema change_schema = SCHEMA(struct sarif_change, change_fields);

static const struct field fix_fields[] = {
	FIELD_OBJECT(struct sarif_fix, description, ALWAYS, &sarif_text_schema, "one line"),
	FIELD_LIST_AS(struct sarif_fix, changes, "artifactChanges", ALWAYS, &change_schema, "by file"),
};
const struct schema sarif_fix_schema = SCHEMA(struct sarif_fix, fix_fields);
/* clang-format on */

/* Readers decode it as UTF-8, or not at all. */
static struct sarif_artifact artifact_of(const struct brief_image *im,
                                         struct arena *a)
{
	return (struct sarif_artifact){
		region_uri(a, region_is_text(im->ref) ? im->ref : im->path)};
}

/* Code scanning drops what has no line. */
static struct region region_of(const struct brief_image *im,
                               const struct brief_note *note)
{
	if (!im->file || note->at.n == 0)
		return (struct region){.line = 1};
	return region_utf16(im->file, note->at);
}

struct sarif_locations sarif_locations_of(const struct brief_image *im,
                                          const struct brief_note *note,
                                          struct arena *a)
{
	struct sarif_locations out = {0};
	struct sarif_location *l = arena_push(a, &out);

	l->physical.artifact = artifact_of(im, a);
	l->physical.region = region_of(im, note);
	slice_for (struct str, e, note->evidence)
		*arena_push(a, &l->logical) =
			(struct sarif_logical){*e, STR("resource")};
	return out;
}

struct sarif_fixes sarif_fixes_of(const struct brief_image *im,
                                  const struct brief_note *note,
                                  struct arena *a)
{
	struct sarif_fixes out = {0};
	struct sarif_change *change;
	struct sarif_fix *fix;

	if (!note->fix || !region_is_edit(im->file, note->fix))
		return out;
	fix = arena_push(a, &out);
	fix->description.text = note->fix->title;
	change = arena_push(a, &fix->changes);
	change->artifact = artifact_of(im, a);
	slice_for (struct edit, e, *note->fix->edits)
		*arena_push(a, &change->replacements) =
			(struct sarif_replacement){region_utf16(im->file,
		                                                e->at),
		                                   {e->text}};
	return out;
}
