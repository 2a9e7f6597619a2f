#include "report/paper.h"

static const char *const ink_on[INK_N] = {
	[INK_PLAIN] = "",          [INK_RED] = "\033[31m",
	[INK_YELLOW] = "\033[33m", [INK_GREEN] = "\033[32m",
	[INK_BOLD] = "\033[1m",
};

/* Bytes of the sequence that starts so; 0: none does. */
static size_t sequence_len(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c < 0xc2 || c > 0xf4)
		return 0;
	return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static bool is_character(uint32_t cp, size_t len)
{
	static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};

	return cp >= lowest[len] && cp <= 0x10ffff &&
	       !(cp >= 0xd800 && cp <= 0xdfff);
}

/* Decode one sequence; 0 when the bytes are none.  RFC 3629. */
static size_t decode(const unsigned char *p, size_t n, uint32_t *cp)
{
	size_t len = sequence_len(p[0]);

	if (len == 0 || len > n)
		return 0;
	*cp = len == 1 ? p[0] : p[0] & (0x7fU >> len);
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*cp = *cp << 6 | (p[i] & 0x3f);
	}
	return is_character(*cp, len) ? len : 0;
}

/* Controls, line separators, and marks of direction. */
static bool is_unsafe(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c},
		{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
		{0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (cp >= ranges[i].first && cp <= ranges[i].last)
			return true;
	return false;
}

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
		size_t len = decode(p, s.n - i, &cp);
		bool raw = len && !is_unsafe(cp) && !is_escape_like(s, i);

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
