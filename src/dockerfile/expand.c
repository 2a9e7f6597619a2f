#include "dockerfile/expand.h"

#include "dockerfile/expand_lexer.h"
#include "dockerfile/gochar.h"

#include <string.h>

int lexer_fail(struct lexer *l, const char *why)
{
	struct str s = l->in->s;

	return err_set(l->err, ERR_FORMAT, STR_F "%s: %s",
	               (int)(s.n < 80 ? s.n : 80), s.n ? s.p : "",
	               s.n > 80 ? "…" : "", why);
}

void add_chars(struct text_maker *m, const struct text *t, size_t at, size_t n)
{
	size_t from = at, end = at + n;
	uint32_t cp;

	while (at < end) {
		if (!gochar_is_bad(t->s, at)) {
			at += gochar_at(t->s, at, &cp);
			continue;
		}
		text_add(m, t, from, at - from);
		text_add_made(m, STR("\xef\xbf\xbd"));
		from = ++at;
	}
	text_add(m, t, from, end - from);
}

static struct frame *top(const struct lexer *l)
{
	return &l->frames[l->depth - 1];
}

/* Not arena_push(): the stack shrinks, too. */
static void push(struct lexer *l, struct frame f)
{
	if (l->depth == l->cap) {
		size_t cap = l->cap ? 2 * l->cap : 4;
		struct frame *v = arena_array(l->arena, struct frame, cap);

		if (l->depth)
			memcpy(v, l->frames, l->depth * sizeof *v);
		l->frames = v;
		l->cap = cap;
	}
	l->frames[l->depth++] = f;
}

static void push_new(struct lexer *l, struct frame f)
{
	f.mark = l->out.n;
	f.unset = l->ex->unset.n;
	f.unknown = l->ex->unknown.n;
	f.unsure = l->unsure;
	push(l, f);
}

static bool is_at(const struct lexer *l, char c)
{
	return l->at < l->in->s.n && l->in->s.p[l->at] == c;
}

/* What was put out outside of all frames since the last call. */
static void mark_part(struct lexer *l, bool raw)
{
	struct part *last = l->parts.n ? &l->parts.v[l->parts.n - 1] : NULL;

	if (!l->split || l->depth != 1)
		return;
	if (last && last->raw == raw)
		last->end = l->out.n;
	else
		*arena_push(l->arena, &l->parts) = (struct part){l->out.n, raw};
}

/* The next character, whatever it is; false at the end. */
static bool add_one(struct lexer *l)
{
	uint32_t cp;
	size_t n;

	if (l->at == l->in->s.n)
		return false;
	n = gochar_at(l->in->s, l->at, &cp);
	add_chars(&l->out, l->in, l->at, n);
	l->at += n;
	return true;
}

static int single_quote(struct lexer *l)
{
	size_t from = l->at + 1;
	struct str rest = str_from(l->in->s, from);
	const char *end = rest.n ? memchr(rest.p, '\'', rest.n) : NULL;

	if (!end)
		return lexer_fail(l, "a ' without its partner");
	add_chars(&l->out, l->in, from, (size_t)(end - rest.p));
	l->at = from + (size_t)(end - rest.p) + 1;
	mark_part(l, true);
	return 0;
}

/* Escape in front of what it escapes, outside of quotes. */
static void escaped(struct lexer *l)
{
	if (top(l)->raw)
		text_add(&l->out, l->in, l->at, 1);
	l->at++;
	(void)add_one(l);
	mark_part(l, true);
}

/* Inside of "…" it escapes only what is special there. */
static void escaped_in_quote(struct lexer *l)
{
	size_t self = l->at++;

	if (top(l)->raw)
		text_add(&l->out, l->in, self, 1);
	if (l->at == l->in->s.n)
		return;
	if (is_at(l, '"') || is_at(l, '$') || is_at(l, l->escape))
		(void)add_one(l);
	else
		text_add(&l->out, l->in, self, 1);
}

