/*
 * SARIF 2.1.0: one run; findings are results, what could not be read or told
 * is a notification of the invocation.
 */
#include "report/formats.h"
#include "report/sarif_place.h"

struct sarif_suppression {
	struct str kind, status, justification;
};

struct sarif_suppressions {
	struct sarif_suppression *v;
	size_t n;
};

struct sarif_prints {
	struct str line_hash, own;
};

struct sarif_of_result {
	struct str cure, platform;
	struct strs pools;
};

struct sarif_result {
	struct str rule_id;
	int64_t rule_index;
	enum severity level;
	struct sarif_text message;
	struct sarif_locations locations;
	struct sarif_prints prints;
	struct sarif_suppressions suppressions;
	struct sarif_fixes fixes;
	struct sarif_of_result properties;
};

struct sarif_results {
	struct sarif_result *v;
	size_t n;
};

struct sarif_default {
	enum severity level;
};

struct sarif_of_rule {
	struct str precision, problem;
	struct strs tags;
};

struct sarif_rule {
	struct str id, name;
	struct sarif_text title, why, help;
	struct sarif_default configuration;
	struct sarif_of_rule properties;
};

struct sarif_rules {
	struct sarif_rule *v;
	size_t n;
};

struct sarif_driver {
	struct str name, version;
	struct sarif_rules rules;
};

struct sarif_tool {
	struct sarif_driver driver;
};

struct sarif_descriptor {
	struct str id;
};

struct sarif_notification {
	struct sarif_descriptor descriptor;
	enum severity level;
	struct sarif_text message;
	struct sarif_locations locations;
};

struct sarif_notifications {
	struct sarif_notification *v;
	size_t n;
};

struct sarif_invocation {
	bool successful;
	struct sarif_notifications notifications;
};

struct sarif_invocations {
	struct sarif_invocation *v;
	size_t n;
};

struct sarif_of_run {
	struct str knowledge;
};

struct sarif_run {
	struct sarif_tool tool;
	struct sarif_invocations invocations;
	struct sarif_results results;
	struct str column_kind, encoding;
	struct sarif_of_run properties;
};

struct sarif_runs {
	struct sarif_run *v;
	size_t n;
};

struct sarif_log {
	struct str schema, version;
	struct sarif_runs runs;
};

/* clang-format off */
static const struct field suppression_fields[] = {
	FIELD(struct sarif_suppression, kind, ALWAYS, "inSource, external"),
	FIELD(struct sarif_suppression, status, ALWAYS, "accepted"),
	FIELD(struct sarif_suppression, justification, OPTIONAL, "why"),
};
static const struct schema suppression_schema = SCHEMA(struct sarif_suppression, suppression_fields);

static const struct field prints_fields[] = {
	FIELD_AS(struct sarif_prints, line_hash, "primaryLocationLineHash", ALWAYS, "what code scanning compares"),
	FIELD_AS(struct sarif_prints, own, "cudalint/v1", ALWAYS, "the finding's own"),
};
static const struct schema prints_schema = SCHEMA(struct sarif_prints, prints_fields);

static const struct field of_result_fields[] = {
	FIELD(struct sarif_of_result, pools, OPTIONAL, "that it concerns; absent: all"),
	FIELD(struct sarif_of_result, platform, OPTIONAL, "of the image"),
	FIELD(struct sarif_of_result, cure, OPTIONAL, "what to do"),
};
static const struct schema of_result_schema = SCHEMA(struct sarif_of_result, of_result_fields);

static const struct field result_fields[] = {
	FIELD_AS(struct sarif_result, rule_id, "ruleId", ALWAYS, "CL001"),
	FIELD_AS(struct sarif_result, rule_index, "ruleIndex", ALWAYS, "in the driver's rules"),
	FIELD_ENUM(struct sarif_result, level, ALWAYS, severity_names, "how grave"),
	FIELD_OBJECT(struct sarif_result, message, ALWAYS, &sarif_text_schema, "one sentence"),
	FIELD_LIST(struct sarif_result, locations, ALWAYS, &sarif_location_schema, "where"),
	FIELD_OBJECT_AS(struct sarif_result, prints, "partialFingerprints", ALWAYS, &prints_schema, "to know it again"),
	FIELD_LIST(struct sarif_result, suppressions, ALWAYS, &suppression_schema, "who does not want it"),
	FIELD_LIST(struct sarif_result, fixes, OPTIONAL, &sarif_fix_schema, "proven edits"),
	FIELD_OBJECT(struct sarif_result, properties, OPTIONAL, &of_result_schema, "more"),
};
static const struct schema result_schema = SCHEMA(struct sarif_result, result_fields);

