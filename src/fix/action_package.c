#include "base/path.h"
#include "fix/action.h"
#include "fix/effects.h"

static bool is_compat(struct str package)
{
	return str_has_prefix(package, STR("cuda-compat"));
}

static bool is_compat_install(const struct effect *e)
{
	return e->kind == EFFECT_INSTALL && is_compat(e->name.s);
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* The next word of a command as it stands; continued lines count as blank. */
static bool next_word(struct str *rest, struct str *word)
{
	size_t i = 0, n = 0;

	while (i < rest->n && (is_blank(rest->p[i]) || rest->p[i] == '\\'))
		i++;
	while (i + n < rest->n && !is_blank(rest->p[i + n]))
		n++;
	*word = (struct str){rest->n ? rest->p + i : NULL, n};
	*rest = str_from(*rest, i + n);
	return n > 0;
}

static struct str unquoted(struct str word)
{
	return word.p[0] == '"' || word.p[0] == '\'' ? str_from(word, 1) : word;
}

/* Does the command install something else too? */
static bool has_others(const struct effect *e)
{
	struct str rest = e->source.s, word;
	bool install = false;

	while (next_word(&rest, &word)) {
		if (str_eq(word, STR("install")))
			install = true;
		else if (install && word.p[0] != '-' &&
		         !is_compat(unquoted(word)))
			return true;
	}
	return false;
}

/*
 * The word and what parts it from the word in front: blanks and continued line
 * ends.  Comment lines in between stay, and so does all but the word then.
 */
static struct span with_gap(const struct dockerfile *d, struct span word)
{
	struct str file = d->bytes;
	size_t at = word.offset;

	while (at > 0 && (is_blank(file.p[at - 1]) ||
	                  (file.p[at - 1] == d->escape && at < file.n &&
	                   is_blank(file.p[at]))))
		at--;
	return (struct span){at, word.offset + word.n - at};
}

/* Does a line behind it name the compat directory? */
static bool is_referred_to(const struct fix_input *in, const struct effect *e)
{
	const struct dockerfile *d = in->docker_input->file;

	slice_for (struct instr, i, d->instrs)
		if (i->span.offset > e->instr->span.offset &&
		    i->keyword != KW_ENV &&
		    str_contains(i->joined.s, STR("/compat")))
			return true;
	return false;
}

/* Compat libraries that no such install brought? */
static bool has_other_compat(const struct fix_input *in)
{
	const struct docker_image *d = in->docker;
	size_t others = 0;

	slice_for (struct umd, u, d->facts.umd)
		others += u->kind == UMD_COMPAT;
	slice_for (struct umd, u, d->facts.umd) {
		const struct instr *by = docker_layer(d, u->layer);
		bool installed = false;

		slice_for (struct effect, e, d->effects)
			installed |= is_compat_install(e) && e->instr == by;
		others -= u->kind == UMD_COMPAT && installed;
	}
	return others > 0;
}

struct drop {
	const struct fix_input *in;
	struct arena *arena;
	struct action act;
	const struct effect *first, *last;
	bool others; /* where last is installed */
};

/* A command may name thousands; it is read once. */
static bool is_alone(struct drop *d, const struct effect *e)
{
	if (!d->last || d->last->source.s.p != e->source.s.p ||
	    d->last->source.s.n != e->source.s.n)
		d->others = has_others(e);
	d->last = e;
	return !d->others;
}

static struct str obstacle(struct drop *d, const struct effect *e,
                           struct span *word)
{
	if (!text_span(&e->word, 0, e->word.s.n, word))
		return STR("the package's name is put together elsewhere");
	if (word->offset < e->instr->span.offset ||
	    word->offset >= e->instr->span.offset + e->instr->span.n)
		return STR("the package's name comes from a variable");
	if (is_alone(d, e))
		return STR("nothing else is installed there");
	return STR("");
}

static void drop(struct drop *d, const struct effect *e)
{
	struct span word;
	struct edit edit;

	if (!d->first)
		d->act.title = arena_fmt(d->arena, "don't install " STR_F,
		                         STR_A(e->name.s));
	else if (!str_eq(d->first->name.s, e->name.s))
		d->act.title = STR("don't install compat packages");
	d->first = d->first ? d->first : e;
	d->act.refused = obstacle(d, e, &word);
	if (d->act.refused.n)
		return;
	edit.at = with_gap(d->in->docker_input->file, word);
	edit.text = STR("");
	if (!edits_add(d->arena, &d->act.edits, edit))
		d->act.refused = STR("one word names it for two commands");
}

/* All of them: one that stays would be found by the loader. */
void action_drop_package(const struct fix_input *in, struct arena *a,
                         struct actions *out)
{
	struct drop d = {.in = in,
	                 .arena = a,
	                 .act = {.kind = ACTION_DROP_PACKAGE,
	                         .grade = GRADE_SAFE}};

	slice_for (struct effect, e, in->docker->effects)
		if (is_compat_install(e) && d.act.refused.n == 0)
			drop(&d, e);
	if (!d.first)
		return;
	if (d.act.refused.n == 0 && is_referred_to(in, d.first))
		d.act.refused =
			STR("a later line refers to the compat directory");
	if (!has_other_compat(in))
		d.act.effect = effect_purge;
	*arena_push(a, out) = d.act;
}
