#include "report/brief.h"
#include "report/formats.h"
#include "report/markup.h"
#include "report/region.h"

static const char *const words[SEV_N] = {
	[SEV_NOTE] = "info",
	[SEV_WARNING] = "warning",
	[SEV_ERROR] = "error",
};

static void put_note(struct markup *x, const struct brief_image *im,
                     const struct brief_note *note, struct arena *a)
{
	markup_open(x, "error");
	if (im->file && note->at.n) {
		struct region r = region_bytes(im->file, note->at);

		markup_attr_n(x, "line", r.line);
		markup_attr_n(x, "column", r.column);
	} else {
		markup_attr_n(x, "line", 1);
	}
	markup_attr(x, "severity", str_c(words[note->severity]));
	markup_attr(x, "message", note->message);
	markup_attr(x, "source",
	            arena_fmt(a, "cudalint." STR_F, STR_A(note->id)));
	markup_close(x, "error");
}

void report_write_checkstyle(const struct brief *b, struct buf *out)
{
	struct arena a = {0};
	struct markup x;

	markup_begin(&x, out);
	markup_open(&x, "checkstyle");
	markup_attr(&x, "version", STR("4.3"));
	slice_for (struct brief_image, im, b->images) {
		markup_open(&x, "file");
		markup_attr(&x, "name", im->path);
		slice_for (struct brief_note, note, im->notes)
			if (!note->ignored)
				put_note(&x, im, note, &a);
		markup_close(&x, "file");
	}
	markup_close(&x, "checkstyle");
	arena_free(&a);
}
