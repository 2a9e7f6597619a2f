#include "dockerfile/stages.h"

#include "dockerfile/check.h"
#include "dockerfile/stages_link.h"

struct str stage_key(struct arena *a, struct str s)
{
	char *p = arena_array(a, char, s.n + 1);

	for (size_t i = 0; i < s.n; i++)
		p[i] = (char)(s.p[i] >= 'A' && s.p[i] <= 'Z' ? s.p[i] | 0x20 :
		                                               s.p[i]);
	return (struct str){p, s.n};
}

static void add_stage(struct stages *s, const struct instr *from,
                      struct arena *a)
{
	struct stage *st = arena_push(a, &s->all);

	*st = (struct stage){.index = s->all.n - 1, .from = from};
	if (from->args.n == 3) {
		st->name = from->args.v[2];
		st->key = stage_key(a, st->name.s);
	}
}

static void add_instr(struct stage *st, struct instr *i, struct arena *a)
{
	if (!st->body.n++)
		st->body.v = i;
	if (i->keyword == KW_ONBUILD)
		*arena_push(a, &st->onbuild) = *i->nested;
}

/* Each instruction is checked, and belongs to the stage before it. */
static int split(const struct dockerfile *d, struct stages *s, struct arena *a,
                 struct err *err)
{
	slice_for (struct instr, i, d->instrs) {
		struct stage *last = s->all.n ? &s->all.v[s->all.n - 1] : NULL;

		if (instr_check(i, err) < 0)
			return -1;
		if (i->keyword == KW_FROM && s->all.n == STAGES_READ_MAX)
			return err_set(err, ERR_LIMIT,
			               "line %zu: more than %d stages",
			               i->first, STAGES_READ_MAX);
		if (i->keyword == KW_FROM) {
			add_stage(s, i, a);
		} else if (last) {
			add_instr(last, i, a);
		} else if (i->keyword != KW_ARG) {
			return err_set(err, ERR_FORMAT,
			               "line %zu: " STR_F
			               " before the first FROM: only ARG "
			               "may stand there",
			               i->first, STR_A(i->name.s));
		}
	}
	return 0;
}

static int global_args(const struct dockerfile *d, struct stages *s,
                       struct err *err)
{
	for (size_t i = 0; d->instrs.v[i].keyword != KW_FROM; i++)
		if (scope_apply_global(s, &d->instrs.v[i], d->escape, err) < 0)
			return -1;
	return 0;
}

static int no_target(const struct stages *s, struct err *err)
{
	struct buf b = {.max = 200};

	slice_for (const struct stage, st, s->all) {
		if (st->name.s.n == 0)
			continue;
		buf_add(&b, b.n ? STR(", ") : STR("; there are "));
		buf_add(&b, st->name.s);
	}
	(void)err_set(err, ERR_USAGE, "no stage " STR_F STR_F "%s",
	              STR_A(s->o->target), STR_A(buf_str(&b)),
	              b.truncated ? "…" : "");
	buf_free(&b);
	return -1;
}

static int find_target(struct stages *s, struct arena *a, struct err *err)
{
	struct str want = s->o->target;
	uint64_t number = s->all.n - 1;
	size_t i;

	if (want.n && names_get(&s->names, stage_key(a, want), &i))
		number = i;
	else if (want.n && !str_uint(want, &number))
		return no_target(s, err);
	if (number >= s->all.n)
		return no_target(s, err);
	s->target = &s->all.v[number];
	return 0;
}

static void find_leaves(struct stages *s, struct arena *a)
{
	slice_for (const struct stage, st, s->all)
		if (!st->used)
			*arena_push(a, &s->leaves) = st;
}

int stages_of(const struct dockerfile *d, const struct build_opts *o,
              struct arena *a, struct stages *out, struct err *err)
{
	struct stages s = {.o = o};

	if (split(d, &s, a, err) < 0)
		return -1;
	if (s.all.n == 0)
		return err_set(err, ERR_FORMAT, "no FROM: nothing to build");
	scope_init_global(&s, s.all.v[s.all.n - 1].key, a);
	if (global_args(d, &s, err) < 0)
		return -1;
	slice_for (struct stage, st, s.all) {
		if (stage_link_base(&s, st, d->escape, a, err) < 0)
			return -1;
		if (st->key.n)
			names_set(&s.names, a, st->key, st->index);
	}
	if (find_target(&s, a, err) < 0 ||
	    stages_link_copies(&s, d->escape, a, err) < 0)
		return -1;
	find_leaves(&s, a);
	*out = s;
	return 0;
}

const struct stage *stages_copy_from(const struct stages *s,
                                     const struct stage *from, struct str name)
{
	uint64_t number;
	size_t i;

	if (str_uint(name, &number))
		i = number < s->all.n ? (size_t)number : s->all.n;
	else if (!names_get(&s->names, stage_key(s->global.arena, name), &i))
		return NULL;
	return i < from->index ? &s->all.v[i] : NULL;
}

void stages_chain(const struct stage *target, struct arena *a,
                  struct stage_refs *out)
{
	size_t n = 0;

	for (const struct stage *st = target; st; st = st->parent)
		n++;
	out->v = arena_array(a, const struct stage *, n);
	out->n = n;
	for (const struct stage *st = target; st; st = st->parent)
		out->v[--n] = st;
}
