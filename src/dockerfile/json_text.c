#include "dockerfile/gochar.h"
#include "dockerfile/json.h"

/* The unit of an escape \uNNNN at p->at; false: there is none. */
static bool unit_at(const struct part *p, uint32_t *unit)
{
	const char *s = p->text->s.p + p->at;
	uint64_t v;

	if (p->end - p->at < 6 || s[0] != '\\' || s[1] != 'u' ||
	    !str_hex((struct str){s + 2, 4}, &v))
		return false;
	*unit = (uint32_t)v;
	return true;
}

static bool is_surrogate(uint32_t unit)
{
	return unit >= 0xd800 && unit <= 0xdfff;
}

/* A half without the other is U+FFFD, and what follows it stands for itself. */
static uint32_t read_unicode(struct part *p)
{
	uint32_t unit = 0, low = 0;

	(void)unit_at(p, &unit);
	p->at += 6;
	if (!is_surrogate(unit))
		return unit;
	if (unit >= 0xdc00 || !unit_at(p, &low) || low < 0xdc00 || low > 0xdfff)
		return GOCHAR_BAD;
	p->at += 6;
	return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
}

static char plain_escape(char c)
{
	switch (c) {
	case 'b':
		return '\b';
	case 'f':
		return '\f';
	case 'n':
		return '\n';
	case 'r':
		return '\r';
	case 't':
		return '\t';
	}
	return c;
}

/* p->at is at a backslash of a string that was checked. */
static void add_escape(struct copy *out, struct part *p)
{
	char c = p->text->s.p[p->at + 1];
	struct buf made = {0};

	if (c == 'u') {
		gochar_add(&made, read_unicode(p));
	} else {
		buf_addc(&made, plain_escape(c), 1);
		p->at += 2;
	}
	copy_made(out, buf_str(&made));
	buf_free(&made);
}

struct text json_text(struct json *j)
{
	struct part p = j->last;
	struct copy out;

	copy_begin(&out, j->arena, p.text);
	while (p.at < p.end) {
		struct lex_char c = part_char(&p);

		if (c.cp == '\\') {
			add_escape(&out, &p);
		} else {
			copy_char(&out, c);
			p.at += c.n;
		}
	}
	return copy_take(&out);
}

enum exec_form json_exec_form(struct part p, struct arena *a, struct texts *out)
{
	struct json j;
	bool mixed = false;

	*out = (struct texts){0};
	json_begin(&j, part_trim(p), a);
	if (json_next(&j) != JSON_ARRAY)
		return EXEC_NO;
	for (;;) {
		size_t depth = j.depth;

		switch (json_next(&j)) {
		case JSON_BAD:
			return EXEC_NO;
		case JSON_END:
			if (j.huge)
				return EXEC_NO;
			return mixed ? EXEC_MIXED : EXEC_YES;
		case JSON_STRING:
			if (depth == 1)
				*arena_push(a, out) = json_text(&j);
			break;
		case JSON_ARRAY:
		case JSON_OBJECT:
		case JSON_OTHER:
			mixed = true;
			break;
		case JSON_CLOSE:
		case JSON_KEY:
			break;
		}
	}
}

/* The last of those with that key counts. */
bool json_member(struct part p, struct str key, struct arena *a,
                 struct text *out)
{
	struct json j;
	bool is_key = false, found = false;

	json_begin(&j, p, a);
	if (json_next(&j) != JSON_OBJECT)
		return false;
	for (;;) {
		size_t depth = j.depth;
		enum json_event e = json_next(&j);

		if (e == JSON_BAD)
			return false;
		if (e == JSON_END)
			return found && !j.huge;
		if (depth != 1 || e == JSON_CLOSE)
			continue;
		if (e == JSON_KEY) {
			is_key = str_eq(json_text(&j).s, key);
			continue;
		}
		if (!is_key)
			continue;
		found = e == JSON_STRING;
		if (found)
			*out = json_text(&j);
	}
}
