#include "fix/diff.h"

#include "base/path.h"

#include <string.h>

enum { CONTEXT = 3 };

/* Lines [first, end) of the file before, and what stands there after. */
struct block {
	size_t first, end;
	struct str text;
};

struct blocks {
	struct block *v;
	size_t n;
};

struct sizes {
	size_t *v;
	size_t n;
};

struct differ {
	struct arena arena;
	struct str file;
	struct sizes starts; /* of the lines; the file's size behind the last */
	struct blocks blocks;
	struct buf *out;
	int64_t moved; /* lines that earlier hunks added */
};

static size_t lines_n(const struct differ *d)
{
	return d->starts.n - 1;
}

static void find_lines(struct differ *d)
{
	size_t at = 0;

	while (at < d->file.n) {
		const char *nl = memchr(d->file.p + at, '\n', d->file.n - at);

		*arena_push(&d->arena, &d->starts) = at;
		at = nl ? (size_t)(nl - d->file.p) + 1 : d->file.n;
	}
	*arena_push(&d->arena, &d->starts) = d->file.n;
}

/* The line that holds the byte, or would if there were one more. */
static size_t line_of(const struct differ *d, size_t offset)
{
	size_t lo = 0, hi = lines_n(d);

	if (offset == d->file.n && offset && d->file.p[offset - 1] != '\n')
		return lines_n(d) - 1;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (d->starts.v[mid + 1] <= offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool ends_line(struct str s)
{
	return s.n && s.p[s.n - 1] == '\n';
}

static bool starts_line(const struct differ *d, size_t offset)
{
	return offset == 0 || d->file.p[offset - 1] == '\n';
}

/* Whole lines that an edit touches; none when it inserts whole lines. */
static struct block touched(const struct differ *d, const struct edit *e)
{
	size_t end = e->at.offset + e->at.n;
	struct block b = {.first = line_of(d, e->at.offset)};
	bool whole = starts_line(d, end) &&
	             (ends_line(e->text) ||
	              (e->text.n == 0 && starts_line(d, e->at.offset)));

	b.end = line_of(d, end);
	if (!whole && b.end < lines_n(d))
		b.end++;
	return b;
}

/* Whole lines that both begin with; their number in *n. */
static size_t common_head(struct str a, struct str b, size_t *n)
{
	size_t at = 0, lines = 0;

	for (size_t i = 0; i < a.n && i < b.n && a.p[i] == b.p[i]; i++)
		if (a.p[i] == '\n') {
			at = i + 1;
			lines++;
		}
	*n = lines;
	return at;
}

/* The same for whole lines that both end with. */
static size_t common_tail(struct str a, struct str b, size_t *n)
{
	size_t at = 0, lines = 0, max = a.n < b.n ? a.n : b.n;

	if (ends_line(a) != ends_line(b))
		max = 0;
	for (size_t i = 1; i <= max && a.p[a.n - i] == b.p[b.n - i]; i++) {
		bool starts = (i == a.n || a.p[a.n - i - 1] == '\n') &&
		              (i == b.n || b.p[b.n - i - 1] == '\n');

		if (starts) {
			at = i;
			lines++;
		}
	}
	*n = lines;
	return at;
}

/* Without the lines at both ends that stay as they are. */
static void trim(struct block *b, struct str lines)
{
	size_t n, bytes = common_head(lines, b->text, &n);

	b->first += n;
	b->text = str_from(b->text, bytes);
	lines = str_from(lines, bytes);
	b->text.n -= common_tail(lines, b->text, &n);
	b->end -= n;
}

/* A block with these edits in it, unless they change nothing. */
static void add_block(struct differ *d, struct block b, const struct edits *e)
{
	size_t at = d->starts.v[b.first];
	struct str lines = {d->file.p + at, d->starts.v[b.end] - at};
	struct edits inside = {0};

	slice_for (struct edit, i, *e) {
		struct edit *copy = arena_push(&d->arena, &inside);

		*copy = *i;
		copy->at.offset -= at;
	}
	b.text = edits_apply(lines, &inside, &d->arena);
	if (str_eq(b.text, lines))
		return;
	trim(&b, lines);
	*arena_push(&d->arena, &d->blocks) = b;
}

static void find_blocks(struct differ *d, const struct edits *e)
{
	for (size_t i = 0, to; i < e->n; i = to) {
		struct block b = touched(d, &e->v[i]);

		for (to = i + 1; to < e->n; to++) {
			struct block next = touched(d, &e->v[to]);

			if (next.first > b.end)
				break;
			if (next.end > b.end)
				b.end = next.end;
		}
		add_block(d, b, &(struct edits){e->v + i, to - i});
	}
}

static void put_line(struct differ *d, char mark, struct str line)
{
	buf_addc(d->out, mark, 1);
	buf_add(d->out, line);
	if (!ends_line(line))
		buf_add(d->out, STR("\n\\ No newline at end of file\n"));
}

static struct str line_at(const struct differ *d, size_t i)
{
	return (struct str){d->file.p + d->starts.v[i],
	                    d->starts.v[i + 1] - d->starts.v[i]};
}

static void put_old(struct differ *d, char mark, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		put_line(d, mark, line_at(d, i));
}

static bool next_line(struct str *rest, struct str *line)
{
	const char *nl = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;

	*line = *rest;
	if (nl)
		line->n = (size_t)(nl - rest->p) + 1;
	*rest = str_from(*rest, line->n);
	return line->n > 0;
}

static size_t count_lines(struct str text)
{
	struct str line;
	size_t n = 0;

	while (next_line(&text, &line))
		n++;
	return n;
}

/* "3,7"; a range without lines is named by the line in front of it. */
static void put_range(struct buf *out, char mark, size_t first, size_t n)
{
	buf_printf(out, " %c%zu", mark, n ? first + 1 : first);
	if (n != 1)
		buf_printf(out, ",%zu", n);
}

/* Blocks [from, to) with the lines around them. */
static void put_hunk(struct differ *d, size_t from, size_t to)
{
	const struct block *b = d->blocks.v;
	size_t first = b[from].first > CONTEXT ? b[from].first - CONTEXT : 0;
	size_t end = b[to - 1].end + CONTEXT < lines_n(d) ?
	                     b[to - 1].end + CONTEXT :
	                     lines_n(d);
	int64_t more = 0;
	size_t at = first;

	for (size_t i = from; i < to; i++)
		more += (int64_t)count_lines(b[i].text) -
		        (int64_t)(b[i].end - b[i].first);
	buf_add(d->out, STR("@@"));
	put_range(d->out, '-', first, end - first);
	put_range(d->out, '+', (size_t)((int64_t)first + d->moved),
	          (size_t)((int64_t)(end - first) + more));
	buf_add(d->out, STR(" @@\n"));
	for (size_t i = from; i < to; i++) {
		struct str rest = b[i].text, line;

		put_old(d, ' ', at, b[i].first);
		put_old(d, '-', b[i].first, b[i].end);
		while (next_line(&rest, &line))
			put_line(d, '+', line);
		at = b[i].end;
	}
	put_old(d, ' ', at, end);
	d->moved += more;
}

static bool needs_quotes(struct str path)
{
	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];

		if (c < ' ' || c >= 0x7f || c == '"' || c == '\\')
			return true;
	}
	return false;
}

