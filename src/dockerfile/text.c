#include "dockerfile/text.h"

#include <string.h>

static struct text whole(struct arena *a, struct str s, enum text_from from,
                         size_t offset)
{
	struct text t = {.s = s};

	if (s.n)
		*arena_push(a, &t.runs) =
			(struct text_run){0, s.n, from, offset};
	return t;
}

struct text text_of_file(struct arena *a, struct str file, size_t at, size_t n)
{
	struct str s = str_from(file, at);

	if (n < s.n)
		s.n = n;
	return whole(a, s, TEXT_FILE, at);
}

struct text text_of(struct arena *a, enum text_from from, struct str s)
{
	return whole(a, s, from, 0);
}

/* Index of the run that holds t[at], or of the one behind it. */
static size_t run_of(const struct text *t, size_t at)
{
	size_t lo = 0, hi = t->runs.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;
		const struct text_run *r = &t->runs.v[mid];

		if (r->at + r->n <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

/* What of run r is in t[at … end), with r->at counted from at. */
static struct text_run part(const struct text_run *r, size_t at, size_t end)
{
	size_t from = r->at > at ? r->at : at;
	size_t to = r->at + r->n < end ? r->at + r->n : end;

	return (struct text_run){from - at, to - from, r->from,
	                         r->from == TEXT_FILE ?
	                                 r->offset + (from - r->at) :
	                                 0};
}

static size_t cut_end(const struct text *t, size_t at, size_t n)
{
	return at >= t->s.n ? at : n < t->s.n - at ? at + n : t->s.n;
}

struct text text_slice(struct arena *a, const struct text *t, size_t at,
                       size_t n)
{
	size_t end = cut_end(t, at, n);
	struct text out = {0};

	if (end == at)
		return out;
	out.s = (struct str){t->s.p + at, end - at};
	for (size_t i = run_of(t, at); i < t->runs.n; i++) {
		if (t->runs.v[i].at >= end)
			break;
		*arena_push(a, &out.runs) = part(&t->runs.v[i], at, end);
	}
	return out;
}

static void make_room(struct text_maker *m, size_t more)
{
	size_t cap = m->cap ? m->cap : 64;
	char *p;

	if (more <= m->cap - m->n)
		return;
	while (cap - m->n < more)
		cap *= 2;
	p = arena_array(m->arena, char, cap);
	if (m->n)
		memcpy(p, m->p, m->n);
	m->p = p;
	m->cap = cap;
}

static void add_bytes(struct text_maker *m, struct str s)
{
	make_room(m, s.n);
	if (s.n)
		memcpy(m->p + m->n, s.p, s.n);
	m->n += s.n;
}

/* Not arena_push(): what was cut off with text_cut() stays room. */
static void widen_runs(struct text_maker *m)
{
	size_t cap = m->runs_cap ? 2 * m->runs_cap : 1;
	struct text_run *v = arena_array(m->arena, struct text_run, cap);

	if (m->runs.n)
		memcpy(v, m->runs.v, m->runs.n * sizeof *v);
	m->runs.v = v;
	m->runs_cap = cap;
}

/* A run for the n bytes that come next; joined with the last if it can be. */
static void add_run(struct text_maker *m, struct text_run r)
{
	struct text_run *last = m->runs.n ? &m->runs.v[m->runs.n - 1] : NULL;

	if (r.n == 0)
		return;
	if (last && last->from == r.from &&
	    (r.from != TEXT_FILE || last->offset + last->n == r.offset)) {
		last->n += r.n;
		return;
	}
	r.at = m->n;
	if (m->runs.n == m->runs_cap)
		widen_runs(m);
	m->runs.v[m->runs.n++] = r;
}

static void add_bytes_of(struct text_maker *m, const char *p, struct text_run r)
{
	add_run(m, r);
	add_bytes(m, (struct str){p, r.n});
}

void text_add(struct text_maker *m, const struct text *t, size_t at, size_t n)
{
	size_t end = cut_end(t, at, n);

	for (size_t i = run_of(t, at); i < t->runs.n; i++) {
		struct text_run r;

		if (t->runs.v[i].at >= end)
			break;
		r = part(&t->runs.v[i], at, end);
		add_bytes_of(m, t->s.p + at + r.at, r);
	}
}

void text_add_made(struct text_maker *m, struct str s)
{
	add_run(m, (struct text_run){0, s.n, TEXT_MADE, 0});
	add_bytes(m, s);
}

void text_add_file(struct text_maker *m, struct str file, size_t at, size_t n)
{
	add_run(m, (struct text_run){0, n, TEXT_FILE, at});
	add_bytes(m, (struct str){file.p + at, n});
}

void text_cut(struct text_maker *m, size_t n)
{
	while (m->runs.n && m->runs.v[m->runs.n - 1].at >= n)
		m->runs.n--;
	if (m->runs.n) {
		struct text_run *last = &m->runs.v[m->runs.n - 1];

		if (last->at + last->n > n)
			last->n = n - last->at;
	}
	if (n < m->n)
		m->n = n;
}

struct text text_copy_from(const struct text_maker *m, size_t at)
{
	const struct text all = {{m->p, m->n}, m->runs};
	struct text_maker copy = {.arena = m->arena};

	text_add(&copy, &all, at, m->n - at);
	return text_take(&copy);
}

struct text text_take(struct text_maker *m)
{
	struct text t = {{m->p, m->n}, m->runs};

	*m = (struct text_maker){.arena = m->arena};
	return t;
}

struct text text_cat(struct arena *a, const struct text *x,
                     const struct text *y)
{
	struct text_maker m = {
		.arena = a,
		.cap = x->s.n + y->s.n,
		.runs_cap = x->runs.n + y->runs.n,
	};

	m.p = arena_array(a, char, m.cap);
	m.runs.v = arena_array(a, struct text_run, m.runs_cap);
	text_add(&m, x, 0, x->s.n);
	text_add(&m, y, 0, y->s.n);
	return text_take(&m);
}

bool text_spans(const struct text *t, size_t at, size_t n, struct arena *a,
                struct spans *out)
{
	size_t end = cut_end(t, at, n);

	*out = (struct spans){0};
	if (end == at)
		return false;
	for (size_t i = run_of(t, at); i < t->runs.n; i++) {
		struct text_run r;

		if (t->runs.v[i].at >= end)
			break;
		r = part(&t->runs.v[i], at, end);
		if (r.from != TEXT_FILE)
			return false;
		*arena_push(a, out) = (struct span){r.offset, r.n};
	}
	return out->n > 0;
}

bool text_span(const struct text *t, size_t at, size_t n, struct span *out)
{
	size_t end = cut_end(t, at, n);
	size_t i = run_of(t, at);
	struct text_run r;

	if (end == at || i >= t->runs.n)
		return false;
	r = part(&t->runs.v[i], at, end);
	*out = (struct span){r.offset, r.n};
	return r.from == TEXT_FILE && r.n == end - at;
}

bool text_where(const struct text *t, size_t at, size_t *offset)
{
	for (size_t i = run_of(t, at); i < t->runs.n; i++)
		if (t->runs.v[i].from == TEXT_FILE) {
			*offset = part(&t->runs.v[i], at, t->s.n).offset;
			return true;
		}
	for (size_t i = run_of(t, at); i-- > 0;)
		if (t->runs.v[i].from == TEXT_FILE) {
			*offset = t->runs.v[i].offset + t->runs.v[i].n - 1;
			return true;
		}
	return false;
}
