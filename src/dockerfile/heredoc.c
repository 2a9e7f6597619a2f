#include "dockerfile/heredoc.h"

#include "dockerfile/lex.h"

static bool may_have(const struct instr *in)
{
	if (in->keyword == KW_ONBUILD && in->nested)
		in = in->nested;
	return (in->keyword == KW_ADD || in->keyword == KW_COPY ||
	        in->keyword == KW_RUN) &&
	       !in->json;
}

/* Past the largest number it stays that. */
static uint64_t read_fd(struct str digits)
{
	uint64_t fd = 0;

	if (digits.n && !str_uint(digits, &fd))
		fd = UINT64_MAX;
	return fd;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

/* N<<-NAME; false: a word that is none. */
static bool split_word(const struct text *word, struct heredoc *h,
                       struct part *name)
{
	struct str s = word->s;
	size_t at = 0;

	while (at < s.n && s.p[at] >= '0' && s.p[at] <= '9')
		at++;
	if (!str_has_prefix(str_from(s, at), STR("<<")))
		return false;
	h->fd = read_fd((struct str){s.p, at});
	at += 2;
	h->chomp = at < s.n && s.p[at] == '-';
	at += h->chomp;
	while (at < s.n && is_blank(s.p[at]))
		at++;
	*name = (struct part){word, at, s.n};
	return at < s.n && !str_contains(str_from(s, at), STR("<"));
}

static size_t count_quotes(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '\'' || s.p[i] == '"';
	return n;
}

/* 1 it is one, 0 it is none. */
static int read_announcement(const struct text *word, struct arena *a,
                             struct heredoc *out, struct err *err)
{
	struct part name;
	struct text written;
	struct texts undone, raw;

	*out = (struct heredoc){.word = *word};
	if (!split_word(word, out, &name))
		return 0;
	written = part_text(a, &name);
	if (lex_shell_words(&written, false, a, &undone, err))
		return -1;
	if (undone.n != 1)
		return 0;
	if (lex_shell_words(&written, true, a, &raw, err))
		return -1;
	if (raw.n != 1)
		return err_set(err, ERR_FORMAT,
		               "the heredoc's name can't be read: quote it "
		               "whole");
	out->name = undone.v[0];
	out->expand = count_quotes(out->name.s) == count_quotes(raw.v[0].s);
	return 1;
}

int heredocs_announced(struct instr *in, struct arena *a, struct err *err)
{
	struct texts words;

	if (!may_have(in) || !str_contains(in->joined.s, STR("<<")))
		return 0;
	if (lex_heredoc_words(&in->joined, a, &words, err))
		return -1;
	slice_for (struct text, w, words) {
		struct heredoc h;
		int rc = read_announcement(w, a, &h, err);

		if (rc < 0)
			return -1;
		if (rc)
			*arena_push(a, &in->heredocs) = h;
	}
	if (in->nested)
		in->nested->heredocs = in->heredocs;
	return 0;
}

static bool is_terminator(struct str line, const struct heredoc *h)
{
	while (h->chomp && line.n && *line.p == '\t')
		line = str_from(line, 1);
	return str_eq(line, h->name.s);
}

static int read_body(struct reader *r, struct heredoc *h, size_t line,
                     struct err *err)
{
	size_t began = r->at;
	struct line l;
	int rc;

	while ((rc = reader_next(r, &l, err)) > 0) {
		if (!is_terminator(line_text(r, &l), h)) {
			reader_line_token(r, TOKEN_HEREDOC, &l);
			continue;
		}
		reader_line_token(r, TOKEN_HEREDOC_END, &l);
		h->body = text_of_file(r->arena, r->d->bytes, began,
		                       l.at - began);
		h->end = (struct span){l.at, l.n};
		return 0;
	}
	if (rc < 0)
		return -1;
	return err_set(err, ERR_FORMAT,
	               "line %zu: the heredoc never ends: a line must follow "
	               "that is only \"" STR_F "\", without blanks",
	               line, STR_A(h->name.s));
}

int heredocs_read(struct reader *r, struct heredocs *all, size_t line,
                  struct err *err)
{
	slice_for (struct heredoc, h, *all)
		if (read_body(r, h, line, err))
			return -1;
	return 0;
}
