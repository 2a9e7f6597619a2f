#include "dockerfile/pattern.h"

#include "dockerfile/gochar.h"

/* Elements that no character is. */
enum { ANY = 0x110000, STAR };

enum { BYTE_ORDER_MARK = 0xfeff };

struct chars {
	uint32_t *v;
	size_t n;
};

struct matcher {
	const struct pattern_job *job;
	struct arena scratch;
	struct chars pattern; /* characters, ANY and STAR */
	struct chars value;
	size_t *at;   /* byte of each character of the value; one more */
	bool longest; /* of the last STAR; the others don't matter */
	bool tired;
};

static struct chars decode(struct arena *a, struct str s, size_t **at)
{
	struct chars c = {arena_array(a, uint32_t, s.n + 1), 0};

	*at = arena_array(a, size_t, s.n + 1);
	for (size_t i = 0; i < s.n; c.n++) {
		(*at)[c.n] = i;
		i += gochar_at(s, i, &c.v[c.n]);
	}
	(*at)[c.n] = s.n;
	return c;
}

static void reverse(struct chars *c)
{
	for (size_t i = 0; 2 * i + 1 < c->n; i++) {
		uint32_t v = c->v[i];

		c->v[i] = c->v[c->n - 1 - i];
		c->v[c->n - 1 - i] = v;
	}
}

/* Backwards, but an escape stays in front of what it escapes. */
static void reverse_pattern(struct chars *c)
{
	for (size_t i = 0; i + 1 < c->n; i++) {
		if (c->v[i] != '\\')
			continue;
		c->v[i] = c->v[i + 1];
		c->v[++i] = '\\';
	}
	reverse(c);
}

/* The element that begins at c->v[*i]; *i is behind it then. */
static bool element(const struct chars *c, size_t *i, uint32_t *out)
{
	uint32_t cp = c->v[(*i)++];
	uint32_t next = *i < c->n ? c->v[*i] : 0;

	*out = cp == '*' ? STAR : cp == '?' ? ANY : cp;
	if (cp != '\\')
		return true;
	if (*i == c->n || !(next == '*' || next == '?' || next == '\\' ||
	                    next == '}' || next == '/'))
		return false;
	*out = next;
	(*i)++;
	return true;
}

static bool compile(struct chars *c)
{
	size_t n = 0;
	/* Go's scanner, which BuildKit reads patterns with, drops a mark. */
	bool mark = c->n && c->v[0] == BYTE_ORDER_MARK;

	for (size_t i = mark; i < c->n; n++)
		if (!element(c, &i, &c->v[n]))
			return false;
	c->n = n;
	return true;
}

static bool step(struct matcher *m)
{
	if (*m->job->spent >= m->job->max)
		m->tired = true;
	else
		(*m->job->spent)++;
	return !m->tired;
}

/* Elements [from, to), none of them STAR, at a place of the value. */
static bool piece_at(struct matcher *m, size_t from, size_t to, size_t at)
{
	if (to - from > m->value.n - at)
		return false;
	for (size_t i = from; i < to; i++, at++) {
		uint32_t e = m->pattern.v[i], cp = m->value.v[at];

		if (!step(m) || (e == ANY ? cp == '\n' : e != cp))
			return false;
	}
	return true;
}

static bool piece_first(struct matcher *m, size_t from, size_t to, size_t *at)
{
	for (size_t i = *at;; i++) {
		if (piece_at(m, from, to, i)) {
			*at = i;
			return true;
		}
		if (i == m->value.n || m->value.v[i] == '\n' || !step(m))
			return false;
	}
}

static bool piece_last(struct matcher *m, size_t from, size_t to, size_t *at)
{
	size_t i = *at;

	while (i < m->value.n && m->value.v[i] != '\n' && step(m))
		i++;
	for (;; i--) {
		if (piece_at(m, from, to, i)) {
			*at = i;
			return true;
		}
		if (i == *at || m->tired)
			return false;
	}
}

static size_t piece_end(const struct matcher *m, size_t i)
{
	while (i < m->pattern.n && m->pattern.v[i] != STAR)
		i++;
	return i;
}

/*
 * Pieces between stars are put as early as they go: whatever can follow a
 * later place can follow the earliest.  Only how far the last one goes depends
 * on longest.
 */
static bool match_at(struct matcher *m, size_t start, size_t *end)
{
	size_t to = piece_end(m, 0), at = start;

	if (!piece_at(m, 0, to, at))
		return false;
	at += to;
	while (to < m->pattern.n) {
		size_t from = to + 1;
		bool last;

		to = piece_end(m, from);
		last = to == m->pattern.n && m->longest;
		if (!(last ? piece_last : piece_first)(m, from, to, &at))
			return false;
		at += to - from;
	}
	*end = at;
	return true;
}

static enum pattern_result begin(struct matcher *m, bool suffix)
{
	const struct pattern_job *job = m->job;
	size_t *unused;

	if (job->value.n + job->pattern.n > job->max - *job->spent)
		return PATTERN_LIMIT;
	*job->spent += job->value.n + job->pattern.n;
	m->pattern = decode(&m->scratch, job->pattern, &unused);
	m->value = decode(&m->scratch, job->value, &m->at);
	if (suffix) {
		reverse_pattern(&m->pattern);
		reverse(&m->value);
	}
	return compile(&m->pattern) ? PATTERN_OK : PATTERN_INVALID;
}

static enum pattern_result finish(struct matcher *m, enum pattern_result r)
{
	arena_free(&m->scratch);
	return r == PATTERN_OK && m->tired ? PATTERN_LIMIT : r;
}

enum pattern_result pattern_trim(const struct pattern_job *job, bool suffix,
                                 bool longest, struct match *stays)
{
	struct matcher m = {.job = job, .longest = longest};
	enum pattern_result r = begin(&m, suffix);
	size_t end;

	*stays = (struct match){0, job->value.n};
	if (r == PATTERN_OK && match_at(&m, 0, &end)) {
		size_t cut = m.at[suffix ? m.value.n - end : end];

		*stays = suffix ? (struct match){0, cut} :
		                  (struct match){cut, job->value.n - cut};
	}
	return finish(&m, r);
}

static bool find_from(struct matcher *m, size_t pos, size_t *at, size_t *end)
{
	for (*at = pos; *at <= m->value.n && step(m); (*at)++)
		if (match_at(m, *at, end))
			return true;
	return false;
}

enum pattern_result pattern_find(const struct pattern_job *job, bool all,
                                 struct arena *a, struct matches *out)
{
	struct matcher m = {.job = job, .longest = true};
	enum pattern_result r = begin(&m, false);
	size_t pos = 0, at, end, before = 0;

	*out = (struct matches){0};
	while (r == PATTERN_OK && pos <= m.value.n &&
	       find_from(&m, pos, &at, &end)) {
		/* An empty match right behind another does not count. */
		if (end > before || at == 0)
			*arena_push(a, out) =
				(struct match){m.at[at], m.at[end] - m.at[at]};
		if (!all)
			break;
		before = end;
		pos = end > pos ? end : pos + 1;
	}
	return finish(&m, r);
}
