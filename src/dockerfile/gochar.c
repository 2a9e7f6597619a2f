#include "dockerfile/gochar.h"

#include "base/utf8.h"

size_t gochar_at(struct str s, size_t at, uint32_t *cp)
{
	size_t n = utf8_decode(s.p + at, s.n - at, cp);

	if (n)
		return n;
	*cp = GOCHAR_BAD;
	return 1;
}

bool gochar_is_bad(struct str s, size_t at)
{
	uint32_t cp;

	return utf8_decode(s.p + at, s.n - at, &cp) == 0;
}

bool gochar_is_space(uint32_t cp)
{
	return (cp >= '\t' && cp <= '\r') || cp == ' ' || cp == 0x85 ||
	       cp == 0xa0 || cp == 0x1680 || (cp >= 0x2000 && cp <= 0x200a) ||
	       cp == 0x2028 || cp == 0x2029 || cp == 0x202f || cp == 0x205f ||
	       cp == 0x3000;
}

void gochar_add(struct buf *b, uint32_t cp)
{
	static const unsigned char lead[] = {0, 0xc0, 0xe0, 0xf0};
	unsigned more = cp < 0x80 ? 0 : cp < 0x800 ? 1 : cp < 0x10000 ? 2 : 3;

	buf_addc(b, (char)(lead[more] | cp >> (6 * more)), 1);
	while (more-- > 0)
		buf_addc(b, (char)(0x80 | (cp >> (6 * more) & 0x3f)), 1);
}

struct str gochar_trim_left(struct str s)
{
	uint32_t cp;

	while (s.n) {
		size_t n = gochar_at(s, 0, &cp);

		if (!gochar_is_space(cp))
			break;
		s = str_from(s, n);
	}
	return s;
}

/* Where the last character of s begins. */
static size_t last_at(struct str s)
{
	uint32_t cp;

	for (size_t n = 2; n <= 4 && n <= s.n; n++)
		if (utf8_decode(s.p + s.n - n, n, &cp) == n)
			return s.n - n;
	return s.n - 1;
}

struct str gochar_trim(struct str s)
{
	uint32_t cp;

	s = gochar_trim_left(s);
	while (s.n) {
		size_t at = last_at(s);

		(void)gochar_at(s, at, &cp);
		if (!gochar_is_space(cp))
			break;
		s.n = at;
	}
	return s;
}

/* What Go maps, it also makes valid: a string of ASCII is just copied. */
void gochar_add_lower(struct buf *b, struct str s)
{
	uint32_t cp;

	for (size_t at = 0; at < s.n;) {
		at += gochar_at(s, at, &cp);
		gochar_add(b, gochar_lower(cp));
	}
}

static void add_control(struct buf *b, uint32_t cp)
{
	static const char names[] = "abtnvfr";

	if (cp >= '\a' && cp <= '\r')
		buf_printf(b, "\\%c", names[cp - '\a']);
	else if (cp < ' ' || cp == 0x7f)
		buf_printf(b, "\\x%02x", (unsigned)cp);
	else if (cp < 0x10000)
		buf_printf(b, "\\u%04x", (unsigned)cp);
	else
		buf_printf(b, "\\U%08x", (unsigned)cp);
}

void gochar_add_quoted(struct buf *b, struct str s)
{
	uint32_t cp;

	buf_addc(b, '"', 1);
	for (size_t at = 0, n; at < s.n; at += n) {
		n = gochar_at(s, at, &cp);
		if (gochar_is_bad(s, at)) {
			buf_printf(b, "\\x%02x", (unsigned char)s.p[at]);
		} else if (!gochar_is_print(cp)) {
			add_control(b, cp);
		} else {
			if (cp == '"' || cp == '\\')
				buf_addc(b, '\\', 1);
			buf_add(b, (struct str){s.p + at, n});
		}
	}
	buf_addc(b, '"', 1);
}
