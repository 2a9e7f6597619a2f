#include "facts/rpm.h"

static bool begins(const struct buf *bytes, struct str magic)
{
	return str_has_prefix(buf_str(bytes), magic);
}

void extract_rpm(struct buf *bytes, struct arena *a, struct said *out)
{
	struct rpm r = {.arena = a, .said = out, .left = bytes->n};

	if (begins(bytes, STR("SQLite format 3")))
		out->gap = rpm_read_sqlite(&r, bytes);
	else if (begins(bytes, STR("RpmP")))
		out->gap = rpm_read_ndb(&r, buf_str(bytes));
	else
		out->gap = rpm_read_bdb(&r, buf_str(bytes));
}
