#include "report/markup.h"

#include "base/utf8.h"

void markup_begin(struct markup *x, struct buf *out)
{
	*x = (struct markup){.out = out};
	buf_add(out, STR("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
}

static void new_line(struct markup *x)
{
	buf_addc(x->out, '\n', 1);
	buf_addc(x->out, ' ', (size_t)x->depth * 2);
}

static void end_tag(struct markup *x)
{
	if (x->in_tag)
		buf_addc(x->out, '>', 1);
	x->in_tag = false;
}

void markup_open(struct markup *x, const char *name)
{
	end_tag(x);
	new_line(x);
	buf_printf(x->out, "<%s", name);
	x->in_tag = true;
	x->has_text = false;
	x->depth++;
}

static bool is_char(uint32_t cp)
{
	if (cp < 0x20)
		return cp == '\t' || cp == '\n' || cp == '\r';
	return cp != 0xfffe && cp != 0xffff;
}

/* Blanks other than ' ' as numbers: a reader would make ' ' of them. */
static void add_char(struct markup *x, uint32_t cp, struct str bytes)
{
	switch (cp) {
	case '<':
		buf_add(x->out, STR("&lt;"));
		break;
	case '>':
		buf_add(x->out, STR("&gt;"));
		break;
	case '&':
		buf_add(x->out, STR("&amp;"));
		break;
	case '"':
		buf_add(x->out, STR("&quot;"));
		break;
	case '\t':
	case '\n':
	case '\r':
		buf_printf(x->out, "&#%u;", (unsigned)cp);
		break;
	default:
		buf_add(x->out, bytes);
	}
}

static void add(struct markup *x, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s.p + i, s.n - i, &cp);

		if (n == 0 || !is_char(cp))
			buf_add(x->out, STR("\xef\xbf\xbd"));
		else
			add_char(x, cp, (struct str){s.p + i, n});
		i += n ? n : 1;
	}
}

void markup_attr(struct markup *x, const char *name, struct str value)
{
	buf_printf(x->out, " %s=\"", name);
	add(x, value);
	buf_addc(x->out, '"', 1);
}

void markup_attr_n(struct markup *x, const char *name, int64_t value)
{
	buf_printf(x->out, " %s=\"%lld\"", name, (long long)value);
}

void markup_text(struct markup *x, struct str text)
{
	end_tag(x);
	add(x, text);
	x->has_text = true;
}

void markup_close(struct markup *x, const char *name)
{
	x->depth--;
	if (x->in_tag) {
		buf_add(x->out, STR("/>"));
	} else {
		if (!x->has_text)
			new_line(x);
		buf_printf(x->out, "</%s>", name);
	}
	x->in_tag = false;
	x->has_text = false;
	if (x->depth == 0)
		buf_addc(x->out, '\n', 1);
}