static const struct field default_fields[] = {
	FIELD_ENUM(struct sarif_default, level, ALWAYS, severity_names, "how grave"),
};
static const struct schema default_schema = SCHEMA(struct sarif_default, default_fields);

static const struct field of_rule_fields[] = {
	FIELD(struct sarif_of_rule, tags, ALWAYS, "what it is about"),
	FIELD(struct sarif_of_rule, precision, ALWAYS, "how sure"),
	FIELD_AS(struct sarif_of_rule, problem, "problem.severity", ALWAYS, "how grave"),
};
static const struct schema of_rule_schema = SCHEMA(struct sarif_of_rule, of_rule_fields);

static const struct field rule_fields[] = {
	FIELD(struct sarif_rule, id, ALWAYS, "CL001"),
	FIELD(struct sarif_rule, name, ALWAYS, "says the bad thing"),
	FIELD_OBJECT_AS(struct sarif_rule, title, "shortDescription", ALWAYS, &sarif_text_schema, "one line"),
	FIELD_OBJECT_AS(struct sarif_rule, why, "fullDescription", ALWAYS, &sarif_text_schema, "what goes wrong"),
	FIELD_OBJECT(struct sarif_rule, help, ALWAYS, &sarif_text_schema, "what to do"),
	FIELD_OBJECT_AS(struct sarif_rule, configuration, "defaultConfiguration", ALWAYS, &default_schema, "level"),
	FIELD_OBJECT(struct sarif_rule, properties, ALWAYS, &of_rule_schema, "more"),
};
static const struct schema rule_schema = SCHEMA(struct sarif_rule, rule_fields);

static const struct field driver_fields[] = {
	FIELD(struct sarif_driver, name, ALWAYS, "cudalint"),
	FIELD(struct sarif_driver, version, ALWAYS, "of the program"),
	FIELD_LIST(struct sarif_driver, rules, ALWAYS, &rule_schema, "those that found something"),
};
static const struct schema driver_schema = SCHEMA(struct sarif_driver, driver_fields);

static const struct field tool_fields[] = {
	FIELD_OBJECT(struct sarif_tool, driver, ALWAYS, &driver_schema, "the program"),
};
static const struct schema tool_schema = SCHEMA(struct sarif_tool, tool_fields);

static const struct field descriptor_fields[] = {
	FIELD(struct sarif_descriptor, id, ALWAYS, "unread, unknown"),
};
static const struct schema descriptor_schema = SCHEMA(struct sarif_descriptor, descriptor_fields);

static const struct field notification_fields[] = {
	FIELD_OBJECT(struct sarif_notification, descriptor, ALWAYS, &descriptor_schema, "what kind"),
	FIELD_ENUM(struct sarif_notification, level, ALWAYS, severity_names, "how grave"),
	FIELD_OBJECT(struct sarif_notification, message, ALWAYS, &sarif_text_schema, "one sentence"),
	FIELD_LIST(struct sarif_notification, locations, ALWAYS, &sarif_location_schema, "of what"),
};
static const struct schema notification_schema = SCHEMA(struct sarif_notification, notification_fields);

static const struct field invocation_fields[] = {
	FIELD_AS(struct sarif_invocation, successful, "executionSuccessful", ALWAYS, "all could be read"),
	FIELD_LIST_AS(struct sarif_invocation, notifications, "toolExecutionNotifications", ALWAYS, &notification_schema, "what could not be read or told"),
};
static const struct schema invocation_schema = SCHEMA(struct sarif_invocation, invocation_fields);

static const struct field of_run_fields[] = {
	FIELD(struct sarif_of_run, knowledge, ALWAYS, "date of the oldest table"),
};
static const struct schema of_run_schema = SCHEMA(struct sarif_of_run, of_run_fields);

static const struct field run_fields[] = {
	FIELD_OBJECT(struct sarif_run, tool, ALWAYS, &tool_schema, "who"),
	FIELD_LIST(struct sarif_run, invocations, ALWAYS, &invocation_schema, "one"),
	FIELD_LIST(struct sarif_run, results, ALWAYS, &result_schema, "findings"),
	FIELD_AS(struct sarif_run, column_kind, "columnKind", ALWAYS, "utf16CodeUnits"),
	FIELD_AS(struct sarif_run, encoding, "defaultEncoding", ALWAYS, "of the files"),
	FIELD_OBJECT(struct sarif_run, properties, ALWAYS, &of_run_schema, "more"),
};
static const struct schema run_schema = SCHEMA(struct sarif_run, run_fields);

