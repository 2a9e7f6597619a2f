#include "dockerfile/json.h"

#include <math.h>
#include <stdlib.h>

/* What may come next. */
enum json_state {
	WANT_VALUE,
	WANT_VALUE_OR_CLOSE, /* behind [ */
	WANT_KEY,
	WANT_KEY_OR_CLOSE, /* behind { */
	WANT_COLON,
	WANT_COMMA, /* or the end of what is open */
};

void json_begin(struct json *j, struct part p, struct arena *a)
{
	*j = (struct json){.p = p, .arena = a, .state = WANT_VALUE};
}

/* 0 at the end; a NUL is no JSON either. */
static char peek(const struct json *j)
{
	if (j->p.at == j->p.end)
		return '\0';
	return j->p.text->s.p[j->p.at];
}

static bool take(struct json *j, char c)
{
	if (c == '\0' || peek(j) != c)
		return false;
	j->p.at++;
	return true;
}

static bool in_object(const struct json *j)
{
	return j->open.v[j->depth - 1];
}

static void skip_blanks(struct json *j)
{
	while (take(j, ' ') || take(j, '\t') || take(j, '\r') || take(j, '\n'))
		;
}

static bool skip_digits(struct json *j)
{
	size_t at = j->p.at;

	while (peek(j) >= '0' && peek(j) <= '9')
		j->p.at++;
	return j->p.at > at;
}

static bool skip_number(struct json *j)
{
	(void)take(j, '-');
	if (!take(j, '0') && !skip_digits(j))
		return false;
	if (take(j, '.') && !skip_digits(j))
		return false;
	if (take(j, 'e') || take(j, 'E')) {
		if (!take(j, '-'))
			(void)take(j, '+');
		return skip_digits(j);
	}
	return true;
}

static enum json_event read_number(struct json *j)
{
	struct part number = {j->p.text, j->p.at, 0};

	if (!skip_number(j))
		return JSON_BAD;
	number.end = j->p.at;
	if (isinf(strtod(arena_cstr(j->arena, part_str(&number)), NULL)))
		j->huge = true;
	return JSON_OTHER;
}

static enum json_event read_word(struct json *j, struct str word)
{
	struct part rest = j->p;

	if (!str_has_prefix(part_str(&rest), word))
		return JSON_BAD;
	j->p.at += word.n;
	return JSON_OTHER;
}

/* Behind a backslash. */
static bool skip_escape(struct json *j)
{
	static const struct str known = {"\"\\/bfnrt", 8};

	for (size_t i = 0; i < known.n; i++)
		if (take(j, known.p[i]))
			return true;
	if (!take(j, 'u'))
		return false;
	for (int i = 0; i < 4; i++) {
		if (str_hex_digit(peek(j)) < 0)
			return false;
		j->p.at++;
	}
	return true;
}

/* Behind the quote; finds the other. */
static bool read_string(struct json *j)
{
	j->last = j->p;
	while ((unsigned char)peek(j) >= ' ') {
		if (take(j, '"')) {
			j->last.end = j->p.at - 1;
			return true;
		}
		if (!take(j, '\\'))
			j->p.at++;
		else if (!skip_escape(j))
			return false;
	}
	return false;
}

static void push_level(struct json *j, bool object)
{
	if (j->depth == j->open.n)
		(void)arena_push(j->arena, &j->open);
	j->open.v[j->depth++] = object;
	j->state = object ? WANT_KEY_OR_CLOSE : WANT_VALUE_OR_CLOSE;
}

static enum json_event read_scalar(struct json *j)
{
	switch (peek(j)) {
	case 't':
		return read_word(j, STR("true"));
	case 'f':
		return read_word(j, STR("false"));
	case 'n':
		return read_word(j, STR("null"));
	}
	return read_number(j);
}

static enum json_event read_value(struct json *j)
{
	bool object = peek(j) == '{';

	if (object || peek(j) == '[') {
		if (j->depth == JSON_DEPTH_MAX)
			return JSON_BAD;
		j->p.at++;
		push_level(j, object);
		return object ? JSON_OBJECT : JSON_ARRAY;
	}
	j->state = WANT_COMMA;
	if (take(j, '"'))
		return read_string(j) ? JSON_STRING : JSON_BAD;
	return read_scalar(j);
}

static enum json_event read_key(struct json *j)
{
	j->state = WANT_COLON;
	return take(j, '"') && read_string(j) ? JSON_KEY : JSON_BAD;
}

static bool take_close(struct json *j)
{
	if (j->depth == 0 || !take(j, in_object(j) ? '}' : ']'))
		return false;
	j->depth--;
	j->state = WANT_COMMA;
	return true;
}

/* The comma or colon in front of what comes next. */
static bool take_mark(struct json *j)
{
	if (j->state == WANT_COLON) {
		j->state = WANT_VALUE;
		return take(j, ':');
	}
	if (j->state == WANT_COMMA) {
		j->state = in_object(j) ? WANT_KEY : WANT_VALUE;
		return take(j, ',');
	}
	return true;
}

enum json_event json_next(struct json *j)
{
	skip_blanks(j);
	if (j->state == WANT_COMMA && j->depth == 0)
		return j->p.at == j->p.end ? JSON_END : JSON_BAD;
	if ((j->state == WANT_COMMA || j->state == WANT_VALUE_OR_CLOSE ||
	     j->state == WANT_KEY_OR_CLOSE) &&
	    take_close(j))
		return JSON_CLOSE;
	if (!take_mark(j))
		return JSON_BAD;
	skip_blanks(j);
	if (j->state == WANT_KEY || j->state == WANT_KEY_OR_CLOSE)
		return read_key(j);
	return read_value(j);
}
