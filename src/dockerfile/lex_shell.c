#include "dockerfile/gochar.h"
#include "dockerfile/lex.h"

/*
 * BuildKit finds heredocs with the lexer that expands variables, told that no
 * variable is set: what it makes of "$…" stands again in the word, nearly as it
 * was.  Where it differs from the line is kept here, since it decides which
 * lines are a heredoc's.
 */
struct shell_lex {
	struct part p; /* what is left */
	struct arena *arena;
	bool keep_quotes, keep_escapes;
	bool heredocs_only; /* of the words */
	struct texts *words;
	struct copy word, special;
	unsigned depth;
	struct err *err;
};

static int lex_dollar(struct shell_lex *l, struct copy *out);

static bool is_end(const struct shell_lex *l)
{
	return l->p.at == l->p.end;
}

/* 0 at the end: a NUL is nothing special either. */
static uint32_t peek(const struct shell_lex *l)
{
	return is_end(l) ? 0 : part_char(&l->p).cp;
}

static struct lex_char next(struct shell_lex *l)
{
	struct lex_char c = part_char(&l->p);

	l->p.at += c.n;
	return c;
}

static int unpaired(const struct shell_lex *l, const char *what)
{
	return err_set(l->err, ERR_FORMAT, "%s without its end", what);
}

static int lex_single_quote(struct shell_lex *l, struct copy *out)
{
	struct lex_char c = next(l);

	if (l->keep_quotes)
		copy_char(out, c);
	while (!is_end(l)) {
		c = next(l);
		if (c.cp != '\'' || l->keep_quotes)
			copy_char(out, c);
		if (c.cp == '\'')
			return 0;
	}
	return unpaired(l, "a single quote");
}

/* An escape that is kept and escapes nothing stands twice afterwards. */
static void lex_quoted_char(struct shell_lex *l, struct copy *out)
{
	struct lex_char c = next(l);
	uint32_t after = peek(l);

	if (c.cp == '\\') {
		if (l->keep_escapes)
			copy_char(out, c);
		if (is_end(l))
			return;
		if (after == '"' || after == '$' || after == '\\')
			c = next(l);
	}
	copy_char(out, c);
}

static int lex_double_quote(struct shell_lex *l, struct copy *out)
{
	struct lex_char c = next(l);

	if (l->keep_quotes)
		copy_char(out, c);
	while (!is_end(l)) {
		if (peek(l) == '"') {
			c = next(l);
			if (l->keep_quotes)
				copy_char(out, c);
			return 0;
		}
		if (peek(l) != '$')
			lex_quoted_char(l, out);
		else if (lex_dollar(l, out))
			return -1;
	}
	return unpaired(l, "a double quote");
}

/* Blanks behind << belong to it. */
static void lex_less(struct shell_lex *l, struct copy *out)
{
	copy_char(out, next(l));
	if (peek(l) != '<')
		return;
	copy_char(out, next(l));
	while (peek(l) == '\t' || peek(l) == '\r' || peek(l) == ' ')
		copy_char(out, next(l));
}

static bool is_special(uint32_t cp)
{
	return cp == '$' || cp == '<' || cp == '\'' || cp == '"';
}

static int lex_special(struct shell_lex *l, struct copy *out)
{
	switch (peek(l)) {
	case '$':
		return lex_dollar(l, out);
	case '\'':
		return lex_single_quote(l, out);
	case '"':
		return lex_double_quote(l, out);
	}
	lex_less(l, out);
	return 0;
}

/* An escape and what it escapes; false: nothing follows it. */
static bool lex_escape(struct shell_lex *l, struct copy *out)
{
	struct lex_char c = next(l);

	if (l->keep_escapes)
		copy_char(out, c);
	if (is_end(l))
		return false;
	copy_char(out, next(l));
	return true;
}

static int lex_until(struct shell_lex *l, uint32_t stop, struct copy *out)
{
	while (!is_end(l)) {
		uint32_t cp = peek(l);

		if (cp == stop) {
			(void)next(l);
			return 0;
		}
		if (is_special(cp)) {
			if (lex_special(l, out))
				return -1;
		} else if (cp != '\\') {
			copy_char(out, next(l));
		} else if (!lex_escape(l, out)) {
			break;
		}
	}
	return unpaired(l, "${");
}

/* The word behind an operator.  What was collected of the word around it is
 * lost: BuildKit has one buffer for both. */
static int lex_operand(struct shell_lex *l, uint32_t stop, bool keep_escapes,
                       struct copy *out)
{
	bool kept = l->keep_escapes;
	int rc;

	if (++l->depth > LEX_DEPTH_MAX)
		return err_set(l->err, ERR_LIMIT,
		               "variables in variables are followed to %d "
		               "levels only",
		               LEX_DEPTH_MAX);
	copy_clear(&l->word);
	l->keep_escapes = keep_escapes;
	rc = lex_until(l, stop, out);
	l->keep_escapes = kept;
	l->depth--;
	return rc;
}

/* And the brace behind it. */
static int lex_last_operand(struct shell_lex *l, bool keep_escapes,
                            struct copy *out)
{
	if (lex_operand(l, '}', keep_escapes, out))
		return -1;
	copy_bytes(out, l->p.at - 1, 1);
	return 0;
}

