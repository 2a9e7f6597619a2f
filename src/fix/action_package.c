#include "base/path.h"
#include "fix/action.h"
#include "fix/effects.h"

static bool is_compat_install(const struct fix_input *in,
                              const struct effect *e)
{
	if (e->kind != EFFECT_INSTALL ||
	    !str_has_prefix(e->name.s, STR("cuda-compat")))
		return false;
	for (size_t i = 0; i < in->docker->chain.n; i++)
		if (in->docker->chain.v[i] == e->stage)
			return true;
	return false;
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

/* Packages that the command installs. */
static size_t packages(const struct effect *e)
{
	struct str rest = e->source.s, word;
	bool install = false;
	size_t n = 0;

	while (next_word(&rest, &word)) {
		if (str_eq(word, STR("install")))
			install = true;
		else if (install && word.p[0] != '-')
			n++;
	}
	return n;
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

static bool base_has_compat(const struct fix_input *in)
{
	slice_for (struct umd, u, in->docker->facts.umd)
		if (u->kind == UMD_COMPAT &&
		    u->layer < (int64_t)in->docker->base_layers)
			return true;
	return false;
}

static struct str obstacle(const struct fix_input *in, const struct effect *e,
                           struct span *word)
{
	if (!text_span(&e->word, 0, e->word.s.n, word))
		return STR("the package's name is put together elsewhere");
	if (word->offset < e->instr->span.offset ||
	    word->offset >= e->instr->span.offset + e->instr->span.n)
		return STR("the package's name comes from a variable");
	if (packages(e) < 2)
		return STR("nothing else is installed there");
	if (is_referred_to(in, e))
		return STR("a later line refers to the compat directory");
	return STR("");
}

void action_drop_package(const struct fix_input *in, struct arena *a,
                         struct actions *out)
{
	slice_for (struct effect, e, in->docker->effects) {
		struct action *act;
		struct span word;

		if (!is_compat_install(in, e))
			continue;
		act = arena_push(a, out);
		*act = (struct action){
			.kind = ACTION_DROP_PACKAGE,
			.grade = GRADE_SAFE,
			.title = arena_fmt(a, "don't install " STR_F,
		                           STR_A(e->name.s)),
			.refused = obstacle(in, e, &word),
		};
		if (act->refused.n)
			continue;
		edits_add(a, &act->edits,
		          (struct edit){with_gap(in->docker_input->file, word),
		                        STR("")});
		if (!base_has_compat(in))
			act->effect = effect_purge;
	}
}
