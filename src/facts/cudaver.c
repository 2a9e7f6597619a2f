#include "facts/extract.h"

#include "base/version.h"

struct json_part {
	struct str version;
};

struct cuda_json {
	struct json_part cuda;
	struct json_part cuda_cudart;
};

/* clang-format off */
static const struct field part_fields[] = {
	FIELD(struct json_part, version, OPTIONAL, "Version"),
};
static const struct schema part_schema = SCHEMA(struct json_part, part_fields);

static const struct field cuda_json_fields[] = {
	FIELD_OBJECT(struct cuda_json, cuda, OPTIONAL, &part_schema, "The toolkit"),
	FIELD_OBJECT(struct cuda_json, cuda_cudart, OPTIONAL, &part_schema, "The runtime"),
};
/* clang-format on */
static const struct schema cuda_json_schema =
	SCHEMA(struct cuda_json, cuda_json_fields);

static bool starts_with_version(struct str s)
{
	return version_lead(s).n > 0;
}

/* "CUDA Version 10.2.89" */
static void take_text(struct str bytes, struct arena *a, struct said *out)
{
	struct str prefix = STR("CUDA Version "), line, rest;

	(void)str_cut(bytes, '\n', &line, &rest);
	line = str_trim(line);
	if (!str_has_prefix(line, prefix))
		return;
	line = str_from(line, prefix.n);
	if (starts_with_version(line))
		out->version = arena_str(a, line);
}

void extract_cuda_version(struct str bytes, struct arena *a, struct said *out)
{
	struct cuda_json json = {0};
	struct err err = {0};

	if (record_parse(&cuda_json_schema, bytes, RECORD_TOLERANT, a, &json,
	                 &err)) {
		take_text(bytes, a, out);
		return;
	}
	if (starts_with_version(json.cuda_cudart.version))
		out->version = json.cuda_cudart.version;
	else if (starts_with_version(json.cuda.version))
		out->version = json.cuda.version;
}
