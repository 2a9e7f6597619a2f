#include "report/rows.h"

/* clang-format off */
static const struct field tool_fields[] = {
	FIELD(struct tool_row, name, ALWAYS, "Always cudalint"),
	FIELD(struct tool_row, version, ALWAYS, "Version of the program"),
	FIELD(struct tool_row, knowledge, ALWAYS, "Date of the oldest knowledge table, YYYY-MM-DD"),
};
static const struct schema tool_schema = SCHEMA(struct tool_row, tool_fields);

static const struct field libcuda_fields[] = {
	FIELD(struct libcuda, version, NULLABLE, "Driver version of the library"),
	FIELD_ENUM(struct libcuda, origin, NULLABLE, origin_names, "Who brings it"),
	FIELD(struct libcuda, path, NULLABLE, "Its file in the image"),
	FIELD(struct libcuda, layer, ALWAYS, "Layer that wrote it, -1 for the host's"),
};
static const struct schema libcuda_schema = SCHEMA(struct libcuda, libcuda_fields);

static const struct field step_fields[] = {
	FIELD(struct step, step, ALWAYS, "What was decided: require, loader, driver, ..."),
	FIELD_ENUM(struct step, result, ALWAYS, step_result_names, "How it went; unsure: the rule or a fact is not firm"),
	FIELD(struct step, detail, ALWAYS, "One sentence with the values compared"),
	FIELD(struct step, source, NULLABLE, "Where the rule or table row comes from"),
	FIELD(struct step, tag, NULLABLE, "How firm the rule is: S source, X experiment, T reports, D documentation, I inferred, ? unknown"),
};
static const struct schema step_schema = SCHEMA(struct step, step_fields);

static const struct field variant_fields[] = {
	FIELD_ENUM(struct variant_row, outcome, ALWAYS, outcome_names, "As in the prediction"),
	FIELD_ENUM(struct variant_row, route, NULLABLE, route_names, "As in the prediction"),
	FIELD(struct variant_row, stacks, ALWAYS, "The container stacks it holds for"),
	FIELD(struct variant_row, decided_by, NULLABLE, "The fact that decides whether it holds"),
	FIELD(struct variant_row, when, NULLABLE, "The condition in words"),
	FIELD_OBJECT(struct variant_row, libcuda, ALWAYS, &libcuda_schema, "The libcuda.so.1 that is loaded then"),
};
static const struct schema variant_schema = SCHEMA(struct variant_row, variant_fields);

static const struct field prediction_fields[] = {
	FIELD(struct prediction_row, pool, ALWAYS, "Name of the pool"),
	FIELD(struct prediction_row, nodes, ALWAYS, "Hosts in the pool"),
	FIELD(struct prediction_row, gpu, ALWAYS, "Product name of the GPU"),
	FIELD_ENUM(struct prediction_row, verdict, ALWAYS, verdict_names, "pass: every stack left open works; fail: none does, or one that is still supported certainly fails; warn: only stacks out of support fail"),
	FIELD_ENUM(struct prediction_row, outcome, ALWAYS, outcome_names, "ok, a CUDA error number, or another end; depends: see variants"),
	FIELD_ENUM(struct prediction_row, stage, NULLABLE, stage_names, "When it fails: at the container's start, at cuInit, in the CUDA runtime, or at the first kernel"),
	FIELD_ENUM(struct prediction_row, route, NULLABLE, route_names, "Why it works: the driver has the runtime's CUDA version, or one of the same major, or the image's compat libcuda is used"),
	FIELD_ENUM(struct prediction_row, mechanism, NULLABLE, mechanism_names, "How the GPU gets into the container"),
	FIELD_OBJECT(struct prediction_row, libcuda, ALWAYS, &libcuda_schema, "The libcuda.so.1 that is loaded"),
	FIELD(struct prediction_row, message, NULLABLE, "What the user sees"),
	FIELD_LIST(struct prediction_row, because, ALWAYS, &step_schema, "The chain of reasons, in order"),
	FIELD_LIST(struct prediction_row, variants, ALWAYS, &variant_schema, "Empty, or at least two, the worst first"),
};
static const struct schema prediction_schema = SCHEMA(struct prediction_row, prediction_fields);

static const struct field require_fields[] = {
	{ "class", F_ENUM, ALWAYS, offsetof(struct requirement, gpu_class), NULL, gpu_class_names, CLASS_N, "Class of GPUs" },
	FIELD(struct requirement, stack, ALWAYS, "The container stacks that share the answer"),
	FIELD(struct requirement, driver, NULLABLE, "Lowest known driver that works; null: none does"),
	FIELD_ENUM(struct requirement, route, NULLABLE, route_names, "By which route"),
};
static const struct schema require_schema = SCHEMA(struct requirement, require_fields);

