#include "dockerfile/lines.h"

#include "dockerfile/gochar.h"

#include <string.h>

static size_t text_size(struct str line)
{
	while (line.n &&
	       (line.p[line.n - 1] == '\n' || line.p[line.n - 1] == '\r'))
		line.n--;
	return line.n;
}

static int say_too_long(const struct reader *r, struct err *err)
{
	return err_set(err, ERR_FORMAT,
	               "line %zu: longer than the %d bytes that BuildKit reads "
	               "of a line; end it with %c and go on below",
	               r->line + 1, DOCKERFILE_LINE_MAX, r->d->escape);
}

int reader_next(struct reader *r, struct line *out, struct err *err)
{
	struct str rest = str_from(r->d->bytes, r->at);
	const char *end = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;
	size_t n = end ? (size_t)(end - rest.p) : rest.n;

	if (rest.n == 0)
		return 0;
	if (n + (r->line == 0 ? r->at : 0) > DOCKERFILE_LINE_MAX)
		return say_too_long(r, err);
	if (end)
		n++;
	*out = (struct line){r->at, text_size((struct str){rest.p, n}), n};
	*arena_push(r->arena, &r->d->lines) = r->at;
	r->at += n;
	r->line++;
	return 1;
}

void reader_token(struct reader *r, enum token_kind kind, size_t at, size_t n)
{
	if (n)
		*arena_push(r->arena, &r->d->tokens) =
			(struct token){kind, {at, n}};
}

void reader_line_token(struct reader *r, enum token_kind kind,
                       const struct line *l)
{
	reader_token(r, kind, l->at, l->n);
}

void reader_text_tokens(struct reader *r, const struct line *l, size_t n,
                        enum token_kind end)
{
	reader_token(r, TOKEN_TEXT, l->at, n);
	reader_token(r, end, l->at + n, l->n - n);
}

struct str line_text(const struct reader *r, const struct line *l)
{
	return (struct str){r->d->bytes.p + l->at, l->text};
}

struct str line_trimmed(const struct reader *r, const struct line *l)
{
	return gochar_trim_left(line_text(r, l));
}
