#include "dockerfile/shell_expand.h"

/* What these may change isn't known from here on. */
static void shake(struct shell *s, const struct sh_nodes *kids, struct sh_ctx c)
{
	struct sh_mark m = sh_branch_begin(&s->vars);
	bool dry = s->dry;
	struct sh_branch b;

	if (!dry) {
		s->dry = true;
		for (size_t i = 0; i < kids->n; i++)
			(void)sh_eval(s, kids->v[i], c);
		s->dry = false;
	}
	sh_branch_end(&s->vars, m, &b);
	slice_for (struct sh_change, ch, b.changes) {
		struct sh_content unknown = {
			.array = ch->content.array,
			.more = ch->content.array,
			.exported = ch->content.exported,
		};

		if (!unknown.array)
			*arena_push(s->arena, &unknown.elems) =
				(struct value){.unknown = true, .absent = true};
		sh_set(&s->vars, s->vars.all.v[ch->var].name, unknown);
	}
}

/* Out of the innermost loop. */
static void leave_loop(struct shell *s, unsigned maybe)
{
	unsigned bits = 1U << FLOW_BREAK | 1U << FLOW_CONTINUE;

	if (s->vars.flow == FLOW_BREAK || s->vars.flow == FLOW_CONTINUE)
		s->vars.flow = FLOW_ON;
	s->vars.maybe = (s->vars.maybe & ~bits) | (maybe & bits);
}

enum sh_status sh_eval_while(struct shell *s, const struct sh_node *n,
                             struct sh_ctx c)
{
	unsigned maybe = s->vars.maybe;
	struct sh_ctx in = c;
	struct sh_branch b;
	enum sh_status is;

	in.must = false;
	shake(s, &n->kids, in);
	in.ignore = true;
	is = sh_eval(s, n->kids.v[0], in);
	if (!sh_is_going(s) ||
	    (!s->dry && is == (n->until ? STATUS_OK : STATUS_FAIL)))
		return STATUS_OK;
	in.ignore = c.ignore;
	in.in = NULL;
	(void)sh_in_branch(s, n->kids.v[1], in, &b);
	sh_join(&s->vars, &b, 1, true);
	leave_loop(s, maybe);
	return STATUS_ANY;
}

struct rounds {
	struct sh_node *body;
	struct str name;
	struct values items;
	unsigned maybe;
};

static enum sh_status eval_rounds(struct shell *s, const struct rounds *r,
                                  size_t i, struct sh_ctx c);

/* From item i on, or nothing of it. */
static enum sh_status rounds_or_none(struct shell *s, const struct rounds *r,
                                     size_t i, struct sh_ctx c)
{
	struct sh_mark m = sh_branch_begin(&s->vars);
	struct rounds rest = *r;
	struct sh_branch b;

	rest.maybe = s->vars.maybe;
	c.certain = false;
	(void)eval_rounds(s, &rest, i, c);
	sh_branch_end(&s->vars, m, &b);
	sh_join(&s->vars, &b, 1, true);
	return STATUS_ANY;
}

static enum sh_status one_round(struct shell *s, const struct rounds *r,
                                size_t i, struct sh_ctx c)
{
	struct sh_nodes kids = {&(struct sh_node *){r->body}, 1};
	struct value item = r->items.v[i];

	item.absent = false;
	c.must &= i + 1 == r->items.n;
	if (item.glob)
		shake(s, &kids, c);
	sh_set_value(&s->vars, r->name, item);
	return sh_eval(s, r->body, c);
}

static enum sh_status eval_rounds(struct shell *s, const struct rounds *r,
                                  size_t i, struct sh_ctx c)
{
	enum sh_status status = STATUS_OK;

	for (; i < r->items.n && sh_is_going(s); i++) {
		unsigned others = ~(1U << FLOW_CONTINUE);

		if ((s->vars.maybe & others) != (r->maybe & others))
			return rounds_or_none(s, r, i, c);
		if (r->items.v[i].absent) {
			struct rounds only = *r;

			only.items = (struct values){&r->items.v[i], 1};
			only.items.v[0].absent = false;
			c.must = false;
			status = rounds_or_none(s, &only, 0, c);
		} else {
			status = one_round(s, r, i, c);
		}
		if (s->vars.flow == FLOW_CONTINUE)
			s->vars.flow = FLOW_ON;
		s->vars.maybe = (s->vars.maybe & others) | (r->maybe & ~others);
	}
	return status;
}

enum sh_status sh_eval_for(struct shell *s, const struct sh_node *n,
                           struct sh_ctx c)
{
	struct rounds r = {n->kids.v[0], n->name, {0}, s->vars.maybe};
	struct sh_content args = sh_get(&s->vars, STR("@"));
	struct value any = {.unknown = true};
	struct sh_branch b;
	bool more = args.more;
	enum sh_status status;

	if (n->listed)
		more = sh_expand_words(s, &n->words, c, &r.items);
	else
		r.items = args.elems;
	c.in = NULL;
	if (!more && r.items.n <= SHELL_LOOP_MAX && !s->dry) {
		status = eval_rounds(s, &r, 0, c);
		leave_loop(s, r.maybe);
		return s->vars.maybe == r.maybe ? status : STATUS_ANY;
	}
	if (!more && !s->dry)
		sh_problem(s, &n->source,
		           "a loop of more rounds than are read");
	c.must = false;
	shake(s, &n->kids, c);
	sh_set_value(&s->vars, n->name, any);
	(void)sh_in_branch(s, n->kids.v[0], c, &b);
	sh_join(&s->vars, &b, 1, true);
	leave_loop(s, r.maybe);
	return STATUS_ANY;
}
