/* COPY --from and RUN --mount=from: which stages a stage takes files from. */
#include "dockerfile/base_name.h"
#include "dockerfile/check.h"
#include "dockerfile/flags.h"
#include "dockerfile/stages_link.h"

struct dep {
	const struct instr *instr;
	size_t stage;
};

struct deps {
	struct dep *v;
	size_t n;
};

struct linker {
	struct stages *s;
	char escape;
	struct arena *arena;
	struct scope nothing;
	struct deps *deps;    /* of each stage */
	struct deps *onbuild; /* of each stage's ONBUILD */
	struct err *err;
};

static int refuse(struct linker *l, const struct instr *i, struct str from,
                  const char *why)
{
	return err_set(l->err, ERR_FORMAT,
	               "line %zu: " STR_F " from " STR_F ": %s", i->first,
	               STR_A(i->name.s), STR_A(from), why);
}

/* A name, or for COPY a number too; what is none is an image. */
static int find(struct linker *l, const struct instr *i, struct str from,
                struct deps *out)
{
	uint64_t number;
	size_t stage;

	if (i->keyword == KW_COPY && str_uint(from, &number)) {
		if (number >= l->s->all.n)
			return refuse(l, i, from, "there is no such stage");
		stage = (size_t)number;
	} else if (!names_get(&l->s->names, stage_key(l->arena, from),
	                      &stage)) {
		return base_name_is_valid(from) ?
		               0 :
		               refuse(l, i, from,
		                      "no stage, and no image's name");
	}
	*arena_push(l->arena, out) = (struct dep){i, stage};
	return 0;
}

static int add_copy(struct linker *l, const struct instr *i, struct deps *out)
{
	struct text from;
	struct expansion ex;

	if (!instr_flag(i, STR("from"), l->arena, &from) || from.s.n == 0)
		return 0;
	if (expand_word(&from, l->escape, &l->nothing, l->arena, &ex, l->err) <
	    0)
		return err_wrap(l->err, "line %zu", i->first);
	if (!str_eq(ex.text.s, from.s))
		return refuse(l, i, from.s,
		              "no variables here; make a stage of it by "
		              "FROM, where they are allowed");
	return find(l, i, from.s, out);
}

static int add_mounts(struct linker *l, const struct instr *i, struct deps *out)
{
	struct mounts mounts;

	instr_mounts(i, l->arena, &mounts);
	slice_for (const struct mount, m, mounts) {
		struct text from;

		if (mount_field(m, STR("from"), l->arena, &from) && from.s.n &&
		    find(l, i, from.s, out) < 0)
			return -1;
	}
	return 0;
}

static int add_deps(struct linker *l, const struct instrs *body,
                    struct deps *out)
{
	slice_for (const struct instr, i, *body) {
		if (i->keyword == KW_COPY && add_copy(l, i, out) < 0)
			return -1;
		if (i->keyword == KW_RUN && add_mounts(l, i, out) < 0)
			return -1;
	}
	return 0;
}

static int add_onbuild(struct linker *l, const struct stage *parent)
{
	slice_for (const struct instr, i, parent->onbuild)
		if (instr_check(i, l->err) < 0)
			return -1;
	return add_deps(l, &parent->onbuild, &l->onbuild[parent->index]);
}

static void mark_used(struct linker *l, const struct deps *deps)
{
	slice_for (const struct dep, it, *deps)
		l->s->all.v[it->stage].used = true;
}

/* Once for each stage, and for each that others are built on. */
static int collect(struct linker *l)
{
	bool *done = arena_array(l->arena, bool, l->s->all.n);

	slice_for (const struct stage, st, l->s->all) {
		struct deps *own = &l->deps[st->index];

		if (add_deps(l, &st->body, own) < 0)
			return -1;
		slice_for (const struct dep, it, *own)
			if (it->stage == st->index)
				return refuse(l, it->instr, st->name.s,
				              "that is this stage itself");
		mark_used(l, own);
		if (!st->parent || done[st->parent->index])
			continue;
		done[st->parent->index] = true;
		if (add_onbuild(l, st->parent) < 0)
			return -1;
		mark_used(l, &l->onbuild[st->parent->index]);
	}
	return 0;
}

struct todo {
	size_t *stages;
	size_t n;
	bool *seen;
};

static void reach(struct todo *t, size_t stage)
{
	if (t->seen[stage])
		return;
	t->seen[stage] = true;
	t->stages[t->n++] = stage;
}

/* What the target needs must stand before what needs it. */
static int check_order(struct linker *l)
{
	size_t n = l->s->all.n;
	struct todo t = {arena_array(l->arena, size_t, n), 0,
	                 arena_array(l->arena, bool, n)};

	reach(&t, l->s->target->index);
	while (t.n) {
		const struct stage *st = &l->s->all.v[t.stages[--t.n]];

		if (st->parent) {
			reach(&t, st->parent->index);
			slice_for (const struct dep, it,
			           l->onbuild[st->parent->index])
				reach(&t, it->stage);
			l->onbuild[st->parent->index].n = 0;
		}
		slice_for (const struct dep, it, l->deps[st->index]) {
			if (it->stage > st->index)
				return refuse(l, it->instr,
				              l->s->all.v[it->stage].name.s,
				              "that stage comes later");
			reach(&t, it->stage);
		}
	}
	return 0;
}

int stages_link_copies(struct stages *s, char escape, struct arena *a,
                       struct err *err)
{
	struct linker l = {.s = s,
	                   .escape = escape,
	                   .arena = a,
	                   .deps = arena_array(a, struct deps, s->all.n),
	                   .onbuild = arena_array(a, struct deps, s->all.n),
	                   .err = err};

	scope_init(&l.nothing, a);
	return collect(&l) < 0 ? -1 : check_order(&l);
}
