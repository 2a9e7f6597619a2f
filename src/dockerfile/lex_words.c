#include "dockerfile/gochar.h"
#include "dockerfile/lex.h"

static void skip_blanks(struct part *p)
{
	while (p->at < p->end) {
		struct lex_char c = part_char(p);

		if (!gochar_is_space(c.cp))
			return;
		p->at += c.n;
	}
}

static uint32_t quote_after(uint32_t quote, uint32_t cp)
{
	if (quote)
		return cp == quote ? 0 : quote;
	return cp == '\'' || cp == '"' ? cp : 0;
}

/* The word at p->at; afterwards this is behind it.  An escape that nothing
 * follows is dropped. */
static struct text read_word(struct part *p, char escape, struct arena *a)
{
	struct copy out;
	uint32_t quote = 0;

	copy_begin(&out, a, p->text);
	while (p->at < p->end) {
		struct lex_char c = part_char(p);

		if (!quote && gochar_is_space(c.cp))
			break;
		p->at += c.n;
		quote = quote_after(quote, c.cp);
		if (c.cp == (unsigned char)escape && quote != '\'') {
			if (p->at == p->end)
				break;
			copy_bytes(&out, c.at, c.n);
			c = part_char(p);
			p->at += c.n;
		}
		copy_char(&out, c);
	}
	return copy_take(&out);
}

void lex_words(struct part p, char escape, struct arena *a, struct texts *out)
{
	for (;;) {
		struct text word;

		skip_blanks(&p);
		if (p.at == p.end)
			return;
		word = read_word(&p, escape, a);
		if (word.s.n)
			*arena_push(a, out) = word;
	}
}
