#include "dockerfile/shell_edit.h"

static bool cut_front(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	struct sh_found f;
	enum sh_match m =
		sh_match_at(&e->pattern, in->s, 0,
	                    e->op == OP_FRONT ? WANT_SHORTEST : WANT_LONGEST,
	                    &f);

	*out = *in;
	if (m == MATCH_YES)
		*out = text_slice(e->s->arena, in, f.end, in->s.n - f.end);
	return m != MATCH_UNKNOWN;
}

static bool cut_back(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	struct sh_found f;

	*out = *in;
	if (in->s.n > SH_ATOMS_MAX)
		return false;
	for (size_t i = 0; i <= in->s.n; i++) {
		size_t at = e->op == OP_BACK ? in->s.n - i : i;
		enum sh_match m =
			sh_match_at(&e->pattern, in->s, at, WANT_ALL, &f);

		if (m == MATCH_UNKNOWN)
			return false;
		if (m == MATCH_YES) {
			*out = text_slice(e->s->arena, in, 0, at);
			return true;
		}
	}
	return true;
}

static bool find(const struct sh_edit *e, struct str s, size_t at,
                 struct sh_found *f, bool *known)
{
	enum sh_match m;

	if (e->op == OP_REPLACE_HEAD)
		m = sh_match_at(&e->pattern, s, 0, WANT_LONGEST, f);
	else
		m = sh_match_in(&e->pattern, s, at, f);
	*known = m != MATCH_UNKNOWN;
	return m == MATCH_YES && f->end > f->at;
}

static bool replace(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	struct text_maker m = {.arena = e->s->arena};
	struct sh_found f;
	struct text with;
	size_t at = 0;
	bool known = value_one(&e->with, &with);

	if (!known || in->s.n > SH_ATOMS_MAX)
		return false;
	while (at < in->s.n && find(e, in->s, at, &f, &known)) {
		text_add(&m, in, at, f.at - at);
		text_add(&m, &with, 0, with.s.n);
		at = f.end;
		if (e->op != OP_REPLACE_ALL || m.n > SHELL_TEXT_MAX)
			break;
	}
	text_add(&m, in, at, in->s.n - at);
	*out = text_take(&m);
	return known && sh_spend(e->s, out->s.n);
}

static bool replace_tail(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	struct sh_edit cut = {.s = e->s,
	                      .op = OP_BACK_LONG,
	                      .pattern = e->pattern};
	struct text with;

	if (!value_one(&e->with, &with) || !cut_back(&cut, in, out))
		return false;
	if (out->s.n < in->s.n)
		*out = text_cat(e->s->arena, out, &with);
	return true;
}

static bool is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] >= 128)
			return false;
	return true;
}

static bool change_case(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	struct text_maker m = {.arena = e->s->arena};
	bool upper = e->op == OP_UPPER || e->op == OP_UPPER_ALL;
	bool all = e->op == OP_UPPER_ALL || e->op == OP_LOWER_ALL;
	char first = upper ? 'a' : 'A';

	if (!is_ascii(in->s) || !sh_spend(e->s, in->s.n))
		return false;
	for (size_t i = 0; i < in->s.n; i++) {
		char c = in->s.p[i];
		char changed = (char)(c ^ ('a' ^ 'A'));

		if (c >= first && c < first + 26 && (all || i == 0))
			text_add_made(&m, (struct str){&changed, 1});
		else
			text_add(&m, in, i, 1);
	}
	*out = text_take(&m);
	return true;
}

static bool cut_slice(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;
	int64_t n = (int64_t)in->s.n;
	int64_t from = e->from < 0 ? n + e->from : e->from;
	int64_t to = e->to_end     ? n :
	             e->length < 0 ? n + e->length :
	                             from + e->length;

	if (!is_ascii(in->s) || (!e->to_end && e->length < 0 && to < from))
		return false;
	if (from < 0 || from > n) {
		*out = (struct text){0};
		return true;
	}
	*out = text_slice(e->s->arena, in, (size_t)from,
	                  (size_t)((to < n ? to : n) - from));
	return true;
}

static bool length(void *ctx, const struct text *in, struct text *out)
{
	struct sh_edit *e = ctx;

	*out = sh_number(e->s, (int64_t)in->s.n).any.v[0];
	return is_ascii(in->s);
}

static bool slice_args(struct shell *s, const struct sh_param *p,
                       struct sh_ctx c, struct sh_edit *e)
{
	struct value from = sh_expand_value(s, &p->arg, c);
	struct value n = sh_expand_value(s, &p->arg2, c);
	struct text t;

	enum { FAR = 1 << 30 };
	if (!value_one(&from, &t) || !sh_arith(s, t.s, &e->from))
		return false;
	e->to_end = p->arg2.n == 0;
	if (!e->to_end && (!value_one(&n, &t) || !sh_arith(s, t.s, &e->length)))
		return false;
	return e->from > -FAR && e->from < FAR && e->length > -FAR &&
	       e->length < FAR;
}

static bool no_edit(void *ctx, const struct text *in, struct text *out)
{
	(void)ctx;
	(void)in;
	(void)out;
	return false;
}

value_map_fn *sh_edit_of(struct shell *s, const struct sh_param *p,
                         struct sh_ctx c, struct sh_edit *e)
{
	switch (p->op) {
	case OP_LENGTH:
		return length;
	case OP_FRONT:
	case OP_FRONT_LONG:
		e->pattern = sh_expand_pattern(s, &p->arg, c, false);
		return cut_front;
	case OP_BACK:
	case OP_BACK_LONG:
		e->pattern = sh_expand_pattern(s, &p->arg, c, false);
		return cut_back;
	case OP_REPLACE:
	case OP_REPLACE_ALL:
	case OP_REPLACE_HEAD:
	case OP_REPLACE_TAIL:
		e->pattern = sh_expand_pattern(s, &p->arg, c, false);
		e->with = sh_expand_value(s, &p->arg2, c);
		return p->op == OP_REPLACE_TAIL ? replace_tail : replace;
	case OP_SLICE:
		return slice_args(s, p, c, e) ? cut_slice : no_edit;
	case OP_UPPER:
	case OP_UPPER_ALL:
	case OP_LOWER:
	case OP_LOWER_ALL:
		return p->arg.n ? no_edit : change_case;
	case OP_NONE:
	case OP_MINUS:
	case OP_ASSIGN:
	case OP_QUESTION:
	case OP_PLUS:
	case OP_OTHER:
		break;
	}
	return no_edit;
}
