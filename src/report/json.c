#include "report/formats.h"
#include "report/rows.h"

void report_write_json(const struct report *r, const struct report_style *style,
                       struct buf *out)
{
	struct arena a = {0};
	struct report_rows rows = rows_of(r, &a);

	(void)style;
	record_write(&report_schema, &rows, out);
	arena_free(&a);
}
