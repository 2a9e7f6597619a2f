/* Commands that change files: rm, ln, cp, mv. */
#include "dockerfile/command.h"

#include "base/path.h"

/* Everything but patterns that str_glob() has not. */
static bool is_plain_glob(struct str s)
{
	return !str_contains(s, STR("[")) && !str_contains(s, STR("{"));
}

static bool is_pattern(struct str s)
{
	return !is_plain_glob(s) || str_contains(s, STR("*")) ||
	       str_contains(s, STR("?"));
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
		command_unclear(ap, c, files_of(ap, path));
}

static void say_deleted(struct apply *ap, const struct command *c,
                        struct str path, const struct text *word)
{
	struct effect *e = apply_effect(ap, EFFECT_DELETE, c);

	e->name = text_of(ap->arena, TEXT_MADE, path);
	e->word = *word;
}

static bool is_recursive(const struct command *c)
{
	return command_has_letter(c, 'r') || command_has_letter(c, 'R') ||
	       command_has(c, "--recursive");
}

struct removing {
	const struct command *c;
	bool dirs;
};

/* False: there is nothing that counts. */
static bool rm_one(struct apply *ap, const struct removing *rm, struct str path,
                   const struct text *word)
{
	const struct command *c = rm->c;
	struct node *n = tree_walk(&ap->files.tree, ap->files.tree.root, path,
	                           &(struct walk){.follow = false});
	bool counts;

	if (!n || (n->kind == NODE_DIR && !rm->dirs))
		return false;
	counts = files_of(ap, path);
	if (counts)
		say_deleted(ap, c, path, word);
	if (command_does_run(c))
		apply_delete(ap, path);
	else if (counts)
		note(ap, c, path);
	return counts;
}

static void rm_path(struct apply *ap, const struct removing *rm,
                    struct str pattern, const struct text *word)
{
	bool any = false;
	struct strs all;

	if (!is_plain_glob(pattern)) {
		note(ap, rm->c, sure_dir(pattern));
		return;
	}
	all = files_match(ap, pattern, false);
	slice_for (struct str, path, all)
		any |= rm_one(ap, rm, *path, word);
	/* Nothing is there: somebody wants to be sure. */
	if (!any && str_contains(pattern, STR("compat")))
		say_deleted(ap, rm->c, pattern, word);
}

/* A path that is not decided: each that it can be, and what begins so. */
static void rm_unsure(struct apply *ap, const struct command *c,
                      const struct value *v)
{
	struct str path;

	slice_for (struct text, any, v->any)
		if (apply_path(ap, c, any->s, &path))
			note(ap, c, is_pattern(path) ? sure_dir(path) : path);
	if (v->unknown && v->lead.s.n > 1 &&
	    apply_path(ap, c, v->lead.s, &path))
		note(ap, c, path_dir(path));
}

