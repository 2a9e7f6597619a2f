/* COPY and ADD, and what RUN --mount shows for a while.  model 16.9 */
#include "dockerfile/build.h"
#include "dockerfile/flags.h"

#include "base/path.h"

/* One COPY or ADD. */
struct copy {
	struct apply *ap;
	const struct instr *instr;
	struct apply *from; /* NULL: the context, or nothing known */
	bool other;         /* --from is there */
	bool add;           /* ADD: addresses, archives */
	bool into;          /* a directory is meant */
	struct str to;      /* clean */
	bool to_known;
	size_t heredocs; /* so far */
	bool dir;        /* the context says that the source is one */
};

static bool has_wild(struct str s)
{
	return str_contains(s, STR("*")) || str_contains(s, STR("?")) ||
	       str_contains(s, STR("["));
}

/* What files_match() has not. */
static bool is_odd_pattern(struct str s)
{
	return str_contains(s, STR("[")) || str_contains(s, STR("\\"));
}

static struct str in_dir(struct apply *ap, struct str dir, struct str name)
{
	return dir.n ? arena_fmt(ap->arena, STR_F "/" STR_F, STR_A(dir),
	                         STR_A(name)) :
	               name;
}

static struct str clean_source(struct apply *ap, struct str s)
{
	char space[PATH_MAX_BYTES];
	struct str clean;

	if (path_clean(s, space, &clean) != PATH_OK)
		return STR("");
	return arena_str(ap->arena, clean);
}

/* /usr/bin/x, not /home/robin/x. */
static bool is_program(struct str path)
{
	struct str dir = path_base(path_dir(path));

	return str_eq(dir, STR("bin")) || str_eq(dir, STR("sbin"));
}

/* Gaps of the other stage that what is copied can bring along.  An unknown
 * base is that of its system's places; an unknown install may be anywhere but
 * among programs. */
static unsigned gaps_along(const struct copy *c, struct str path)
{
	unsigned could =
		files_could_be(path, true) | files_could_be(c->to, true);
	bool program = is_program(path);
	unsigned groups = 0;

	if (c->from->lost || c->from->files.tree.steps == 0) {
		c->ap->lost = true;
		return GROUPS_FILES;
	}
	slice_for (struct gap, g, c->from->files.gaps) {
		bool base = str_has_prefix(g->where, STR("FROM"));
		unsigned of =
			g->group == GROUP_ALL ? GROUPS_FILES : 1u << g->group;
		unsigned python = 1u << GROUP_PYTHON | 1u << GROUP_RUNTIME;

		groups |= of & could;
		if (!base && !program)
			groups |= of & python;
	}
	return groups & GROUPS_FILES;
}

static void say_copied(const struct copy *c, const struct text *word,
                       struct str path, struct str at)
{
	struct effect *e;

	if (!files_of(c->from, path) && !files_could_be(path, true))
		return;
	e = apply_effect(c->ap, EFFECT_COPY, NULL);
	e->name = text_of(c->ap->arena, TEXT_MADE, at);
	e->value = text_of(c->ap->arena, TEXT_MADE, path);
	e->word = *word;
	e->source = c->instr->joined;
}

static void copy_path(struct copy *c, const struct text *word, struct str path)
{
	struct apply *ap = c->ap;
	struct text bytes;
	struct str name,
		at = c->into ? in_dir(ap, c->to, path_base(path)) : c->to;

	files_copy(ap, c->from, path, c->to, c->into);
	files_gaps(ap, gaps_along(c, path),
	           STR("part of the stage that this is from is not known"));
	files_gaps(ap, files_bring(ap, c->from, path, at),
	           STR("what the build context has is not known, and comes "
	               "here"));
	if (apply_read(c->from, path, &bytes, &name)) {
		files_place_text(ap, at, bytes);
	} else {
		files_place_unknown(ap, c->to);
	}
	say_copied(c, word, path, apply_has(ap, at) ? at : c->to);
}

