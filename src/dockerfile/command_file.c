/* Commands that change files: rm, ln, cp, mv, tee, and writing by >. */
#include "dockerfile/command.h"

#include "base/path.h"

static void unclear(struct apply *ap, const struct command *c, unsigned groups)
{
	struct str source = command_source(c);

	files_gaps(ap, groups,
	           arena_fmt(ap->arena, "what this changes is not known: %.*s",
	                     source.n > 120 ? 120 : (int)source.n,
	                     source.n ? source.p : ""));
}

/* Everything but patterns that str_glob() has not. */
static bool is_plain_glob(struct str s)
{
	return !str_contains(s, STR("[")) && !str_contains(s, STR("{"));
}

/* The directory in front of the first character that is not plain. */
static struct str sure_dir(struct str path)
{
	size_t n = 0;

	while (n < path.n && path.p[n] != '*' && path.p[n] != '?' &&
	       path.p[n] != '[' && path.p[n] != '{')
		n++;
	while (n && path.p[n - 1] != '/')
		n--;
	return (struct str){path.p, n ? n - 1 : 0};
}

static void note(struct apply *ap, const struct command *c, struct str path)
{
	if (ap->run && ap->run->removals.n < REMOVALS_MAX)
		*arena_push(ap->arena, &ap->run->removals) =
			(struct removal){.path = path,
		                         .source = command_source(c)};
	else
		unclear(ap, c, files_of(ap, path));
}

static void say_deleted(struct apply *ap, const struct command *c,
                        struct str path, const struct text *word)
{
	struct effect *e = apply_effect(ap, EFFECT_DELETE, c);

	e->name = text_of(ap->arena, TEXT_MADE, path);
	e->word = *word;
}

/* rm -f of what may not be there never fails. */
static bool does_run(const struct command *c)
{
	return c->shell->certainty == SHELL_RUNS;
}

static bool rm_takes(const struct command *c, const struct node *n)
{
	return n->kind != NODE_DIR || command_has_letter(c, 'r') ||
	       command_has_letter(c, 'R') || command_has(c, "--recursive");
}

/* False: there is nothing that counts. */
static bool rm_one(struct apply *ap, const struct command *c, struct str path,
                   const struct text *word)
{
	struct node *n = tree_walk(&ap->files.tree, ap->files.tree.root, path,
	                           &(struct walk){.follow = false});

	bool counts;

	if (!n || !rm_takes(c, n))
		return false;
	counts = files_of(ap, path);
	if (counts)
		say_deleted(ap, c, path, word);
	if (does_run(c))
		apply_delete(ap, path);
	else if (counts)
		note(ap, c, path);
	return counts;
}

static void rm_path(struct apply *ap, const struct command *c,
                    struct str pattern, const struct text *word)
{
	bool any = false;
	struct strs all;

	if (!is_plain_glob(pattern)) {
		note(ap, c, sure_dir(pattern));
		return;
	}
	all = files_match(ap, pattern);
	slice_for (struct str, path, all)
		any |= rm_one(ap, c, *path, word);
	/* Nothing is there: somebody wants to be sure. */
	if (!any && str_contains(pattern, STR("compat")))
		say_deleted(ap, c, pattern, word);
}

/* A path that is not decided: each that it can be, and what begins so. */
static void rm_unsure(struct apply *ap, const struct command *c,
                      const struct value *v)
{
	struct str path;

	slice_for (struct text, any, v->any)
		if (apply_path(ap, c, any->s, &path))
			note(ap, c, sure_dir(path).n ? path : path);
	if (v->unknown && v->lead.s.n > 1 &&
	    apply_path(ap, c, v->lead.s, &path))
		note(ap, c, path_dir(path));
}

void rm_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");

	slice_for (struct value, v, words) {
		struct text word;
		struct str path;

		if (!value_one(v, &word))
			rm_unsure(ap, c, v);
		else if (apply_path(ap, c, word.s, &path) && path.n)
			rm_path(ap, c, path, &word);
	}
}

/* The last operand is where it goes; -t says it elsewhere. */
static bool last(struct values *words, struct text *out)
{
	if (words->n < 2 || !value_one(&words->v[words->n - 1], out))
		return false;
	words->n--;
	return true;
}

static bool is_dir(struct apply *ap, struct str path)
{
	struct node *n = tree_find(&ap->files.tree, path);

	return n && n->kind == NODE_DIR;
}

static struct str below(struct apply *ap, struct str dir, struct str name)
{
	return dir.n ? arena_fmt(ap->arena, STR_F "/" STR_F, STR_A(dir),
	                         STR_A(name)) :
	               name;
}

/* What would stand at path matters to us. */
static bool matters(struct str path)
{
	return interest_of(path) != INTEREST_NONE ||
	       str_has_prefix(path, STR("usr/local/cuda")) ||
	       path_is_under(path, STR("etc/alternatives"));
}

static void link_to(struct apply *ap, const struct command *c,
                    const struct text *target, struct str path)
{
	struct str real;

	if (command_has_letter(c, 's') || command_has(c, "--symbolic"))
		apply_link(ap, path, target->s);
	else if (apply_path(ap, c, target->s, &real))
		files_copy(ap, ap, real, path, false);
}

