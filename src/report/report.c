#include "report/report.h"

#include "report/formats.h"

const struct report_format report_formats[] = {
	{"text", "for people, 80 columns", report_write_text},
	{"json", "for programs, cudalint-report(5)", report_write_json},
};
const size_t report_formats_n = sizeof report_formats / sizeof *report_formats;

const struct report_format *report_format_get(struct str name)
{
	for (size_t i = 0; i < report_formats_n; i++)
		if (str_eq(str_c(report_formats[i].name), name))
			return &report_formats[i];
	return NULL;
}
