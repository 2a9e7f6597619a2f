/*
 * A line for each image, pool and GPU; RFC 4180, but for line ends: LF.
 */
#include "report/brief.h"
#include "report/formats.h"

/* A spreadsheet takes what begins like this for a formula. */
static bool is_formula(struct str s)
{
	static const char first[] = "=+-@";

	for (size_t i = 0; s.n && first[i]; i++)
		if (s.p[0] == first[i])
			return true;
	return false;
}

static void put(struct buf *out, struct str s, char behind)
{
	buf_addc(out, '"', 1);
	if (is_formula(s))
		buf_addc(out, '\'', 1);
	for (size_t i = 0; i < s.n; i++)
		buf_addc(out, s.p[i], s.p[i] == '"' ? 2 : 1);
	buf_addc(out, '"', 1);
	buf_addc(out, behind, 1);
}

static bool concerns(const struct brief_note *n, struct str pool)
{
	slice_for (struct str, p, n->pools)
		if (str_eq(*p, pool))
			return true;
	return n->pools.n == 0;
}

static struct str rules_of(const struct brief_image *im, struct str pool,
                           struct arena *a)
{
	struct str all = {0};

	slice_for (struct brief_note, n, im->notes)
		if (!n->ignored && n->rule && concerns(n, pool))
			all = arena_fmt(a, STR_F "%s" STR_F, STR_A(all),
			                all.n ? " " : "", STR_A(n->id));
	return all;
}

static void put_line(struct buf *out, const struct brief_image *im,
                     const struct brief_cell *c, struct arena *a)
{
	put(out, im->path, ',');
	put(out, im->platform, ',');
	put(out, im->digest, ',');
	put(out, c->pool, ',');
	put(out, c->gpu, ',');
	buf_printf(out, "%lld,", (long long)c->nodes);
	put(out, str_c(verdict_names[c->verdict]), ',');
	put(out, c->outcome, ',');
	put(out, c->message, ',');
	put(out, rules_of(im, c->pool, a), ',');
	put(out, im->error, '\n');
}

void report_write_csv(const struct brief *b, struct buf *out)
{
	struct arena a = {0};

	buf_add(out, STR("image,platform,digest,pool,gpu,nodes,verdict,outcome,"
	                 "message,rules,error\n"));
	slice_for (struct brief_image, im, b->images) {
		struct brief_cell none = {.verdict = im->verdict};

		slice_for (struct brief_cell, c, im->cells)
			put_line(out, im, c, &a);
		if (im->cells.n == 0)
			put_line(out, im, &none, &a);
	}
	arena_free(&a);
}
