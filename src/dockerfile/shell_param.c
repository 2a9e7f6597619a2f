#include "dockerfile/shell_edit.h"

#include <string.h>

static struct sh_pieces one(struct shell *s, struct value v)
{
	struct sh_pieces p = {0};

	*arena_push(s->arena, &p.v) = v;
	return p;
}

static struct value unknown(void)
{
	return value_unknown((struct text){0});
}

struct value sh_number(struct shell *s, int64_t n)
{
	return value_made(s->arena, arena_fmt(s->arena, "%lld", (long long)n));
}

/* The shell may end here, or leave the command out. */
static void doubt(struct shell *s)
{
	if (!s->dry)
		s->vars.maybe |= 1U << FLOW_EXIT;
}

static struct sh_pieces count(struct shell *s, const struct sh_content *c)
{
	bool sure = !c->more;

	int64_t n = 0;

	slice_for (struct value, v, c->elems) {
		sure &= !v->absent || (v->any.n == 0 && !v->unknown);
		n += !v->absent;
	}
	return one(s, sure ? sh_number(s, n) : unknown());
}

static struct sh_pieces of_array(const struct sh_content *c, char which)
{
	return (struct sh_pieces){.v = c->elems,
	                          .more = c->more,
	                          .array = true,
	                          .star = which == '*'};
}

static struct value element(const struct sh_content *c, uint64_t i)
{
	if (i < c->elems.n)
		return c->elems.v[i];
	return c->more ? unknown() : (struct value){.absent = true};
}

/* $1, $?, $@ and the like; XCU 2.5.2. */
static struct sh_pieces special(struct shell *s, struct str name)
{
	struct sh_content args = sh_get(&s->vars, STR("@"));
	uint64_t n;

	if (name.p[0] == '@' || name.p[0] == '*')
		return of_array(&args, name.p[0]);
	if (name.p[0] == '#')
		return count(s, &args);
	if (name.p[0] == '?' && s->last == STATUS_OK)
		return one(s, sh_number(s, 0));
	if (str_uint(name, &n) && n > 0)
		return one(s, element(&args, n - 1));
	return one(s, unknown());
}

static bool is_special(struct str name)
{
	return (name.p[0] >= '0' && name.p[0] <= '9') ||
	       strchr("@*#?-$!", name.p[0]);
}

static struct sh_pieces indexed(struct shell *s, const struct sh_param *p,
                                const struct sh_content *c, struct sh_ctx ctx)
{
	struct value v;
	struct text t;
	int64_t i;

	if (sh_word_is(&p->index, "@") || sh_word_is(&p->index, "*"))
		return of_array(c, p->index.v[0].text.s.p[0]);
	v = sh_expand_value(s, &p->index, ctx);
	if (value_one(&v, &t) && sh_arith(s, t.s, &i) && i >= 0)
		return one(s, element(c, (uint64_t)i));
	return one(s, unknown());
}

static struct sh_pieces lookup(struct shell *s, const struct sh_param *p,
                               struct sh_ctx ctx)
{
	struct str name = p->name;
	struct sh_content c;
	struct text t;

	if (p->indirect) {
		struct value v = sh_get_value(&s->vars, name);

		if (p->indexed || !value_one(&v, &t) || t.s.n == 0) {
			doubt(s);
			return one(s, unknown());
		}
		name = t.s;
	}
	if (is_special(name))
		return special(s, name);
	c = sh_get(&s->vars, name);
	if (p->indexed)
		return indexed(s, p, &c, ctx);
	return one(s, element(&c, 0));
}

/* ---- ${x-w} and its like */

static bool has_empty(const struct value *v)
{
	slice_for (struct text, t, v->any)
		if (t->s.n == 0)
			return true;
	return false;
}

/* Those of v that ${x:-w} keeps, and whether w may be taken. */
static struct value kept(struct shell *s, const struct value *v, bool colon,
                         bool *other)
{
	struct value out = {.glob = v->glob};

	*other = v->absent || (colon && (has_empty(v) || v->unknown));
	if (v->unknown)
		value_add_unknown(s->arena, &out, v->lead);
	slice_for (struct text, t, v->any)
		if (!colon || t->s.n)
			value_add(s->arena, &out, *t);
	return out;
}

