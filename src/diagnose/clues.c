#include "diagnose/clues.h"

#include "know/spelling.h"

#include <string.h>

enum { QUOTE_MAX = 240, QUOTE_BEFORE = 60 };

/* Rows by the first byte of their spelling. */
struct index {
	struct spellings rows;
	size_t *next;        /* of the same byte, + 1; 0: none */
	unsigned char *hits; /* so far */
	size_t first[256];
};

struct finder {
	struct str text;
	const struct know *know;
	struct arena *arena;
	struct index index;
	struct clues *out;
	size_t line, line_at; /* of what is looked at */
};

static unsigned char folded(char c)
{
	unsigned char u = (unsigned char)c;

	return u >= 'A' && u <= 'Z' ? (unsigned char)(u | 0x20) : u;
}

static void make_index(struct finder *f)
{
	struct index *x = &f->index;

	x->rows = know_spellings(f->know);
	x->next = arena_array(f->arena, size_t, x->rows.n + 1);
	x->hits = arena_array(f->arena, unsigned char, x->rows.n + 1);
	for (size_t i = x->rows.n; i-- > 0;) {
		unsigned char c = folded(x->rows.v[i].pattern.p[0]);

		x->next[i] = x->first[c];
		x->first[c] = i + 1;
	}
}

static struct str line_of(struct str text, size_t at)
{
	struct str head, tail;

	(void)str_cut(str_from(text, at), '\n', &head, &tail);
	return str_trim(head);
}

static bool is_inside(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Of a long line what is around this byte, in whole characters. */
static struct str excerpt(struct str line, const char *at, struct arena *a)
{
	size_t from = at > line.p ? (size_t)(at - line.p) : 0, n;

	if (line.n <= QUOTE_MAX)
		return line;
	from = from > QUOTE_BEFORE ? from - QUOTE_BEFORE : 0;
	n = line.n - from < QUOTE_MAX ? line.n - from : QUOTE_MAX;
	while (n && is_inside(line.p[from])) {
		from++;
		n--;
	}
	while (n && from + n < line.n && is_inside(line.p[from + n]))
		n--;
	return arena_fmt(a, "%s" STR_F "%s", from ? "..." : "", (int)n,
	                 line.p + from, from + n < line.n ? "..." : "");
}

/* What a number means, where the spelling leaves it to the number. */
static enum symptom symptom_of(const struct finder *f,
                               const struct spelling *row,
                               const struct spelled *s)
{
	uint64_t code;

	if (row->symptom != SYM_NONE)
		return row->symptom;
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].detail == DETAIL_CODE &&
		    str_uint(s->v[i].value, &code) && code <= INT32_MAX)
			return know_symptom_of_code(f->know, (int64_t)code);
	return SYM_NONE;
}

static void add(struct finder *f, const struct spelling *row, size_t at,
                const struct spelled *s)
{
	struct clue c = {
		.symptom = symptom_of(f, row, s),
		.by = row->by,
		.line = f->line,
		.quote = excerpt(line_of(f->text, f->line_at), f->text.p + at,
	                         f->arena),
	};

	if (s->n == 0)
		*arena_push(f->arena, f->out) = c;
	for (size_t i = 0; i < s->n; i++) {
		c.detail = s->v[i].detail;
		c.value = s->v[i].value;
		*arena_push(f->arena, f->out) = c;
		c.symptom = SYM_NONE;
	}
}

static void look_at(struct finder *f, size_t at)
{
	struct index *x = &f->index;
	struct spelled s;

	for (size_t i = x->first[folded(f->text.p[at])]; i;
	     i = x->next[i - 1]) {
		const struct spelling *row = &x->rows.v[i - 1];

		if (x->hits[i - 1] == CLUES_OF_ROW ||
		    !spelling_at(row->pattern, f->text, at, &s))
			continue;
		x->hits[i - 1]++;
		add(f, row, at, &s);
	}
}

static void look(struct finder *f)
{
	f->line = 1;
	for (size_t at = 0; at < f->text.n; at++) {
		if (spelling_begins(f->text, at))
			look_at(f, at);
		if (f->text.p[at] == '\n') {
			f->line++;
			f->line_at = at + 1;
		}
	}
	f->out->lines = f->line - (f->line_at == f->text.n);
}

static size_t count_lines(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += s.p[i] == '\n';
	return n;
}

/* The line in which what it says of the driver stands. */
static void place(struct finder *f, const struct document *d,
                  struct sighting *seen)
{
	uintptr_t begin = (uintptr_t)f->text.p;
	uintptr_t driver = (uintptr_t)seen->s.driver.p;
	size_t from = (size_t)(d->text.p - f->text.p);

	if (seen->s.driver.n && driver >= begin && driver < begin + f->text.n)
		from = (size_t)(driver - begin);
	while (from && f->text.p[from - 1] != '\n')
		from--;
	seen->line = 1 + count_lines((struct str){f->text.p, from});
	seen->quote = line_of(f->text, from);
	if (seen->quote.n > QUOTE_MAX)
		seen->quote.n = QUOTE_MAX;
}

/* Each on its own: that of a host and that of a container differ.  What is cut
 * short says nothing. */
static void find_sights(struct finder *f)
{
	struct documents found = import_find(f->text, f->arena);

	slice_for (const struct document, d, found) {
		struct sights sights = {0};
		struct err ignored = {0};

		if (f->out->sightings.n == CLUES_SIGHTS)
			return;
		if (import_read(d, f->arena, &sights, &ignored) || !sights.n)
			continue;
		struct sighting *seen =
			arena_push(f->arena, &f->out->sightings);
		*seen = (struct sighting){.s = sights.v[0]};
		place(f, d, seen);
	}
}

int clues_find(struct str text, const struct know *k, struct arena *a,
               struct clues *out, struct err *err)
{
	struct finder f = {.know = k, .arena = a, .out = out};

	*out = (struct clues){0};
	if (text.n > PASTE_BYTES)
		return err_set(err, ERR_USAGE, "more than %d MiB",
		               PASTE_BYTES >> 20);
	f.text = import_clean(text, a);
	make_index(&f);
	look(&f);
	find_sights(&f);
	return 0;
}

const struct clue *clues_symptom(const struct clues *c, enum symptom s)
{
	slice_for (const struct clue, clue, *c)
		if (clue->symptom == s)
			return clue;
	return NULL;
}

const struct clue *clues_detail(const struct clues *c, enum detail d)
{
	slice_for (const struct clue, clue, *c)
		if (clue->detail == d)
			return clue;
	return NULL;
}

struct str clues_value(const struct clues *c, enum detail d)
{
	const struct clue *clue = clues_detail(c, d);

	return clue ? clue->value : (struct str){0};
}
