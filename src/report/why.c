#include "report/text.h"

static enum ink result_ink(enum step_result r)
{
	switch (r) {
	case RESULT_PASS:
		return INK_GREEN;
	case RESULT_FAIL:
		return INK_RED;
	case RESULT_UNSURE:
		return INK_YELLOW;
	case RESULT_INFO:
	case RESULT_N:
		break;
	}
	return INK_PLAIN;
}

static void put_step(struct paper *p, const struct step *s)
{
	struct str text = paper_safe(p->arena, s->detail);

	paper_tab(p, 6);
	paper_cell(p, INK_PLAIN, paper_safe(p->arena, s->step), 12);
	paper_tab(p, 19);
	paper_cell(p, result_ink(s->result),
	           str_c(step_result_names[s->result]), 6);
	paper_tab(p, 26);
	if (s->tag.n || s->source.n)
		text = arena_fmt(p->arena, STR_F " [" STR_F "%s" STR_F "]",
		                 STR_A(text),
		                 STR_A(paper_safe(p->arena, s->tag)),
		                 s->tag.n && s->source.n ? ", " : "",
		                 STR_A(paper_safe(p->arena, s->source)));
	paper_wrap(p, 26, text);
}

static struct str variant_words(struct paper *p, const struct variant *v)
{
	struct buf b = {0};
	struct str out;

	if (v->when.n)
		buf_printf(&b, ", %s" STR_F,
		           str_has_prefix(v->when, STR("if ")) ? "" : "if ",
		           STR_A(paper_safe(p->arena, v->when)));
	for (size_t i = 0; i < v->stacks.n; i++)
		buf_printf(&b, "%s" STR_F, i ? ", " : "; ",
		           STR_A(paper_safe(p->arena, v->stacks.v[i])));
	out = arena_str(p->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static void put_prediction(struct paper *p, const struct prediction *it)
{
	paper_end(p);
	paper_tab(p, 2);
	paper_put(p, text_verdict_ink(it->verdict),
	          str_c(verdict_names[it->verdict]));
	paper_put(p, INK_PLAIN, STR(" "));
	paper_wrap(p, 4,
	           paper_safe(p->arena, arena_fmt(p->arena, STR_F ", " STR_F,
	                                          STR_A(it->pool->name),
	                                          STR_A(it->gpu->name))));
	slice_for (struct variant, v, it->variants) {
		paper_tab(p, 4);
		paper_put(p, INK_BOLD, text_outcome(p->arena, &v->run));
		paper_wrap(p, 6, variant_words(p, v));
		if (v->run.message.n) {
			paper_tab(p, 6);
			paper_put(p, INK_PLAIN, STR("message"));
			paper_wrap(p, 26, paper_safe(p->arena, v->run.message));
		}
		slice_for (struct step, s, v->run.because)
			put_step(p, s);
	}
}

void text_why(struct paper *p, const struct predictions *all)
{
	slice_for (struct prediction, it, *all)
		put_prediction(p, it);
}

/* The last step that was not sure; "" none. */
struct str text_doubt(const struct prediction *it)
{
	struct str detail = STR("");

	if (it->verdict != VERDICT_UNKNOWN)
		return detail;
	slice_for (struct variant, v, it->variants) {
		if (v->run.outcome != OUT_UNKNOWN)
			continue;
		slice_for (struct step, s, v->run.because)
			if (s->result == RESULT_UNSURE)
				detail = s->detail;
		if (detail.n)
			break;
	}
	return detail;
}

static bool was_doubted(const struct predictions *all,
                        const struct prediction *it)
{
	slice_for (struct prediction, old, *all) {
		if (old == it)
			return false;
		if (str_eq(text_doubt(old), text_doubt(it)))
			return true;
	}
	return false;
}

static void put_doubt(struct paper *p, const struct predictions *all,
                      const struct prediction *first)
{
	struct str what = text_doubt(first);
	const struct pool *last = NULL;
	struct buf b = {0};

	slice_for (struct prediction, it, *all) {
		if (it->pool == last || !str_eq(text_doubt(it), what))
			continue;
		buf_printf(&b, "%s" STR_F, last ? ", " : "",
		           STR_A(it->pool->name));
		last = it->pool;
	}
	paper_tab(p, 2);
	paper_put(p, INK_YELLOW, STR("unknown"));
	paper_put(p, INK_PLAIN, STR(" "));
	paper_wrap(p, 10,
	           paper_safe(p->arena,
	                      arena_fmt(p->arena, STR_F ": " STR_F,
	                                STR_A(buf_str(&b)), STR_A(what))));
	buf_free(&b);
}

void text_unknown(struct paper *p, const struct predictions *all)
{
	bool any = false;

	slice_for (struct prediction, it, *all) {
		if (text_doubt(it).n == 0 || was_doubted(all, it))
			continue;
		if (!any)
			paper_end(p);
		any = true;
		put_doubt(p, all, it);
	}
}
