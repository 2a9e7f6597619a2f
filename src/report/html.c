/* One page: the matrix as it is, and what a script tells about each cell. */
#include "report/formats.h"
#include "report/paper.h"
#include "report/rows.h"
#include "report/survey.h"

extern const char embedded_page_css[], embedded_page_js[];
extern const size_t embedded_page_css_size, embedded_page_js_size;

/* More columns than that stand upright. */
enum { COLUMNS_WIDE = 6 };

struct page {
	const struct survey *s;
	struct buf *out;
	struct arena arena;
};

static const enum verdict gravest_first[VERDICT_N] = {VERDICT_FAIL,
                                                      VERDICT_UNKNOWN,
                                                      VERDICT_WARN,
                                                      VERDICT_PASS};
/* Not by colour alone. */
static const char *const verdict_words[VERDICT_N] = {
	[VERDICT_FAIL] = "fail",
	[VERDICT_UNKNOWN] = "unknown",
	[VERDICT_WARN] = "fail on stacks out of support",
	[VERDICT_PASS] = "work",
};

static void put(struct page *p, const char *html)
{
	buf_add(p->out, str_c(html));
}

/* Bytes of an image as text; between quotes as well. */
static void put_text(struct page *p, struct str s)
{
	s = paper_safe(&p->arena, s);
	for (size_t i = 0; i < s.n; i++) {
		switch (s.p[i]) {
		case '&':
			put(p, "&amp;");
			break;
		case '<':
			put(p, "&lt;");
			break;
		case '>':
			put(p, "&gt;");
			break;
		case '"':
			put(p, "&quot;");
			break;
		default:
			buf_addc(p->out, s.p[i], 1);
		}
	}
}

/* JSON that stands in an element: nothing in it may end the element. */
static void put_data(struct page *p, const char *id, struct str json)
{
	buf_printf(p->out, "<script type=\"application/json\" id=\"%s\">", id);
	for (size_t i = 0; i < json.n; i++) {
		if (json.p[i] == '<')
			put(p, "\\u003c");
		else
			buf_addc(p->out, json.p[i], 1);
	}
	put(p, "</script>\n");
}

static size_t count_of(const struct survey *s, enum verdict v)
{
	size_t n = 0;

	slice_for (struct survey_row, r, s->rows)
		n += !r->error.n && r->verdict == v;
	return n;
}

static size_t unread_of(const struct survey *s)
{
	size_t n = 0;

	slice_for (struct survey_row, r, s->rows)
		n += r->error.n > 0;
	return n;
}

static void put_counts(struct page *p)
{
	size_t unread = unread_of(p->s);

	put(p, "<div class=\"counts\">\n");
	for (size_t i = 0; i < VERDICT_N; i++) {
		enum verdict v = gravest_first[i];
		size_t n = count_of(p->s, v);

		if (n)
			buf_printf(p->out,
			           "<span class=\"tag %s\">%zu %s</span>\n",
			           verdict_names[v], n, verdict_words[v]);
	}
	if (unread)
		buf_printf(p->out,
		           "<span class=\"tag unknown\">%zu could not be "
		           "read</span>\n",
		           unread);
	put(p, "</div>\n");
}

static void put_head(struct page *p)
{
	size_t n = p->s->rows.n, pools = p->s->fleet->pools.n;

	put(p, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	       "<meta charset=\"utf-8\">\n"
	       "<meta http-equiv=\"Content-Security-Policy\" "
	       "content=\"default-src 'none'; style-src 'unsafe-inline'; "
	       "script-src 'unsafe-inline'; base-uri 'none'; "
	       "form-action 'none'\">\n"
	       "<meta name=\"viewport\" "
	       "content=\"width=device-width, initial-scale=1\">\n"
	       "<title>cudalint: ");
	buf_printf(p->out, "%zu image%s, %zu pool%s", n, n == 1 ? "" : "s",
	           pools, pools == 1 ? "" : "s");
	put(p, "</title>\n<style>\n");
	buf_add(p->out,
	        (struct str){embedded_page_css, embedded_page_css_size});
	put(p, "</style>\n</head>\n<body>\n<header>\n<h1>");
	buf_printf(p->out, "CUDA of %zu image%s on %zu pool%s", n,
	           n == 1 ? "" : "s", pools, pools == 1 ? "" : "s");
	put(p, "</h1>\n");
	if (p->s->fleet->embedded)
		put(p, "<p class=\"soft\">No fleet profile was given: judged "
		       "for the default fleet.</p>\n");
	put_counts(p);
}

