#include "fix/place.h"

#include "base/path.h"
#include "fix/effects.h"

static const struct stage *target(const struct fix_input *in)
{
	return in->docker->stages.target;
}

/* Packages that are, or may ask for, a compat package: F12. */
static bool may_bring_compat(const struct effect *e)
{
	struct str name = e->name.s;

	if (e->kind == EFFECT_COPY)
		return str_contains(name, STR("cuda"));
	if (e->kind != EFFECT_INSTALL || e->manager == MANAGER_PIP ||
	    e->manager == MANAGER_UV || e->manager == MANAGER_CONDA)
		return false;
	return is_cuda_metapackage(name) ||
	       str_has_prefix(name, STR("cuda-compat")) ||
	       str_has_prefix(name, STR("cuda-demo"));
}

/* FROM and the ARGs right behind it. */
static const struct instr *head_of(const struct stage *s)
{
	const struct instr *last = s->from;

	slice_for (struct instr, i, s->body) {
		if (i->keyword != KW_ARG)
			break;
		last = i;
	}
	return last;
}

static const struct instr *later(const struct instr *x, const struct instr *y)
{
	return !x || (y && y->span.offset > x->span.offset) ? y : x;
}

/* By what the facts have, and by what may have more than they say. */
static const struct instr *last_bringer(const struct fix_input *in)
{
	const struct instr *last = NULL;

	slice_for (struct effect, e, in->docker->effects)
		if (e->stage == target(in) && may_bring_compat(e))
			last = later(last, e->instr);
	slice_for (struct umd, u, in->docker->facts.umd) {
		const struct instr *by = docker_layer(in->docker, u->layer);

		if (u->kind == UMD_COMPAT && by &&
		    by->span.offset > target(in)->from->span.offset)
			last = later(last, by);
	}
	return last;
}

/* The instruction behind one of the target stage; NULL: it is the last. */
static const struct instr *next_of(const struct fix_input *in,
                                   const struct instr *i)
{
	const struct stage *s = target(in);

	if (i == s->from)
		return s->body.n ? s->body.v : NULL;
	return i + 1 < s->body.v + s->body.n ? i + 1 : NULL;
}

static void state_behind(const struct fix_input *in, const struct instr *i,
                         struct arena *a, struct docker_state *out)
{
	const struct docker_changes *all = &in->docker->changes;
	const struct instr *next = next_of(in, i);

	if (next)
		docker_state_at(in->docker, next, a, out);
	else
		*out = all->n ? all->v[all->n - 1].state :
		                (struct docker_state){0};
}

/* --placement=cache: as late as root still works. */
static const struct instr *last_root_run(const struct fix_input *in,
                                         const struct instr *from,
                                         struct arena *a)
{
	const struct instr *last = from;

	for (const struct instr *i = next_of(in, from); i; i = next_of(in, i)) {
		struct docker_state state;

		if (i->keyword != KW_RUN)
			continue;
		docker_state_at(in->docker, i, a, &state);
		if (state.root)
			last = i;
	}
	return last;
}

static bool is_posix_shell(const struct texts *shell)
{
	static const char *const known[] = {"sh", "bash", "dash", "ash"};

	if (shell->n == 0)
		return true;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_eq(path_base(shell->v[0].s), str_c(known[i])))
			return true;
	return false;
}

void place_for_purge(const struct fix_input *in, struct arena *a,
                     struct place *out)
{
	const struct instr *bringer = last_bringer(in);

	*out = (struct place){.after = bringer ? bringer : head_of(target(in))};
	if (in->placement == PLACE_CACHE)
		out->after = last_root_run(in, out->after, a);
	state_behind(in, out->after, a, &out->state);
	out->shell_is_posix = is_posix_shell(&out->state.shell);
	for (const struct instr *i = next_of(in, out->after); i;
	     i = next_of(in, i))
		out->user_later |= i->keyword == KW_USER;
}

/* As the stage itself writes it, else expanded; "" unknown. */
static struct str user_before(const struct fix_input *in, const struct place *p)
{
	struct str user = p->state.user_known ? p->state.user.s : in->base_user;

	slice_for (struct instr, i, target(in)->body) {
		if (i->span.offset > p->after->span.offset)
			break;
		if (i->keyword == KW_USER && i->args.n == 1)
			user = i->args.v[0].s;
	}
	return user;
}

/* "USER root", and back to what it was. */
static struct str wrap_user(const struct fix_input *in, const struct place *p,
                            struct str lines, struct arena *a, size_t *inserts,
                            bool *restored)
{
	const char *eol = in->docker_input->file->crlf ? "\r\n" : "\n";
	struct str user = user_before(in, p);

	*restored = user.n > 0;
	*inserts += 1 + *restored;
	return arena_fmt(a, "USER root%s" STR_F "%s" STR_F "%s", eol,
	                 STR_A(lines), *restored ? "USER " : "", STR_A(user),
	                 *restored ? eol : "");
}

struct edit place_lines(const struct fix_input *in, const struct place *p,
                        struct str lines, struct arena *a, size_t *inserts,
                        bool *restored)
{
	const struct dockerfile *d = in->docker_input->file;
	size_t end = p->after->span.offset + p->after->span.n;
	const char *eol = d->crlf ? "\r\n" : "\n";

	*restored = true;
	if (!p->state.root)
		lines = wrap_user(in, p, lines, a, inserts, restored);
	/* A file without a last line end stays one: D5.9. */
	if (end == d->bytes.n && end && d->bytes.p[end - 1] != '\n') {
		lines.n -= d->crlf ? 2 : 1;
		lines = arena_fmt(a, "%s" STR_F, eol, STR_A(lines));
	}
	return (struct edit){{end, 0}, lines};
}
