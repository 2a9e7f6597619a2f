/* The metrics of a scan, for the images of a report. */
#include "report/formats.h"
#include "report/survey.h"

void report_write_metrics(const struct report *r,
                          const struct report_style *style, struct buf *out)
{
	struct arena a = {0};
	struct survey s = {.fleet = r->fleet};

	(void)style;
	slice_for (struct report_image, im, r->images) {
		struct survey_row *row = arena_push(&a, &s.rows);

		survey_row_of(im, &a, row);
		row->ref = im->ref;
	}
	survey_write_metrics(&s, out);
	arena_free(&a);
}
