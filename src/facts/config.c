#include "facts/config.h"

struct oci_run {
	struct str user, workdir;
	struct strs entrypoint, cmd, env;
	struct pairs labels;
};

struct oci_config {
	struct str os, architecture, variant, created;
	struct oci_run config;
	struct history history;
};

/* clang-format off */
static const struct field run_fields[] = {
	FIELD_AS(struct oci_run, user, "User", OPTIONAL, "User"),
	FIELD_AS(struct oci_run, workdir, "WorkingDir", OPTIONAL, "Working directory"),
	FIELD_AS(struct oci_run, entrypoint, "Entrypoint", OPTIONAL, "Entrypoint"),
	FIELD_AS(struct oci_run, cmd, "Cmd", OPTIONAL, "Arguments"),
	FIELD_AS(struct oci_run, env, "Env", OPTIONAL, "Environment"),
	FIELD_AS(struct oci_run, labels, "Labels", OPTIONAL, "Labels"),
};
static const struct schema run_schema = SCHEMA(struct oci_run, run_fields);

static const struct field history_fields[] = {
	FIELD(struct history_line, created_by, OPTIONAL, "Command"),
	FIELD(struct history_line, empty_layer, OPTIONAL, "It made no layer"),
};
static const struct schema history_schema = SCHEMA(struct history_line, history_fields);

static const struct field oci_fields[] = {
	FIELD(struct oci_config, os, OPTIONAL, "Operating system"),
	FIELD(struct oci_config, architecture, OPTIONAL, "CPU architecture"),
	FIELD(struct oci_config, variant, OPTIONAL, "CPU variant"),
	FIELD(struct oci_config, created, OPTIONAL, "Time"),
	FIELD_OBJECT(struct oci_config, config, OPTIONAL, &run_schema, "What runs"),
	FIELD_LIST(struct oci_config, history, OPTIONAL, &history_schema, "History"),
};
/* clang-format on */
static const struct schema oci_schema = SCHEMA(struct oci_config, oci_fields);

int config_parse(struct str json, struct arena *a, struct config *out,
                 struct err *err)
{
	struct oci_config c = {0};

	if (record_parse(&oci_schema, json, RECORD_TOLERANT, a, &c, err))
		return err_wrap(err, "image config");
	*out = (struct config){
		.os = c.os,
		.architecture = c.architecture,
		.variant = c.variant,
		.created = c.created,
		.user = c.config.user,
		.workdir = c.config.workdir,
		.entrypoint = c.config.entrypoint,
		.cmd = c.config.cmd,
		.env = c.config.env,
		.labels = c.config.labels,
		.history = c.history,
	};
	return 0;
}

void config_name_layers(const struct config *c, struct layers *layers)
{
	size_t n = 0;

	slice_for (struct history_line, h, c->history)
		n += !h->empty_layer;
	if (n != layers->n)
		return;
	n = 0;
	slice_for (struct history_line, h, c->history)
		if (!h->empty_layer)
			layers->v[n++].created_by = h->created_by;
}
