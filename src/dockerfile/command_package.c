/* What package managers install and remove. */
#include "dockerfile/command_package.h"
#include "dockerfile/parts.h"

#include "base/path.h"

static bool is_pattern(struct str s)
{
	return str_contains(s, STR("*")) || str_contains(s, STR("?")) ||
	       str_has_prefix(s, STR("^"));
}

/* apt's regular expressions come down to globs: ^cuda-compat.* */
static struct str glob_of(struct apply *ap, struct str s)
{
	char space[PATH_MAX_BYTES];
	size_t n = 0;

	for (size_t i = 0; i < s.n && n < sizeof space; i++) {
		bool dot = s.p[i] == '.' && i + 1 < s.n && s.p[i + 1] == '*';

		if (!dot && s.p[i] != '^' && s.p[i] != '$')
			space[n++] = s.p[i];
	}
	return arena_str(ap->arena, (struct str){space, n});
}

/* Where the name ends: "=1.2-3", ":amd64", "/stable". */
static size_t name_end(struct str word)
{
	size_t n = 0;

	while (n < word.n && word.p[n] != '=' && word.p[n] != ':' &&
	       word.p[n] != '/')
		n++;
	return n;
}

static size_t version_at(struct str word)
{
	for (size_t i = 0; i < word.n; i++)
		if (word.p[i] == '=')
			return i + 1;
	return word.n;
}

/* "./cuda-repo_12_amd64.deb" and "https://…/x.rpm": the name in the name. */
static bool is_file(struct str word)
{
	return str_has_suffix(word, STR(".deb")) ||
	       str_has_suffix(word, STR(".rpm"));
}

static struct text file_name(struct apply *ap, const struct text *word)
{
	struct str base = path_base(word->s), head, rest;

	if (str_has_suffix(base, STR(".deb")))
		(void)str_cut(base, '_', &head, &rest);
	else
		head = base;
	if (str_has_suffix(head, STR(".deb")) ||
	    str_has_suffix(head, STR(".rpm")))
		head.n -= STR(".rpm").n;
	return text_slice(ap->arena, word, (size_t)(base.p - word->s.p),
	                  head.n);
}

/* rpm's "cuda-compat-12-4-550.54.15-1.el9.x86_64": off with what follows the
 * longest name that a row has. */
static size_t rpm_name(struct apply *ap, struct str word)
{
	struct parts all = know_parts(ap->know);
	struct str cuda, at = word;

	for (int cuts = 0; cuts < 3; cuts++) {
		slice_for (struct part, p, all)
			if (part_is_of(p, at, ap->arena, &cuda) &&
			    (cuda.n || !str_contains(p->of, STR("*"))))
				return at.n;
		while (at.n && at.p[at.n - 1] != '-')
			at.n--;
		if (at.n == 0)
			break;
		at.n--;
	}
	return word.n;
}

static void split(const struct task *t, const struct text *word,
                  struct text *name, struct text *version)
{
	struct arena *a = t->ap->arena;
	size_t n = name_end(word->s), at = version_at(word->s);

	if (t->manager == MANAGER_DNF || t->manager == MANAGER_RPM) {
		n = rpm_name(t->ap, word->s);
		at = n < word->s.n ? n + 1 : n;
	}
	*name = text_slice(a, word, 0, n);
	*version = text_slice(a, word, at, word->s.n - at);
}

static struct effect *add_effect(const struct task *t, enum effect_kind kind,
                                 const struct text *word)
{
	struct effect *e = apply_effect(t->ap, kind, t->c);

	e->manager = t->manager;
	e->word = *word;
	split(t, word, &e->name, &e->value);
	return e;
}

void may_bring(const struct task *t, struct str what)
{
	struct str reason =
		arena_fmt(t->ap->arena,
	                  "whether " STR_F " is installed is not known",
	                  STR_A(what));

	files_gaps(t->ap,
	           1u << GROUP_DRIVER | 1u << GROUP_RUNTIME |
	                   1u << GROUP_PACKAGES,
	           reason);
}

/* Versions with a wildcard, or none, are what is newest. */
static struct str exact(struct str version)
{
	return is_pattern(version) ? STR("") : version;
}