/* << and the blanks behind it stay in one word: a heredoc's name follows. */
static void less_than(struct lexer *l)
{
	(void)add_one(l);
	if (is_at(l, '<')) {
		(void)add_one(l);
		while (is_at(l, ' ') || is_at(l, '\t') || is_at(l, '\r'))
			(void)add_one(l);
	}
	mark_part(l, true);
}

static bool is_any_of(char c, struct str set)
{
	return memchr(set.p, c, set.n) != NULL;
}

/* What else than letters, digits and '_' a name may be, alone. */
static bool is_special_name(struct str s)
{
	return s.n && is_any_of(s.p[0], STR("@*#?-$!"));
}

/* The size of a variable's name at l->at; l->at is behind it then. */
static size_t name(struct lexer *l)
{
	struct str s = l->in->s;
	size_t from = l->at;
	bool number = false;

	if (is_special_name(str_from(s, from))) {
		l->at++;
		return 1;
	}
	while (l->at < s.n) {
		uint32_t cp;
		size_t n = gochar_at(s, l->at, &cp);
		bool digit = gochar_is_digit(cp);

		number |= digit && l->at == from;
		if (!digit && (number || !(gochar_is_letter(cp) || cp == '_')))
			break;
		l->at += n;
	}
	return l->at - from;
}

static struct frame brace_frame(struct lexer *l, size_t from, size_t n)
{
	struct frame f = {.name = from, .name_n = n, .kind = FRAME_TOP};

	f.colon = is_at(l, ':');
	l->at += f.colon;
	if (l->at == l->in->s.n)
		return f;
	f.op = l->in->s.p[l->at++];
	if (is_any_of(f.op, STR("-+?")))
		f.kind = FRAME_WORD;
	else if (!f.colon && (f.op == '#' || f.op == '%'))
		f.kind = FRAME_TRIM;
	else if (!f.colon && f.op == '/')
		f.kind = FRAME_PATTERN;
	f.raw = f.kind == FRAME_TRIM || f.kind == FRAME_PATTERN;
	f.all = f.kind == FRAME_PATTERN && is_at(l, '/');
	l->at += f.all;
	return f;
}

/* At the { of ${…}. */
static int brace(struct lexer *l)
{
	size_t from = ++l->at, n;
	struct frame f;

	if (is_at(l, '{') || is_at(l, '}') || is_at(l, ':'))
		return lexer_fail(l, "${…} without a name");
	n = name(l);
	if (is_at(l, '}')) {
		l->at++;
		return var_plain(l, (struct str){l->in->s.p + from, n});
	}
	f = brace_frame(l, from, n);
	if (f.kind == FRAME_TOP && l->at == l->in->s.n)
		return lexer_fail(l, "${ without its }");
	if (f.kind == FRAME_TOP)
		return lexer_fail(l, "a modifier of ${…} that there isn't");
	push_new(l, f);
	return 0;
}

static int dollar(struct lexer *l)
{
	size_t self = l->at++, n;

	if (is_at(l, '{'))
		return brace(l);
	n = name(l);
	if (n)
		return var_plain(l, (struct str){l->in->s.p + self + 1, n});
	text_add(&l->out, l->in, self, 1);
	return 0;
}

/* In ${x/pattern/, at the second slash. */
static void end_pattern(struct lexer *l)
{
	struct frame *f = top(l);

	f->pattern = arena_new(l->arena, struct text);
	*f->pattern = text_copy_from(&l->out, f->mark);
	text_cut(&l->out, f->mark);
	f->kind = FRAME_REPLACEMENT;
}

/* At what ends the innermost frame. */
static int end_frame(struct lexer *l)
{
	struct frame f = *top(l);
	int rc = 0;

	l->at++;
	if (f.kind == FRAME_PATTERN) {
		end_pattern(l);
		return 0;
	}
	l->depth--;
	switch (f.kind) {
	case FRAME_WORD:
		rc = var_word(l, &f);
		break;
	case FRAME_TRIM:
		rc = var_trim(l, &f);
		break;
	case FRAME_REPLACEMENT:
		rc = var_replace(l, &f);
		break;
	case FRAME_TOP:
	case FRAME_QUOTE:
	case FRAME_PATTERN:
		break;
	}
	mark_part(l, f.kind == FRAME_QUOTE);
	return rc;
}

