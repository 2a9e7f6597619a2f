#include "dockerfile/shell_lex.h"

#include "dockerfile/shell.h"

#include <string.h>

void sh_fail(struct sh_parser *p, const char *what)
{
	if (p->error)
		return;
	p->error = what;
	p->error_at = p->at < p->s.n ? p->at : p->s.n ? p->s.n - 1 : 0;
}

bool sh_enter(struct sh_parser *p)
{
	if (p->error)
		return false;
	if (p->depth >= SHELL_DEPTH_MAX) {
		sh_fail(p, "nested too deep to be read");
		return false;
	}
	p->depth++;
	return true;
}

struct text sh_slice(const struct sh_parser *p, size_t at, size_t end)
{
	return text_slice(p->arena, p->text, at, end > at ? end - at : 0);
}

char sh_peek(const struct sh_parser *p, size_t ahead)
{
	if (p->at >= p->s.n || ahead >= p->s.n - p->at)
		return '\0';
	return p->s.p[p->at + ahead];
}

void sh_skip_blanks(struct sh_parser *p)
{
	for (;;) {
		char c = sh_peek(p, 0);

		if (c == ' ' || c == '\t') {
			p->at++;
		} else if (c == '\\' && sh_peek(p, 1) == '\n') {
			p->at += 2;
		} else if (c == '#') {
			while (p->at < p->s.n && p->s.p[p->at] != '\n')
				p->at++;
		} else {
			return;
		}
	}
}

static size_t line_end(struct str s, size_t at)
{
	const char *p = at < s.n ? memchr(s.p + at, '\n', s.n - at) : NULL;

	return p ? (size_t)(p - s.p) : s.n;
}

/* From the place on, up to the line that is the end's. */
static struct text body_text(struct sh_parser *p, const struct sh_heredoc *h)
{
	struct text_maker m = {.arena = p->arena};

	while (p->at < p->s.n) {
		size_t eol = line_end(p->s, p->at);
		size_t next = eol < p->s.n ? eol + 1 : eol;

		while (h->chomp && sh_peek(p, 0) == '\t')
			p->at++;
		if (str_eq((struct str){p->s.p + p->at, eol - p->at}, h->end)) {
			p->at = next;
			break;
		}
		text_add(&m, p->text, p->at, next - p->at);
		p->at = next;
	}
	return text_take(&m);
}

static void read_heredoc(struct sh_parser *p, const struct sh_heredoc *h)
{
	struct text body = body_text(p, h);
	struct sh_parser in = {.arena = p->arena,
	                       .text = &body,
	                       .s = body.s,
	                       .bash = p->bash,
	                       .depth = p->depth};

	if (h->raw) {
		sh_add_text(&in, h->body, 0, body.s.n, true);
		return;
	}
	sh_read_body(&in, h->body);
	if (in.error)
		sh_fail(p, in.error);
}

void sh_newline(struct sh_parser *p)
{
	struct sh_heredocs h = p->pending;

	p->at++;
	p->pending = (struct sh_heredocs){0};
	for (size_t i = 0; i < h.n && !p->error; i++)
		read_heredoc(p, &h.v[i]);
}

bool sh_ends_word(const struct sh_parser *p, size_t at)
{
	const char *ends = p->regex ? " \t\n" : " \t\n;&|()<>";

	return at >= p->s.n || (p->s.p[at] && strchr(ends, p->s.p[at]));
}

void sh_add_text(struct sh_parser *p, struct sh_word *w, size_t at, size_t end,
                 bool quoted)
{
	if (end == at && !quoted)
		return;
	*arena_push(p->arena, w) =
		(struct sh_part){.kind = PART_TEXT,
	                         .quoted = quoted,
	                         .text = sh_slice(p, at, end)};
}

static void read_single(struct sh_parser *p, struct sh_word *w)
{
	size_t at = ++p->at;

	while (p->at < p->s.n && p->s.p[p->at] != '\'')
		p->at++;
	sh_add_text(p, w, at, p->at, true);
	if (p->at == p->s.n)
		sh_fail(p, "a ' without its end");
	p->at++;
}

static void read_escape(struct sh_parser *p, struct sh_word *w)
{
	if (sh_peek(p, 1) != '\n') {
		bool last = p->at + 1 >= p->s.n;

		sh_add_text(p, w, p->at + !last, p->at + 2 - last, true);
	}
	p->at += p->at + 1 < p->s.n ? 2 : 1;
}

/* Between double quotes a \ is for $ ` " \ and the line end only; in a heredoc
 * not for " either. */
