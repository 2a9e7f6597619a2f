/*
 * import_kinds.h - the importers, one file each.
 *
 * Shape:   begins_X() looks at one line, holds_X() at a JSON object, read_X()
 *          at a document.
 * Owner:   as import.h has it.
 * Errors:  as import.h has it.
 * Source:  each file.
 */
#ifndef FLEET_IMPORT_KINDS_H
#define FLEET_IMPORT_KINDS_H

#include "fleet/import.h"

enum begins begins_smi_xml(struct str text);
enum begins begins_smi_query(struct str text);
enum begins begins_smi_table(struct str text);
enum begins begins_smi_list(struct str text);
enum begins begins_smi_csv(struct str text);
enum begins begins_container_cli(struct str text);
enum begins begins_toolkit_version(struct str text);
enum begins begins_toolkit_config(struct str text);
enum begins begins_metrics(struct str text);
enum begins begins_torch_env(struct str text);
enum begins begins_docker_text(struct str text);

bool holds_profile(struct str object);
bool holds_nodes(struct str object);
bool holds_docker(struct str object);

size_t extent_smi_xml(struct str text);
size_t extent_smi_list(struct str text);
size_t extent_smi_csv(struct str text);
size_t extent_toolkit_version(struct str text);
size_t extent_toolkit_config(struct str text);
size_t extent_metrics(struct str text);

#define READER(kind)                                               \
	int read_##kind(const struct document *d, struct arena *a, \
	                struct sights *out, struct err *err)

READER(smi_xml);
READER(smi_query);
READER(smi_table);
READER(smi_list);
READER(smi_csv);
READER(container_cli);
READER(toolkit_version);
READER(toolkit_config);
READER(metrics);
READER(torch_env);
READER(docker_text);
READER(nodes);
READER(docker);

/* NULL when there are too many. */
struct sight *import_sight(struct sights *out, struct arena *a,
                           const struct document *d);

#endif