static void put_quoted(struct buf *out, const char *side, struct str path)
{
	buf_printf(out, "\"%s", side);
	for (size_t i = 0; i < path.n; i++) {
		unsigned char c = (unsigned char)path.p[i];

		if (c < ' ' || c >= 0x7f)
			buf_printf(out, "\\%03o", c);
		else if (c == '"' || c == '\\')
			buf_printf(out, "\\%c", c);
		else
			buf_addc(out, (char)c, 1);
	}
	buf_add(out, STR("\""));
}

/* git ends a name with blanks in it with a tab. */
static void put_name(struct buf *out, const char *mark, const char *side,
                     struct str path)
{
	buf_printf(out, "%s ", mark);
	if (needs_quotes(path))
		put_quoted(out, side, path);
	else
		buf_printf(out, "%s" STR_F "%s", side, STR_A(path),
		           str_contains(path, STR(" ")) ? "\t" : "");
	buf_add(out, STR("\n"));
}

static struct str plain_path(struct str path)
{
	path = path_rel(path);
	while (str_has_prefix(path, STR("./")))
		path = str_from(path, 2);
	return path;
}

void diff_write(struct str path, struct str file, const struct edits *e,
                struct buf *out)
{
	struct differ d = {.file = file, .out = out};

	path = plain_path(path);
	find_lines(&d);
	find_blocks(&d, e);
	if (d.blocks.n) {
		put_name(out, "---", "a/", path);
		put_name(out, "+++", "b/", path);
	}
	for (size_t i = 0, to; i < d.blocks.n; i = to) {
		for (to = i + 1; to < d.blocks.n; to++)
			if (d.blocks.v[to].first >
			    d.blocks.v[to - 1].end + 2 * (size_t)CONTEXT)
				break;
		put_hunk(&d, i, to);
	}
	arena_free(&d.arena);
}