static const struct field code_fields[] = {
	FIELD(struct code_row, sass, ALWAYS, "Machine code: sm_80, ..."),
	FIELD(struct code_row, ptx, ALWAYS, "PTX: compute_80, ..."),
};
static const struct schema code_schema = SCHEMA(struct code_row, code_fields);

static const struct field evidence_fields[] = {
	FIELD(struct evidence, layer, ALWAYS, "Layer, base is 0; -1 for the image config"),
	FIELD(struct evidence, digest, NULLABLE, "The layer's diffID"),
	FIELD(struct evidence, path, ALWAYS, "File in the image, or config.Env"),
};
static const struct schema evidence_schema = SCHEMA(struct evidence, evidence_fields);

static const struct field fix_fields[] = {
	FIELD_ENUM(struct fix_row, grade, OPTIONAL, grade_names, "safe: nothing else changes; review: look before; manual: only a person can"),
	FIELD(struct fix_row, action, OPTIONAL, "What to do, one word for programs"),
	FIELD(struct fix_row, package, OPTIONAL, "The package to do it to"),
};
static const struct schema fix_schema = SCHEMA(struct fix_row, fix_fields);

static const struct field finding_fields[] = {
	FIELD(struct finding_row, id, ALWAYS, "The rule's id, as CL001"),
	FIELD(struct finding_row, name, ALWAYS, "The rule's name"),
	FIELD_ENUM(struct finding_row, severity, ALWAYS, severity_names, "How loud"),
	FIELD(struct finding_row, message, ALWAYS, "One sentence with the values"),
	FIELD(struct finding_row, pools, ALWAYS, "Pools it concerns; empty: all, whatever the fleet"),
	FIELD_LIST(struct finding_row, evidence, ALWAYS, &evidence_schema, "Where in the image"),
	FIELD_OBJECT(struct finding_row, fix, NULLABLE, &fix_schema, "What cures it"),
};
static const struct schema finding_schema = SCHEMA(struct finding_row, finding_fields);

static const struct field gap_fields[] = {
	FIELD_ENUM(struct gap, group, ALWAYS, fact_group_names, "The facts it could change"),
	FIELD(struct gap, where, ALWAYS, "Layer or path"),
	FIELD(struct gap, reason, ALWAYS, "Why it could not be seen"),
};
static const struct schema gap_schema = SCHEMA(struct gap, gap_fields);

static const struct field image_fields[] = {
	FIELD(struct image_row, ref, ALWAYS, "As given on the command line"),
	FIELD(struct image_row, digest, NULLABLE, "Image id: digest of the config"),
	FIELD(struct image_row, manifest_digest, NULLABLE, "Digest of the manifest, where there was one"),
	FIELD(struct image_row, platform, NULLABLE, "As linux/amd64"),
	FIELD_ENUM(struct image_row, verdict, ALWAYS, verdict_names, "The worst of its predictions"),
	FIELD_LIST(struct image_row, predictions, ALWAYS, &prediction_schema, "One for each pool and GPU"),
	FIELD_LIST_AS(struct image_row, requires_, "requires", ALWAYS, &require_schema, "Which driver it needs, on which GPUs"),
	FIELD_OBJECT(struct image_row, code, ALWAYS, &code_schema, "Device code of the frameworks in it, as far as known"),
	FIELD(struct image_row, gate, NULLABLE, "Value of NVIDIA_REQUIRE_CUDA"),
	FIELD_LIST(struct image_row, findings, ALWAYS, &finding_schema, "The gravest first"),
	FIELD_LIST(struct image_row, gaps, ALWAYS, &gap_schema, "What could not be seen"),
	FIELD(struct image_row, error, NULLABLE, "Why the image could not be read"),
};
static const struct schema image_schema = SCHEMA(struct image_row, image_fields);

static const struct field report_fields[] = {
	FIELD(struct report_rows, schema, REQUIRED, "Always " REPORT_SCHEMA),
	FIELD_OBJECT(struct report_rows, tool, ALWAYS, &tool_schema, "Who made the report"),
	FIELD_LIST(struct report_rows, images, ALWAYS, &image_schema, "In the order of the command line"),
};
/* clang-format on */
const struct schema report_schema = SCHEMA(struct report_rows, report_fields);
