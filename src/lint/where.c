#include "lint/where.h"

#include "base/path.h"

void finding_text(struct finding *f, const struct text *t)
{
	size_t from = SIZE_MAX, to = 0;

	slice_for (struct text_run, r, t->runs) {
		if (r->from != TEXT_FILE)
			continue;
		if (r->offset < from)
			from = r->offset;
		if (r->offset + r->n > to)
			to = r->offset + r->n;
	}
	if (to > from)
		f->at = (struct span){from, to - from};
}

void finding_instr(struct finding *f, const struct instr *i)
{
	if (i)
		f->at = i->span;
}

/* Bytes of an argument stand elsewhere: then the place is the use of it. */
static bool is_inside(const struct span *s, const struct instr *i)
{
	return s->n && s->offset >= i->span.offset &&
	       s->offset + s->n <= i->span.offset + i->span.n;
}

void finding_effect(struct finding *f, const struct effect *e)
{
	const struct text *texts[] = {&e->word, &e->name, &e->source};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		struct finding found = {0};

		finding_text(&found, texts[i]);
		if (is_inside(&found.at, e->instr)) {
			f->at = found.at;
			return;
		}
	}
	finding_instr(f, e->instr);
}

void finding_root(const struct lint_input *in, struct finding *f)
{
	const struct stage *root = in->docker ? in->docker->root : NULL;
	struct finding found = {0};

	if (!root)
		return;
	finding_text(&found, &root->image);
	if (is_inside(&found.at, root->from))
		f->at = found.at;
	else
		finding_instr(f, root->from);
}

static const struct effect *last_env(const struct lint_input *in,
                                     struct str name)
{
	const struct effect *last = NULL;

	slice_for (const struct effect, e, in->docker->effects)
		if (e->kind == EFFECT_ENV && str_eq(e->name.s, name))
			last = e;
	return last;
}

/* "config.Env" and the line that set it: any variable that the line names. */
static bool place_env(const struct lint_input *in, struct finding *f,
                      const struct evidence *e)
{
	slice_for (const struct effect, env, in->docker->effects)
		if (env->kind == EFFECT_ENV &&
		    str_contains(e->history, env->name.s) &&
		    env == last_env(in, env->name.s)) {
			finding_effect(f, env);
			return true;
		}
	return false;
}

static bool place_by(const struct lint_input *in, struct finding *f,
                     const struct evidence *e)
{
	const struct instr *i;

	if (e->layer < 0)
		return str_eq(e->path, STR("config.Env")) &&
		       place_env(in, f, e);
	i = docker_layer(in->docker, e->layer);
	finding_instr(f, i);
	return i;
}

void findings_place(const struct lint_input *in, struct findings *all)
{
	if (!in->docker)
		return;
	slice_for (struct finding, f, *all) {
		slice_for (const struct evidence, e, f->evidence)
			if (f->at.n == 0 && place_by(in, f, e))
				break;
		if (f->at.n == 0)
			finding_root(in, f);
	}
}
