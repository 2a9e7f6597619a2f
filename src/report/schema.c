#include "report/rows.h"

/* clang-format off */
static const struct field tool_fields[] = {
	FIELD(struct tool_row, name, ALWAYS, "always cudalint"),
	FIELD(struct tool_row, version, ALWAYS, "version of the program"),
	FIELD(struct tool_row, knowledge, ALWAYS, "date of the oldest knowledge table, YYYY-MM-DD"),
	FIELD(struct tool_row, stale, OPTIONAL, "knowledge tables that are too old (see --max-age) by name, with their dates; absent when none is"),
};
static const struct schema tool_schema = SCHEMA(struct tool_row, tool_fields);

static const struct field libcuda_fields[] = {
	FIELD(struct libcuda, version, NULLABLE, "driver version of the library"),
	FIELD_ENUM(struct libcuda, origin, NULLABLE, origin_names, "who brings it"),
	FIELD(struct libcuda, path, NULLABLE, "its file in the image"),
	FIELD(struct libcuda, layer, ALWAYS, "layer that wrote it, -1 for the host's"),
};
static const struct schema libcuda_schema = SCHEMA(struct libcuda, libcuda_fields);

static const struct field step_fields[] = {
	FIELD(struct step, step, ALWAYS, "what was decided: require, loader, driver, ..."),
	FIELD_ENUM(struct step, result, ALWAYS, step_result_names, "how it went; unsure: the rule or a fact is not firm"),
	FIELD(struct step, detail, ALWAYS, "one sentence with the values compared"),
	FIELD(struct step, source, NULLABLE, "where the rule or table row comes from"),
	FIELD(struct step, tag, NULLABLE, "how firm the rule is: S source, X experiment, T reports, D documentation, I inferred, ? unknown"),
};
static const struct schema step_schema = SCHEMA(struct step, step_fields);

static const struct field variant_fields[] = {
	FIELD_ENUM(struct variant_row, outcome, ALWAYS, outcome_names, "as in the prediction"),
	FIELD_ENUM(struct variant_row, route, NULLABLE, route_names, "as in the prediction"),
	FIELD(struct variant_row, stacks, ALWAYS, "the container stacks it holds for"),
	FIELD(struct variant_row, decided_by, NULLABLE, "the fact that decides whether it holds"),
	FIELD(struct variant_row, when, NULLABLE, "the condition in words"),
	FIELD_OBJECT(struct variant_row, libcuda, ALWAYS, &libcuda_schema, "the libcuda.so.1 that is loaded then"),
};
static const struct schema variant_schema = SCHEMA(struct variant_row, variant_fields);

static const struct field prediction_fields[] = {
	FIELD(struct prediction_row, pool, ALWAYS, "name of the pool"),
	FIELD(struct prediction_row, nodes, ALWAYS, "hosts in the pool"),
	FIELD(struct prediction_row, gpu, ALWAYS, "product name of the GPU"),
	FIELD_ENUM(struct prediction_row, verdict, ALWAYS, verdict_names, "pass: every stack left open works; fail: none does, or one that is still supported certainly fails; warn: only stacks out of support fail"),
	FIELD_ENUM(struct prediction_row, outcome, ALWAYS, outcome_names, "ok, a CUDA error number, or another end; depends: see variants"),
	FIELD_ENUM(struct prediction_row, stage, NULLABLE, stage_names, "when it fails: at the container's start, at cuInit, in the CUDA runtime, or at the first kernel"),
	FIELD_ENUM(struct prediction_row, route, NULLABLE, route_names, "why it works: the driver has the runtime's CUDA version, or one of the same major, or the image's compat libcuda is used"),
	FIELD_ENUM(struct prediction_row, mechanism, NULLABLE, mechanism_names, "how the GPU gets into the container"),
	FIELD_OBJECT(struct prediction_row, libcuda, ALWAYS, &libcuda_schema, "the libcuda.so.1 that is loaded"),
	FIELD(struct prediction_row, message, NULLABLE, "what the user sees"),
	FIELD_LIST(struct prediction_row, because, ALWAYS, &step_schema, "the chain of reasons, in order"),
	FIELD_LIST(struct prediction_row, variants, ALWAYS, &variant_schema, "empty, or at least two that end differently"),
};
static const struct schema prediction_schema = SCHEMA(struct prediction_row, prediction_fields);

