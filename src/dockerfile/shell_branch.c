#include "dockerfile/shell_expand.h"

enum sh_status sh_eval_if(struct shell *s, const struct sh_node *n,
                          struct sh_ctx c)
{
	unsigned maybe = s->vars.maybe;
	struct sh_ctx cond = c;
	struct sh_branch b[2];
	enum sh_status is, yes, no = STATUS_OK;
	size_t kids = n->kids.n;

	cond.must = false;
	cond.ignore = true;
	is = sh_eval(s, n->kids.v[0], cond);
	if (!sh_is_going(s))
		return STATUS_ANY;
	if (s->vars.maybe == maybe && !s->dry && is != STATUS_ANY) {
		if (is == STATUS_FAIL && kids < 3)
			return STATUS_OK;
		return sh_eval(s, n->kids.v[is == STATUS_OK ? 1 : 2], c);
	}
	yes = sh_in_branch(s, n->kids.v[1], c, &b[0]);
	if (kids == 3)
		no = sh_in_branch(s, n->kids.v[2], c, &b[1]);
	sh_join(&s->vars, b, kids - 1, kids == 2);
	return yes == no ? yes : STATUS_ANY;
}

/* Which arms of a case there may be. */
struct arms {
	struct shell *s;
	struct value of;
	bool taken[SHELL_VALUES_MAX];
	size_t left;  /* of of.any that no arm takes for sure */
	bool unknown; /* nor what is unknown of it */
};

static bool matches_all(const struct sh_pattern *p)
{
	return p->known && p->n == 1 && p->v[0].kind == ATOM_ANY &&
	       p->v[0].max == SIZE_MAX;
}

static bool try_pattern(struct arms *a, const struct sh_pattern *p)
{
	bool hit = a->unknown;

	if (matches_all(p))
		a->unknown = false;
	for (size_t i = 0; i < a->of.any.n; i++) {
		struct sh_found f;
		enum sh_match m;

		if (a->taken[i])
			continue;
		m = a->of.glob ?
		            MATCH_UNKNOWN :
		            sh_match_at(p, a->of.any.v[i].s, 0, WANT_ALL, &f);
		if (matches_all(p))
			m = MATCH_YES;
		hit |= m != MATCH_NO;
		a->taken[i] = m == MATCH_YES;
		a->left -= m == MATCH_YES;
	}
	return hit;
}

static bool try_arm(struct arms *a, const struct sh_words *patterns,
                    struct sh_ctx c)
{
	bool hit = a->s->dry;

	c.must = false;
	c.certain = false;
	slice_for (struct sh_word, w, *patterns) {
		struct sh_pattern p = sh_expand_pattern(a->s, w, c, false);

		if (a->left || a->unknown)
			hit |= try_pattern(a, &p);
	}
	return hit;
}

enum sh_status sh_eval_case(struct shell *s, const struct sh_node *n,
                            struct sh_ctx c)
{
	struct arms a = {.s = s, .of = sh_expand_value(s, &n->words.v[0], c)};
	struct sh_nodes hits = {0};
	struct {
		struct sh_branch *v;
		size_t n;
	} branches = {0};
	bool falls = false;

	a.left = a.of.any.n;
	a.unknown = a.of.unknown;
	for (size_t i = 0; i < n->kids.n; i++) {
		bool hit = try_arm(&a, &n->patterns.v[i], c) || falls;

		if (hit)
			*arena_push(s->arena, &hits) = n->kids.v[i];
		falls = hit && n->kids.v[i]->falls;
	}
	if (hits.n == 0)
		return STATUS_OK;
	if (hits.n == 1 && !a.left && !a.unknown && !s->dry)
		return sh_eval(s, hits.v[0], c);
	for (size_t i = 0; i < hits.n; i++)
		(void)sh_in_branch(s, hits.v[i], c,
		                   arena_push(s->arena, &branches));
	sh_join(&s->vars, branches.v, branches.n, a.left || a.unknown);
	return STATUS_ANY;
}