static void put_filter(struct page *p)
{
	put(p, "<form id=\"filter\" hidden>\n<label>Image "
	       "<input type=\"search\" name=\"text\" "
	       "placeholder=\"part of its name\"></label>\n"
	       "<label>Pool <select name=\"pool\"><option value=\"\">any"
	       "</option>\n");
	slice_for (struct pool, pool, p->s->fleet->pools) {
		put(p, "<option>");
		put_text(p, pool->name);
		put(p, "</option>\n");
	}
	put(p, "</select></label>\n");
	for (size_t i = 0; i < VERDICT_N; i++) {
		const char *name = verdict_names[gravest_first[i]];

		buf_printf(p->out,
		           "<label><input type=\"checkbox\" name=\"%s\" "
		           "checked> %s</label>\n",
		           name, name);
	}
	put(p, "<span id=\"shown\" class=\"soft\" role=\"status\"></span>\n"
	       "</form>\n"
	       "<p id=\"keys\" class=\"soft\" hidden><kbd>/</kbd> filters, "
	       "arrows move, <kbd>Enter</kbd> tells why, <kbd>Esc</kbd> "
	       "closes.</p>\n"
	       "<noscript><p class=\"soft\">Scripts are off: this is the "
	       "matrix; <code>cudalint image --why</code> tells the reasons."
	       "</p></noscript>\n</header>\n");
}

static void put_columns(struct page *p)
{
	put(p, "<thead><tr><th scope=\"col\">Image</th>");
	slice_for (struct pool, pool, p->s->fleet->pools) {
		put(p, "<th scope=\"col\" class=\"pool\" data-pool=\"");
		put_text(p, pool->name);
		put(p, "\"><span>");
		put_text(p, pool->name);
		put(p, "</span></th>");
	}
	put(p, "</tr></thead>\n");
}

static const struct survey_pool *pool_of(const struct survey_row *r,
                                         struct str name)
{
	slice_for (struct survey_pool, pool, r->pools)
		if (str_eq(pool->pool, name))
			return pool;
	return NULL;
}

static void put_cell(struct page *p, const struct survey_pool *pool)
{
	if (!pool) {
		put(p, "<td></td>");
		return;
	}
	buf_printf(p->out,
	           "<td class=\"%s\" data-verdict=\"%s\" tabindex=\"-1\">",
	           verdict_names[pool->verdict], verdict_names[pool->verdict]);
	put_text(p, survey_outcome(pool));
	put(p, "</td>");
}

static void put_name(struct page *p, const struct survey_row *r)
{
	put(p, "<th scope=\"row\" title=\"");
	put_text(p, r->ref);
	put(p, "\">");
	put_text(p, r->ref);
	if (r->platform.n) {
		put(p, " <small>");
		put_text(p, r->platform);
		put(p, "</small>");
	}
	put(p, "</th>");
}

static void put_row(struct page *p, const struct survey_row *r, size_t i)
{
	buf_printf(p->out, "<tr data-image=\"%zu\" data-verdict=\"%s\">", i,
	           verdict_names[r->verdict]);
	put_name(p, r);
	if (r->error.n) {
		buf_printf(p->out, "<td colspan=\"%zu\">",
		           p->s->fleet->pools.n);
		put_text(p, r->error);
		put(p, "</td>");
	} else {
		slice_for (struct pool, pool, p->s->fleet->pools)
			put_cell(p, pool_of(r, pool->name));
	}
	put(p, "</tr>\n");
}

static void put_matrix(struct page *p)
{
	size_t i = 0;

	buf_printf(p->out,
	           "<main>\n<div class=\"sheet\">\n<table class=\"matrix%s\" "
	           "role=\"grid\" aria-label=\"images by pools\">\n",
	           p->s->fleet->pools.n > COLUMNS_WIDE ? " many" : "");
	put_columns(p);
	put(p, "<tbody>\n");
	slice_for (struct survey_row, r, p->s->rows)
		put_row(p, r, i++);
	put(p, "</tbody>\n</table>\n</div>\n"
	       "<section id=\"detail\" aria-live=\"polite\" hidden></section>\n"
	       "</main>\n");
}

static void put_details(struct page *p)
{
	struct buf json = {0};
	size_t i = 0;

	fleet_write(p->s->fleet, &json);
	put_data(p, "fleet", buf_str(&json));
	slice_for (struct survey_row, r, p->s->rows) {
		struct str id = arena_fmt(&p->arena, "image%zu", i++);

		if (r->detail.n == 0)
			continue;
		json.n = 0;
		record_write_line(&report_image_schema, r->detail.v, &json);
		put_data(p, id.p, str_trim(buf_str(&json)));
	}
	buf_free(&json);
}

static void put_end(struct page *p)
{
	put(p, "<footer>\n<p>cudalint ");
	put_text(p, p->s->version);
	put(p, ", tables of ");
	put_text(p, p->s->knowledge);
	put(p, ". Columns are pools of the fleet, cells what happens there; "
	       "an outcome that is a number is the error of the CUDA "
	       "driver.</p>\n</footer>\n");
	put_details(p);
	put(p, "<script>\n");
	buf_add(p->out, (struct str){embedded_page_js, embedded_page_js_size});
	put(p, "</script>\n</body>\n</html>\n");
}

void survey_write_html(const struct survey *s, struct buf *out)
{
	struct page p = {.s = s, .out = out};

	put_head(&p);
	put_filter(&p);
	put_matrix(&p);
	put_end(&p);
	arena_free(&p.arena);
}

void report_write_html(const struct report *r, const struct report_style *style,
                       struct buf *out)
{
	struct arena a = {0};
	struct survey s;

	(void)style;
	survey_of_report(r, true, &a, &s);
	survey_write_html(&s, out);
	arena_free(&a);
}
