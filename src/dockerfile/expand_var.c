/* What variables give: $x, ${x}, ${x:-w}, ${x#p}, ${x/p/r} and their like. */
#include "dockerfile/expand_lexer.h"
#include "dockerfile/gochar.h"
#include "dockerfile/pattern.h"

#include <string.h>

enum is_set {
	NOT_SET,
	IS_SET,
	MAY_BE_SET,
};

struct var {
	enum is_set set;
	const struct text *value; /* IS_SET: what is known of it */
	bool unknown;             /* there may be more, or other */
};

static void note(struct lexer *l, struct strs *list, struct str name)
{
	slice_for (struct str, it, *list)
		if (str_eq(*it, name))
			return;
	if (list->n < EXPAND_NAMES_MAX)
		*arena_push(l->arena, list) = name;
}

/* Names that a shell gives values itself, and that no ENV or ARG sets. */
static bool is_special(struct str name)
{
	return name.n == 0 || (name.p[0] >= '0' && name.p[0] <= '9') ||
	       (name.n == 1 && str_contains(STR("@*#?-$!"), name));
}

static struct var look_up(struct lexer *l, struct str name)
{
	const struct binding *b = scope_get(l->scope, name);

	note(l, &l->ex->used, name);
	if (b && !b->unset)
		return (struct var){IS_SET, &b->value, b->unknown};
	if (l->scope->open && !is_special(name))
		return (struct var){MAY_BE_SET, NULL, true};
	return (struct var){NOT_SET, NULL, false};
}

static int limit(struct lexer *l)
{
	return err_set(l->err, ERR_LIMIT,
	               "variables expand to more than %d MiB in all",
	               EXPAND_MAX >> 20);
}

static int charge(struct lexer *l, size_t n)
{
	if (n > EXPAND_MAX - *l->scope->spent)
		return limit(l);
	*l->scope->spent += n;
	return 0;
}

/* What was put out since it had n bytes in that many runs. */
static int charge_since(struct lexer *l, size_t n, size_t runs)
{
	return charge(l,
	              l->out.n - n +
	                      (l->out.runs.n - runs) * sizeof *l->out.runs.v);
}

static int add_value(struct lexer *l, const struct text *t, size_t at, size_t n)
{
	size_t before = l->out.n, runs = l->out.runs.n;

	text_add(&l->out, t, at, n);
	return charge_since(l, before, runs);
}

static void note_unknown(struct lexer *l, struct str name)
{
	note(l, &l->ex->unknown, name);
	l->unsure++;
}

int var_plain(struct lexer *l, struct str name)
{
	struct var v = look_up(l, name);

	if (v.unknown)
		note_unknown(l, name);
	if (v.set == NOT_SET)
		note(l, &l->ex->unset, name);
	return v.set == IS_SET ? add_value(l, v.value, 0, v.value->s.n) : 0;
}

/* The output of a frame, and what was noted for it, does not count. */
static void drop_word(struct lexer *l, const struct frame *f)
{
	text_cut(&l->out, f->mark);
	l->ex->unset.n = f->unset;
	l->ex->unknown.n = f->unknown;
	l->unsure = f->unsure;
}

static int drop_unknown(struct lexer *l, const struct frame *f)
{
	drop_word(l, f);
	note_unknown(l, frame_name(l, f));
	return 0;
}

/* ${name?word}, and the value is missing. */
static int complain(struct lexer *l, const struct frame *f)
{
	struct str name = frame_name(l, f);
	struct str why = {l->out.n > f->mark ? l->out.p + f->mark : "",
	                  l->out.n - f->mark};

	if (why.n == 0)
		why = f->colon ? STR("must not be empty") : STR("must be set");
	return err_set(l->err, ERR_FORMAT, STR_F ": " STR_F, STR_A(name),
	               STR_A(why));
}

/* ${name-word}, ${name+word}, ${name?word} */
int var_word(struct lexer *l, const struct frame *f)
{
	struct str name = frame_name(l, f);
	struct var v = look_up(l, name);
	bool empty = v.set == IS_SET && v.value->s.n == 0;
	bool missing = v.set == NOT_SET || (f->colon && empty);

	if (v.set == MAY_BE_SET || (f->colon && empty && v.unknown))
		return drop_unknown(l, f);
	if (f->op == '?' && missing)
		return complain(l, f);
	if (f->op != '?' && missing == (f->op == '-'))
		return 0; /* the word it is, where it stands */
	drop_word(l, f);
	return f->op == '+' ? 0 : var_plain(l, name);
}

static int pattern_fail(struct lexer *l, enum pattern_result r)
{
	return r == PATTERN_LIMIT ? limit(l) :
	                            lexer_fail(l, "bad escape in a pattern");
}