static const struct field log_fields[] = {
	FIELD_AS(struct sarif_log, schema, "$schema", ALWAYS, "of the format"),
	FIELD(struct sarif_log, version, ALWAYS, "of the format"),
	FIELD_LIST(struct sarif_log, runs, ALWAYS, &run_schema, "one"),
};
static const struct schema log_schema = SCHEMA(struct sarif_log, log_fields);
/* clang-format on */

static bool is_found(const struct brief *b, const struct rule *rule)
{
	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, n, im->notes)
			if (n->rule == rule)
				return true;
	return false;
}

/* "recommendation" is what code scanning calls the mildest. */
static const char *const problems[SEV_N] = {
	[SEV_NOTE] = "recommendation",
	[SEV_WARNING] = "warning",
	[SEV_ERROR] = "error",
};

static void fill_rule(const struct rule *r, struct arena *a,
                      struct sarif_rule *out)
{
	*out = (struct sarif_rule){
		.id = str_c(r->id),
		.name = str_c(r->name),
		.title = {str_c(r->title)},
		.why = {str_c(r->why)},
		.help = {str_c(r->cure)},
		.configuration = {r->severity},
		.properties = {STR("high"), str_c(problems[r->severity]), {0}},
	};
	*arena_push(a, &out->properties.tags) = STR("containers");
	*arena_push(a, &out->properties.tags) = STR("cuda");
}

static int64_t index_of(const struct sarif_rules *all, struct str id)
{
	for (size_t i = 0; i < all->n; i++)
		if (str_eq(all->v[i].id, id))
			return (int64_t)i;
	return -1;
}

static void fill_result(const struct brief_image *im,
                        const struct brief_note *n, struct arena *a,
                        struct sarif_result *out)
{
	*out = (struct sarif_result){
		.rule_id = n->id,
		.level = n->severity,
		.message = {n->message},
		.locations = sarif_locations_of(im, n, a),
		.prints = {n->fingerprint, n->fingerprint},
		.fixes = sarif_fixes_of(im, n, a),
		.properties = {n->cure, im->platform, n->pools},
	};
	if (n->ignored)
		*arena_push(a, &out->suppressions) =
			(struct sarif_suppression){n->in_source ?
		                                           STR("inSource") :
		                                           STR("external"),
		                                   STR("accepted"), n->reason};
}

static void fill_notification(const struct brief_image *im,
                              const struct brief_note *n, struct arena *a,
                              struct sarif_notification *out)
{
	*out = (struct sarif_notification){
		.descriptor = {n->id},
		.level = n->severity,
		.message = {n->message},
		.locations = sarif_locations_of(im, n, a),
	};
}

static void fill_image(const struct brief_image *im, struct arena *a,
                       struct sarif_run *run)
{
	struct sarif_invocation *inv = run->invocations.v;

	inv->successful &= im->error.n == 0;
	slice_for (struct brief_note, n, im->notes) {
		struct sarif_result *r;

		if (!n->rule) {
			fill_notification(im, n, a,
			                  arena_push(a, &inv->notifications));
			continue;
		}
		r = arena_push(a, &run->results);
		fill_result(im, n, a, r);
		r->rule_index = index_of(&run->tool.driver.rules, n->id);
	}
}

static void fill_run(const struct brief *b, struct arena *a,
                     struct sarif_run *out)
{
	*out = (struct sarif_run){
		.tool = {{STR("cudalint"), b->version, {0}}},
		.column_kind = STR("utf16CodeUnits"),
		.encoding = STR("utf-8"),
		.properties = {b->knowledge},
	};
	arena_push(a, &out->invocations)->successful = true;
	for (size_t i = 0; i < rules_n; i++)
		if (is_found(b, rules[i]))
			fill_rule(rules[i], a,
			          arena_push(a, &out->tool.driver.rules));
	slice_for (struct brief_image, im, b->images)
		fill_image(im, a, out);
}

void report_write_sarif(const struct brief *b, struct buf *out)
{
	struct arena a = {0};
	struct sarif_log log = {
		STR("https://json.schemastore.org/sarif-2.1.0.json"),
		STR("2.1.0"),
		{0},
	};

	fill_run(b, &a, arena_push(&a, &log.runs));
	record_write(&log_schema, &log, out);
	arena_free(&a);
}
