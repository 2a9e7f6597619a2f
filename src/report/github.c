/*
 * GitHub Actions, "Workflow commands": an annotation for each note, the
 * gravest first, as ten of a kind are shown; a line that counts is the last.
 */
#include "report/brief.h"
#include "report/formats.h"
#include "report/region.h"

static const char *const commands[SEV_N] = {
	[SEV_NOTE] = "notice",
	[SEV_WARNING] = "warning",
	[SEV_ERROR] = "error",
};

/* property: ',' and ':' end one. */
static void put(struct buf *out, struct str s, bool property)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (c == '%' || c == '\r' || c == '\n' ||
		    (property && (c == ':' || c == ',')))
			buf_printf(out, "%%%02X", (unsigned)c);
		else
			buf_addc(out, c, 1);
	}
}

/* Columns count only within one line; an end at the start of a line is the end
 * of the one before. */
static void put_place(struct buf *out, const struct brief_image *im,
                      struct span at)
{
	struct region r = region_utf16(im->file, at);

	if (r.end_line > r.line && r.end_column == 1)
		r.end_line--;
	buf_printf(out, ",line=%lld,endLine=%lld", (long long)r.line,
	           (long long)r.end_line);
	if (r.end_line == r.line && r.end_column > r.column)
		buf_printf(out, ",col=%lld,endColumn=%lld", (long long)r.column,
		           (long long)r.end_column);
}

static void put_note(struct buf *out, const struct brief_image *im,
                     const struct brief_note *note)
{
	buf_printf(out, "::%s ", commands[note->severity]);
	if (im->file) {
		buf_add(out, STR("file="));
		put(out, im->path, true);
		if (note->at.n)
			put_place(out, im, note->at);
		buf_add(out, STR(","));
	}
	buf_add(out, STR("title="));
	put(out, note->id, true);
	if (!str_eq(note->id, note->name)) {
		buf_addc(out, ' ', 1);
		put(out, note->name, true);
	}
	buf_add(out, STR("::"));
	if (!im->file) {
		put(out, im->name, false);
		buf_add(out, STR(": "));
	}
	put(out, note->message, false);
	if (note->cure.n) {
		buf_add(out, STR("%0Acure: "));
		put(out, note->cure, false);
	}
	buf_addc(out, '\n', 1);
}

static size_t put_all(const struct brief *b, enum severity s, struct buf *out)
{
	size_t n = 0;

	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, note, im->notes) {
			if (note->ignored || note->severity != s)
				continue;
			put_note(out, im, note);
			n++;
		}
	return n;
}

/* What a policy keeps silent is not nothing. */
static size_t ignored_n(const struct brief *b)
{
	size_t n = 0;

	slice_for (struct brief_image, im, b->images)
		slice_for (struct brief_note, note, im->notes)
			n += note->ignored;
	return n;
}

void report_write_github(const struct brief *b, struct buf *out)
{
	size_t errors = put_all(b, SEV_ERROR, out);
	size_t warnings = put_all(b, SEV_WARNING, out);
	size_t notes = put_all(b, SEV_NOTE, out);
	size_t ignored = ignored_n(b);

	buf_printf(out,
	           "::notice title=cudalint::%zu image%s: %zu error%s, "
	           "%zu warning%s, %zu note%s",
	           b->images.n, b->images.n == 1 ? "" : "s", errors,
	           errors == 1 ? "" : "s", warnings, warnings == 1 ? "" : "s",
	           notes, notes == 1 ? "" : "s");
	if (ignored)
		buf_printf(out, ", %zu ignored", ignored);
	buf_addc(out, '\n', 1);
}
