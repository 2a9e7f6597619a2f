/*
 * For a comment or a job's summary: the verdict first, then a table, then the
 * details, folded.  What comes from an image is written as entities, so that it
 * is text and nothing else; CommonMark 0.31, 2.5, GitHub Flavored Markdown.
 */
#include "fix/diff.h"
#include "report/brief.h"
#include "report/formats.h"
#include "report/paper.h"
#include "report/region.h"

/* What GitHub takes: 65,536 characters in a comment, 1 MiB in a summary. */
enum { COMMENT_MAX = 60000, SUMMARY_MAX = 1000000 };

struct page {
	struct buf *out;
	struct arena *arena;
};

/* Could it begin something?  Of addresses a part is enough: "http:" without a
 * blank behind it, "www.". */
static bool is_mark(struct str s, size_t i)
{
	static const char marks[] = "\\`*_[]<>#|~$&@";

	for (size_t k = 0; marks[k]; k++)
		if (s.p[i] == marks[k])
			return true;
	if (s.p[i] == ':')
		return i + 1 < s.n && s.p[i + 1] != ' ';
	return s.p[i] == '.' && i && (s.p[i - 1] | 0x20) == 'w';
}

/* After '@' and '#' an empty comment keeps names and numbers from being
 * references. */
static void put(const struct page *p, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (is_mark(s, i))
			buf_printf(p->out, "&#%d;", c);
		else
			buf_addc(p->out, c, 1);
		if (c == '@' || c == '#')
			buf_add(p->out, STR("<!-- -->"));
	}
}

static void put_code(const struct page *p, struct str s)
{
	buf_add(p->out, STR("<code>"));
	put(p, s);
	buf_add(p->out, STR("</code>"));
}

static size_t images_with(const struct brief *b, enum verdict v, bool errors)
{
	size_t n = 0;

	slice_for (struct brief_image, im, b->images)
		n += errors ? im->error.n > 0 :
		              im->error.n == 0 && im->verdict == v;
	return n;
}

static void put_count(const struct page *p, size_t n, const char *what,
                      bool *any)
{
	if (n)
		buf_printf(p->out, "%s%zu %s", *any ? ", " : "", n, what);
	*any |= n > 0;
}

static void put_sum(const struct page *p, const struct brief *b)
{
	bool any = false;

	buf_printf(p->out, "**%zu image%s: ", b->images.n,
	           b->images.n == 1 ? "" : "s");
	put_count(p, images_with(b, VERDICT_FAIL, false), "fail", &any);
	put_count(p, images_with(b, VERDICT_WARN, false), "warn", &any);
	put_count(p, images_with(b, VERDICT_UNKNOWN, false), "unknown", &any);
	put_count(p, images_with(b, VERDICT_UNKNOWN, true), "not read", &any);
	put_count(p, images_with(b, VERDICT_PASS, false), "pass", &any);
	if (!any)
		buf_add(p->out, STR("nothing was read"));
	buf_add(p->out, STR("**\n"));
}

static size_t cells_with(const struct brief_image *im, enum verdict v)
{
	size_t n = 0;

	slice_for (struct brief_cell, c, im->cells)
		n += c->verdict == v;
	return n;
}

static void put_verdict(const struct page *p, const struct brief_image *im)
{
	size_t n = im->cells.n, bad = cells_with(im, im->verdict);

	buf_printf(p->out, "**%s** ",
	           im->error.n ? "NOT READ" :
	                         (const char *[]){"UNKNOWN", "PASS", "WARN",
	                                          "FAIL"}[im->verdict]);
	put_code(p, im->name);
	if (im->error.n) {
		buf_add(p->out, STR(": "));
		put(p, im->error);
	} else if (n) {
		buf_printf(p->out, ": %s on %zu of %zu GPU%s",
		           verdict_names[im->verdict], bad, n,
		           n == 1 ? "" : "s");
	}
	buf_add(p->out, STR("\n\n"));
}

static void put_cells(const struct page *p, const struct brief_image *im)
{
	if (im->cells.n == 0)
		return;
	buf_add(p->out, STR("| pool | GPU | nodes | verdict | outcome |\n"
	                    "| --- | --- | ---: | --- | --- |\n"));
	slice_for (struct brief_cell, c, im->cells) {
		buf_add(p->out, STR("| "));
		put_code(p, c->pool);
		buf_add(p->out, STR(" | "));
		put(p, c->gpu);
		buf_printf(p->out, " | %lld | %s | " STR_F, (long long)c->nodes,
		           verdict_names[c->verdict], STR_A(c->outcome));
		if (c->message.n) {
			buf_add(p->out, STR(" "));
			put(p, c->message);
		}
		buf_add(p->out, STR(" |\n"));
	}
	buf_add(p->out, STR("\n"));
}

