#include "fleet/text.h"

#include "base/version.h"

#include <string.h>

size_t text_find(struct str s, struct str part)
{
	size_t at = 0;

	while (part.n && at + part.n <= s.n) {
		const char *p =
			memchr(s.p + at, part.p[0], s.n - at - part.n + 1);

		if (!p)
			break;
		at = (size_t)(p - s.p);
		if (memcmp(p, part.p, part.n) == 0)
			return at;
		at++;
	}
	return SIZE_MAX;
}

struct str text_version(struct str s)
{
	struct version v;

	return version_parse(s, &v) ? s : (struct str){0};
}

static bool next_word(struct str *s, struct str *word)
{
	size_t n = 0;

	*s = str_trim(*s);
	while (n < s->n && !strchr(" \t\r\n", s->p[n]))
		n++;
	*word = (struct str){s->p, n};
	*s = str_from(*s, n);
	return n > 0;
}

static unsigned month_of(struct str word)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (unsigned i = 0; i < 12; i++)
		if (str_eq(word, (struct str){names + 3 * (size_t)i, 3}))
			return i + 1;
	return 0;
}

/* rest stands behind the month's name. */
static bool parse_date(struct str rest, uint64_t *day, uint64_t *year)
{
	struct str word;

	if (!next_word(&rest, &word) || !str_uint(word, day) || *day < 1 ||
	    *day > 31)
		return false;
	if (!next_word(&rest, &word) || !str_contains(word, STR(":")))
		return false;
	return next_word(&rest, &word) && str_uint(word, year) &&
	       *year >= 2000 && *year <= 2999;
}

struct str text_date(struct str s, struct arena *a)
{
	struct str word;
	uint64_t day, year;

	while (next_word(&s, &word)) {
		unsigned month = month_of(word);

		if (month && parse_date(s, &day, &year))
			return arena_fmt(a, "%04u-%02u-%02u", (unsigned)year,
			                 month, (unsigned)day);
	}
	return (struct str){0};
}

/* Bytes that quoting, numbering and frames put in front of a line or behind
 * it; a frame may be drawn with U+25xx. */
static size_t frame_bytes(struct str s)
{
	if (s.n >= 3 && s.p[0] == '\xe2' &&
	    (s.p[1] == '\x94' || s.p[1] == '\x95'))
		return 3;
	return s.n && s.p[0] && strchr(" \t\r>|#*", s.p[0]) ? 1 : 0;
}

struct str text_unframe(struct str s)
{
	size_t n;

	while ((n = frame_bytes(s)) > 0)
		s = str_from(s, n);
	while (s.n && (frame_bytes(str_from(s, s.n - 1)) ||
	               (s.n >= 3 && frame_bytes(str_from(s, s.n - 3)) == 3)))
		s.n -= frame_bytes(str_from(s, s.n - 1)) ? 1 : 3;
	return s;
}

/* Behind "key :", the rest of the line; p == NULL when there is none. */
struct str text_value(struct str text, struct str key)
{
	struct str line, tail;
	size_t at;

	while ((at = text_find(text, key)) != SIZE_MAX) {
		text = str_from(text, at + key.n);
		(void)str_cut(text, '\n', &line, &tail);
		line = str_trim(line);
		if (line.n && line.p[0] == ':')
			return (struct str){line.p + 1, line.n - 1};
	}
	return (struct str){0};
}

struct str text_word(struct str s)
{
	size_t n = 0;

	s = str_trim(s);
	while (n < s.n && !strchr(" \t\r\n|,", s.p[n]) && s.p[n] != '\xe2')
		n++;
	return (struct str){s.p, n};
}

struct str text_line(struct str s)
{
	struct str line, tail;

	(void)str_cut(s, '\n', &line, &tail);
	return line;
}

struct str text_lead_version(struct str s)
{
	size_t n = 0;

	while (n < s.n && ((s.p[n] >= '0' && s.p[n] <= '9') || s.p[n] == '.'))
		n++;
	while (n && s.p[n - 1] == '.')
		n--;
	return text_version((struct str){s.p, n});
}

bool text_pair(struct str line, struct str *key, struct str *value)
{
	if (!str_cut(line, ':', key, value))
		return false;
	*key = str_trim(*key);
	*value = str_trim(*value);
	return true;
}

bool text_number(struct str s, uint64_t *out)
{
	size_t n = 0;

	s = str_trim(s);
	while (n < s.n && s.p[n] >= '0' && s.p[n] <= '9')
		n++;
	return str_uint((struct str){s.p, n}, out);
}

struct str text_json_object(struct str text)
{
	size_t depth = 0;
	bool quoted = false;

	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (quoted && c == '\\') {
			i++;
		} else if (c == '"') {
			quoted = !quoted;
		} else if (!quoted && (c == '{' || c == '[')) {
			depth++;
		} else if (!quoted && (c == '}' || c == ']') && --depth == 0) {
			return (struct str){text.p, i + 1};
		}
	}
	return (struct str){0};
}