static void from_stage(struct copy *c, const struct text *word)
{
	struct apply *ap = c->ap;
	struct str path = clean_source(ap, word->s);
	struct strs all;

	if (!c->from) {
		files_gaps(ap,
		           files_could_be(path, true) |
		                   files_could_be(c->to, true),
		           STR("where this is copied from is not known"));
		files_place_unknown(ap, c->to);
		return;
	}
	if (is_odd_pattern(word->s)) {
		files_lose(ap, STR("which files this copies is not known"));
		return;
	}
	all = files_match(c->from, path, true);
	if (has_wild(path) && all.n == 0)
		files_gaps(ap, gaps_along(c, path_dir(path)),
		           STR("part of the stage that this is from is not "
		               "known"));
	slice_for (struct str, p, all)
		copy_path(c, word, *p);
}

static bool read_context(struct copy *c, struct str source, struct arena *a,
                         struct str *bytes)
{
	const struct build_context *x = &c->ap->build->in->context;
	struct err err = {0};

	if (x->read && source.n && x->read(x->ctx, source, a, bytes, &err) == 0)
		return true;
	c->dir = err.kind == ERR_UNSUPPORTED;
	return false;
}

/* A file of the context at a path that counts. */
static bool place_file(struct copy *c, struct str source, struct str at)
{
	struct arena own = {0};
	bool counts = interest_of(at) != INTEREST_NONE;
	bool found;
	struct str bytes;

	found = read_context(c, source, counts ? c->ap->arena : &own, &bytes);
	arena_free(&own);
	if (found && counts)
		files_write(c->ap, at, bytes);
	if (found)
		return true;
	if (c->ap->build->in->context.read || !counts)
		return false;
	apply_file(c->ap, at, 1, NULL); /* no context: unread, but there */
	return true;
}

