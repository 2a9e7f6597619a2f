#include "report/report.h"

#include "report/brief.h"
#include "report/formats.h"

enum { BOTH = FORMAT_FIXES | FORMAT_SCANS };

const struct report_format report_formats[] = {
	{"text", "for people, 80 columns", 0, report_write_text, NULL},
	{"json", "for programs, cudalint-report(5)", 0, report_write_json,
         NULL},
	{"sarif", "SARIF 2.1.0, for code scanning", BOTH, NULL,
         report_write_sarif},
	{"github", "annotations of GitHub Actions", FORMAT_SCANS, NULL,
         report_write_github},
	{"github-summary", "Markdown, for a job's summary", BOTH, NULL,
         report_write_summary},
	{"gitlab", "GitLab code quality", FORMAT_SCANS, NULL,
         report_write_gitlab},
	{"junit", "JUnit XML: a case for each pool and GPU", FORMAT_SCANS, NULL,
         report_write_junit},
	{"checkstyle", "checkstyle XML", FORMAT_SCANS, NULL,
         report_write_checkstyle},
	{"rdjson", "for reviewdog, with suggestions", BOTH, NULL,
         report_write_rdjson},
	{"rdjsonl", "the same, a line for each finding", BOTH, NULL,
         report_write_rdjsonl},
	{"markdown", "for a comment on a change", BOTH, NULL,
         report_write_markdown},
	{"csv", "a line for each image, pool and GPU", FORMAT_SCANS, NULL,
         report_write_csv},
	{"prometheus", "metrics, for a textfile collector", 0,
         report_write_metrics, NULL},
	{"cyclonedx", "CycloneDX 1.6: what decides, and the verdicts", 0, NULL,
         report_write_cyclonedx},
	{"k8s", "node affinity for the pools that it runs on", 0, NULL,
         report_write_kubernetes},
	{"html", "a page to look into, without network", 0, report_write_html,
         NULL},
	{"diff", "the proven edits of a Dockerfile", FORMAT_FIXES, NULL,
         report_write_diff},
};
const size_t report_formats_n = sizeof report_formats / sizeof *report_formats;

const struct report_format *report_format_get(struct str name)
{
	for (size_t i = 0; i < report_formats_n; i++)
		if (str_eq(str_c(report_formats[i].name), name))
			return &report_formats[i];
	return NULL;
}

void report_write(const struct report_format *f, const struct report *r,
                  const struct report_style *style, struct buf *out)
{
	struct arena a = {0};
	struct brief brief;

	if (f->write) {
		f->write(r, style, out);
		return;
	}
	brief_of_report(r, &a, &brief);
	f->write_brief(&brief, out);
	arena_free(&a);
}