void rm_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");
	struct removing rm = {c, is_recursive(c)};

	slice_for (struct value, v, words) {
		struct text word;
		struct str path;

		if (!value_one(v, &word))
			rm_unsure(ap, c, v);
		else if (apply_path(ap, c, word.s, &path) && path.n)
			rm_path(ap, &rm, path, &word);
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

struct linking {
	const struct command *c;
	bool symbolic;
	bool no_dir; /* what is there is not gone into */
};

static void link_to(struct apply *ap, const struct linking *ln,
                    const struct text *target, struct str path)
{
	struct str real;

	if (ln->symbolic)
		apply_link(ap, path, target->s);
	else if (apply_path(ap, ln->c, target->s, &real))
		files_copy(ap, ap, real, path, false);
}

static void ln_one(struct apply *ap, const struct linking *ln,
                   const struct value *v, struct str path)
{
	const struct command *c = ln->c;
	struct text target;

	if (!value_one(v, &target)) {
		if (matters(path))
			command_unclear(ap, c, files_could_be(path, true));
		return;
	}
	if (is_dir(ap, path) && !ln->no_dir)
		path = below(ap, path, path_base(target.s));
	if (command_does_run(c))
		link_to(ap, ln, &target, path);
	else if (matters(path))
		command_unclear(ap, c, files_could_be(path, true));
}

void ln_run(struct apply *ap, const struct command *c)
{
	struct values words =
		command_operands(ap, c, 1, "-t --target-directory -S");
	struct linking ln = {
		.c = c,
		.symbolic = command_has_letter(c, 's') ||
	                    command_has(c, "--symbolic"),
		.no_dir = command_has_letter(c, 'n') ||
	                  command_has_letter(c, 'T'),
	};
	struct text to;
	struct str path;

	if (!last(&words, &to) || !apply_path(ap, c, to.s, &path)) {
		slice_for (struct value, v, words)
			if (v->unknown && v->lead.s.n)
				command_unclear(
					ap, c,
					files_could_be(path_rel(v->lead.s),
				                       true));
		return;
	}
	slice_for (struct value, v, words)
		ln_one(ap, &ln, v, path);
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

/* All that a word of cp or mv names. */
static struct strs sources(struct apply *ap, const struct command *c,
                           const struct value *v, struct str at)
{
	struct text word;
	struct str from;

	if (value_one(v, &word) && apply_path(ap, c, word.s, &from) &&
	    is_plain_glob(from)) {
		struct strs all = files_match(ap, from, false);

		if (all.n == 0 &&
		    !str_contains(command_source(c), STR("cudnn")))
			command_unclear(ap, c, files_could_be(at, true));
		return all;
	}
	if (matters(at))
		command_unclear(ap, c, files_could_be(at, true));
	return (struct strs){0};
}

/* What is not here may be a tree, that a mount or a download brought. */
static bool may_bring_tree(const struct command *c)
{
	return (is_recursive(c) || command_has_letter(c, 'a') ||
	        command_has(c, "--archive")) &&
	       !str_contains(command_source(c), STR("cudnn"));
}

struct copying {
	const struct command *c;
	bool into; /* a directory */
	bool tree; /* what is not here may be one */
};

static void copy_word(struct apply *ap, const struct copying *cp,
                      struct strs all, struct str at)
{
	const struct command *c = cp->c;
	unsigned unseen = 0;

	slice_for (struct str, path, all) {
		bool dir = is_dir(ap, *path);

		if (cp->tree && !apply_has(ap, *path))
			command_unclear(ap, c, files_could_be(at, true));
		unseen |= files_bring(ap, ap, *path, at);
		if (command_does_run(c))
			copy_one(ap, *path,
			         dir && cp->into ?
			                 below(ap, at, path_base(*path)) :
			                 at,
			         cp->into && !dir);
		else if (files_of(ap, *path) || matters(at))
			command_unclear(ap, c, files_could_be(at, true));
	}
	if (unseen)
		command_unclear(ap, c, unseen);
}

/* Somewhere: what is known of it is not where it was, and may be anywhere. */
static void copy_away(struct apply *ap, const struct command *c,
                      struct values words, bool move)
{
	slice_for (struct value, v, words) {
		struct text word;
		struct str path;
		unsigned groups;

		if (!value_one(v, &word) || !apply_path(ap, c, word.s, &path))
			continue;
		groups = files_of(ap, path) | files_could_be(path, true);
		if (groups)
			command_unclear(ap, c, groups);
		if (move && command_does_run(c))
			apply_delete(ap, path);
	}
}

static void copy_all(struct apply *ap, const struct command *c,
                     const char *takes, bool move)
{
	struct values words = command_operands(ap, c, 1, takes);
	struct copying cp = {.c = c, .tree = may_bring_tree(c)};
	struct text to;
	struct str at;

	if (command_has(c, "-t") || command_has(c, "--target-directory") ||
	    !last(&words, &to) || !apply_path(ap, c, to.s, &at)) {
		copy_away(ap, c, words, move);
		return;
	}
	cp.into =
		is_dir(ap, at) || words.n > 1 || str_has_suffix(to.s, STR("/"));
	slice_for (struct value, v, words) {
		struct strs all = sources(ap, c, v, at);

		copy_word(ap, &cp, all, at);
		if (!move || !command_does_run(c))
			continue;
		slice_for (struct str, path, all)
			apply_delete(ap, *path);
	}
}

void cp_run(struct apply *ap, const struct command *c)
{
	copy_all(ap, c, "-S --suffix", false);
}

void mv_run(struct apply *ap, const struct command *c)
{
	copy_all(ap, c, "-S --suffix", true);
}

/* install -d makes directories. */
void copy_run(struct apply *ap, const struct command *c)
{
	if (!command_has_letter(c, 'd') && !command_has(c, "--directory"))
		copy_all(ap, c, "-m --mode -o --owner -g --group -S --suffix",
		         false);
}
