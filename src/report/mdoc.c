#include "report/mdoc.h"

#include <string.h>

/* A new line needs no page of its own: the tables' contents date a page. */
#define PAGE_DATE "November 20, 2026"

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/* Blanks behind the end of a sentence at p, else 0. */
static size_t sentence_gap(const char *p)
{
	size_t n = 1;

	if (*p != '.' && *p != ':')
		return 0;
	while (p[n] == ' ')
		n++;
	return n > 1 && p[n] && (n > 2 || (*p == '.' && is_upper(p[n]))) ? n :
	                                                                   0;
}

static void put_char(struct buf *out, const char *p, bool first)
{
	if (first && (*p == '.' || *p == '\''))
		buf_add(out, STR("\\&"));
	if (*p == '\\')
		buf_add(out, STR("\\e"));
	else
		buf_addc(out, *p, 1);
}

void mdoc_text(struct buf *out, const char *text)
{
	bool first = true;

	for (const char *p = text; *p; p++) {
		size_t gap = sentence_gap(p);

		put_char(out, p, first);
		first = gap > 0;
		if (gap) {
			buf_add(out, STR("\n"));
			p += gap - 1;
		}
	}
}

void mdoc_head(struct buf *out, const char *name, int section, const char *what)
{
	buf_add(out, STR(".\\\" Made by \"make man\" from the program's own "
	                 "tables.\n.Dd " PAGE_DATE "\n.Dt "));
	for (const char *p = name; *p; p++)
		buf_addc(out, *p >= 'a' && *p <= 'z' ? (char)(*p - 32) : *p, 1);
	buf_printf(out, " %d\n.Os\n.Sh NAME\n.Nm %s\n.Nd %s\n", section, name,
	           what);
}
