#include "facts/extract.h"

/* Of https://docs.conda.io, "conda-meta": what says which package it is. */
struct record {
	struct str name, version, build, channel, subdir;
	struct strs files;
};

/* clang-format off */
static const struct field record_fields[] = {
	FIELD(struct record, name, OPTIONAL, "Package"),
	FIELD(struct record, version, OPTIONAL, "Version"),
	FIELD(struct record, build, OPTIONAL, "Build"),
	FIELD(struct record, channel, OPTIONAL, "Where it came from"),
	FIELD(struct record, subdir, OPTIONAL, "Platform"),
	FIELD(struct record, files, OPTIONAL, "Below the environment"),
};
/* clang-format on */
static const struct schema record_schema = SCHEMA(struct record, record_fields);

static void take(const struct record *rec, struct arena *a, struct said *out)
{
	extract_package((struct package){.name = arena_str(a, rec->name),
	                                 .version = arena_str(a, rec->version),
	                                 .arch = arena_str(a, rec->subdir),
	                                 .manager = PACKAGER_CONDA,
	                                 .build = arena_str(a, rec->build),
	                                 .channel = arena_str(a, rec->channel)},
	                a, out);
	slice_for (struct str, path, rec->files)
		extract_library(*path, a, out);
}

void extract_conda(struct str bytes, struct arena *a, struct said *out)
{
	struct record rec = {0};
	struct arena space = {0};
	struct err err = {0};

	if (record_parse(&record_schema, bytes, RECORD_TOLERANT, &space, &rec,
	                 &err))
		out->gap = arena_fmt(a, "not a record of conda's: %s", err.msg);
	else if (rec.name.n == 0)
		out->gap = STR("not a record of conda's: it names no package");
	else
		take(&rec, a, out);
	arena_free(&space);
}
