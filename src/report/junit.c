/*
 * A suite for each image: a case for each pool and GPU, and one for the
 * findings.  What is unknown is an error, or skipped with --allow-gaps.
 */
#include "report/brief.h"
#include "report/formats.h"
#include "report/markup.h"

struct tally {
	int64_t tests, failures, errors, skipped;
};

static struct tally count(const struct brief *b, const struct brief_image *im)
{
	struct tally t = {.tests = (int64_t)im->cells.n + 1};

	slice_for (struct brief_cell, c, im->cells) {
		t.failures += c->verdict == VERDICT_FAIL;
		if (c->verdict == VERDICT_UNKNOWN)
			*(b->gaps_allowed ? &t.skipped : &t.errors) += 1;
	}
	if (im->error.n)
		t.errors++;
	else
		t.failures += brief_count(im, SEV_ERROR) > 0;
	return t;
}

static void put_tally(struct markup *x, const struct tally *t)
{
	markup_attr_n(x, "tests", t->tests);
	markup_attr_n(x, "failures", t->failures);
	markup_attr_n(x, "errors", t->errors);
	markup_attr_n(x, "skipped", t->skipped);
}

static void open_case(struct markup *x, const struct brief_image *im,
                      struct str name)
{
	markup_open(x, "testcase");
	markup_attr(x, "classname", im->name);
	markup_attr(x, "name", name);
}

static void put_bad(struct markup *x, const char *kind, struct str type,
                    struct str message)
{
	markup_open(x, kind);
	markup_attr(x, "type", type);
	markup_attr(x, "message", message);
	markup_close(x, kind);
}

static void put_cell(struct markup *x, const struct brief *b,
                     const struct brief_image *im, const struct brief_cell *c,
                     struct arena *a)
{
	struct str name = c->gpu.n ? arena_fmt(a, STR_F ": " STR_F,
	                                       STR_A(c->pool), STR_A(c->gpu)) :
	                             c->pool;

	open_case(x, im, name);
	if (c->verdict == VERDICT_FAIL)
		put_bad(x, "failure", c->outcome,
		        c->message.n ? c->message : c->outcome);
	else if (c->verdict == VERDICT_UNKNOWN && b->gaps_allowed) {
		markup_open(x, "skipped");
		markup_attr(x, "message", STR("unknown"));
		markup_close(x, "skipped");
	} else if (c->verdict == VERDICT_UNKNOWN)
		put_bad(x, "error", STR("unknown"), STR("unknown"));
	markup_close(x, "testcase");
}

static struct str note_lines(const struct brief_image *im, struct arena *a)
{
	struct buf b = {0};
	struct str out;

	slice_for (struct brief_note, n, im->notes)
		if (!n->ignored)
			buf_printf(&b, "%s " STR_F ": " STR_F "\n",
			           severity_names[n->severity], STR_A(n->id),
			           STR_A(n->message));
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void put_notes(struct markup *x, const struct brief_image *im,
                      struct arena *a)
{
	size_t errors = brief_count(im, SEV_ERROR);
	struct str lines = note_lines(im, a);

	open_case(x, im, STR("findings"));
	if (im->error.n)
		put_bad(x, "error", STR(BRIEF_UNREAD), im->error);
	else if (errors)
		put_bad(x, "failure", STR("findings"),
		        arena_fmt(a, "%zu error%s", errors,
		                  errors == 1 ? "" : "s"));
	if (lines.n) {
		markup_open(x, "system-out");
		markup_text(x, lines);
		markup_close(x, "system-out");
	}
	markup_close(x, "testcase");
}

static void put_suite(struct markup *x, const struct brief *b,
                      const struct brief_image *im, struct arena *a)
{
	struct tally t = count(b, im);

	markup_open(x, "testsuite");
	markup_attr(x, "name", im->name);
	put_tally(x, &t);
	slice_for (struct brief_cell, c, im->cells)
		put_cell(x, b, im, c, a);
	put_notes(x, im, a);
	markup_close(x, "testsuite");
}

void report_write_junit(const struct brief *b, struct buf *out)
{
	struct arena a = {0};
	struct tally all = {0};
	struct markup x;

	slice_for (struct brief_image, im, b->images) {
		struct tally t = count(b, im);

		all.tests += t.tests;
		all.failures += t.failures;
		all.errors += t.errors;
		all.skipped += t.skipped;
	}
	markup_begin(&x, out);
	markup_open(&x, "testsuites");
	markup_attr(&x, "name", STR("cudalint"));
	put_tally(&x, &all);
	slice_for (struct brief_image, im, b->images)
		put_suite(&x, b, im, &a);
	markup_close(&x, "testsuites");
	arena_free(&a);
}
