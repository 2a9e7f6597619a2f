#include "dockerfile/shell_value.h"

struct value value_unknown(struct text lead)
{
	return (struct value){.unknown = true, .lead = lead};
}

/* Two places gave the same bytes: neither is the one to edit. */
static void disown(struct arena *a, struct text *t, const struct text *other)
{
	bool same = t->runs.n == other->runs.n;

	for (size_t i = 0; same && i < t->runs.n; i++) {
		const struct text_run *x = &t->runs.v[i];
		const struct text_run *y = &other->runs.v[i];

		same = x->n == y->n && x->from == y->from &&
		       x->offset == y->offset;
	}
	if (!same)
		*t = text_of(a, TEXT_MADE, t->s);
}

static struct text common(struct arena *a, const struct text *x,
                          const struct text *y)
{
	size_t n = 0;

	while (n < x->s.n && n < y->s.n && x->s.p[n] == y->s.p[n])
		n++;
	return text_slice(a, x, 0, n);
}

void value_add_unknown(struct arena *a, struct value *v, struct text lead)
{
	v->lead = v->unknown ? common(a, &v->lead, &lead) : lead;
	v->unknown = true;
}

void value_add(struct arena *a, struct value *v, struct text t)
{
	slice_for (struct text, x, v->any) {
		if (str_eq(x->s, t.s)) {
			disown(a, x, &t);
			return;
		}
	}
	if (v->any.n < SHELL_VALUES_MAX && t.s.n <= SHELL_TEXT_MAX)
		*arena_push(a, &v->any) = t;
	else
		value_add_unknown(a, v, (struct text){0});
}

struct value value_of(struct arena *a, struct text t)
{
	struct value v = {0};

	value_add(a, &v, t);
	return v;
}

struct value value_made(struct arena *a, struct str s)
{
	return value_of(a, text_of(a, TEXT_MADE, s));
}

struct value value_or(struct arena *a, const struct value *x,
                      const struct value *y)
{
	struct value v = {
		.unknown = x->unknown,
		.lead = x->lead,
		.absent = x->absent || y->absent,
		.glob = x->glob || y->glob,
	};

	slice_for (struct text, t, x->any)
		value_add(a, &v, *t);
	slice_for (struct text, t, y->any)
		value_add(a, &v, *t);
	if (y->unknown)
		value_add_unknown(a, &v, y->lead);
	return v;
}

static void then_each(struct arena *a, struct value *out, const struct text *x,
                      const struct value *y)
{
	slice_for (struct text, t, y->any) {
		if (x->s.n + t->s.n <= SHELL_TEXT_MAX)
			value_add(a, out, text_cat(a, x, t));
		else
			value_add_unknown(a, out, *x);
	}
	if (y->unknown)
		value_add_unknown(a, out, text_cat(a, x, &y->lead));
}

struct value value_then(struct arena *a, const struct value *x,
                        const struct value *y)
{
	struct value v = {.glob = x->glob || y->glob};

	slice_for (struct text, t, x->any)
		then_each(a, &v, t, y);
	if (x->unknown)
		value_add_unknown(a, &v, x->lead);
	return v;
}

struct value_maker value_maker_new(struct arena *a)
{
	struct value_maker m = {.arena = a, .m.arena = a};

	m.v = value_of(a, (struct text){0});
	return m;
}

static void settle(struct value_maker *m)
{
	struct value rest;

	if (m->m.n == 0)
		return;
	rest = value_of(m->arena, text_take(&m->m));
	m->v = value_then(m->arena, &m->v, &rest);
}

void value_put(struct value_maker *m, const struct value *v)
{
	struct text t;

	m->glob |= v->glob;
	if (value_one(v, &t) && m->m.n + t.s.n <= SHELL_TEXT_MAX) {
		text_add(&m->m, &t, 0, t.s.n);
		return;
	}
	settle(m);
	m->v = value_then(m->arena, &m->v, v);
	if (v->absent)
		value_add_unknown(m->arena, &m->v, (struct text){0});
}

void value_put_made(struct value_maker *m, struct str s)
{
	const struct value v = value_made(m->arena, s);

	value_put(m, &v);
}

struct value value_take(struct value_maker *m)
{
	struct value v;

	settle(m);
	v = m->v;
	v.glob = m->glob;
	*m = value_maker_new(m->arena);
	return v;
}

struct value value_map(struct arena *a, const struct value *v, value_map_fn *f,
                       void *ctx)
{
	struct value out = {.absent = v->absent};

	if (v->unknown || v->glob)
		value_add_unknown(a, &out, (struct text){0});
	for (size_t i = 0; !v->glob && i < v->any.n; i++) {
		struct text t;

		if (f(ctx, &v->any.v[i], &t))
			value_add(a, &out, t);
		else
			value_add_unknown(a, &out, (struct text){0});
	}
	return out;
}

bool value_one(const struct value *v, struct text *out)
{
	if (v->any.n != 1 || v->unknown || v->absent)
		return false;
	*out = v->any.v[0];
	return true;
}

bool value_can_be(const struct value *v, struct str s)
{
	if (v->unknown && str_has_prefix(s, v->lead.s))
		return true;
	slice_for (struct text, t, v->any)
		if (str_eq(t->s, s) || (v->glob && str_glob(t->s, s)))
			return true;
	return false;
}
