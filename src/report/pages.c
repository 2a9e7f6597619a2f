#include "fleet/fleet.h"
#include "lint/codes.h"
#include "lint/rule.h"
#include "report/diagnosis.h"
#include "report/manual.h"
#include "report/mdoc.h"
#include "report/report.h"
#include "report/survey.h"

static void put_rule(const struct rule *r, struct buf *out)
{
	buf_printf(out, ".Ss %s %s Pq %s\n", r->id, r->name,
	           severity_names[r->severity]);
	mdoc_text(out, r->title);
	buf_add(out, STR(".\n.Pp\n"));
	mdoc_text(out, r->why);
	buf_add(out, STR("\n.Pp\n"));
	mdoc_text(out, r->cure);
	if (r->fleet)
		buf_add(out, STR("\n.Pp\nDepends on the fleet"));
	else
		buf_add(out, STR("\n.Pp\nDepends on the image alone"));
	buf_add(out, STR(".\nSource: "));
	mdoc_text(out, r->source);
	buf_add(out, STR(".\n"));
}

static void put_code(const struct code_doc *d, struct buf *out)
{
	buf_printf(out, ".It Cm %s", outcome_names[d->outcome]);
	if (d->name[0])
		buf_printf(out, " Pq %s", d->name);
	buf_add(out, STR("\n"));
	mdoc_text(out, d->means);
	buf_add(out, STR("\n.Pp\nCauses: "));
	mdoc_text(out, d->causes);
	buf_add(out, STR("\n.Pp\nCures: "));
	mdoc_text(out, d->cures);
	buf_add(out, STR("\n"));
}

void manual_rules(struct buf *out)
{
	mdoc_head(out, "cudalint-rules", 7, "what cudalint finds in an image");
	buf_add(out, STR(".Sh DESCRIPTION\n"
	                 "Each rule has an id, which is never reused, and a "
	                 "name.\n"
	                 ".Xr cudalint 1\n"
	                 "takes both.\n"
	                 "The level given here is the usual one; what a "
	                 "prediction says can\nraise or lower it.\n"
	                 "With the default fleet, findings that depend on the "
	                 "fleet are at\nmost warnings.\n"
	                 ".Sh RULES\n"));
	for (size_t i = 0; i < rules_n; i++)
		put_rule(rules[i], out);
	buf_add(out, STR(".Sh OUTCOMES\n"
	                 "What a prediction can come to, beside\n"
	                 ".Cm ok :\n"
	                 ".Bl -tag -width Ds\n"));
	for (size_t i = 0; i < code_docs_n; i++)
		put_code(&code_docs[i], out);
	buf_add(out, STR(".El\n.Sh SEE ALSO\n.Xr cudalint 1 ,\n"
	                 ".Xr cudalint-fleet 5 ,\n.Xr cudalint-report 5\n"));
}

void manual_fleet(struct buf *out)
{
	mdoc_head(out, "cudalint-fleet", 5,
	          "the hosts that images are to run on");
	buf_add(out, STR(".Sh DESCRIPTION\n"
	                 "A fleet profile is a JSON file that describes pools "
	                 "of identical hosts.\n"
	                 ".Xr cudalint 1\n"
	                 "takes it from\n"
	                 ".Fl -fleet ,\n"
	                 "else looks for\n"
	                 ".Pa cudalint.fleet.json\n"
	                 "in the working directory and above it.\n"
	                 "Only a pool's name, one GPU, and its driver (or CUDA "
	                 "version) are\nrequired.\n"
	                 "What is absent is unknown, and every possibility is "
	                 "played through.\n"
	                 ".Sh MEMBERS\n"));
	manual_schema(&fleet_schema, "The profile", NULL, out);
	buf_add(out, STR(".Sh EXAMPLES\n"
	                 ".Bd -literal -offset indent\n"
	                 "{\n"
	                 "  \"schema\": \"" FLEET_SCHEMA "\",\n"
	                 "  \"pools\": [\n"
	                 "    { \"name\": \"ws-3090\", \"nodes\": 8,\n"
	                 "      \"driver\": \"460.67\",\n"
	                 "      \"gpus\": [ { \"product\":\n"
	                 "        \"NVIDIA GeForce RTX 3090\", \"count\": 8 } "
	                 "],\n"
	                 "      \"container\": { \"toolkit\": \"1.4.0\",\n"
	                 "        \"request\": \"gpus\" } }\n"
	                 "  ]\n"
	                 "}\n"
	                 ".Ed\n"
	                 ".Sh SEE ALSO\n.Xr cudalint 1 ,\n"
	                 ".Xr cudalint-report 5 ,\n.Xr cudalint-rules 7\n"));
}

static void put_cause(const struct cause *c, struct buf *out)
{
	buf_printf(out, ".It Cm %s", c->id);
	if (c->outcome != OUT_UNKNOWN)
		buf_printf(out, " Pq %s", outcome_names[c->outcome]);
	buf_addc(out, '\n', 1);
	mdoc_text(out, c->title);
	buf_add(out, STR(".\n"));
}

void manual_report(struct buf *out)
{
	mdoc_head(out, "cudalint-report", 5, "the report as JSON");
	buf_add(out, STR(".Sh DESCRIPTION\n"
	                 ".Li cudalint image --format json\n"
	                 "writes one object with the members below, in this "
	                 "order.\n"
	                 "The same image gives the same bytes by whatever road "
	                 "it came, but\nfor\n"
	                 ".Va ref\n"
	                 "and\n"
	                 ".Va manifest_digest ,\n"
	                 "unless\n.Va depth\nsays that less of it was read.\n"
	                 "Bytes of the image that are not UTF-8 are written as "
	                 "U+F700 plus the\nbyte.\n"
	                 ".Sh MEMBERS\n"));
	manual_schema(&report_schema, "The report", NULL, out);
	buf_add(out, STR(".Sh SCANS\n"
	                 ".Li cudalint scan --format jsonl\n"
	                 "writes a line with one object for each image and "
	                 "platform.\n"));
	manual_schema(&survey_row_schema, "A line of a scan", &report_schema,
	              out);
	buf_add(out, STR(".Sh DIAGNOSES\n"
	                 ".Li cudalint diagnose --format json\n"
	                 "writes one object.\n"
	                 "Quotes are lines of the paste, without what coloured "
	                 "them.\n"));
	manual_schema(&diagnosis_schema, "The diagnosis", NULL, out);
	buf_add(out, STR(".Ss Causes\n.Bl -tag -width Ds\n"));
	for (size_t i = 0; i < CAUSE_LISTS; i++)
		for (size_t j = 0; j < *cause_lists[i].n; j++)
			put_cause(&cause_lists[i].v[j], out);
	buf_add(out, STR(".El\n"));
	buf_add(out, STR(".Sh SEE ALSO\n.Xr cudalint 1 ,\n"
	                 ".Xr cudalint-fleet 5 ,\n.Xr cudalint-rules 7\n"));
}