static bool is_archive(struct str name)
{
	static const char *const ends[] = {".tar",    ".tar.gz",  ".tgz",
	                                   ".tar.xz", ".tar.bz2", ".txz",
	                                   ".tbz2",   ".tar.zst", ".tbz",
	                                   ".tzst"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (str_has_suffix(name, str_c(ends[i])))
			return true;
	return false;
}

/* x.conf, *.py: directories have no such names. */
static bool looks_like_file(struct str source)
{
	return str_contains(path_base(source), STR(".")) && !is_archive(source);
}

/* A directory, or what may be one: where it goes says what it can hold. */
static void place_dir(struct copy *c, struct str source)
{
	bool tree = c->dir || !looks_like_file(source);
	unsigned groups = files_could_be(c->to, tree);

	if (tree)
		files_unseen(c->ap, c->to);
	if (c->add && is_archive(source) && c->to.n == 0)
		groups |= 1u << GROUP_OS;
	files_gaps(c->ap, groups,
	           STR("what the build context has for this place is not "
	               "known"));
}

static void from_context(struct copy *c, struct str source)
{
	struct apply *ap = c->ap;
	struct str base = path_base(source);
	bool found;

	if (has_wild(source)) {
		files_place_context(ap, c->to, path_dir(source));
		place_dir(c, source);
		return;
	}
	files_place_context(ap, c->to, source);
	if (c->add && is_archive(source)) {
		files_place_unknown(ap, c->to);
		place_dir(c, source);
		return;
	}
	if (c->into && base.n) {
		files_place_context(ap, in_dir(ap, c->to, base), source);
		found = place_file(c, source, in_dir(ap, c->to, base));
	} else {
		found = place_file(c, source, c->to);
	}
	if (!found)
		place_dir(c, source);
}

static bool is_address(struct str s)
{
	return str_contains(s, STR("://")) || str_has_prefix(s, STR("git@"));
}

static struct text without_tabs(struct apply *ap, const struct text *body)
{
	struct text_maker m = {.arena = ap->arena};
	size_t at = 0;

	while (at < body->s.n) {
		size_t end;

		while (at < body->s.n && body->s.p[at] == '\t')
			at++;
		end = at;
		while (end < body->s.n && body->s.p[end] != '\n')
			end++;
		end += end < body->s.n;
		text_add(&m, body, at, end - at);
		at = end;
	}
	return text_take(&m);
}

static void from_heredoc(struct copy *c, const struct heredoc *h)
{
	struct apply *ap = c->ap;
	struct expansion e = {.text = h->body};
	struct str at = c->into ? in_dir(ap, c->to, h->name.s) : c->to;
	struct text body = h->body;

	if (h->chomp)
		body = without_tabs(ap, &body);
	e.text = body;
	if (h->expand &&
	    expand_heredoc(&body, &ap->scope, ap->arena, &e, ap->build->err)) {
		ap->build->failed = true;
		return;
	}
	if (e.unknown.n) {
		files_place_unknown(ap, at);
		if (interest_of(at))
			apply_file(ap, at, 1, NULL);
		return;
	}
	files_place_text(ap, at, e.text);
	if (interest_of(at))
		files_write(ap, at, e.text.s);
}

/* A file, or the tree of a repository or an archive that is to be unpacked. */
static void from_address(struct copy *c, struct str address)
{
	struct apply *ap = c->ap;
	struct str name = path_base(address);
	struct str at = c->into ? in_dir(ap, c->to, name) : c->to;
	struct text unpack;
	bool tree = str_contains(address, STR(".git")) ||
	            str_has_prefix(address, STR("git@")) ||
	            instr_flag(c->instr, STR("unpack"), ap->arena, &unpack);

	files_place_unknown(ap, c->to);
	if (tree)
		files_unseen(ap, c->to);
	if (tree || interest_of(at))
		files_gaps(ap, files_could_be(tree ? c->to : at, tree),
		           STR("what is at this address is not known"));
	files_fetched(ap, at, address);
}

static void from_word(struct copy *c, const struct text *word)
{
	struct text source;

	if (str_has_prefix(word->s, STR("<<")) &&
	    c->heredocs < c->instr->heredocs.n) {
		from_heredoc(c, &c->instr->heredocs.v[c->heredocs++]);
		return;
	}
	if (!build_expand(c->ap, word, &source)) {
		files_place_unknown(c->ap, c->to);
		files_gaps(c->ap, files_could_be(c->to, true),
		           STR("what is copied here is not known"));
		return;
	}
	if (c->other)
		from_stage(c, &source);
	else if (c->add && is_address(source.s))
		from_address(c, source.s);
	else
		from_context(c, clean_source(c->ap, source.s));
}

void build_copy(struct apply *ap, const struct instr *i)
{
	struct copy c = {.ap = ap, .instr = i, .add = i->keyword == KW_ADD};
	struct text from, to;

	if (i->args.n < 2)
		return;
	c.other = instr_flag(i, STR("from"), ap->arena, &from);
	if (c.other)
		c.from = build_other(ap, from.s);
	if (ap->build->failed)
		return;
	c.to_known = build_expand(ap, &i->args.v[i->args.n - 1], &to) &&
	             apply_path(ap, NULL, to.s, &c.to);
	if (!c.to_known) {
		files_lose(ap, STR("where this is copied to is not known"));
		return;
	}
	c.into = i->args.n > 2 || str_has_suffix(to.s, STR("/")) ||
	         str_eq(path_base(to.s), STR(".")) ||
	         str_eq(path_base(to.s), STR(".."));
	for (size_t n = 0; n + 1 < i->args.n && !ap->build->failed; n++)
		from_word(&c, &i->args.v[n]);
}

/* Files that are there while one RUN runs. */
void build_mounts(struct apply *ap, const struct instr *i)
{
	struct mounts all = {0};

	instr_mounts(i, ap->arena, &all);
	slice_for (struct mount, m, all) {
		struct text type, to, source = {0}, from;
		struct str at;

		if (mount_field(m, STR("type"), ap->arena, &type) &&
		    !str_eq(type.s, STR("bind")))
			continue;
		if (!mount_field(m, STR("target"), ap->arena, &to) &&
		    !mount_field(m, STR("dst"), ap->arena, &to) &&
		    !mount_field(m, STR("destination"), ap->arena, &to))
			continue;
		if (!mount_field(m, STR("source"), ap->arena, &source))
			(void)mount_field(m, STR("src"), ap->arena, &source);
		if (!build_expand(ap, &to, &to) ||
		    !build_expand(ap, &source, &source) ||
		    !apply_path(ap, NULL, to.s, &at))
			continue;
		if (mount_field(m, STR("from"), ap->arena, &from))
			files_place_unknown(ap, at);
		else
			files_place_context(ap, at, clean_source(ap, source.s));
	}
}
