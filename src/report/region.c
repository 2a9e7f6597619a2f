#include "report/region.h"

#include "base/utf8.h"

struct point {
	int64_t line, column;
};

static struct point bytes_at(const struct dockerfile *d, size_t offset)
{
	size_t line, column;

	dockerfile_place(d, offset, &line, &column);
	return (struct point){(int64_t)line, (int64_t)column};
}

/* What is no UTF-8 counts as one: a reader puts one mark in its place. */
static struct point utf16_at(const struct dockerfile *d, size_t offset)
{
	struct point p = bytes_at(d, offset);
	size_t i = offset - (size_t)(p.column - 1);

	p.column = 1;
	if (i == 0 && d->bom)
		i = STR("\xef\xbb\xbf").n;
	while (i < offset && i < d->bytes.n) {
		uint32_t cp = 0;
		size_t n = utf8_decode(d->bytes.p + i, d->bytes.n - i, &cp);

		p.column += n && cp > 0xffff ? 2 : 1;
		i += n ? n : 1;
	}
	return p;
}

static struct region region_of(const struct dockerfile *d, struct span at,
                               struct point (*count)(const struct dockerfile *,
                                                     size_t))
{
	struct point from = count(d, at.offset);
	struct point to = count(d, at.offset + at.n);

	return (struct region){from.line, from.column, to.line, to.column};
}

struct region region_bytes(const struct dockerfile *d, struct span at)
{
	return region_of(d, at, bytes_at);
}

struct region region_utf16(const struct dockerfile *d, struct span at)
{
	return region_of(d, at, utf16_at);
}

bool region_is_text(struct str bytes)
{
	for (size_t i = 0; i < bytes.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(bytes.p + i, bytes.n - i, &cp);

		if (n == 0 || cp == 0)
			return false;
		i += n;
	}
	return true;
}

bool region_is_edit(const struct dockerfile *d, const struct report_fix *fix)
{
	slice_for (struct edit, e, *fix->edits)
		if (!region_is_text(e->text))
			return false;
	return region_is_text(d->bytes);
}

static bool is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
	       c == '~' || c == '/';
}

struct str region_uri(struct arena *a, struct str path)
{
	struct buf b = {0};
	struct str out;

	if (str_has_prefix(path, STR("/")))
		buf_add(&b, STR("file://"));
	for (size_t i = 0; i < path.n; i++) {
		if (is_plain(path.p[i]))
			buf_addc(&b, path.p[i], 1);
		else
			buf_printf(&b, "%%%02X", (unsigned char)path.p[i]);
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}