/* What ends a frame; the end of the word ends FRAME_TOP. */
static const char stops[] = {
	[FRAME_TOP] = '\0', [FRAME_QUOTE] = '"',   [FRAME_WORD] = '}',
	[FRAME_TRIM] = '}', [FRAME_PATTERN] = '/', [FRAME_REPLACEMENT] = '}',
};

static bool is_special(const struct lexer *l, char c)
{
	enum frame_kind kind = top(l)->kind;

	if (c == '$' || c == l->escape ||
	    (kind != FRAME_TOP && c == stops[kind]))
		return true;
	return kind != FRAME_QUOTE &&
	       (c == '<' || (l->quotes && (c == '\'' || c == '"')));
}

static void plain(struct lexer *l)
{
	struct str s = l->in->s;
	size_t from = l->at;

	while (l->at < s.n && !is_special(l, s.p[l->at]))
		l->at++;
	add_chars(&l->out, l->in, from, l->at - from);
	mark_part(l, false);
}

/* At a character that is_special(). */
static int special(struct lexer *l)
{
	bool quote = top(l)->kind == FRAME_QUOTE;
	char c = l->in->s.p[l->at];
	int rc;

	if (top(l)->kind != FRAME_TOP && c == stops[top(l)->kind])
		return end_frame(l);
	if (c == '$') {
		rc = dollar(l);
		mark_part(l, false);
		return rc;
	}
	if (c == l->escape) {
		(quote ? escaped_in_quote : escaped)(l);
	} else if (c == '<') {
		less_than(l);
	} else if (c == '\'') {
		return single_quote(l);
	} else {
		l->at++;
		push_new(l, (struct frame){.kind = FRAME_QUOTE,
		                           .raw = top(l)->raw});
	}
	return 0;
}

int lexer_run(struct lexer *l)
{
	const struct str bom = STR("\xef\xbb\xbf");

	push_new(l, (struct frame){.kind = FRAME_TOP});
	if (str_has_prefix(l->in->s, bom))
		l->at = bom.n;
	while (l->at < l->in->s.n) {
		if (!is_special(l, l->in->s.p[l->at]))
			plain(l);
		else if (special(l) < 0)
			return -1;
	}
	switch (top(l)->kind) {
	case FRAME_TOP:
		l->ex->text = text_take(&l->out);
		return 0;
	case FRAME_QUOTE:
		return lexer_fail(l, "a \" without its partner");
	case FRAME_PATTERN:
		return lexer_fail(l, "${…/ without its second /");
	case FRAME_WORD:
	case FRAME_TRIM:
	case FRAME_REPLACEMENT:
		break;
	}
	return lexer_fail(l, "${ without its }");
}

int expand_word(const struct text *word, char escape, const struct scope *s,
                struct arena *a, struct expansion *out, struct err *err)
{
	struct expansion ex = {0};
	struct lexer l = {.in = word,
	                  .escape = escape,
	                  .quotes = true,
	                  .scope = s,
	                  .arena = a,
	                  .out = {.arena = a},
	                  .ex = &ex,
	                  .err = err};

	if (lexer_run(&l) < 0)
		return -1;
	*out = ex;
	return 0;
}

int expand_heredoc(const struct text *body, const struct scope *s,
                   struct arena *a, struct expansion *out, struct err *err)
{
	struct expansion ex = {0};
	struct lexer l = {.in = body,
	                  .escape = '\\',
	                  .scope = s,
	                  .arena = a,
	                  .out = {.arena = a},
	                  .ex = &ex,
	                  .err = err};

	if (lexer_run(&l) < 0)
		return -1;
	*out = ex;
	return 0;
}