static const struct field require_fields[] = {
	{ "class", F_ENUM, ALWAYS, offsetof(struct requirement, gpu_class), NULL, gpu_class_names, CLASS_N, "class of GPUs" },
	FIELD(struct requirement, stack, ALWAYS, "the container stacks that share the answer"),
	FIELD(struct requirement, driver, NULLABLE, "lowest known driver that works; null: none does"),
	FIELD_ENUM(struct requirement, route, NULLABLE, route_names, "by which route"),
};
static const struct schema require_schema = SCHEMA(struct requirement, require_fields);

static const struct field code_fields[] = {
	FIELD(struct code_row, by, OPTIONAL, "files: read from the image; table: as published"),
	FIELD(struct code_row, sass, ALWAYS, "machine code: sm_80, ..."),
	FIELD(struct code_row, ptx, ALWAYS, "PTX: compute_80, ..."),
};
static const struct schema code_schema = SCHEMA(struct code_row, code_fields);

static const struct field evidence_fields[] = {
	FIELD(struct evidence, layer, ALWAYS, "layer, base is 0; -1 for the image config"),
	FIELD(struct evidence, digest, NULLABLE, "the layer's diffID"),
	FIELD(struct evidence, path, ALWAYS, "file in the image, or config.Env"),
};
static const struct schema evidence_schema = SCHEMA(struct evidence, evidence_fields);

static const struct field fix_fields[] = {
	FIELD_ENUM(struct fix_row, grade, OPTIONAL, grade_names, "safe: nothing else changes; review: look before; manual: only a person can"),
	FIELD(struct fix_row, action, OPTIONAL, "what to do, one word for programs"),
	FIELD(struct fix_row, package, OPTIONAL, "the package to do it to"),
	FIELD(struct fix_row, text, OPTIONAL, "what to do, in words"),
};
static const struct schema fix_schema = SCHEMA(struct fix_row, fix_fields);

static const struct field place_fields[] = {
	FIELD(struct place_row, line, ALWAYS, "first line, from 1"),
	FIELD(struct place_row, column, ALWAYS, "first byte in it, from 1"),
	FIELD(struct place_row, end_line, ALWAYS, "line of the byte behind it"),
	FIELD(struct place_row, end_column, ALWAYS, "that byte in its line"),
	FIELD(struct place_row, offset, ALWAYS, "the same in bytes of the file"),
	FIELD(struct place_row, size, ALWAYS, "bytes"),
};
static const struct schema place_schema = SCHEMA(struct place_row, place_fields);

static const struct field finding_fields[] = {
	FIELD(struct finding_row, id, ALWAYS, "the rule's id, as CL001"),
	FIELD(struct finding_row, name, ALWAYS, "the rule's name"),
	FIELD_ENUM(struct finding_row, severity, ALWAYS, severity_names, "how loud"),
	FIELD(struct finding_row, lowered, OPTIONAL, "true: a policy says so, it would be graver"),
	FIELD(struct finding_row, message, ALWAYS, "one sentence with the values"),
	FIELD(struct finding_row, pools, ALWAYS, "pools it concerns; empty: all, whatever the fleet"),
	FIELD_OBJECT(struct finding_row, place, OPTIONAL, &place_schema, "where in the Dockerfile"),
	FIELD_LIST(struct finding_row, evidence, ALWAYS, &evidence_schema, "where in the image"),
	FIELD_OBJECT(struct finding_row, fix, NULLABLE, &fix_schema, "what cures it"),
	FIELD(struct finding_row, fingerprint, ALWAYS, "the same as long as its rule, its instruction and the files that prove it are; another for each finding of an image"),
};
static const struct schema finding_schema = SCHEMA(struct finding_row, finding_fields);

static const struct field ignored_fields[] = {
	FIELD_OBJECT(struct ignored_row, finding, ALWAYS, &finding_schema, "what was found"),
	FIELD_ENUM(struct ignored_row, by, ALWAYS, ignored_by_names, "who says that it does not count: a comment in the Dockerfile, a label of the image, the policy file, the baseline"),
	FIELD(struct ignored_row, where, NULLABLE, "the file, or the comment's line"),
	FIELD(struct ignored_row, reason, NULLABLE, "why, as given there"),
	FIELD(struct ignored_row, expires, NULLABLE, "the last day that it is ignored, YYYY-MM-DD"),
};
static const struct schema ignored_schema = SCHEMA(struct ignored_row, ignored_fields);