/* True: what the pattern is, or what it is held against, isn't known. */
static bool is_unsure(const struct lexer *l, const struct frame *f,
                      const struct var *v)
{
	return v->unknown || l->unsure > f->unsure;
}

static const struct text no_text;

/* ${name#pattern}, ${name%pattern}; doubled: the longest */
int var_trim(struct lexer *l, const struct frame *f)
{
	struct var v = look_up(l, frame_name(l, f));
	const struct text *value = v.set == IS_SET ? v.value : &no_text;
	bool suffix = f->op == '%';
	bool longest = l->out.n > f->mark && l->out.p[f->mark] == f->op;
	struct pattern_job job = {.value = value->s,
	                          .spent = l->scope->spent,
	                          .max = EXPAND_MAX};
	struct match stays;
	enum pattern_result r;
	size_t runs;

	if (is_unsure(l, f, &v))
		return drop_unknown(l, f);
	if (l->out.n > f->mark)
		job.pattern = (struct str){l->out.p + f->mark + longest,
		                           l->out.n - f->mark - longest};
	r = pattern_trim(&job, suffix, longest, &stays);
	if (r != PATTERN_OK)
		return pattern_fail(l, r);
	drop_word(l, f);
	if (v.set == NOT_SET)
		note(l, &l->ex->unset, frame_name(l, f));
	runs = l->out.runs.n;
	/* A value's end is looked for backwards, character by character. */
	(suffix ? add_chars : text_add)(&l->out, value, stays.at, stays.n);
	return charge_since(l, f->mark, runs);
}

/* Where a name behind $ or ${ in t ends; at itself: there is none. */
static size_t name_end(struct str t, size_t at)
{
	uint32_t cp;

	while (at < t.n) {
		size_t n = gochar_at(t, at, &cp);

		if (!gochar_is_letter(cp) && !gochar_is_digit(cp) && cp != '_')
			break;
		at += n;
	}
	return at;
}

/* One "$…" of a replacement, at *at: no groups, so $0 is all there is. */
static int add_reference(struct lexer *l, const struct text *r, size_t *at,
                         const struct text *match)
{
	struct str t = r->s;
	bool brace = *at + 1 < t.n && t.p[*at + 1] == '{';
	size_t from = *at + 1 + brace, to = name_end(t, from);
	bool dollar = from < t.n && t.p[from] == '$' && !brace;

	if (dollar || to == from || (brace && (to == t.n || t.p[to] != '}'))) {
		text_add(&l->out, r, *at, 1);
		*at += 1 + dollar;
		return charge(l, 1);
	}
	*at = to + brace;
	if (!str_eq((struct str){t.p + from, to - from}, STR("0")))
		return 0;
	return add_value(l, match, 0, match->s.n);
}

/* What takes the place of one match. */
static int add_replacement(struct lexer *l, const struct frame *f,
                           const struct text *r, const struct text *match)
{
	size_t at = 0;

	while (at < r->s.n) {
		const char *p =
			f->all ? memchr(r->s.p + at, '$', r->s.n - at) : NULL;
		size_t to = p ? (size_t)(p - r->s.p) : r->s.n;

		if (add_value(l, r, at, to - at) < 0)
			return -1;
		at = to;
		if (at < r->s.n && add_reference(l, r, &at, match) < 0)
			return -1;
	}
	return 0;
}

static int replace(struct lexer *l, const struct frame *f,
                   const struct text *value, const struct text *r)
{
	struct pattern_job job = {f->pattern->s, value->s, l->scope->spent,
	                          EXPAND_MAX};
	struct matches found;
	size_t at = 0;
	enum pattern_result result =
		pattern_find(&job, f->all, l->arena, &found);

	if (result != PATTERN_OK)
		return pattern_fail(l, result);
	slice_for (const struct match, it, found) {
		struct text m = text_slice(l->arena, value, it->at, it->n);

		if (add_value(l, value, at, it->at - at) < 0 ||
		    add_replacement(l, f, r, &m) < 0)
			return -1;
		at = it->at + it->n;
	}
	return add_value(l, value, at, value->s.n - at);
}

/* ${name/pattern/replacement}, ${name//…}: all of them */
int var_replace(struct lexer *l, const struct frame *f)
{
	struct str name = frame_name(l, f);
	struct var v = look_up(l, name);
	struct text r = text_copy_from(&l->out, f->mark);

	if (is_unsure(l, f, &v))
		return drop_unknown(l, f);
	drop_word(l, f);
	if (v.set == NOT_SET)
		note(l, &l->ex->unset, name);
	return replace(l, f, v.set == IS_SET ? v.value : &no_text, &r);
}