static void put_where(const struct page *p, const struct brief_image *im,
                      const struct brief_note *n)
{
	if (im->file && n->at.n) {
		struct region r = region_bytes(im->file, n->at);

		buf_add(p->out, STR("  at "));
		put_code(p, arena_fmt(p->arena, STR_F ":%lld:%lld",
		                      STR_A(im->path), (long long)r.line,
		                      (long long)r.column));
		buf_add(p->out, STR("\n"));
		return;
	}
	slice_for (struct str, e, n->evidence) {
		buf_add(p->out, STR("  in "));
		put_code(p, *e);
		buf_add(p->out, STR("\n"));
	}
}

static void put_note(const struct page *p, const struct brief_image *im,
                     const struct brief_note *n)
{
	buf_printf(p->out, "- **%s** " STR_F, severity_names[n->severity],
	           STR_A(n->id));
	if (n->rule)
		buf_printf(p->out, " " STR_F, STR_A(n->name));
	buf_add(p->out, STR(": "));
	put(p, n->message);
	buf_add(p->out, STR("\n"));
	put_where(p, im, n);
	if (n->cure.n) {
		buf_add(p->out, STR("  cure: "));
		put(p, n->cure);
		buf_add(p->out, STR("\n"));
	}
}

static size_t longest_fence(struct str s)
{
	size_t best = 2, run = 0;

	for (size_t i = 0; i < s.n; i++) {
		run = s.p[i] == '`' ? run + 1 : 0;
		best = run > best ? run : best;
	}
	return best + 1;
}

/* Tabs stay; of a line end with CR the CR goes. */
static void put_line(const struct page *p, struct str line)
{
	struct str piece;

	line.n -= line.n && line.p[line.n - 1] == '\r';
	while (str_cut(line, '\t', &piece, &line)) {
		buf_add(p->out, paper_safe(p->arena, piece));
		buf_addc(p->out, '\t', 1);
	}
	buf_add(p->out, paper_safe(p->arena, piece));
}

static void put_diff(const struct page *p, const struct brief_image *im,
                     const struct report_fix *fix)
{
	struct buf diff = {0};
	struct str rest, line;
	size_t fence;

	diff_write(im->ref, im->file->bytes, fix->edits, &diff);
	rest = buf_str(&diff);
	fence = longest_fence(rest);
	buf_add(p->out, STR("Proven to cure it: "));
	put(p, paper_safe(p->arena, fix->title));
	buf_add(p->out, STR("\n\n"));
	buf_addc(p->out, '`', fence);
	buf_add(p->out, STR("diff\n"));
	while (str_next(&rest, '\n', &line)) {
		put_line(p, line);
		buf_addc(p->out, '\n', 1);
	}
	buf_addc(p->out, '`', fence);
	buf_add(p->out, STR("\n\n"));
	buf_free(&diff);
}

static void put_fix(const struct page *p, const struct brief_image *im)
{
	slice_for (struct brief_note, n, im->notes)
		if (n->fix && n->fix_first)
			put_diff(p, im, n->fix);
}

static void put_notes(const struct page *p, const struct brief_image *im)
{
	size_t ignored = 0, told = 0;

	slice_for (struct brief_note, n, im->notes)
		*(n->ignored ? &ignored : &told) += 1;
	if ((told == 0 && ignored == 0) || im->error.n)
		return;
	buf_printf(p->out, "<details><summary>%zu finding%s", told,
	           told == 1 ? "" : "s");
	if (ignored)
		buf_printf(p->out, ", %zu ignored", ignored);
	buf_add(p->out, STR("</summary>\n\n"));
	slice_for (struct brief_note, n, im->notes)
		if (!n->ignored)
			put_note(p, im, n);
	buf_add(p->out, STR("\n"));
	put_fix(p, im);
	buf_add(p->out, STR("</details>\n\n"));
}

static void put_image(const struct page *p, const struct brief_image *im)
{
	put_verdict(p, im);
	put_cells(p, im);
	put_notes(p, im);
}

/* An image is told whole or not at all; those that fail come first. */
static void write(const struct brief *b, size_t max, struct buf *out)
{
	static const enum verdict order[] = {VERDICT_FAIL, VERDICT_UNKNOWN,
	                                     VERDICT_WARN, VERDICT_PASS};
	struct arena a = {0};
	struct buf one = {0};
	struct page p = {&one, &a};
	size_t left = 0;

	put_sum(&(struct page){out, &a}, b);
	buf_add(out, STR("\n"));
	for (int v = 0; v < VERDICT_N; v++)
		slice_for (struct brief_image, im, b->images) {
			if (im->verdict != order[v])
				continue;
			one.n = 0;
			put_image(&p, im);
			if (out->n + one.n > max)
				left++;
			else
				buf_add(out, buf_str(&one));
		}
	if (left)
		buf_printf(out, "%zu more image%s: no room here\n\n", left,
		           left == 1 ? "" : "s");
	buf_printf(out, "cudalint " STR_F ", knowledge of " STR_F "\n",
	           STR_A(b->version), STR_A(b->knowledge));
	buf_free(&one);
	arena_free(&a);
}

void report_write_markdown(const struct brief *b, struct buf *out)
{
	write(b, COMMENT_MAX, out);
}

void report_write_summary(const struct brief *b, struct buf *out)
{
	write(b, SUMMARY_MAX, out);
}
