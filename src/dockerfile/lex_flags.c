#include "dockerfile/gochar.h"
#include "dockerfile/lex.h"

/* Flags are read by bytes, each of them a character below U+0100: part of a
 * longer one is a blank, or comes out as two bytes. */
static uint32_t byte_at(const struct part *p, size_t at)
{
	return (unsigned char)p->text->s.p[at];
}

static void add_byte(struct copy *c, const struct part *p, size_t at)
{
	uint32_t byte = byte_at(p, at);
	char pair[2] = {(char)(0xc0 | byte >> 6), (char)(0x80 | (byte & 0x3f))};

	if (byte < 0x80)
		copy_bytes(c, at, 1);
	else
		copy_made(c, (struct str){pair, sizeof pair});
}

struct flag {
	struct text text;
	bool quoted; /* part of it; it may be empty then */
};

/* The word at p->at; afterwards this is behind it. */
static struct flag read_flag(struct part *p, char escape, struct arena *a)
{
	struct flag f = {0};
	struct copy c;
	uint32_t quote = 0;

	copy_begin(&c, a, p->text);
	for (; p->at < p->end; p->at++) {
		uint32_t byte = byte_at(p, p->at);

		if (!quote && gochar_is_space(byte))
			break;
		if (!quote && (byte == '\'' || byte == '"')) {
			quote = byte;
			f.quoted = true;
		} else if (quote && byte == quote) {
			quote = 0;
		} else if (byte != (unsigned char)escape) {
			add_byte(&c, p, p->at);
		} else if (p->at + 1 < p->end) {
			add_byte(&c, p, ++p->at);
		}
	}
	f.text = copy_take(&c);
	return f;
}

static bool is_flag(const struct part *p)
{
	return str_has_prefix(part_str(p), STR("--"));
}

void lex_flags(struct part p, char escape, struct arena *a, struct texts *out,
               struct part *rest)
{
	for (;;) {
		struct flag f;

		while (p.at < p.end && gochar_is_space(byte_at(&p, p.at)))
			p.at++;
		*rest = p;
		if (!is_flag(&p))
			return;
		f = read_flag(&p, escape, a);
		*rest = p;
		if (str_eq(f.text.s, STR("--")))
			return;
		if (f.quoted || f.text.s.n)
			*arena_push(a, out) = f.text;
	}
}
