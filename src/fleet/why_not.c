/* What people give by mistake. */
#include "fleet/import.h"
#include "fleet/text.h"

#include <string.h>

static bool has(struct str text, const char *part)
{
	return text_find(text, str_c(part)) != SIZE_MAX;
}

static bool is_html(struct str text)
{
	return str_has_prefix(text, STR("<!DOCTYPE html")) ||
	       str_has_prefix(text, STR("<!doctype html")) ||
	       str_has_prefix(text, STR("<html")) ||
	       str_has_prefix(text, STR("<HTML"));
}

static bool is_binary(struct str text)
{
	return memchr(text.p, '\0', text.n) != NULL;
}

static bool is_yaml_of_nodes(struct str text)
{
	return has(text, "apiVersion: ") && has(text, "kind: ");
}

/* A driver among cells, and no header that says so. */
static bool is_csv_without_header(struct str text)
{
	struct str rest = text_line(text), cell;
	size_t cells = 0, versions = 0;

	while (str_next(&rest, ',', &cell)) {
		cells++;
		versions += text_version(str_trim(cell)).n > 3;
	}
	return cells > 1 && (versions || has(text_line(text), "NVIDIA"));
}

static bool is_dockerfile(struct str text)
{
	return str_has_prefix(text, STR("FROM ")) ||
	       str_has_prefix(text, STR("ARG ")) ||
	       str_has_prefix(text, STR("# syntax="));
}

static bool is_smi_failed(struct str text)
{
	return has(text, "NVIDIA-SMI has failed") ||
	       has(text, "Failed to initialize NVML") ||
	       has(text, "nvidia-smi: command not found") ||
	       has(text, "No devices were found");
}

static bool is_kubectl_error(struct str text)
{
	return has(text, "Error from server") ||
	       has(text, "The connection to the server") ||
	       has(text, "error: You must be logged in") ||
	       has(text, "Unable to connect to the server");
}

static bool is_docker_error(struct str text)
{
	return has(text, "Cannot connect to the Docker daemon") ||
	       has(text, "permission denied while trying to connect");
}

static bool is_amd(struct str text)
{
	return has(text, "ROCm System Management Interface") ||
	       has(text, "AMD-SMI ") || has(text, "AMDSMI Tool");
}

static bool is_node_table(struct str text)
{
	return has(text, "NAME ") && has(text, "STATUS ") &&
	       has(text, "ROLES ");
}

static bool is_json(struct str text)
{
	return text.p[0] == '{' || text.p[0] == '[';
}

static const struct {
	bool (*is)(struct str text);
	const char *what;
} mistakes[] = {
	{is_html, "this is a page of HTML: was a login or an error saved?"},
	{is_binary, "this is not text"},
	{is_smi_failed, "nvidia-smi itself failed there: it saw no driver"},
	{is_kubectl_error, "kubectl itself failed there"},
	{is_docker_error, "docker itself failed there"},
	{is_amd, "these are AMD GPUs, which CUDA does not run on"},
	{is_yaml_of_nodes, "this is YAML: kubectl prints JSON with -o json"},
	{is_node_table, "a table of nodes has no labels: give kubectl "
                        "get nodes -o json"},
	{is_csv_without_header,
         "CSV without a header does not say what its columns are: leave out "
         "noheader"},
	{is_dockerfile, "this is a Dockerfile: cudalint dockerfile reads it"},
	{is_json, "JSON, but neither a fleet profile nor of kubectl or docker"},
};

const char *import_why_not(const struct documents *found, struct str text)
{
	text = str_trim(text);
	if (text.n == 0)
		return "it is empty";
	if (found->cut)
		return "the JSON ends before its last }";
	for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
		if (mistakes[i].is(text))
			return mistakes[i].what;
	return "nothing in it tells of a host; cudalint fleet --help names "
	       "what does";
}
