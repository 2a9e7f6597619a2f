#include "report/paper.h"

#include "base/utf8.h"

static const char *const ink_on[INK_N] = {
	[INK_PLAIN] = "",          [INK_RED] = "\033[31m",
	[INK_YELLOW] = "\033[33m", [INK_GREEN] = "\033[32m",
	[INK_BOLD] = "\033[1m",
};

static bool is_escape_like(struct str s, size_t at)
{
	return s.p[at] == '\\' && at + 1 < s.n && s.p[at + 1] == 'x';
}

struct str paper_safe(struct arena *a, struct str s)
{
	struct buf b = {0};
	struct str out;

	for (size_t i = 0; i < s.n;) {
		const unsigned char *p = (const unsigned char *)s.p + i;
		uint32_t cp = 0;
		size_t len = utf8_decode(s.p + i, s.n - i, &cp);
		bool raw = len && !utf8_is_unsafe(cp) && !is_escape_like(s, i);

		for (size_t k = 0; k < (len ? len : 1); k++) {
			if (raw)
				buf_addc(&b, s.p[i + k], 1);
			else
				buf_printf(&b, "\\x%02x", p[k]);
		}
		i += len ? len : 1;
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static bool is_lead(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

unsigned paper_cols(struct str s)
{
	unsigned n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += is_lead(s.p[i]);
	return n;
}

/* The first n columns. */
static struct str cut(struct str s, unsigned n)
{
	size_t i = 0;

	while (i < s.n && (n > 0 || !is_lead(s.p[i])))
		n -= is_lead(s.p[i++]);
	return (struct str){s.p, i};
}

void paper_put(struct paper *p, enum ink ink, struct str s)
{
	bool colored = p->color && ink != INK_PLAIN && s.n;

	if (colored)
		buf_add(p->out, str_c(ink_on[ink]));
	buf_add(p->out, s);
	if (colored)
		buf_add(p->out, STR("\033[0m"));
	p->col += paper_cols(s);
}

void paper_tab(struct paper *p, unsigned col)
{
	if (p->col >= col)
		return;
	buf_addc(p->out, ' ', col - p->col);
	p->col = col;
}

void paper_cell(struct paper *p, enum ink ink, struct str s, unsigned n)
{
	unsigned end = p->col + n;

	if (paper_cols(s) <= n) {
		paper_put(p, ink, s);
	} else {
		paper_put(p, ink, cut(s, n > 3 ? n - 3 : n));
		if (n > 3)
			paper_put(p, ink, STR("..."));
	}
	paper_tab(p, end);
}

void paper_end(struct paper *p)
{
	buf_add(p->out, STR("\n"));
	p->col = 0;
}

static void new_line(struct paper *p, unsigned left)
{
	paper_end(p);
	paper_tab(p, left);
}

/* A word longer than a line is broken. */
static void put_word(struct paper *p, unsigned left, struct str word)
{
	while (p->width > left && p->col + paper_cols(word) > p->width) {
		struct str head = {0};

		if (p->col < p->width)
			head = cut(word, p->width - p->col);
		paper_put(p, INK_PLAIN, head);
		new_line(p, left);
		word = str_from(word, head.n);
	}
	paper_put(p, INK_PLAIN, word);
}

void paper_wrap(struct paper *p, unsigned left, struct str s)
{
	struct str word;
	bool fresh = true;

	paper_tab(p, left);
	while (str_next(&s, ' ', &word)) {
		if (word.n == 0)
			continue;
		if (!fresh && p->col + 1 + paper_cols(word) > p->width)
			new_line(p, left);
		else if (!fresh)
			paper_put(p, INK_PLAIN, STR(" "));
		put_word(p, left, word);
		fresh = false;
	}
	paper_end(p);
}
