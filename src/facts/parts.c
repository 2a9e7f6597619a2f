#include "facts/parts.h"

#include <stdlib.h>

enum {
	SEARCH_MAX = 8 << 20, /* of a file without any such section */
	MOSTLY = 8,           /* other data by so much more than that in them */
};

static int by_offset(const void *a, const void *b)
{
	const struct section *p = a, *q = b;

	return (p->at > q->at) - (p->at < q->at);
}

/* Sections that share bytes are nobody's compiler's; they are read once. */
static void add_parts(struct parts *p, const struct sections *list,
                      struct arena *a)
{
	uint64_t end = 0;

	if (list->n)
		qsort(list->v, list->n, sizeof *list->v, by_offset);
	p->v = arena_array(a, struct part, list->n);
	for (size_t i = 0; i < list->n; i++) {
		struct section in = list->v[i];

		if (in.at < end)
			continue;
		end = in.at + in.size;
		p->v[p->n++] = (struct part){.in = in};
	}
}

void parts_find(struct parts *p, struct str table, uint64_t file_size,
                struct arena *a)
{
	struct sections list = {0};

	*p = (struct parts){.whole = table.n == 0};
	if (p->whole)
		*arena_push(a, &list) = (struct section){0, file_size};
	else
		sections_of_data(table, file_size, a, &list);
	add_parts(p, &list, a);
}

static int by_place(const void *a, const void *b)
{
	const struct fatbin *p = a, *q = b;

	return (p->at > q->at) - (p->at < q->at);
}

/* The first that begins at or behind at. */
static const struct fatbin *first_from(struct fatbins list, uint64_t at)
{
	size_t lo = 0, hi = list.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (list.v[mid].at < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return list.v + lo;
}

static uint64_t aligned(uint64_t at)
{
	return (at + FATBIN_ALIGN - 1) & ~(uint64_t)(FATBIN_ALIGN - 1);
}

/* Fat binaries end to end, from the section's first byte to its last? */
static void judge(struct fatbins list, struct part *p)
{
	uint64_t at = p->in.at, end = p->in.at + p->in.size;
	const struct fatbin *f = first_from(list, at);

	for (; f < list.v + list.n && f->at == at && at < end; f++) {
		if (f->state != FATBIN_GOOD || f->end > end) {
			p->kind = PART_DAMAGED;
			return;
		}
		at = aligned(f->end);
	}
	p->kind = at >= end ? PART_FAT : PART_DATA;
}

void parts_judge(struct parts *p, struct fatbins list)
{
	if (list.n == 0)
		return; /* all are PART_DATA */
	qsort(list.v, list.n, sizeof *list.v, by_place);
	slice_for (struct part, it, *p)
		judge(list, it);
}

static uint64_t bytes_in(const struct parts *p, bool fat)
{
	uint64_t n = 0;

	slice_for (struct part, it, *p)
		if (fat == (it->kind != PART_DATA))
			n += it->in.size;
	return n;
}

/*
 * Some libraries keep their kernels in their data, and a few small ones where
 * nvcc puts them (cuFFT); others keep more there than they use (cuBLASLt).
 */
bool parts_want_data(const struct parts *p)
{
	uint64_t fat = bytes_in(p, true), data = bytes_in(p, false);

	if (fat == 0)
		return p->whole || data <= SEARCH_MAX;
	return data / MOSTLY >= fat;
}

static void say_damaged(struct str *gap, const struct fatbin *f,
                        struct arena *a)
{
	const char *what = f->state == FATBIN_OTHER ?
	                           "fat binaries of an unknown version" :
	                           "a damaged fat binary";

	if (gap->n == 0)
		*gap = arena_fmt(a, "%s at byte %llu", what,
		                 (unsigned long long)f->at);
}

static void count(struct device_code *out, uint64_t targets)
{
	out->modules += targets != 0;
	for (size_t i = 0; i < out->targets.n; i++)
		if (targets >> i & 1)
			out->targets.v[i].modules++;
}

/* Of other data, what only looks like the magic number says nothing. */
static bool is_damage(const struct part *p, const struct fatbin *f)
{
	return f->state == FATBIN_BAD || p->kind == PART_DAMAGED;
}

/* Gives the first that is damaged; what is behind it in a section of fat
 * binaries cannot be found. */
static const struct fatbin *take_part(struct fatbins list, const struct part *p,
                                      struct device_code *out)
{
	uint64_t end = p->in.at + p->in.size;
	const struct fatbin *bad = NULL;

	for (const struct fatbin *f = first_from(list, p->in.at);
	     f < list.v + list.n && f->at < end; f++) {
		if (bad && p->kind == PART_DAMAGED)
			break;
		if (f->state == FATBIN_GOOD && f->end <= end)
			count(out, f->targets);
		else if (!bad && (f->state == FATBIN_GOOD || is_damage(p, f)))
			bad = f;
	}
	return bad;
}

static int by_target(const void *a, const void *b)
{
	const struct code_target *p = a, *q = b;

	if (p->kind != q->kind)
		return p->kind < q->kind ? 1 : -1;
	if (p->arch != q->arch)
		return p->arch < q->arch ? -1 : 1;
	if (p->variant != q->variant)
		return p->variant < q->variant ? -1 : 1;
	return str_cmp(p->isa, q->isa);
}

/* Those that were in what was not taken go. */
static void settle(struct code_targets *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++)
		if (list->v[i].modules)
			list->v[n++] = list->v[i];
	list->n = n;
	if (n)
		qsort(list->v, n, sizeof *list->v, by_target);
}

void parts_take(const struct parts *p, const struct fatbin_scan *s,
                struct arena *a, struct device_code *out, struct str *gap)
{
	struct fatbins list = fatbin_scan_found(s);
	bool all = parts_want_data(p);

	out->targets.n = s->targets_n;
	out->targets.v = arena_array(a, struct code_target, s->targets_n);
	for (size_t i = 0; i < s->targets_n; i++)
		out->targets.v[i] = fatbin_target_text(&s->targets[i], a);
	slice_for (struct part, it, *p) {
		const struct fatbin *bad = NULL;

		if (all || it->kind != PART_DATA)
			bad = take_part(list, it, out);
		if (bad)
			say_damaged(gap, bad, a);
	}
	settle(&out->targets);
}