static struct value or_word(struct shell *s, const struct sh_param *p,
                            const struct value *set, struct sh_ctx c)
{
	bool sure = set->any.n == 0 && !set->unknown;
	struct value w;

	c.certain &= sure;
	w = sh_expand_value(s, &p->arg, c);
	if (!sure)
		s->substituted = STATUS_ANY;
	return sure ? w : value_or(s->arena, set, &w);
}

static struct value plus(struct shell *s, const struct sh_param *p,
                         const struct value *set, bool other, struct sh_ctx c)
{
	const struct value empty = value_made(s->arena, STR(""));
	struct value w;

	if (set->any.n == 0 && !set->unknown)
		return empty;
	c.certain &= !other;
	w = sh_expand_value(s, &p->arg, c);
	if (other)
		s->substituted = STATUS_ANY;
	return other ? value_or(s->arena, &w, &empty) : w;
}

/* Unset, ${x:?} ends the shell: what comes after has it set. */
static struct value question(struct shell *s, const struct value *set,
                             bool other)
{
	bool never = set->any.n == 0 && !set->unknown;

	if (!other || s->dry)
		return *set;
	if (never)
		s->vars.flow = s->shell_must ? FLOW_DEAD : FLOW_EXIT;
	else if (!s->shell_must)
		s->vars.maybe |= 1U << FLOW_EXIT;
	return never ? unknown() : *set;
}

static struct value conditional(struct shell *s, const struct sh_param *p,
                                const struct value *v, struct sh_ctx c)
{
	bool other;
	struct value set = kept(s, v, p->colon, &other);

	if (p->op == OP_PLUS)
		return plus(s, p, &set, other, c);
	if (p->op == OP_QUESTION)
		return question(s, &set, other);
	if (!other)
		return set;
	set = or_word(s, p, &set, c);
	if (p->op == OP_ASSIGN)
		sh_set_value(&s->vars, p->name, set);
	return set;
}

static bool is_conditional(enum sh_op op)
{
	return op == OP_MINUS || op == OP_ASSIGN || op == OP_QUESTION ||
	       op == OP_PLUS;
}

/* Where bash may say that it can't be done. */
static bool is_refused(const struct sh_param *p, const struct sh_edit *e)
{
	return p->op == OP_OTHER || (p->op == OP_SLICE && e->length < 0);
}

/* An unset variable is empty. */
static struct value filled(struct shell *s, struct value v)
{
	if (v.absent)
		value_add(s->arena, &v, (struct text){0});
	v.absent = false;
	return v;
}

static struct value scalar(struct shell *s, const struct sh_param *p,
                           const struct value *v, struct sh_ctx c)
{
	struct sh_edit e = {.s = s, .op = p->op};
	struct value f;

	if (is_conditional(p->op))
		return conditional(s, p, v, c);
	f = filled(s, *v);
	if (p->op == OP_NONE)
		return f;
	f = value_map(s->arena, &f, sh_edit_of(s, p, c, &e), &e);
	if ((f.unknown && is_refused(p, &e)) ||
	    (!s->bash && !s->shell_must && p->op >= OP_REPLACE))
		doubt(s);
	return f;
}

static struct sh_pieces array(struct shell *s, const struct sh_param *p,
                              struct sh_pieces in, struct sh_ctx c)
{
	struct sh_content content = {.elems = in.v, .more = in.more};
	struct sh_pieces out = {.array = true,
	                        .more = in.more,
	                        .star = in.star};
	struct sh_edit e = {.s = s, .op = p->op};

	if (p->op == OP_NONE)
		return in;
	if (p->op == OP_LENGTH)
		return count(s, &content);
	if (is_conditional(p->op) || p->op == OP_SLICE) {
		out.more = true;
		return out;
	}
	slice_for (struct value, v, in.v)
		*arena_push(s->arena, &out.v) =
			value_map(s->arena, v, sh_edit_of(s, p, c, &e), &e);
	return out;
}

struct sh_pieces sh_param_value(struct shell *s, const struct sh_param *p,
                                struct sh_ctx c)
{
	struct sh_pieces in = lookup(s, p, c);

	if (in.array)
		return array(s, p, in, c);
	return one(s, scalar(s, p, &in.v.v[0], c));
}
