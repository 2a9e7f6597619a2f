#include "report/mdoc.h"

#include <string.h>

/* A new line needs no page of its own: the tables' contents date a page. */
#define PAGE_DATE "November 20, 2026"

enum { LINE_MAX_BYTES = 78 };

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Blanks between p and the next word. */
static size_t blanks(const char *p)
{
	return strspn(p, " ");
}

/* The word before `gap` blanks ends a sentence that another follows. */
static bool ends_sentence(struct str word, size_t gap, char next)
{
	char last = word.p[word.n - 1];

	return (last == '.' || last == ')' || last == '"') && next &&
	       (gap > 1 || (last == '.' && is_upper(next)));
}

static size_t column(const struct buf *out)
{
	size_t n = 0;

	while (n < out->n && out->p[out->n - 1 - n] != '\n')
		n++;
	return n;
}

static void put_word(struct buf *out, struct str word)
{
	size_t col = column(out);

	if (col && out->p[out->n - 1] != ' ')
		buf_add(out, col + 1 + word.n > LINE_MAX_BYTES ? STR("\n") :
		                                                 STR(" "));
	if (column(out) == 0 && (word.p[0] == '.' || word.p[0] == '\''))
		buf_add(out, STR("\\&"));
	for (size_t i = 0; i < word.n; i++) {
		if (word.p[i] == '\\')
			buf_add(out, STR("\\e"));
		else
			buf_addc(out, word.p[i], 1);
	}
}

void mdoc_text(struct buf *out, const char *text)
{
	const char *p = text + blanks(text);

	while (*p) {
		struct str word = {p, strcspn(p, " ")};
		size_t gap = blanks(p + word.n);

		put_word(out, word);
		p += word.n + gap;
		if (ends_sentence(word, gap, *p))
			buf_add(out, STR("\n"));
	}
}

void mdoc_head(struct buf *out, const char *name, int section, const char *what)
{
	static const char small[] = "abcdefghijklmnopqrstuvwxyz";
	static const char capital[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	buf_add(out, STR(".\\\" Made by \"make man\" from the program's own "
	                 "tables.\n.Dd " PAGE_DATE "\n.Dt "));
	for (const char *p = name; *p; p++) {
		const char *lower = strchr(small, *p);

		buf_add(out,
		        (struct str){lower ? capital + (lower - small) : p, 1});
	}
	buf_printf(out, " %d\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", section, name,
	           what);
}