static const struct field gap_fields[] = {
	FIELD_ENUM(struct gap, group, ALWAYS, fact_group_names, "the facts it could change"),
	FIELD(struct gap, where, ALWAYS, "layer or path"),
	FIELD(struct gap, reason, ALWAYS, "why it could not be seen"),
};
static const struct schema gap_schema = SCHEMA(struct gap, gap_fields);

static const struct field component_fields[] = {
	FIELD_ENUM(struct component_row, name, REQUIRED, component_names, "part of CUDA, or what is built on it"),
	FIELD(struct component_row, bytes, ALWAYS, "bytes of its files in this layer"),
	FIELD(struct component_row, hidden, OPTIONAL, "of these, removed or replaced by later layers, at least; absent: none"),
};
static const struct schema component_schema = SCHEMA(struct component_row, component_fields);

static const struct field layer_fields[] = {
	FIELD(struct layer_row, index, ALWAYS, "as evidence names it; base is 0"),
	FIELD(struct layer_row, diff_id, ALWAYS, "digest of the unpacked layer"),
	FIELD(struct layer_row, created_by, NULLABLE, "line of the history that made it"),
	FIELD(struct layer_row, bytes, OPTIONAL, "bytes of its files, unpacked; absent: it has none, or was not read"),
	FIELD(struct layer_row, files, OPTIONAL, "how many; hard links count once"),
	FIELD(struct layer_row, hidden, OPTIONAL, "of the bytes, removed or replaced by later layers, at least; absent: none"),
	FIELD_LIST(struct layer_row, components, OPTIONAL, &component_schema, "what it brought of CUDA, the heaviest first"),
};
static const struct schema layer_schema = SCHEMA(struct layer_row, layer_fields);

static const struct field image_fields[] = {
	FIELD(struct image_row, ref, ALWAYS, "as given on the command line"),
	FIELD(struct image_row, digest, NULLABLE, "image id: digest of the config"),
	FIELD(struct image_row, manifest_digest, NULLABLE, "digest of the manifest, where there was one"),
	FIELD(struct image_row, platform, NULLABLE, "as linux/amd64"),
	FIELD(struct image_row, depth, OPTIONAL, "how far layers in a registry were read: config, toc, files; absent: whole"),
	FIELD_ENUM(struct image_row, verdict, ALWAYS, verdict_names, "the worst of its predictions"),
	FIELD_LIST(struct image_row, predictions, ALWAYS, &prediction_schema, "one for each pool and GPU"),
	FIELD_LIST_AS(struct image_row, requires_, "requires", ALWAYS, &require_schema, "which driver it needs, on which GPUs"),
	FIELD_OBJECT(struct image_row, code, ALWAYS, &code_schema, "device code of the frameworks in it, as far as known"),
	FIELD(struct image_row, gate, NULLABLE, "value of NVIDIA_REQUIRE_CUDA"),
	FIELD_LIST(struct image_row, layers, ALWAYS, &layer_schema, "base first: who made them, what they weigh and bring"),
	FIELD_LIST(struct image_row, findings, ALWAYS, &finding_schema, "the gravest first"),
	FIELD_LIST(struct image_row, ignored, OPTIONAL, &ignored_schema, "findings that somebody does not want; absent when there are none"),
	FIELD_LIST(struct image_row, gaps, ALWAYS, &gap_schema, "what could not be seen"),
	FIELD_LIST(struct image_row, what_if, OPTIONAL, &what_if_schema, "with --set: the outcomes that become others by it"),
	FIELD(struct image_row, error, NULLABLE, "why the image could not be read"),
};
const struct schema report_image_schema = SCHEMA(struct image_row, image_fields);

static const struct field report_fields[] = {
	FIELD(struct report_rows, schema, REQUIRED, "always " REPORT_SCHEMA),
	FIELD_OBJECT(struct report_rows, tool, ALWAYS, &tool_schema, "who made the report"),
	FIELD_LIST(struct report_rows, images, ALWAYS, &report_image_schema, "in the order of the command line"),
	FIELD(struct report_rows, notes, OPTIONAL, "what the policy ignores in vain, and what the baseline knows in vain"),
};
/* clang-format on */
const struct schema report_schema = SCHEMA(struct report_rows, report_fields);
