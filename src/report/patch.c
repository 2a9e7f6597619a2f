/* The proven edits as one diff, those of a file once. */
#include "fix/diff.h"
#include "report/brief.h"
#include "report/formats.h"

static const struct report_fix *fix_of(const struct brief_image *im)
{
	return im->report ? im->report->fix : NULL;
}

/* A Dockerfile is judged for each platform; two edits of the same bytes would
 * not apply. */
static bool is_patched(const struct brief *b, const struct brief_image *im)
{
	slice_for (struct brief_image, old, b->images) {
		if (old == im)
			break;
		if (fix_of(old) && str_eq(old->ref, im->ref))
			return true;
	}
	return false;
}

void report_write_diff(const struct brief *b, struct buf *out)
{
	slice_for (struct brief_image, im, b->images)
		if (fix_of(im) && !is_patched(b, im))
			diff_write(im->ref, im->file->bytes, fix_of(im)->edits,
			           out);
}