static void install_word(const struct task *t, const struct text *word)
{
	struct text name, version, file;

	if (is_file(word->s)) {
		file = file_name(t->ap, word);
		word = &file;
	}
	split(t, word, &name, &version);
	if (is_pattern(name.s) && parts_know(t->ap, glob_of(t->ap, name.s))) {
		(void)add_effect(t, EFFECT_INSTALL, word);
		may_bring(t, name.s);
		return;
	}
	if (!parts_know(t->ap, name.s))
		return;
	(void)add_effect(t, EFFECT_INSTALL, word);
	if (t->c->sure)
		parts_of_package(t->ap, name.s, exact(version.s));
	else if (!files_has_package(t->ap, name.s) &&
	         parts_bring(t->ap, name.s))
		may_bring(t, name.s);
}

/* One of several, or something that begins with what is known. */
static void install_unsure(const struct task *t, const struct value *v)
{
	struct apply *ap = t->ap;

	slice_for (struct text, any, v->any) {
		struct text name, version;

		split(t, any, &name, &version);
		if (!parts_know(ap, name.s))
			continue;
		apply_effect(ap, EFFECT_INSTALL, t->c)->certainty = SHELL_MAYBE;
		ap->effects->v[ap->effects->n - 1].name = name;
		ap->effects->v[ap->effects->n - 1].word = *any;
		ap->effects->v[ap->effects->n - 1].manager = t->manager;
		if (parts_bring(ap, name.s))
			may_bring(t, name.s);
	}
	if (v->unknown && v->lead.s.n && parts_know(ap, v->lead.s) &&
	    parts_bring(ap, v->lead.s))
		may_bring(t, v->lead.s);
	else if (v->unknown && v->lead.s.n == 0)
		may_bring(t, STR("a package by a name that is not known"));
}

void install_all(const struct task *t, struct values words)
{
	slice_for (struct value, v, words) {
		struct text word;

		if (value_one(v, &word))
			install_word(t, &word);
		else
			install_unsure(t, v);
	}
	if (t->c->argv_unknown && t->manager != MANAGER_DPKG)
		may_bring(t, STR("a package by a name that is not known"));
}

static void note_removal(struct apply *ap, struct removal r)
{
	if (ap->run && ap->run->removals.n < REMOVALS_MAX)
		*arena_push(ap->arena, &ap->run->removals) = r;
	else
		files_gaps(ap, GROUPS_FILES, STR("too much may be removed"));
}

static void remove_word(const struct task *t, const struct text *word)
{
	struct apply *ap = t->ap;
	struct str pattern = glob_of(ap, word->s);
	struct effect *e;
	struct strs names;

	pattern.n = name_end(pattern);
	names = is_pattern(pattern) ? files_packages(ap, pattern) :
	                              (struct strs){&pattern, 1};
	if (!parts_know(ap, pattern) && names.n == 0)
		return;
	if (!is_pattern(pattern) && !parts_know(ap, pattern))
		return;
	e = add_effect(t, EFFECT_REMOVE, word);
	e->guarded = t->c->shell->certainty == SHELL_MAYBE && ap->run &&
	             ap->run->asked.n;
	e->fragile = t->fragile && !t->c->shell->may_fail && !e->guarded;
	if (t->c->shell->certainty == SHELL_MAYBE) {
		note_removal(ap,
		             (struct removal){.pattern = pattern,
		                              .source = command_source(t->c)});
		return;
	}
	slice_for (struct str, name, names)
		files_remove_package(ap, *name);
}

/* The names are what a query gave: those that it asked for. */
static void remove_asked(const struct task *t)
{
	struct apply *ap = t->ap;
	struct strs *asked = ap->run ? &ap->run->asked : NULL;

	if (!asked || asked->n == 0) {
		note_removal(ap,
		             (struct removal){.pattern = STR("*"),
		                              .source = command_source(t->c)});
		return;
	}
	slice_for (struct str, pattern, *asked) {
		struct text word = text_of(ap->arena, TEXT_MADE, *pattern);
		struct effect *e = add_effect(t, EFFECT_REMOVE, &word);

		e->guarded = true;
		note_removal(ap,
		             (struct removal){.pattern = *pattern,
		                              .source = command_source(t->c)});
	}
}

void remove_all(const struct task *t, struct values words)
{
	bool asked = t->c->argv_unknown;

	slice_for (struct value, v, words) {
		struct text word;

		if (value_one(v, &word))
			remove_word(t, &word);
		else
			asked = true;
	}
	if (asked)
		remove_asked(t);
}