static bool is_parameter(uint32_t cp)
{
	return cp == '@' || cp == '*' || cp == '#' || cp == '?' || cp == '-' ||
	       cp == '$' || cp == '!';
}

/* Letters, digits and _; or digits only, or one special character. */
static void lex_name(struct shell_lex *l, struct copy *out)
{
	bool number = gochar_is_digit(peek(l));

	if (is_parameter(peek(l))) {
		copy_char(out, next(l));
		return;
	}
	while (!is_end(l)) {
		uint32_t cp = peek(l);

		if (!gochar_is_digit(cp) &&
		    (number || (!gochar_is_letter(cp) && cp != '_')))
			return;
		copy_char(out, next(l));
	}
}

/* ${x/a/b}; of ${x//a/b} one slash is left. */
static int lex_replace(struct shell_lex *l, struct copy *out)
{
	if (peek(l) == '/')
		(void)next(l);
	if (lex_operand(l, '/', true, out))
		return -1;
	copy_made(out, STR("/"));
	return lex_last_operand(l, true, out);
}

/* Behind the name in ${…}. */
static int lex_operator(struct shell_lex *l, struct copy *out)
{
	struct lex_char c;
	bool colon, pattern;

	if (is_end(l))
		return unpaired(l, "${");
	c = next(l);
	copy_char(out, c);
	if (c.cp == '}')
		return 0;
	if (c.cp == '/')
		return lex_replace(l, out);
	colon = c.cp == ':';
	if (colon && !is_end(l)) {
		c = next(l);
		copy_char(out, c);
	}
	pattern = c.cp == '#' || c.cp == '%';
	if (colon ? pattern :
	            !pattern && c.cp != '+' && c.cp != '-' && c.cp != '?')
		return err_set(l->err, ERR_FORMAT, "${…} with no operator");
	return lex_last_operand(l, pattern, out);
}

static int lex_braces(struct shell_lex *l, struct copy *out)
{
	copy_char(out, next(l));
	if (is_end(l) || peek(l) == '{' || peek(l) == '}' || peek(l) == ':')
		return err_set(l->err, ERR_FORMAT, "${…} without a name");
	lex_name(l, out);
	if (lex_operator(l, out))
		return -1;
	return 0;
}

static int lex_dollar(struct shell_lex *l, struct copy *out)
{
	copy_char(out, next(l));
	if (peek(l) == '{')
		return lex_braces(l, out);
	lex_name(l, out);
	return 0;
}

/* "3<<…", "<<…" */
static bool may_be_heredoc(struct str word)
{
	while (word.n && *word.p >= '0' && *word.p <= '9')
		word = str_from(word, 1);
	return str_has_prefix(word, STR("<<"));
}

static void end_word(struct shell_lex *l)
{
	struct str word = copy_str(&l->word);

	if (word.n == 0)
		return;
	if (l->heredocs_only && !may_be_heredoc(word))
		copy_clear(&l->word);
	else
		*arena_push(l->arena, l->words) = copy_take(&l->word);
}

/* What a variable gave is split at blanks. */
static void add_split(struct shell_lex *l, const struct text *t)
{
	struct part p = part_of(t);

	while (p.at < p.end) {
		struct lex_char c = part_char(&p);

		if (gochar_is_space(c.cp))
			end_word(l);
		else
			copy_text(&l->word, t, c.at, c.n);
		p.at += c.n;
	}
}

static int add_special(struct shell_lex *l)
{
	bool dollar = peek(l) == '$';
	struct text t;

	copy_clear(&l->special);
	if (lex_special(l, &l->special))
		return -1;
	t.s = copy_str(&l->special);
	t.runs = l->special.to.runs;
	if (dollar)
		add_split(l, &t);
	else
		copy_text(&l->word, &t, 0, t.s.n);
	return 0;
}

static int lex_all(struct shell_lex *l)
{
	if (peek(l) == 0xfeff)
		(void)next(l);
	while (!is_end(l)) {
		uint32_t cp = peek(l);

		if (is_special(cp)) {
			if (add_special(l))
				return -1;
		} else if (cp == '\\') {
			if (!lex_escape(l, &l->word))
				break;
		} else if (gochar_is_space(cp)) {
			end_word(l);
			(void)next(l);
		} else {
			copy_char(&l->word, next(l));
		}
	}
	end_word(l);
	return 0;
}

static int lex_words_of(struct shell_lex *l, const struct text *t,
                        struct arena *a, struct texts *out, struct err *err)
{
	l->p = part_of(t);
	l->arena = a;
	l->words = out;
	l->err = err;
	copy_begin(&l->word, a, t);
	copy_begin(&l->special, a, t);
	*out = (struct texts){0};
	return lex_all(l);
}

int lex_heredoc_words(const struct text *line, struct arena *a,
                      struct texts *out, struct err *err)
{
	struct shell_lex l = {.keep_quotes = true,
	                      .keep_escapes = true,
	                      .heredocs_only = true};
	struct err why = {0};

	if (!lex_words_of(&l, line, a, out, &why))
		return 0;
	*out = (struct texts){0};
	if (why.kind == ERR_FORMAT)
		return 0;
	*err = why;
	return -1;
}

int lex_shell_words(const struct text *t, bool keep_quotes, struct arena *a,
                    struct texts *out, struct err *err)
{
	struct shell_lex l = {.keep_quotes = keep_quotes};

	return lex_words_of(&l, t, a, out, err);
}