void ln_run(struct apply *ap, const struct command *c)
{
	struct values words =
		command_operands(ap, c, 1, "-t --target-directory -S");
	struct text to, target;
	struct str path;
	bool no_dir = command_has_letter(c, 'n') || command_has_letter(c, 'T');

	if (!last(&words, &to) || !apply_path(ap, c, to.s, &path)) {
		slice_for (struct value, v, words)
			if (v->unknown && v->lead.s.n)
				unclear(ap, c,
				        files_could_be(path_rel(v->lead.s)));
		return;
	}
	slice_for (struct value, v, words) {
		struct str at = path;

		if (!value_one(v, &target)) {
			if (matters(path))
				unclear(ap, c, files_could_be(path));
			continue;
		}
		if (is_dir(ap, path) && !no_dir)
			at = below(ap, path, path_base(target.s));
		if (!does_run(c) && matters(at))
			unclear(ap, c, files_could_be(at));
		else if (does_run(c))
			link_to(ap, c, &target, at);
	}
}

/* One file or directory; where it comes from may not be known to us. */
static void copy_one(struct apply *ap, struct str from, struct str to,
                     bool into)
{
	struct str name;
	struct text bytes;

	if (apply_has(ap, from)) {
		files_copy(ap, ap, from, to, into);
		return;
	}
	if (into)
		to = below(ap, to, path_base(from));
	if (apply_read(ap, from, &bytes, &name)) {
		files_place_text(ap, to, bytes);
		if (interest_of(to))
			files_write(ap, to, bytes.s);
	} else if (interest_of(to)) {
		apply_file(ap, to, 1, NULL);
	}
}

static void copy_all(struct apply *ap, const struct command *c, bool move)
{
	struct values words = command_operands(ap, c, 1, "-S --suffix");
	struct text to, word;
	struct str at, from;
	bool into;

	if (!last(&words, &to) || !apply_path(ap, c, to.s, &at))
		return;
	into = is_dir(ap, at) || words.n > 1 || str_has_suffix(to.s, STR("/"));
	slice_for (struct value, v, words) {
		struct strs all = {0};

		if (value_one(v, &word) && apply_path(ap, c, word.s, &from) &&
		    is_plain_glob(from))
			all = files_match(ap, from);
		else if (matters(at))
			unclear(ap, c, files_could_be(at));
		if (all.n && !does_run(c)) {
			if (files_of(ap, all.v[0]) || matters(at))
				unclear(ap, c, files_could_be(at));
			continue;
		}
		slice_for (struct str, path, all) {
			bool dir = is_dir(ap, *path);

			copy_one(ap, *path,
			         dir && into ? below(ap, at, path_base(*path)) :
			                       at,
			         into && !dir);
			if (move)
				apply_delete(ap, *path);
		}
	}
}

void cp_run(struct apply *ap, const struct command *c)
{
	copy_all(ap, c, false);
}

void mv_run(struct apply *ap, const struct command *c)
{
	copy_all(ap, c, true);
}

void write_into(struct apply *ap, const struct command *c,
                const struct text *path, const struct value *bytes, bool append)
{
	struct text one;
	struct str at;
	enum interest what;

	if (!apply_path(ap, c, path->s, &at) || at.n == 0)
		return;
	what = interest_of(at);
	if (what == INTEREST_LD_CONF && !command_has(c, "/dev/null")) {
		struct effect *e = apply_effect(ap, EFFECT_LD_CONF, c);

		e->name = text_of(ap->arena, TEXT_MADE, at);
		if (value_one(bytes, &one))
			e->value = one;
	}
	if (!value_one(bytes, &one) || !does_run(c)) {
		files_place_unknown(ap, at);
		if (what)
			unclear(ap, c, 1u << interest_capture(what).group);
		return;
	}
	if (append && !what)
		files_place_unknown(ap, at);
	else if (!append)
		files_place_text(ap, at, one);
	if (what && append)
		files_append(ap, at, one.s);
	else if (what)
		files_write(ap, at, one.s);
}

void redirects_run(struct apply *ap, const struct command *c)
{
	slice_for (struct redirect, r, c->shell->redirects) {
		bool append = str_eq(r->op, STR(">>"));
		struct text path;

		if (r->fd != 1 ||
		    (!append && !str_eq(r->op, STR(">")) &&
		     !str_eq(r->op, STR("&>")) && !str_eq(r->op, STR(">|"))))
			continue;
		if (value_one(&r->target, &path))
			write_into(ap, c, &path, &c->shell->output, append);
	}
}

void tee_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");

	slice_for (struct value, v, words) {
		struct text path;

		if (value_one(v, &path))
			write_into(ap, c, &path, &c->shell->input,
			           command_has_letter(c, 'a') ||
			                   command_has(c, "--append"));
	}
}

/* In place, on a file that counts. */
void sed_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "-e -f");

	if (!command_has_letter(c, 'i') && !command_has(c, "--in-place"))
		return;
	slice_for (struct value, v, words) {
		struct text word;
		struct str path;

		if (!value_one(v, &word) || !apply_path(ap, c, word.s, &path))
			continue;
		files_place_unknown(ap, path);
		if (interest_of(path))
			unclear(ap, c,
			        1u << interest_capture(interest_of(path))
			                        .group);
	}
}

/* What it deletes is not followed; only whether there is anything. */
void find_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");
	struct text word;
	struct str path;

	if (!command_has(c, "-delete") && !command_has(c, "-exec") &&
	    !command_has(c, "-execdir"))
		return;
	if (words.n && value_one(&words.v[0], &word) &&
	    apply_path(ap, c, word.s, &path) &&
	    (str_contains(command_source(c), STR("cuda")) ||
	     str_contains(command_source(c), STR("nvidia")) ||
	     str_contains(command_source(c), STR("compat"))))
		unclear(ap, c, files_of(ap, path));
}
