#include "report/text.h"

/* What a line of history, and a list of pools, may take. */
enum { HISTORY_MAX = 100, POOLS_MAX = 8, LABEL = 10 };

static enum ink severity_ink(enum severity s)
{
	switch (s) {
	case SEV_ERROR:
		return INK_RED;
	case SEV_WARNING:
		return INK_YELLOW;
	case SEV_NOTE:
	case SEV_N:
		break;
	}
	return INK_BOLD;
}

static void put_label(struct paper *p, struct str label)
{
	paper_tab(p, 4);
	paper_put(p, INK_PLAIN, label);
	paper_tab(p, LABEL);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* One line: blanks folded, "RUN /bin/sh -c" left out. */
struct str text_history(struct arena *a, struct str s)
{
	static const char *const noise[] = {"RUN ", "/bin/sh -c ", "#(nop)"};
	struct buf b = {.max = HISTORY_MAX};
	struct str out;

	for (size_t i = 0; i < sizeof noise / sizeof *noise; i++) {
		s = str_trim(s);
		if (str_has_prefix(s, str_c(noise[i])))
			s = str_from(s, str_c(noise[i]).n);
	}
	s = str_trim(s);
	for (size_t i = 0; i < s.n && !b.truncated; i++) {
		if (!is_blank(s.p[i]))
			buf_addc(&b, s.p[i], 1);
		else if (!is_blank(s.p[i - 1]))
			buf_addc(&b, ' ', 1);
	}
	out = b.truncated ? arena_fmt(a, STR_F "...", STR_A(buf_str(&b))) :
	                    arena_str(a, buf_str(&b));
	buf_free(&b);
	return paper_safe(a, out);
}

static void put_evidence(struct paper *p, const struct evidence *e)
{
	struct str path = paper_safe(p->arena, e->path);

	put_label(p, STR("in"));
	if (e->layer >= 0)
		path = arena_fmt(p->arena, "layer %lld, " STR_F,
		                 (long long)e->layer, STR_A(path));
	paper_wrap(p, LABEL, path);
	if (e->history.n)
		paper_wrap(p, LABEL + 2, text_history(p->arena, e->history));
}

/* "Dockerfile:12:5", and the line. */
static void put_place(struct paper *p, const struct report_image *im,
                      const struct finding *f)
{
	size_t line, column, n = 0;
	struct str source;

	if (!im->file || f->at.n == 0)
		return;
	dockerfile_place(im->file, f->at.offset, &line, &column);
	source = str_from(im->file->bytes, f->at.offset - (column - 1));
	while (n < source.n && source.p[n] != '\n')
		n++;
	source.n = n;
	put_label(p, STR("at"));
	paper_wrap(p, LABEL,
	           arena_fmt(p->arena, STR_F ":%zu:%zu",
	                     STR_A(paper_safe(p->arena,
	                                      str_eq(im->ref, STR("-")) ?
	                                              STR("Dockerfile") :
	                                              im->ref)),
	                     line, column));
	paper_wrap(p, LABEL + 2, text_history(p->arena, source));
}

static void put_pools(struct paper *p, const struct strs *pools, size_t all)
{
	struct buf b = {0};
	size_t n = pools->n > POOLS_MAX ? POOLS_MAX - 1 : pools->n;

	if (pools->n == 0)
		return;
	put_label(p, STR("pools"));
	if (pools->n == all && all > 3) {
		paper_wrap(p, LABEL, arena_fmt(p->arena, "all %zu", all));
		return;
	}
	for (size_t i = 0; i < n; i++)
		buf_printf(&b, "%s" STR_F, i ? ", " : "",
		           STR_A(paper_safe(p->arena, pools->v[i])));
	if (n < pools->n)
		buf_printf(&b, " and %zu more", pools->n - n);
	paper_wrap(p, LABEL, buf_str(&b));
	buf_free(&b);
}

static void put_cure(struct paper *p, const struct cure *c)
{
	struct str text = paper_safe(p->arena, c->text);

	if (c->grade == GRADE_NONE || c->text.n == 0)
		return;
	put_label(p, STR("cure"));
	if (c->grade != GRADE_MANUAL)
		text = arena_fmt(p->arena, STR_F " [%s]", STR_A(text),
		                 grade_names[c->grade]);
	paper_wrap(p, LABEL, text);
}

static void put_finding(struct paper *p, const struct report_image *im,
                        const struct finding *f, size_t pools_n)
{
	paper_end(p);
	paper_tab(p, 2);
	paper_put(p, severity_ink(f->severity),
	          str_c(severity_names[f->severity]));
	paper_put(p, INK_BOLD,
	          arena_fmt(p->arena, " %s %s", f->rule->id, f->rule->name));
	paper_end(p);
	paper_wrap(p, 4, paper_safe(p->arena, f->message));
	put_place(p, im, f);
	slice_for (struct evidence, e, f->evidence)
		if (!im->file)
			put_evidence(p, e);
	put_pools(p, &f->pools, pools_n);
	put_cure(p, &f->cure);
}

void text_findings(struct paper *p, const struct report_image *im,
                   size_t pools_n)
{
	slice_for (struct finding, f, im->findings)
		put_finding(p, im, f, pools_n);
}

static void put_ignored(struct paper *p, const struct report_image *im,
                        const struct ignored *i)
{
	const struct finding *f = &i->finding;
	struct str by = i->where;

	paper_end(p);
	paper_tab(p, 2);
	paper_put(p, INK_BOLD,
	          arena_fmt(p->arena, "ignored %s %s", f->rule->id,
	                    f->rule->name));
	paper_end(p);
	paper_wrap(p, 4, paper_safe(p->arena, f->message));
	put_place(p, im, f);
	if (i->reason.n)
		by = arena_fmt(p->arena, STR_F ": " STR_F, STR_A(by),
		               STR_A(i->reason));
	if (i->expires.n)
		by = arena_fmt(p->arena, STR_F " (until " STR_F ")", STR_A(by),
		               STR_A(i->expires));
	put_label(p, STR("by"));
	paper_wrap(p, LABEL, paper_safe(p->arena, by));
}

void text_ignored(struct paper *p, const struct report_image *im)
{
	slice_for (const struct ignored, i, im->ignored)
		put_ignored(p, im, i);
}

static bool is_same_gap(const struct gap *a, const struct gap *b)
{
	return str_eq(a->where, b->where) && str_eq(a->reason, b->reason);
}

static bool was_said(const struct gaps *gaps, const struct gap *g)
{
	for (const struct gap *old = gaps->v; old < g; old++)
		if (is_same_gap(old, g))
			return true;
	return false;
}

/* "driver, python": all that this gap may change, each once. */
static struct str groups_of(struct paper *p, const struct gaps *gaps,
                            const struct gap *g)
{
	struct str all = {0};
	unsigned set = 0;

	slice_for (struct gap, other, *gaps)
		if (is_same_gap(other, g))
			set |= 1u << other->group;
	for (int i = 0; i < GROUP_N; i++)
		if (set & 1u << i)
			all = arena_fmt(p->arena, STR_F "%s%s", STR_A(all),
			                all.n ? ", " : "",
			                fact_group_names[i] ?
			                        fact_group_names[i] :
			                        "nothing");
	return all;
}

void text_gaps(struct paper *p, const struct gaps *gaps)
{
	if (gaps->n)
		paper_end(p);
	slice_for (struct gap, g, *gaps) {
		if (was_said(gaps, g))
			continue;
		paper_tab(p, 2);
		paper_put(p, INK_YELLOW, STR("unseen"));
		paper_put(p, INK_PLAIN, STR(" "));
		paper_wrap(p, LABEL - 1,
		           arena_fmt(p->arena,
		                     STR_F ": " STR_F " (may change: " STR_F
		                           ")",
		                     STR_A(paper_safe(p->arena, g->where)),
		                     STR_A(paper_safe(p->arena, g->reason)),
		                     STR_A(groups_of(p, gaps, g))));
	}
}
