/* The metrics of a scan, for the images of a report. */
#include "report/formats.h"
#include "report/survey.h"

void report_write_metrics(const struct report *r,
                          const struct report_style *style, struct buf *out)
{
	struct arena a = {0};
	struct survey s;

	(void)style;
	survey_of_report(r, false, &a, &s);
	survey_write_metrics(&s, out);
	arena_free(&a);
}