static void read_double_escape(struct sh_parser *p, struct sh_word *w,
                               const char *special)
{
	char next = sh_peek(p, 1);

	if (next == '\n' || (next && strchr(special, next))) {
		read_escape(p, w);
		return;
	}
	sh_add_text(p, w, p->at, p->at + 1, true);
	p->at++;
}

static void read_quoted(struct sh_parser *p, struct sh_word *w,
                        const char *stops, const char *special)
{
	while (p->at < p->s.n && !p->error) {
		size_t at = p->at;
		char c = sh_peek(p, 0);

		if (c && strchr(stops, c))
			return;
		if (c == '\\') {
			read_double_escape(p, w, special);
		} else if (c == '$') {
			sh_read_dollar(p, w, true);
		} else if (c == '`') {
			sh_read_backquote(p, w, true);
		} else {
			do
				p->at++;
			while (p->at < p->s.n &&
			       (!sh_peek(p, 0) ||
			        (!strchr("\\$`", sh_peek(p, 0)) &&
			         !strchr(stops, sh_peek(p, 0)))));
			sh_add_text(p, w, at, p->at, true);
		}
	}
}

void sh_read_double(struct sh_parser *p, struct sh_word *w)
{
	size_t n = w->n;

	p->at++;
	read_quoted(p, w, "\"", "$`\"\\");
	if (w->n == n) /* "" is a word, "$@" need not be one */
		sh_add_text(p, w, p->at, p->at, true);
	if (p->at >= p->s.n)
		sh_fail(p, "a \" without its end");
	p->at++;
}

void sh_read_body(struct sh_parser *p, struct sh_word *out)
{
	sh_add_text(p, out, 0, 0, true);
	read_quoted(p, out, "", "$`\\");
}

static bool is_process(const struct sh_parser *p)
{
	char c = sh_peek(p, 0);

	return !p->regex && (c == '<' || c == '>') && sh_peek(p, 1) == '(';
}

static void read_process(struct sh_parser *p, struct sh_word *w)
{
	p->at += 2;
	*arena_push(p->arena, w) = (struct sh_part){.kind = PART_PROCESS,
	                                            .quoted = true,
	                                            .list = sh_read_list(p)};
	if (sh_peek(p, 0) != ')')
		sh_fail(p, "a <( without its end");
	p->at++;
}

static void read_plain(struct sh_parser *p, struct sh_word *w,
                       const char *stops)
{
	size_t at = p->at;

	do
		p->at++;
	while (p->at < p->s.n && (stops || !sh_ends_word(p, p->at)) &&
	       !(sh_peek(p, 0) && strchr("'\"\\$`{,}", sh_peek(p, 0))) &&
	       !(stops && sh_peek(p, 0) && strchr(stops, sh_peek(p, 0))));
	sh_add_text(p, w, at, p->at, false);
}

static void read_brace(struct sh_parser *p, struct sh_word *w)
{
	*arena_push(p->arena, w) =
		(struct sh_part){.kind = PART_BRACE,
	                         .text = sh_slice(p, p->at, p->at + 1)};
	p->at++;
}

/* One piece of a word; stops: inside ${…}, where only they end it. */
static void read_piece(struct sh_parser *p, struct sh_word *w,
                       const char *stops)
{
	switch (sh_peek(p, 0)) {
	case '\'':
		read_single(p, w);
		return;
	case '"':
		sh_read_double(p, w);
		return;
	case '\\':
		read_escape(p, w);
		return;
	case '$':
		sh_read_dollar(p, w, false);
		return;
	case '`':
		sh_read_backquote(p, w, false);
		return;
	case '{':
	case ',':
	case '}':
		if (!stops) {
			read_brace(p, w);
			return;
		}
	}
	if (!stops && is_process(p))
		read_process(p, w);
	else
		read_plain(p, w, stops);
}

bool sh_read_word(struct sh_parser *p, struct sh_word *out)
{
	*out = (struct sh_word){0};
	if (p->at >= p->s.n || (sh_ends_word(p, p->at) && !is_process(p)))
		return false;
	while (!p->error && p->at < p->s.n &&
	       (!sh_ends_word(p, p->at) || is_process(p)))
		read_piece(p, out, NULL);
	return !p->error;
}

void sh_read_until(struct sh_parser *p, const char *stops, bool quoted,
                   struct sh_word *out)
{
	*out = (struct sh_word){0};
	while (!p->error && p->at < p->s.n &&
	       !(sh_peek(p, 0) && strchr(stops, sh_peek(p, 0)))) {
		if (quoted && sh_peek(p, 0) == '"')
			sh_read_double(p, out);
		else if (quoted)
			read_quoted(p, out, "\"}", "$`\"\\}");
		else
			read_piece(p, out, stops);
	}
}
